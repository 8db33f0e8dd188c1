import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createBaton } from 'batonkit';
import { createContextStore } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createTaskProtocol } from '@batonkit/protocol';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { runBaton, runHook } from '@batonkit/cli';

// Started by scripts/journeys.mjs. Prints one JSON object: the files of each journey that ran a function, beside what loading them runs.

const root = fileURLToPath(new URL('../../', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** @type {Record<string, string[]>} */
const files = {};
const immutable = defineTask({ title: 'Dots in names', description: 'Names may hold dots.', scope: ['login.js'] });

/**
 * @param {string} name
 * @param {() => PromiseLike<unknown>} journey
 */
async function follow(name, journey) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await journey();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const sources = pathToFileURL(join(root, 'packages')).href;
  files[name] = result
    .filter(({ url }) => url.startsWith(sources) && url.includes('/src/'))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)),
    )
    .map(({ url }) => fileURLToPath(url).slice(root.length))
    .sort();
}

const contexts = createContextStore({ tasks: createMemoryTaskStore() });
await orThrow(contexts.init('TASK-1', { actor: 'orchestrator', immutable }));
await follow('contexts.markBlocked', () =>
  orThrow(contexts.markBlocked('TASK-1', { role: 'reviewer', actor: 'codex', finding: 'no test' })),
);

const tasks = createMemoryTaskStore();
await orThrow(createContextStore({ tasks }).init('TASK-1', { actor: 'orchestrator', immutable }));
const protocol = createTaskProtocol({ tasks });
const owner = { actor: 'orchestrator', session: 'session-1' };
await orThrow(protocol.claim('TASK-1', owner));
await follow('protocol.send', () =>
  orThrow(protocol.send('TASK-1', { ...owner, command: { type: 'record-worktree', agent: null, worktree: 'tree-1' } })),
);

const repository = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-journeys-')));
try {
  await inRepository();
} finally {
  rmSync(repository, { recursive: true, force: true });
}
console.log(JSON.stringify(files));

async function inRepository() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
  const write = (/** @type {string} */ text) => writeFileSync(join(repository, 'login.js'), text);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Grace');
  git('config', 'user.email', 'grace@example.com');
  write('one\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Start');

  const baton = createBaton({
    tasks: createFsTaskStore({ root: join(repository, '.agent-output') }),
    worktree: createGitWorktree({ directory: repository }),
  });
  const implementer = { role: 'implementer', actor: 'claude' };
  for (const task of ['TASK-1', 'TASK-2'])
    await orThrow(baton.contexts.init(task, { actor: 'orchestrator', immutable }));
  await orThrow(baton.startTurn('TASK-1', implementer));
  write('two\n');
  await follow('handOff', () => orThrow(baton.handOff('TASK-1', implementer)));

  const io = {
    stdin: { isTTY: false },
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: { PATH: process.env['PATH'] },
    cwd: repository,
    exit: () => undefined,
  };
  const start = ['start', 'TASK-2', 'implementer', '--actor', 'claude'];
  const handOff = ['hand-off', 'TASK-2', 'implementer', '--actor', 'claude'];
  for (const argv of [start, handOff]) {
    let code = 0;
    const run = async () => void (code = await runBaton(argv, /** @type {any} */ (io)));
    await (argv === handOff ? follow('baton hand-off', run) : run());
    if (code !== 0) throw new Error(`baton ${argv.join(' ')} answered ${code}`);
  }

  const payload = {
    session_id: 'session-1',
    cwd: repository,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'mkdir -p docs && cp login.js docs/login.js' },
  };
  await follow('hook before a tool', async () => {
    const code = await runHook(['claude', 'PreToolUse'], { ...io, stdin: [JSON.stringify(payload)] });
    if (code !== 0) throw new Error(`the hook answered ${code}`);
  });
}
