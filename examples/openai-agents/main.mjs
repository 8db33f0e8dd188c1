// Two agents of the OpenAI Agents SDK pass one task on. The model is scripted, so no key is needed; put a real one in its place.
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import * as z from 'zod';
import { EXPLAINED, LOGIN_JS, LOGIN_TASK } from '../login-task.mjs';

setTracingDisabled(true);
const worktree = createMemoryWorktree({ files: { 'login.js': LOGIN_JS.start } });
const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
const writeFile = tool({
  name: 'write_file',
  description: 'Writes a file of the repository.',
  parameters: z.object({ path: z.string(), text: z.string() }),
  execute: ({ path, text }) => (worktree.edit(path, text), `${path} written`),
});

async function turn(/** @type {'implementer' | 'reviewer'} */ role) {
  await orThrow(baton.startTurn('TASK-1', { role, actor: 'gpt' })); // verifies what was handed off before
  const call = functionCall('write_file', { path: 'login.js', text: LOGIN_JS[role] }, { callId: role });
  const model = new ScriptedModel([[call], [assistantMessage('Done.')]]);
  const { text } = await orThrow(baton.contexts.exportFor('TASK-1', { role }));
  await run(new Agent({ name: role, tools: [writeFile], model }), text);
  await orThrow(baton.handOff('TASK-1', { role, actor: 'gpt' }));
}

await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: LOGIN_TASK }));
await turn('implementer');
worktree.edit('login.js', LOGIN_JS.somebody);
export const drift = await turn('reviewer').catch((error) => error.message);
await orThrow(baton.deltas.resolveDrift('TASK-1', EXPLAINED));
await turn('reviewer');
export const { trailers } = await orThrow(baton.deltas.attribute('TASK-1'));
console.log(drift, trailers);
