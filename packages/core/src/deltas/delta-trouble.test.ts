import { createMemoryTaskStore, type ScriptedFault } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import type { GitFailure, GitWorktree, SnapshotElsewhere } from '../ports/git-worktree.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { failure, type Failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import { errAsync, type ResultAsync } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { createDeltaTracker, type DeltaTracker } from './delta-tracker.ts';
import { readSnapshot } from './read-snapshot.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const implementer = { ...ada, role: 'implementer' };

type Method = 'observe' | 'capture' | 'diff' | 'keep' | 'listFiles' | 'treeOf' | 'readBlob';

/** The working tree itself, but for one call of one method, which fails. */
function failingAt(worktree: GitWorktree, method: Method, at: number, error: GitFailure | SnapshotElsewhere) {
  const seen = { calls: 0 };
  const call = worktree[method].bind(worktree) as (...given: unknown[]) => unknown;
  const faulty = (...given: unknown[]): unknown => {
    seen.calls += 1;
    return seen.calls === at ? errAsync(error) : call(...given);
  };
  return { seen, worktree: { ...worktree, [method]: faulty } };
}

const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });

/** A task whose implementer has handed off. */
async function handedOff(scope: readonly string[] = [], faults: readonly ScriptedFault[] = []) {
  const tasks = createMemoryTaskStore({ faults });
  const worktree = createMemoryWorktree({ files: { 'login.ts': 'one\n', 'src/a.ts': 'a\n' } });
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  const immutable = { ...sampleImmutable, scope_patterns: [...scope] };
  await orThrow(baton.contexts.init(TASK, { ...ada, git, immutable }));
  await orThrow(baton.startTurn(TASK, implementer));
  worktree.edit('login.ts', 'two\n');
  await orThrow(baton.handOff(TASK, implementer));
  const revision = async () => (await orThrow(baton.contexts.get(TASK)))?.revision;
  return { tasks, worktree, baton, revision, deltas: createDeltaTracker({ tasks, worktree }) };
}

describe('git fails on the way', () => {
  const looks = ['observe 1', 'treeOf 1', 'observe 2', 'listFiles 1', 'capture 1'];
  const stores = ['capture 1', 'keep 1', 'listFiles 1', 'diff 1'];
  const resolve = { ...implementer, note: 'It is known.' };

  test.each<[string, (deltas: DeltaTracker) => ResultAsync<unknown, Failure>, readonly string[]]>([
    ['snapshot', (deltas) => deltas.snapshot(TASK, { ...ada, role: 'reviewer' }), stores],
    ['inspect', (deltas) => deltas.inspect(TASK), looks],
    ['verify', (deltas) => deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }), looks],
    ['restored', (deltas) => deltas.resolveDrift(TASK, { ...resolve, accept: 'restored' }), looks],
    ['accepted', (deltas) => deltas.resolveDrift(TASK, { ...resolve, accept: 'current-tree' }), stores],
    ['preview', (deltas) => deltas.preview(TASK, { role: 'implementer' }), ['observe 1']],
    ['restore', (deltas) => deltas.restore(TASK, { role: 'implementer' }), ['observe 1']],
    ['attribute', (deltas) => deltas.attribute(TASK), ['diff 1', 'readBlob 1', 'readBlob 2']],
  ])('%s answers that failure, wherever it happens, and the record stays as it was', async (_, call, places) => {
    const made = await handedOff(['login.ts', 'src']);
    await orThrow(made.baton.startTurn(TASK, { ...ada, role: 'reviewer' }));
    // HEAD moves and a file changes, so that every look has to go all the way.
    made.worktree.commit('By the way');
    made.worktree.edit('login.ts', 'two\nthree\n');
    expect((await made.deltas.verify(TASK, { ...ada, expectedRole: 'implementer' })).isErr()).toBe(true);
    const before = await made.revision();
    for (const place of places) {
      const [method, at] = place.split(' ') as [Method, string];
      const { worktree } = failingAt(made.worktree, method, Number(at), full);
      const answer = await call(createDeltaTracker({ tasks: made.tasks, worktree }));
      expect([place, answer.isErr() && answer.error.code]).toEqual([place, 'GitFailure']);
    }
    expect(await made.revision()).toBe(before);
  });

  test('a patch that cannot be made does not hide the drift', async () => {
    const made = await handedOff();
    made.worktree.edit('login.ts', 'by somebody\n');
    const { worktree } = failingAt(made.worktree, 'diff', 1, full);
    const { report } = await orThrow(createDeltaTracker({ tasks: made.tasks, worktree }).inspect(TASK));
    expect(report?.checks.map(({ check }) => check)).toEqual(['content', 'size', 'diff']);
    expect(report?.checks.at(-1)).toMatchObject({ found: 'not known' });
  });

  test('a tree that was swept before it had a name is stored once more, but not for ever', async () => {
    const made = await handedOff();
    await orThrow(made.baton.startTurn(TASK, { ...ada, role: 'reviewer' }));
    const swept: SnapshotElsewhere = failure('SnapshotElsewhere', 'It is gone.', { tree: 'a'.repeat(40) });
    const once = failingAt(made.worktree, 'keep', 1, swept);
    const twice = failingAt(once.worktree, 'keep', 2, swept);
    const reviewer = { ...ada, role: 'reviewer' };
    const refused = await createDeltaTracker({ tasks: made.tasks, worktree: twice.worktree }).snapshot(TASK, reviewer);
    expect(refused._unsafeUnwrapErr().code).toBe('SnapshotElsewhere');
    const again = failingAt(made.worktree, 'keep', 1, swept);
    const taken = await orThrow(
      createDeltaTracker({ tasks: made.tasks, worktree: again.worktree }).snapshot(TASK, reviewer),
    );
    expect(again.seen.calls).toBe(2);
    expect(taken.record.tree_chain.at(-1)?.snapshot.tree).toBe(taken.snapshot.tree);
  });
});

describe('a drift', () => {
  test('that cannot be counted is told all the same, with why it was not', async () => {
    const made = await handedOff([], [{ at: 4, op: 'commit', when: 'before', as: 'error' }]);
    made.worktree.edit('login.ts', 'by somebody\n');
    const before = await made.revision();
    const found = (await made.deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }))._unsafeUnwrapErr();
    expect(found).toMatchObject({ code: 'DriftDetected', data: { counted: false }, cause: { code: 'StorageFailure' } });
    expect(await made.revision()).toBe(before);
  });

  test('is no drift of the patch where another engine prints it', async () => {
    const made = await handedOff();
    made.worktree.edit('login.ts', 'by somebody\n');
    const checksOf = async (deltas: DeltaTracker) =>
      (await orThrow(deltas.inspect(TASK))).report?.checks.map(({ check }) => check);
    expect(await checksOf(made.deltas)).toContain('diff');
    const worktree = { ...made.worktree, engine: 'another 1.0' };
    expect(await checksOf(createDeltaTracker({ tasks: made.tasks, worktree }))).not.toContain('diff');
  });

  test('is resolved only where there is one, against a hand-off, in one of two ways', async () => {
    const { deltas } = await handedOff();
    const resolve = { ...implementer, note: 'x', accept: 'current-tree' } as const;
    const codeOf = async (more: object) =>
      (await deltas.resolveDrift(TASK, { ...resolve, ...more }))._unsafeUnwrapErr().code;
    expect(await codeOf({})).toBe('Rejected');
    expect(await codeOf({ accept: 'restored' })).toBe('Rejected');
    expect(await codeOf({ role: 'reviewer' })).toBe('SnapshotMissing');
    expect(await codeOf({ accept: 'whatever' })).toBe('InvalidInput');
  });
});

test('who asks for the snapshot of a role that took none learns whose there are', async () => {
  const { deltas } = await handedOff();
  const role = 'reviewer';
  for (const answer of [
    await deltas.diff(TASK, { role, type: 'from_base' }),
    await deltas.preview(TASK, { role }),
    await deltas.restore(TASK, { role }),
  ]) {
    const error = answer._unsafeUnwrapErr();
    expect(error.code).toBe('SnapshotMissing');
    expect(error.message).toContain('from: implementer.');
  }
});

test('of many files out of scope the warning names ten', async () => {
  const { worktree, deltas, baton } = await handedOff(['src']);
  await orThrow(baton.startTurn(TASK, { ...ada, role: 'reviewer' }));
  for (let index = 10; index < 22; index += 1) worktree.edit(`docs/${index}.md`, 'x\n');
  const { warnings } = await orThrow(deltas.snapshot(TASK, { ...ada, role: 'reviewer' }));
  expect(warnings).toMatchObject([
    { code: 'OutOfScope', message: expect.stringMatching(/^13 .*docs\/19\.md \.\.\.$/) as string },
  ]);
});

test('lines that are no UTF-8 are attributed byte by byte', async () => {
  const { worktree, deltas, baton } = await handedOff();
  await orThrow(baton.startTurn(TASK, { ...ada, role: 'reviewer' }));
  worktree.edit('latin.txt', Uint8Array.of(0xe9, 10, 0xe8, 10));
  await orThrow(baton.handOff(TASK, { ...ada, role: 'reviewer' }));
  const { files } = await orThrow(deltas.attribute(TASK));
  expect(files.find(({ path }) => path === 'latin.txt')?.lines).toEqual([{ role: 'reviewer', count: 2 }]);
});

describe('a restore', () => {
  test('brings back a mode and removes what was added, and knows a mode from a content', async () => {
    const { worktree, deltas, baton } = await handedOff();
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'reviewer' }));
    worktree.chmod('login.ts', true);
    worktree.edit('src/b.ts', 'b\n');
    worktree.remove('src/a.ts');
    await orThrow(baton.handOff(TASK, { ...ada, role: 'reviewer' }));
    const { steps } = await orThrow(deltas.preview(TASK, { role: 'implementer' }));
    expect(steps.map(({ path, action, foreign }) => [path, action, foreign])).toEqual([
      ['login.ts', 'write', false],
      ['src/a.ts', 'write', false],
      ['src/b.ts', 'remove', false],
    ]);
    expect(await orThrow(deltas.restore(TASK, { role: 'implementer' }))).toEqual({ written: 2, removed: 1 });
    expect(await orThrow(deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }))).toEqual({
      verdict: 'unchanged',
    });
    const back = await orThrow(deltas.preview(TASK, { role: 'reviewer' }));
    expect(back.steps.map(({ path, action }) => [path, action])).toEqual([
      ['login.ts', 'write'],
      ['src/a.ts', 'remove'],
      ['src/b.ts', 'write'],
    ]);
  });
});

describe('a stored snapshot', () => {
  test('is read back as it was, also when nobody remembers it', async () => {
    const { tasks, baton } = await handedOff();
    const { snapshot } = (await orThrow(baton.contexts.get(TASK)))!.record.tree_chain[0]!;
    for (let index = 0; index < 5; index += 1) await handedOff([`src/${index}`]);
    const read = await orThrow(readSnapshot(tasks, TASK, snapshot));
    expect(read).toMatchObject({ tree: snapshot.tree, files_changed: [{ path: 'login.ts', status: 'modified' }] });
    expect(Object.isFrozen(read.files_changed)).toBe(true);
    expect(await orThrow(readSnapshot(tasks, TASK, snapshot))).toBe(read);
  });

  test.each([
    ['no UTF-8', Uint8Array.of(0xff)],
    ['no JSON', encodeUtf8('{')],
    ['no snapshot', encodeUtf8(canonicalJson({ tree: 'a'.repeat(40) }))],
  ])('that is %s is corrupt', async (_, bytes) => {
    const { tasks, baton, deltas } = await handedOff();
    const { snapshot } = (await orThrow(baton.contexts.get(TASK)))!.record.tree_chain[0]!;
    const details = await orThrow(tasks.putArtifact(TASK, bytes));
    expect((await readSnapshot(tasks, TASK, { ...snapshot, details }))._unsafeUnwrapErr().code).toBe('Corrupt');
    expect((await deltas.inspect(TASK)).isOk()).toBe(true);
  });

  test('whose artifact is lost stops everything that needs it', async () => {
    const { tasks, worktree, revision } = await handedOff();
    const without = {
      ...tasks,
      getArtifact: (id: string, sha: string) => createMemoryTaskStore().getArtifact(id, sha),
    };
    const deltas = createDeltaTracker({ tasks: without, worktree });
    const before = await revision();
    const answers = [
      await deltas.snapshot(TASK, { ...ada, role: 'reviewer' }),
      await deltas.inspect(TASK),
      await deltas.diff(TASK, { role: 'implementer', type: 'from_base' }),
      await deltas.preview(TASK, { role: 'implementer' }),
      await deltas.restore(TASK, { role: 'implementer' }),
    ];
    for (const answer of answers) expect(answer._unsafeUnwrapErr().code).toBe('ArtifactMissing');
    expect(await revision()).toBe(before);
  });
});
