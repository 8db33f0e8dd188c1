// Stands in for the Claude Code program: reads and writes its stream-json lines, and edits login.js as the role in the prompt would.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { LOGIN_JS } from '../login-task.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id, message } = JSON.parse(line);
  if (type === 'control_request') {
    say({ type: 'control_response', response: { subtype: 'success', request_id, response: { commands: [] } } });
  } else if (type === 'user') {
    work(JSON.parse(typeof message.content === 'string' ? message.content : message.content[0].text).role);
  }
}

function work(/** @type {'implementer' | 'reviewer'} */ role) {
  const input = { file_path: 'login.js', content: LOGIN_JS[role] };
  writeFileSync(input.file_path, input.content);
  const content = [{ type: 'tool_use', id: role, name: 'Write', input }];
  say({ type: 'assistant', parent_tool_use_id: null, message: { role: 'assistant', content } });
  say({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', num_turns: 1 });
}

function say(/** @type {object} */ message) {
  const run = { session_id: 'scripted', uuid: '00000000-0000-4000-8000-000000000000' };
  process.stdout.write(`${JSON.stringify({ ...run, ...message })}\n`);
}
