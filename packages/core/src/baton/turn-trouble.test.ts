import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { expect, test } from 'vitest';
import type { GitFailure } from '../ports/git-worktree.ts';
import { storeErrors } from '../ports/store-errors.ts';
import { sampleImmutable } from '../record/sample-task.fixture.ts';
import { failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { errAsync, okAsync, ResultAsync } from '../result/result.ts';
import { createBaton } from './create-baton.ts';

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
  ['changed by hand', (worktree: MemoryWorktree) => worktree.edit('src/a.ts', 'by hand\n'), ['TreeChanged']],
])('completing a task whose tree is %s', async (_, change, codes) => {
  const { worktree, baton } = await handedOff();
  change(worktree);
  const { warnings } = await orThrow(baton.contexts.complete(ID, { actor: 'ada' }));
  expect(warnings.map(({ code }) => code).filter((code) => code !== 'RoleNeverStarted')).toEqual(codes);
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
  expect(refused.message).toContain('/content/config/deploy.env (github-token)');
  expect(refused.message).not.toContain('src/b.ts');
  expect(JSON.stringify(refused) + refused.message).not.toContain(secret);
});
