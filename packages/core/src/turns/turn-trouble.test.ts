import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import type { GitFailure } from '../ports/git-worktree.ts';
import { storeErrors } from '../ports/store-errors.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { errAsync, okAsync, ResultAsync } from '../result/result.ts';
import { createBaton } from 'batonkit';

const ID = 'TASK-1';
const implementer = { role: 'implementer', actor: 'claude' };
const reviewer = { role: 'reviewer', actor: 'codex' };

async function handedOff() {
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable, git }));
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'new\n');
  await orThrow(baton.handOff(ID, implementer));
  return { tasks, worktree, baton };
}

test('a store that cannot be read opens no turn and closes none', async () => {
  const { tasks, worktree, baton } = await handedOff();
  const away = storeErrors.storageFailure('read', 'the disk is away');
  const broken = createBaton({ tasks: { ...tasks, read: () => errAsync(away) }, worktree });
  expect((await broken.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await broken.handOff(ID, implementer))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await baton.startTurn(ID, reviewer)).isOk()).toBe(true);
});

test('a tree that cannot be looked at opens no turn, and counts as no drift', async () => {
  const { tasks, worktree, baton } = await handedOff();
  const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });
  const broken = createBaton({ tasks, worktree: { ...worktree, observe: () => errAsync(full) } });
  expect((await broken.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('GitFailure');
  const { record } = (await orThrow(baton.contexts.get(ID)))!;
  expect(record.coordination['implementer']?.drift_budget).toBe(0);
  expect((await baton.startTurn(ID, reviewer)).isOk()).toBe(true);
});

test('what was changed before the first turn is told, since it will count as the work of that turn', async () => {
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable }));
  worktree.edit('src/a.ts', 'by hand\n');
  worktree.edit('src/b.ts', 'untracked\n');
  const { warnings } = await orThrow(baton.startTurn(ID, implementer));
  expect(warnings).toEqual([
    {
      code: 'DirtyTree',
      message:
        "The working tree has changes that are not committed, and they will count as the first role's work: src/a.ts, src/b.ts.",
    },
  ]);

  // The role stops and starts again: by now the changes may be its own.
  await orThrow(baton.contexts.markBlocked(ID, { ...implementer, finding: 'no network' }));
  expect((await orThrow(baton.startTurn(ID, implementer))).warnings).toEqual([]);
});

test('a clean tree before the first turn is no news', async () => {
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable }));
  expect((await orThrow(baton.startTurn(ID, implementer))).warnings).toEqual([]);
});

test('an agent that commits in the first turn has still changed what it changed', async () => {
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable }));
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'new\n');
  worktree.commit('On my own');
  const { snapshot } = await orThrow(baton.handOff(ID, implementer));
  expect(snapshot?.files_changed.map(({ path }) => path)).toEqual(['src/a.ts']);
});

/** A store in which somebody else acts right behind the first read. */
function interrupted(tasks: TaskStore, act: () => Promise<unknown>): TaskStore {
  let isFirst = true;
  return {
    ...tasks,
    read: (id) =>
      tasks.read(id).andThen((found) => {
        if (!isFirst) return okAsync(found);
        isFirst = false;
        return ResultAsync.fromSafePromise(act().then(() => found));
      }),
  };
}

test('who is refused, while the one before hands off, is refused: nobody starts on a tree that was not looked at', async () => {
  const { tasks, worktree, baton } = await handedOff();
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'newer\n');
  const racing = createBaton({
    tasks: interrupted(tasks, async () => {
      await orThrow(baton.handOff(ID, implementer));
      worktree.edit('src/a.ts', 'by hand\n');
    }),
    worktree,
  });
  expect((await racing.startTurn(ID, reviewer)).isErr()).toBe(true);
  expect((await baton.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('DriftDetected');
});

test('who has no open turn hands off nothing, though it is opened meanwhile', async () => {
  const { tasks, worktree, baton } = await handedOff();
  const racing = createBaton({
    tasks: interrupted(tasks, () => orThrow(baton.startTurn(ID, reviewer))),
    worktree,
  });
  expect((await racing.handOff(ID, reviewer)).isErr()).toBe(true);
  const { record } = (await orThrow(baton.contexts.get(ID)))!;
  expect(record.coordination['reviewer']).toMatchObject({ status: 'in_progress', worktree_snapshot: null });
});

test('a start that drift refuses uses up no operation id', async () => {
  const { worktree, baton } = await handedOff();
  const named = { ...reviewer, operationId: 'review-1' };
  worktree.edit('src/a.ts', 'by hand\n');
  expect((await baton.startTurn(ID, named))._unsafeUnwrapErr().code).toBe('DriftDetected');
  expect((await baton.startTurn(ID, named))._unsafeUnwrapErr().code).toBe('DriftUnresolved');
  const resolved = { role: 'implementer', note: 'fine', accept: 'current-tree', actor: 'ada' } as const;
  await orThrow(baton.deltas.resolveDrift(ID, resolved));
  expect((await orThrow(baton.startTurn(ID, named))).record.coordination['reviewer']?.status).toBe('in_progress');
  worktree.edit('src/a.ts', 'reviewed\n');
  await orThrow(baton.handOff(ID, { ...reviewer, operationId: 'reviewed-1' }));
  worktree.edit('src/a.ts', 'by hand again\n');
  // It was done, and is not done again: the tree of today has nothing to do with it.
  expect((await orThrow(baton.startTurn(ID, named))).record.coordination['reviewer']?.status).toBe('done');
});

test('a turn goes on from a commit of exactly what was handed off, when that is expected', async () => {
  const { worktree, baton } = await handedOff();
  worktree.commit('As handed off');
  const { verdict } = await orThrow(baton.deltas.inspect(ID));
  expect(verdict).toBe('committed');
  const opened = await orThrow(baton.startTurn(ID, { ...reviewer, expect: 'either' }));
  expect(opened.record.coordination['reviewer']?.status).toBe('in_progress');
  worktree.edit('src/a.ts', 'reviewed\n');
  const { snapshot } = await orThrow(baton.handOff(ID, reviewer));
  expect(snapshot?.files_changed).toMatchObject([{ path: 'src/a.ts', status: 'modified' }]);
  const { text } = await orThrow(baton.deltas.diff(ID, { role: 'reviewer', type: 'incremental' }));
  expect(text).toContain('-new\n+reviewed\n');
});

test('a commit of anything else is drift, whatever is expected', async () => {
  const { worktree, baton } = await handedOff();
  worktree.edit('src/a.ts', 'by hand\n');
  worktree.commit('Not as handed off');
  const refused = (await baton.startTurn(ID, { ...reviewer, expect: 'either' }))._unsafeUnwrapErr();
  expect(refused.code).toBe('DriftDetected');
  expect(refused.message).not.toContain("expect: 'either'");
});

test('one who expects uncommitted changes is told that they are committed, and how to accept that', async () => {
  const { worktree, baton } = await handedOff();
  worktree.commit('As handed off');
  const { message } = (await baton.startTurn(ID, reviewer))._unsafeUnwrapErr();
  expect(message).toContain('found     clean: HEAD holds exactly what was handed off');
  expect(message).toContain("startTurn with expect: 'either' accepts a commit of exactly what was handed off.");
  const { code } = (await baton.startTurn(ID, { ...reviewer, expect: 'committed' }))._unsafeUnwrapErr();
  expect(code).toBe('DriftUnresolved');
});

test('a drift can be read as a patch, and is known as counted once it is', async () => {
  const { worktree, baton } = await handedOff();
  expect((await orThrow(baton.deltas.diff(ID, { role: 'implementer', type: 'drift' }))).text).toBe('');
  worktree.edit('src/a.ts', 'by hand\n');
  const { text } = await orThrow(baton.deltas.diff(ID, { role: 'implementer', type: 'drift' }));
  expect(text).toContain('-new\n+by hand\n');

  const seen = await orThrow(baton.deltas.inspect(ID));
  expect(seen).toMatchObject({ verdict: 'drift', counted: false });
  expect(seen.text).toContain('once verify has counted it');
  const { message } = (await baton.startTurn(ID, reviewer))._unsafeUnwrapErr();
  const counted = await orThrow(baton.deltas.inspect(ID));
  expect(counted.counted).toBe(true);
  for (const told of [message, counted.text]) expect(told).not.toContain('verify');
  const nobody = await baton.deltas.diff(ID, { role: 'validator', type: 'drift' });
  expect(nobody._unsafeUnwrapErr().code).toBe('SnapshotMissing');
});

test('a snapshot or an answer to drift that is repeated is answered as it was then', async () => {
  const { worktree, baton } = await handedOff();
  await orThrow(baton.startTurn(ID, reviewer));
  worktree.edit('src/a.ts', 'half\n');
  const half = { ...reviewer, operationId: 'half' };
  const first = await orThrow(baton.deltas.snapshot(ID, half));
  worktree.edit('src/a.ts', 'whole\n');
  const again = await orThrow(baton.deltas.snapshot(ID, half));
  expect([again.snapshot.tree, again.revision]).toEqual([first.snapshot.tree, first.revision]);
  await orThrow(baton.handOff(ID, reviewer));

  const validator = { role: 'validator', actor: 'ci' };
  worktree.edit('src/a.ts', 'by hand\n');
  expect((await baton.startTurn(ID, validator)).isErr()).toBe(true);
  worktree.edit('src/a.ts', 'whole\n');
  const how = { role: 'reviewer', actor: 'ada', note: 'put back', accept: 'restored', operationId: 'back' } as const;
  const resolved = await orThrow(baton.deltas.resolveDrift(ID, how));
  await orThrow(baton.startTurn(ID, validator));
  worktree.edit('src/a.ts', 'at work\n');
  const { revision } = await orThrow(baton.deltas.resolveDrift(ID, how));
  expect(revision).toBe(resolved.revision + 1);
  const other = await baton.deltas.resolveDrift(ID, { ...how, note: 'another' });
  expect(other._unsafeUnwrapErr().code).toBe('OperationIdReused');
});

test('failing checks do not stop a hand-off, but they are told', async () => {
  const { worktree, baton } = await handedOff();
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'newer\n');
  const green = { log: 'fine', exitCode: 0, command: 'npm test' };
  const fine = await orThrow(baton.handOff(ID, { ...implementer, qaLog: green }));
  expect(fine.warnings.map(({ code }) => code)).toEqual(['OutOfScope']);
  await orThrow(baton.startTurn(ID, reviewer));
  worktree.edit('src/a.ts', 'newest\n');
  const red = { log: '3 failed', exitCode: 1, command: 'npm test' };
  const { warnings, record } = await orThrow(baton.handOff(ID, { ...reviewer, qaLog: red }));
  const told = 'reviewer: failed npm test. Worse than the baseline: 1.';
  expect(warnings.at(-1)).toEqual({ code: 'QaFailed', message: told });
  expect(record.coordination['reviewer']?.status).toBe('done');
});

describe('a hand-off with a secret in it', () => {
  const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

  async function refusedHandOff() {
    const { tasks, worktree, baton } = await handedOff();
    await orThrow(baton.startTurn(ID, reviewer));
    worktree.edit('src/a.ts', `const token = '${token}';\n`);
    const refused = (await baton.handOff(ID, reviewer))._unsafeUnwrapErr();
    const twin = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
    twin.edit('src/a.ts', `const token = '${token}';\n`);
    const { tree } = await orThrow(twin.capture({ base: (await orThrow(twin.head())).commit }));
    return { tasks, worktree, baton, refused, tree };
  }

  test('is refused, says where, and leaves nothing of it in the snapshot store', async () => {
    const { worktree, baton, refused, tree } = await refusedHandOff();
    expect(refused.code).toBe('SecretFound');
    expect(refused.message).toContain(' at src/a.ts (');
    expect(refused.message).not.toContain(token);
    expect((await worktree.readBlob(tree, 'src/a.ts'))._unsafeUnwrapErr().code).toBe('SnapshotElsewhere');
    // What was handed off before is still there, and the turn goes on.
    const { text } = await orThrow(baton.deltas.diff(ID, { role: 'implementer', type: 'drift' }));
    expect(text).toContain('-new\n');
    worktree.edit('src/a.ts', 'clean\n');
    expect((await baton.handOff(ID, reviewer)).isOk()).toBe(true);
  });

  test('is kept when it is forced', async () => {
    const { worktree, baton, tree } = await refusedHandOff();
    await orThrow(baton.handOff(ID, { ...reviewer, forceSecrets: true }));
    expect((await orThrow(worktree.readBlob(tree, 'src/a.ts')))?.length).toBeGreaterThan(0);
  });

  test('says so when it could not be removed', async () => {
    const { tasks, worktree, baton } = await handedOff();
    await orThrow(baton.startTurn(ID, reviewer));
    worktree.edit('src/a.ts', `const token = '${token}';\n`);
    const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });
    const stuck = createBaton({ tasks, worktree: { ...worktree, sweep: () => errAsync(full) } });
    const { code, message } = (await stuck.handOff(ID, reviewer))._unsafeUnwrapErr();
    expect([code, message.includes('still in the snapshot store')]).toEqual(['SecretFound', true]);
  });
});

test('a tree that somebody sweeps before it is kept is captured once more', async () => {
  const { tasks, worktree, baton } = await handedOff();
  await orThrow(baton.startTurn(ID, reviewer));
  worktree.edit('src/a.ts', 'reviewed\n');
  let sweeps = 1;
  const swept = createBaton({
    tasks,
    worktree: {
      ...worktree,
      keep: (name, tree) =>
        (sweeps-- > 0 ? worktree.sweep({ olderThanMs: 0 }).map(() => undefined) : okAsync(undefined)).andThen(() =>
          worktree.keep(name, tree),
        ),
    },
  });
  const { snapshot } = await orThrow(swept.handOff(ID, reviewer));
  expect(snapshot?.files_changed.map(({ path }) => path)).toEqual(['src/a.ts']);
});

test('a verification that fails twice under one operation id is counted twice', async () => {
  const { worktree, baton } = await handedOff();
  worktree.edit('src/a.ts', 'by hand\n');
  for (const counted of [1, 2]) {
    const options = { expectedRole: 'implementer', actor: 'ada', operationId: 'look' };
    const drift = (await baton.deltas.verify(ID, options))._unsafeUnwrapErr();
    expect(drift).toMatchObject({ code: 'DriftDetected', data: { counted: true } });
    const { record } = (await orThrow(baton.contexts.get(ID)))!;
    expect(record.coordination['implementer']?.drift_budget).toBe(counted);
  }
});

test('a hand-off under the id of an earlier round answers what that one recorded', async () => {
  const { worktree, baton } = await handedOff();
  const named = { ...implementer, operationId: 'done' };
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'second\n');
  const first = await orThrow(baton.handOff(ID, named));
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'third\n');
  const again = await orThrow(baton.handOff(ID, named));
  expect(again.snapshot?.tree).toBe(first.snapshot?.tree);
  expect(again.record.tree_chain).toHaveLength(2);
});

test('what was committed since is not restored: resolving says so as a start would', async () => {
  const { worktree, baton } = await handedOff();
  worktree.commit();
  expect((await baton.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('DriftDetected');
  const how = { role: 'implementer', note: 'committed', actor: 'ada' };
  const restored = await baton.deltas.resolveDrift(ID, { ...how, accept: 'restored' });
  expect(restored._unsafeUnwrapErr().code).toBe('DriftDetected');
  await orThrow(baton.deltas.resolveDrift(ID, { ...how, accept: 'current-tree' }));
  expect((await baton.startTurn(ID, reviewer)).isOk()).toBe(true);
});

test.each([
  ['as it was handed off', () => undefined, []],
  ['committed as it was', (worktree: MemoryWorktree) => worktree.commit(), []],
  ['changed beside it', (worktree: MemoryWorktree) => worktree.edit('src/c.ts', 'by hand\n'), ['TreeChanged']],
])('completing a task whose tree is %s', async (_, change, codes) => {
  const { worktree, baton } = await handedOff();
  change(worktree);
  const { warnings } = await orThrow(baton.contexts.complete(ID, { actor: 'ada' }));
  expect(warnings.map(({ code }) => code).filter((code) => code !== 'RoleNeverStarted')).toEqual(codes);
});

test.each([
  ['overwritten', (worktree: MemoryWorktree) => worktree.edit('src/a.ts', 'by hand\n')],
  ['deleted', (worktree: MemoryWorktree) => worktree.remove('src/a.ts')],
])('completing or purging a task whose work was %s is refused unless forced', async (_, change) => {
  const { worktree, baton } = await handedOff();
  const tree = (await orThrow(baton.contexts.get(ID)))?.record.tree_chain.at(-1)?.snapshot.tree ?? '';
  change(worktree);
  for (const refused of [
    (await baton.contexts.complete(ID, { actor: 'ada' }))._unsafeUnwrapErr(),
    (await baton.contexts.purge(ID, { actor: 'ada' }))._unsafeUnwrapErr(),
  ])
    expect(refused).toMatchObject({
      code: 'WorkWouldBeLost',
      data: { role: 'implementer', tree, paths: ['src/a.ts'] },
    });
  const { warnings, summary } = await orThrow(baton.contexts.complete(ID, { actor: 'ada', force: true }));
  expect(warnings.map(({ code }) => code)).toContain('WorkLost');
  expect(summary.lost_work).toEqual({ tree, files: 1 });
  expect(await orThrow(worktree.readBlob(tree, 'src/a.ts'))).not.toBeNull();
  expect((await baton.contexts.complete(ID, { actor: 'ada' })).isOk()).toBe(true);
});

test('a purge by force keeps the only copy of the work', async () => {
  const { worktree, baton } = await handedOff();
  const tree = (await orThrow(baton.contexts.get(ID)))?.record.tree_chain.at(-1)?.snapshot.tree ?? '';
  worktree.remove('src/a.ts');
  const { warnings } = await orThrow(baton.contexts.purge(ID, { actor: 'ada', force: true }));
  expect(warnings).toMatchObject([{ code: 'WorkLost' }]);
  expect(await orThrow(worktree.readBlob(tree, 'src/a.ts'))).not.toBeNull();
});

test('a secret in a patch is told with the file it is in, and never repeated', async () => {
  const { worktree, baton } = await handedOff();
  await orThrow(baton.startTurn(ID, reviewer));
  const secret = ['ghp', '_', 'x1Yz9Qw7Rt5Km3Np'.repeat(2), 'Ab8d'].join('');
  worktree.edit('src/b.ts', 'fine\n');
  worktree.edit('config/deploy.env', `PUSH=${secret}\n`);
  worktree.edit(`${secret}.txt`, `${secret}\n`);
  const refused = (await baton.handOff(ID, reviewer))._unsafeUnwrapErr();
  expect(refused.code).toBe('SecretFound');
  expect(refused.message).toContain('config/deploy.env (github-token)');
  expect(refused.message).not.toContain('src/b.ts');
  expect(JSON.stringify(refused) + refused.message).not.toContain(secret);
});
