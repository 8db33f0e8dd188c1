// Two runs of the Claude Agent SDK pass one task on, in a git repository. A script stands in for Claude Code, so no key is needed:
// leave out `pathToClaudeCodeExecutable`, and it is the real one.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { fileURLToPath } from 'node:url';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { EXPLAINED, LOGIN_JS, LOGIN_TASK } from '../login-task.mjs';
import { createLoginRepository } from './login-repository.mjs';

const { directory, edit, remove } = createLoginRepository(LOGIN_JS.start);
const baton = createBaton({ tasks: createMemoryTaskStore(), worktree: createGitWorktree({ directory }) });
const pathToClaudeCodeExecutable = fileURLToPath(new URL('scripted-claude.mjs', import.meta.url));

async function turn(/** @type {string} */ role) {
  await orThrow(baton.startTurn('TASK-1', { role, actor: 'claude' })); // verifies what was handed off before
  const { text } = await orThrow(baton.contexts.exportFor('TASK-1', { role }));
  for await (const message of query({ prompt: text, options: { cwd: directory, pathToClaudeCodeExecutable } })) {
    if (message.type === 'result') console.log(`${role}: ${message.subtype}`);
  }
  await orThrow(baton.handOff('TASK-1', { role, actor: 'claude' }));
}

await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: LOGIN_TASK }));
await turn('implementer');
edit(LOGIN_JS.somebody);
export const drift = await turn('reviewer').catch((error) => error.message);
await orThrow(baton.deltas.resolveDrift('TASK-1', EXPLAINED));
await turn('reviewer');
export const { trailers } = await orThrow(baton.deltas.attribute('TASK-1'));
remove();
console.log(drift, trailers);
