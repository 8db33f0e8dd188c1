import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { runDispatch } from './run-dispatch.ts';

const PATHS = { tasks: 'tasks.md', log: 'log.md', state: 'artifacts/dispatch.json' };
const texts = { 'tasks.md': '### Task 1: One\n\n### Task 2: Two\n', 'plan.md': '# Plan\n' };

test('files that cannot be read stop the loop before anybody is sent to work', async () => {
  for (const at of [1, 2, 3]) {
    const faults = [{ op: 'read', at, when: 'before', as: 'error' }] as const;
    const files = createMemoryWorkspaceFiles({ files: texts, faults });
    let sent = 0;
    const dispatch = () => {
      sent += 1;
      return Promise.resolve({ status: 'completed', report: 'Done.' } as const);
    };
    const options = { files, ...PATHS, artifacts: { plan: 'plan.md' }, dispatch };
    expect((await runDispatch(options))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(sent).toBe(0);
    expect((await orThrow(runDispatch(options))).completed).toEqual(['1', '2']);
  }
});

test('a task whose agent breaks is skipped unless somebody says otherwise, with what was thrown as the reason', async () => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  const summary = await orThrow(
    runDispatch({
      files,
      ...PATHS,
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what others throw
      dispatch: ({ task }) => Promise.reject(task.number === '1' ? 'out of \ud800 tokens' : new Error('no network')),
    }),
  );
  expect(summary.completed).toEqual([]);
  expect(summary.skipped).toEqual([
    { number: '1', reason: 'out of \ufffd tokens' },
    { number: '2', reason: 'no network' },
  ]);
});

test.each([
  { status: 'done', report: 'x' },
  { status: 'skipped' },
  {},
  null,
  'done',
  { status: 'blocked' },
  { status: 'completed', report: 7 },
])('the answer %j is none: the dispatch failed, and the state stays readable', async (answer) => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  const failed: string[] = [];
  const options = { files, ...PATHS, dispatch: () => Promise.resolve(answer as never) };
  const onFailure = ({ error }: { error: unknown }) => {
    failed.push(String(error));
    return 'skip' as const;
  };
  expect((await orThrow(runDispatch({ ...options, onFailure }))).skipped.map(({ number }) => number)).toEqual([
    '1',
    '2',
  ]);
  expect(failed).toHaveLength(2);
  const mended = { ...options, dispatch: () => Promise.resolve({ status: 'completed', report: 'Done.' } as const) };
  expect((await orThrow(runDispatch(mended))).completed).toEqual(['1', '2']);
});

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

test('a report that holds a secret is left out with a word, and the loop goes on', async () => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  const answers = {
    '1': { status: 'completed', report: `**Files changed:** \`src/a.ts\`\n\n**Decisions:** token ${TOKEN}` },
    '2': { status: 'blocked', reason: `the server refuses ${TOKEN}` },
  } as const;
  const dispatch = ({ task }: { task: { number: string } }) =>
    Promise.resolve(answers[task.number === '1' ? '1' : '2']);
  const summary = await orThrow(runDispatch({ files, ...PATHS, dispatch }));
  expect(summary).toEqual({
    completed: ['1'],
    skipped: [],
    blocked: [{ number: '2', reason: 'Left out, because it holds what looks like a secret (github-token).' }],
    filesChanged: ['src/a.ts'],
    warnings: [
      {
        code: 'ReportWithheld',
        message: 'Task 1: the report looks like a secret and was left out; its log entry is partial.',
        where: PATHS.log,
      },
    ],
  });
  const log = (await orThrow(files.read(PATHS.log)))?.text ?? '';
  expect(log).toContain('- **Files changed:** src/a.ts\n');
  expect(log).toContain('- **Concerns:** Left out, because it holds what looks like a secret (github-token).\n');
  const state = (await orThrow(files.read(PATHS.state)))?.text ?? '';
  expect(log + state).not.toContain(TOKEN);
  expect((await orThrow(runDispatch({ files, ...PATHS, dispatch }))).warnings).toEqual(summary.warnings);
});

test('what an agent threw is scanned before it is cut; forced, everything is written as it came', async () => {
  const dispatch = () => Promise.reject(new Error(`${'x'.repeat(980)} ${TOKEN}`));
  const files = createMemoryWorkspaceFiles({ files: texts });
  const { skipped } = await orThrow(runDispatch({ files, ...PATHS, dispatch }));
  expect(skipped[0]?.reason).toMatch(/^Left out/);
  expect((await orThrow(files.read(PATHS.state)))?.text).not.toContain(TOKEN.slice(0, 10));
  const trusting = createMemoryWorkspaceFiles({ files: texts });
  const forced = await orThrow(runDispatch({ files: trusting, ...PATHS, dispatch, forceSecrets: true }));
  expect(forced.skipped[0]?.reason).toHaveLength(1000);
});

test('a secret in the title of a task is refused before anybody is sent to work', async () => {
  const files = createMemoryWorkspaceFiles({ files: { 'tasks.md': `### Task 1: Use ${TOKEN}\n` } });
  const options = { files, ...PATHS, dispatch: () => Promise.reject(new Error('sent')) };
  expect((await runDispatch(options))._unsafeUnwrapErr()).toMatchObject({ code: 'SecretFound' });
  expect(await orThrow(files.read(PATHS.state))).toBeNull();
});

test('a tasks.md with lines that look like tasks is not dispatched, unless the caller goes on without them', async () => {
  const tasks =
    '### Task 1.1: One\n\n### 🔐 Task 1.2: Two\n\n### Task #1.3: Three\n\n## Task 2: Four\n\n### ~~Task 3: Five~~\n';
  const files = createMemoryWorkspaceFiles({ files: { 'tasks.md': tasks } });
  const sent: string[] = [];
  const dispatch = ({ task }: { task: { number: string } }) => {
    sent.push(task.number);
    return Promise.resolve({ status: 'completed', report: '## Implemented\nIt.' } as const);
  };
  const refused = (await runDispatch({ files, ...PATHS, dispatch }))._unsafeUnwrapErr();
  expect(refused).toMatchObject({
    code: 'NearMisses',
    data: {
      path: 'tasks.md',
      nearMisses: [{ line: 9, text: '### ~~Task 3: Five~~', reason: 'It is struck through.' }],
    },
  });
  expect(refused.message).toContain('  tasks.md:9: ### ~~Task 3: Five~~ (It is struck through.)');
  expect(sent).toEqual([]);
  const summary = await orThrow(runDispatch({ files, ...PATHS, dispatch, allowNearMisses: true }));
  expect(sent).toEqual(['1.1', '1.2', '1.3', '2']);
  expect(summary.warnings).toContainEqual({
    code: 'NearMiss',
    message: 'Line 9 was not taken for a task: ### ~~Task 3: Five~~ (It is struck through.)',
    where: 'tasks.md',
  });
});

test('a long list of near misses is cut in the message and whole in the data', async () => {
  const tasks = `### Task 1: One\n${Array.from({ length: 12 }, (_, index) => `### ~~Task ${index + 2}: x~~\n`).join('')}`;
  const files = createMemoryWorkspaceFiles({ files: { 'tasks.md': tasks } });
  const dispatch = () => Promise.reject(new Error('nobody is sent'));
  const refused = (await runDispatch({ files, ...PATHS, dispatch }))._unsafeUnwrapErr();
  expect(refused.message).toContain('... and 2 more');
  expect(refused.data).toMatchObject({ nearMisses: { length: 12 } });
});
