import { describe, expect, test } from 'vitest';
import { openDesk } from '../operation/operation-desk.fixture.ts';

const id = { taskId: 'T-1' };
const implementer = { ...id, role: 'implementer' };
const reviewer = { ...id, role: 'reviewer' };

/** A desk where the implementer has changed a file and handed off. */
async function handedOff() {
  const desk = openDesk();
  await desk.run('init', id);
  await desk.run('start', implementer);
  desk.worktree.edit('src/login.js', 'one\ntwo\n');
  expect(await desk.run('hand-off', implementer)).toMatchObject({ files: ['src/login.js'] });
  return desk;
}

describe('status', () => {
  test('tells who has to mend what, from the first drift to the end', async () => {
    const { run, worktree } = await handedOff();
    expect(await run('status', id)).toMatchObject({ tree: 'unchanged since implementer handed off' });
    worktree.edit('src/login.js', 'by somebody\n');
    const drifted = { action: 'resolve-drift', subject: 'implementer' };
    // What nobody counted yet cannot be resolved.
    expect(await run('status', id)).toMatchObject({
      tree: 'drift since implementer handed off',
      next: [{ action: 'verify', subject: 'implementer' }, {}],
      roles: [{ drift: 0 }, {}, {}],
    });
    expect(await run('verify', implementer)).toMatchObject({ code: 'DriftDetected' });
    worktree.edit('src/login.js', 'one\ntwo\n');
    // The files are back, but nobody said what became of it.
    expect(await run('status', id)).toMatchObject({
      tree: 'unchanged since implementer handed off',
      next: [drifted, {}],
      roles: [{ drift: 1 }, {}, {}],
    });
    const resolve = { ...implementer, note: 'Put back.', accept: 'restored' };
    expect(await run('resolve-drift', resolve)).toMatchObject({ taskId: 'T-1' });
    expect(await run('resolve-drift', resolve)).toMatchObject({ code: 'Rejected' });
    for (const role of ['reviewer', 'validator']) {
      await run('start', { ...id, role });
      expect(await run('status', id)).toMatchObject({ tree: `${role} is at work` });
      await run('hand-off', { ...id, role });
    }
    expect(await run('status', id)).toMatchObject({ next: [{ action: 'complete', subject: null }, {}] });
    expect(await run('complete', id)).toMatchObject({ title: 'Fix login' });
    expect(await run('status', id)).toMatchObject({ tree: 'the task is complete', next: [] });
  });

  test('a first role that is blocked mends its findings itself', async () => {
    const { run } = openDesk();
    await run('init', id);
    expect(await run('status', id)).toMatchObject({ tree: 'nothing was handed off yet' });
    await run('block', { ...implementer, finding: 'The API is missing.' });
    expect(await run('status', id)).toMatchObject({
      next: [{ action: 'start', subject: 'implementer' }, {}],
      roles: [{ status: 'blocked', findings: ['The API is missing.'] }, {}, {}],
    });
  });

  test('a task under the protocol has its owner, its violations and no turns', async () => {
    const { run } = openDesk();
    await run('init', id);
    await run('claim', id);
    const { next, ...status } = await run('status', id);
    expect(status).toMatchObject({ owner: 'run-1', state: 'INIT', compliancePending: true });
    expect((next as { action: string }[]).map(({ action }) => action)).not.toContain('start');
    expect(await run('status', { taskId: 'T-9' })).toMatchObject({ code: 'ContextNotFound' });
  });

  test('a tree that cannot be looked at is told, and the rest still answered', async () => {
    const { run, worktree } = await handedOff();
    worktree.fs.rmSync(`${worktree.directory}/.git`, { recursive: true });
    const { tree, roles } = await run('status', id);
    expect(tree).not.toContain('since implementer');
    expect(String(tree).length).toBeGreaterThan(20);
    expect(roles).toMatchObject([{ role: 'implementer', status: 'done' }, {}, {}]);
  });
});

test('what roles changed is told apart, previewed and put back', async () => {
  const { run, worktree } = await handedOff();
  await run('start', reviewer);
  worktree.edit('src/login.js', 'one\nTWO\n');
  worktree.edit('src/more.js', 'more\n');
  await run('hand-off', reviewer);
  expect((await run('diff', { ...reviewer, type: 'incremental' })).text).toContain('-two\n+TWO\n');
  expect((await run('diff', reviewer)).text).toContain('+TWO\n');
  expect(await run('diff', { ...implementer, type: 'incremental' })).toMatchObject({ code: 'Rejected' });

  const whole = await run('attribute', id);
  expect(whole).not.toHaveProperty('blame');
  expect(whole).toMatchObject({ files: [{ path: 'src/login.js' }, { path: 'src/more.js' }] });
  const one = (await run('attribute', { ...id, path: 'src/more.js' })).blame;
  expect(one).toContain('more');
  expect(one).not.toContain('TWO');
  expect((await run('attribute', { ...id, path: '*' })).blame).toContain('TWO');

  expect(await run('preview', implementer)).toMatchObject({
    steps: [
      { path: 'src/login.js', action: 'write', foreign: false },
      { path: 'src/more.js', action: 'remove', foreign: false },
    ],
  });
  expect(await run('restore', { ...implementer, paths: ['src/more.js'] })).toEqual({ written: 0, removed: 1 });
  expect(worktree.read('src/more.js')).toBeNull();
  expect(worktree.read('src/login.js')).toBe('one\nTWO\n');
  worktree.edit('src/login.js', 'an hour of work\n');
  expect(await run('inspect', id)).toMatchObject({
    verdict: 'drift',
    differences: expect.arrayContaining([expect.objectContaining({ path: 'src/login.js' })]) as unknown,
  });
  expect(await run('restore', implementer)).toMatchObject({ code: 'Rejected' });
  expect(worktree.read('src/login.js')).toBe('an hour of work\n');
});

test('a snapshot in the middle of a turn is of the one at work', async () => {
  const { run, worktree } = await handedOff();
  expect(await run('snapshot', reviewer)).toMatchObject({ code: 'Rejected' });
  await run('start', reviewer);
  worktree.edit('src/more.js', 'more\n');
  expect(await run('snapshot', reviewer)).toMatchObject({ files: ['src/login.js', 'src/more.js'] });
  expect(await run('verify', { ...reviewer, expect: 'either' })).toMatchObject({ verdict: 'unchanged' });
});

test('QA is recorded from a text, from a file and with a hand-off', async () => {
  const { run, files, worktree } = openDesk();
  await run('init', id);
  const log = ' ✓ src/a.test.ts (1 test) 2ms\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n';
  const said = { command: 'npx vitest run', exitCode: 0 };
  expect(await run('record-qa', { ...implementer, log, ...said })).toMatchObject({
    baseline: true,
    results: [{ status: 'passed', failed: 0 }],
  });
  await run('start', implementer);
  expect((await files.write('test.log', log)).isOk()).toBe(true);
  expect(await run('record-qa', { ...implementer, file: 'test.log', ...said })).toMatchObject({ baseline: false });
  expect(await run('record-qa', { ...implementer, log, file: 'test.log' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('update', { ...implementer, qaLogPath: 'test.log' })).toMatchObject({ taskId: 'T-1' });
  expect(await run('update', { ...id, role: 'stranger', status: 'done' })).toMatchObject({ code: 'InvalidInput' });
  worktree.edit('src/login.js', 'two\n');
  expect(await run('hand-off', { ...implementer, qaLog: log })).toMatchObject({ files: ['src/login.js'] });
});
