import { createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { errAsync, failure, type LinkedTrees, okAsync, orThrow } from '@batonkit/core';
import { findCaptureSources } from './contexts/find-capture-sources.ts';
import { FILES, openDesk } from './operation/operation-desk.fixture.ts';

const id = { taskId: 'T-1' };
const implementer = { ...id, role: 'implementer' };

describe('a shell that has not everything', () => {
  test('says what is missing, and does what it can without', async () => {
    const tasks = createMemoryTaskStore();
    const { run } = openDesk({ tasks, worktree: null, files: null, baton: createBaton({ tasks }) });
    const needs: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['snapshot', implementer, 'working tree'],
      ['verify', implementer, 'working tree'],
      ['inspect', id, 'working tree'],
      ['attribute', id, 'working tree'],
      ['init', id, 'files'],
      ['rebuild', id, 'files'],
      ['attach-evidence', { ...id, type: 'plan', path: 'plan.md' }, 'files'],
      ['task show', id, 'files'],
      ['tiers load', {}, 'files'],
      ['section', { file: 'design.md', identifier: 'Form' }, 'files'],
    ];
    for (const [name, input, what] of needs) {
      const answer = await run(name, input);
      expect([name, answer.code]).toEqual([name, 'InvalidInput']);
      expect(answer.message).toContain(what);
    }
    expect(await run('section', { text: '# A\n\nText.\n', identifier: 'A' })).toMatchObject({
      section: '# A\n\nText.\n',
    });
    expect(await run('list')).toEqual({ tasks: [] });
  });

  test('without a working tree a task is captured, handed off and rebuilt from its files', async () => {
    const tasks = createMemoryTaskStore();
    const files = createMemoryWorkspaceFiles({ files: FILES });
    const { run } = openDesk({ tasks, worktree: null, files, baton: createBaton({ tasks, files }) });
    expect(await run('init', id)).toMatchObject({ revision: 1 });
    expect(await run('status', id)).toMatchObject({ tree: 'no working tree here' });
    await run('start', implementer);
    await orThrow(files.write('tasks/T-1.yaml', FILES['tasks/T-1.yaml'].replace('It fails.', 'It fails at noon.')));
    expect(await run('rebuild', id)).toMatchObject({ code: 'Rejected' });
    expect(await run('rebuild', { ...id, evenInProgress: 'It is clearer now.' })).toMatchObject({
      changed: ['task_snapshot.description'],
    });
    expect(await run('hand-off', implementer)).toMatchObject({ tree: null, files: [] });
  });

  test('without a session nothing is owned, and looking still works', async () => {
    const { run } = openDesk();
    const by = { caller: { actor: 'ada' } };
    await run('init', id, by);
    expect(await run('queue', {}, by)).toMatchObject({ how: 'looked', own: [], free: [{ taskId: 'T-1' }] });
    expect(await run('queue', { take: true }, by)).toMatchObject({ code: 'InvalidInput' });
    expect((await run('claim', id, by)).code).toBeDefined();
    expect(await run('next', id, by)).toMatchObject({ next: [{ action: 'start' }, { action: 'claim' }] });
    expect(await run('status', id, by)).toMatchObject({ owner: null });
  });
});

test('a request with an id is applied once', async () => {
  const { run } = openDesk();
  await run('init', id);
  const by = { caller: { actor: 'ada', session: 'run-1', operationId: 'request-1' } };
  const blocked = { ...implementer, finding: 'Too short.' };
  const { revision } = await run('block', blocked, by);
  expect(await run('block', blocked, by)).toMatchObject({ revision });
  expect(await run('get', id)).toMatchObject({
    record: { coordination: { implementer: { blocking_findings: ['Too short.'] } } },
  });
  const task = { taskId: '7', title: 'Form', requirements: 'A form.', criteria: ['Logs in'] };
  expect(await run('task create', task, by)).toMatchObject({ sessions: 0 });
  expect(await run('task show', { taskId: '7' })).toMatchObject({ criteria: [{ text: 'Logs in', checked: false }] });
});

test('a secret is written only where the caller insists', async () => {
  const { run } = openDesk();
  await run('init', id);
  const content = `token: ${['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')}\n`;
  const proof = { ...id, type: 'log', path: 'run.log', content };
  expect(await run('attach-evidence', proof)).toMatchObject({ code: 'SecretFound' });
  const by = { caller: { actor: 'ada', session: 'run-1', forceSecrets: true } };
  expect(await run('attach-evidence', proof, by)).toMatchObject({ taskId: 'T-1' });
  const task = { taskId: '7', title: 'Form', requirements: content, criteria: ['Logs in'] };
  expect(await run('task create', task)).toMatchObject({ code: 'SecretFound' });
  expect(await run('task create', task, by)).toMatchObject({ status: 'in_progress' });
});

test('the guard takes absolute paths below its root for files of the workspace', async () => {
  const { run } = openDesk({ root: '/work/shop' });
  const judge = async (path: string) => run('tiers guard', { tool: 'Write', input: { file_path: path } });
  expect((await judge('/work/shop/src/a.js')).writes).toEqual((await judge('src/a.js')).writes);
});

describe('init', () => {
  const todo = FILES['tasks/T-1.yaml'].replace('in_progress', 'todo');
  const files = createMemoryWorkspaceFiles({
    files: { ...FILES, 'work/T-1.yaml': todo, 'macros.yaml': 'login: [src/login.js]\n', 'map.yaml': 'citations: []\n' },
  });

  test('takes what it is told over what the shell knows', async () => {
    const { run } = openDesk({
      files,
      capture: { taskFile: 'work/{id}.yaml', standardsMap: 'docs/standards-map.yaml' },
    });
    expect(await run('init', id)).toMatchObject({ code: 'CaptureIncomplete' });
    expect(await run('init', { ...id, allowStatus: 'done' })).toMatchObject({ code: 'CaptureIncomplete' });
    expect(await run('init', { ...id, taskFile: 'work/none.yaml' })).toMatchObject({ code: 'CaptureIncomplete' });
    expect(await run('init', { ...id, allowStatus: 'any', scopeMacros: 'macros.yaml' })).toMatchObject({ revision: 1 });
  });

  test.each(['todo', ['todo', 'done'], true])('takes the statuses that the shell allows: %j', async (allowStatus) => {
    const { run } = openDesk({
      files,
      capture: { taskFile: 'work/{id}.yaml', allowStatus, scopeMacros: 'macros.yaml' },
    });
    expect(await run('init', { ...id, standardsMap: 'docs/standards-map.yaml' })).toMatchObject({ revision: 1 });
  });

  test('starts from the commit it is told, which must be one', async () => {
    const { run, worktree } = openDesk();
    const { commit } = (await worktree.head())._unsafeUnwrap();
    worktree.edit('src/login.js', 'later\n');
    worktree.commit('Later');
    expect(await run('init', { ...id, baseCommit: commit })).toMatchObject({ revision: 1 });
    expect(await run('get', id)).toMatchObject({ record: { git: { head: commit } } });
  });
});

describe('where a task is captured from', () => {
  test('a store that fails is no missing file, for either of the two', async () => {
    for (const at of [1, 3]) {
      const faults = [{ at, op: 'read', when: 'before', as: 'error' }] as const;
      const files = createMemoryWorkspaceFiles({ files: { 'tasks/T-1.task.yml': '' }, faults });
      expect((await findCaptureSources(files, 'T-1', {}))._unsafeUnwrapErr().code).toBe('StorageFailure');
    }
  });

  test('a file that is no text is there all the same', async () => {
    const binary = Uint8Array.of(0xff, 0xfe);
    const files = createMemoryWorkspaceFiles({ files: { 'tasks/T-1.task.yaml': binary, 'standards-map.yaml': '' } });
    expect((await findCaptureSources(files, 'T-1', {}))._unsafeUnwrap().taskFile).toBe('tasks/T-1.task.yaml');
  });
});

test('documents of a task block that are missing are named', async () => {
  const { run, files } = openDesk();
  const block = { tasks: 'tasks.md', task: '1.1' };
  expect(await run('context', { ...block, tasks: 'none.md' })).toMatchObject({ code: 'InvalidInput' });
  expect((await run('context', { ...block, plan: 'none.md' })).message).toContain('none.md');
  expect((await files.write('empty.md', 'Nothing.\n')).isOk()).toBe(true);
  expect(await run('context', { ...block, tasks: 'empty.md' })).toMatchObject({ code: 'NoTasksFound' });
  expect((await run('section', { text: 'no heading', identifier: 'A' })).message).toContain('The headings are none.');
});

describe('linked trees', () => {
  const gone = failure('GitFailure', 'main moved meanwhile.', { reason: 'changed-meanwhile', detail: '' });
  const tree = { taskId: 'T-1', agent: null, branch: 'baton/T-1', path: '/trees/T-1', state: 'present' };
  const linked: LinkedTrees = {
    create: ({ base = 'HEAD' }) => okAsync({ ...tree, path: `/trees/${base}` }),
    list: ({ taskId = 'all' } = {}) => okAsync([{ ...tree, taskId }]),
    merge: () => errAsync(gone),
    refresh: () => okAsync({ how: 'nothing', head: 'a'.repeat(40) }),
    fastForwardMain: () => errAsync(gone),
    remove: () => okAsync({ removed: false, path: '/trees/T-1' }),
  };

  test('what did not happen is told as it is', async () => {
    const { run } = openDesk({ linked });
    expect(await run('worktree', { action: 'list' })).toMatchObject({ trees: [{ taskId: 'all' }], outcome: 'listed' });
    expect(await run('worktree', { action: 'create', ...id, base: 'v1' })).toMatchObject({
      outcome: 'made in /trees/v1',
    });
    const refreshed = await run('worktree', { action: 'refresh', ...id, agent: 'style' });
    expect(refreshed.outcome).toBe(`nothing to do, at ${'a'.repeat(40)}`);
    expect(await run('worktree', { action: 'merge', ...id, agent: 'style' })).toMatchObject({ code: 'GitFailure' });
    expect(await run('worktree', { action: 'remove', ...id })).toMatchObject({ outcome: 'it was not there' });
  });

  test('a landing that is refused leaves the main working tree free, and needs a session', async () => {
    const { run, kit } = openDesk({ linked });
    await run('init', id);
    expect(await run('worktree', { action: 'land', ...id })).toMatchObject({ code: 'NotOwner' });
    expect((await kit.baton.protocol.mainLock.read())._unsafeUnwrap()).toBeNull();
    for (const session of [undefined, null]) {
      const caller = { actor: 'ada', ...(session === undefined ? {} : { session }) };
      expect(await run('worktree', { action: 'land', ...id }, { caller })).toMatchObject({ code: 'InvalidInput' });
    }
  });
});
