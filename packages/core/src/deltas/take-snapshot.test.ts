import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createContextStore } from '../contexts/context-store.ts';
import { coreMachine } from '../machine/core-machine.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { scopeHash } from '../text/scope-hash.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { DeltaPolicy } from './delta-ports.ts';
import { createDeltaTracker, type DeltaTracker } from './delta-tracker.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const implementer = { ...ada, role: 'implementer' };
const reviewer = { ...ada, role: 'reviewer' };
const NINE = '2026-11-16T09:00:00.000Z';

/** A task at whose start the working tree was clean, with the implementer at work. */
async function atWork(
  given: { scope?: readonly string[]; policy?: DeltaPolicy; head?: (commit: string) => string | null } = {},
) {
  const { scope = [], policy = {}, head = () => null } = given;
  const clock = createManualClock({ start: Date.parse(NINE) });
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: { 'login.ts': 'one\n', 'old.ts': 'old\n', 'src/a.ts': 'a\n' } });
  const { commit } = await orThrow(worktree.head());
  const contexts = createContextStore({ tasks, clock });
  const immutable = { ...sampleImmutable, scope_patterns: [...scope] };
  await orThrow(contexts.init(TASK, { ...ada, git: { head: head(commit), task_file_sha: null }, immutable }));
  const move = (role: string, status: 'in_progress' | 'done') =>
    orThrow(contexts.updateCoordination(TASK, { ...ada, role, status }));
  await move('implementer', 'in_progress');
  const track = (seen: GitWorktree): DeltaTracker => createDeltaTracker({ tasks, worktree: seen, clock, policy });
  return { tasks, worktree, contexts, commit, move, track, deltas: track(worktree) };
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function work(worktree: MemoryWorktree): void {
  worktree.edit('login.ts', 'one\ntwo\n');
  worktree.edit('picture', Uint8Array.of(0, 1, 2));
  worktree.remove('old.ts');
}

describe('a snapshot', () => {
  test('says where, when, against what, and every file with its state', async () => {
    const { tasks, worktree, commit, deltas } = await atWork();
    work(worktree);
    const { snapshot, record, warnings } = await orThrow(deltas.snapshot(TASK, implementer));
    expect(warnings).toEqual([]);
    expect(snapshot).toMatchObject({
      ...{ worktree: worktree.id, base_commit: commit, head: commit, snapshot_time: NINE, engine: worktree.engine },
      // A binary file has no lines.
      diff_stat: { files: 3, insertions: 1, deletions: 1 },
      files_changed: [
        { path: 'login.ts', status: 'modified', sha256: sha256Hex('one\ntwo\n'), previous_sha256: null },
        { path: 'old.ts', status: 'deleted', sha256: null, previous_sha256: null },
        {
          path: 'picture',
          status: 'added',
          xy: '??',
          sha256: sha256Hex(Uint8Array.of(0, 1, 2)),
          previous_sha256: null,
        },
      ],
      // What is deleted has neither mode nor size.
      file_metadata: [
        { path: 'login.ts', mode: '100644', size: 8 },
        { path: 'picture', mode: '100644', size: 3 },
      ],
      ...{ out_of_scope: [], scope_hash: scopeHash([]), incremental_diff_sha: null, incremental_diff_error: null },
    });
    expect(Object.keys(snapshot).filter((key) => key.startsWith('diff_from_'))).toEqual(['diff_from_base']);
    expect(Object.isFrozen(snapshot.files_changed)).toBe(true);

    const summary = record.tree_chain[0]!.snapshot;
    expect(summary).toMatchObject({
      tree: snapshot.tree,
      diff_sha: snapshot.diff_sha,
      snapshot_time: NINE,
      head: commit,
    });
    expect(summary.artifacts).toEqual([snapshot.diff_from_base]);
    const details = await orThrow(tasks.getArtifact(TASK, summary.details));
    expect(JSON.parse(text(details))).toEqual(snapshot);
    const patch = await orThrow(tasks.getArtifact(TASK, snapshot.diff_from_base));
    expect(text(patch)).toContain('+two\n');
  });

  test('of a later role is told against the one before, and keeps the base of the first', async () => {
    const { tasks, worktree, commit, contexts, deltas, move } = await atWork();
    work(worktree);
    const first = await orThrow(deltas.snapshot(TASK, implementer));
    await move('implementer', 'done');
    await move('reviewer', 'in_progress');
    worktree.edit('login.ts', 'one\nTWO\n');
    worktree.edit('src/a.ts', 'A\n');
    worktree.commit('in the turn');
    const { snapshot, record } = await orThrow(deltas.snapshot(TASK, reviewer));
    const { commit: head } = await orThrow(worktree.head());
    expect(snapshot).toMatchObject({ base_commit: commit, head, incremental_diff_error: null });
    expect(snapshot.files_changed.map(({ path, previous_sha256 }) => [path, previous_sha256])).toEqual([
      ['login.ts', sha256Hex('one\ntwo\n')],
      ['old.ts', null],
      ['picture', sha256Hex(Uint8Array.of(0, 1, 2))],
      ['src/a.ts', null],
    ]);
    const patch = snapshot.diff_from_implementer!;
    expect(record.tree_chain[1]!.snapshot.artifacts).toEqual([snapshot.diff_from_base, patch]);
    expect(coreMachine.liveArtifacts(record)).toEqual(expect.arrayContaining([patch, first.snapshot.diff_from_base]));
    const incremental = await orThrow(deltas.diff(TASK, { role: 'reviewer', type: 'incremental' }));
    expect(incremental).toEqual({
      text: text(await orThrow(tasks.getArtifact(TASK, patch))),
      sha: snapshot.incremental_diff_sha,
    });
    expect(incremental.text).not.toContain('picture');
    const whole = await orThrow(deltas.diff(TASK, { role: 'reviewer', type: 'from_base' }));
    expect(whole).toMatchObject({ sha: snapshot.diff_sha });
    expect(whole.text).toContain('picture');
    const { entries } = await orThrow(contexts.trail(TASK));
    expect(entries.at(-1)).toMatchObject({ head, event: { type: 'snapshot-taken', role: 'reviewer' } });
  });

  test('of the first role has no incremental patch, and says what to ask for', async () => {
    const { worktree, deltas } = await atWork();
    work(worktree);
    await orThrow(deltas.snapshot(TASK, implementer));
    const none = (await deltas.diff(TASK, { role: 'implementer', type: 'incremental' }))._unsafeUnwrapErr();
    expect(none).toMatchObject({
      code: 'Rejected',
      message: 'Nobody handed off before implementer, so there is no incremental patch; ask for from_base.',
      data: { unmet: [{ condition: 'patch-exists' }] },
    });
  });

  test.each<[string, (commit: string) => string | null]>([
    ['nothing is known', () => null],
    ['the whole id is known', (commit) => commit],
    ['an abbreviated id is known', (commit) => commit.slice(0, 8)],
  ])('is told against HEAD’s whole id where %s of the start', async (_, head) => {
    const { worktree, commit, deltas } = await atWork({ head });
    work(worktree);
    expect((await orThrow(deltas.snapshot(TASK, implementer))).snapshot.base_commit).toBe(commit);
  });

  test('is told against the start where a commit was made in the first turn', async () => {
    const { worktree, commit, deltas } = await atWork({ head: (start) => start });
    work(worktree);
    const head = worktree.commit('early');
    const { snapshot } = await orThrow(deltas.snapshot(TASK, implementer));
    expect(snapshot).toMatchObject({ base_commit: commit, head, diff_stat: { files: 3 } });
  });

  test('without a change is refused with the commit it equals, unless that is intended', async () => {
    const { commit, deltas } = await atWork();
    expect((await deltas.snapshot(TASK, implementer))._unsafeUnwrapErr()).toMatchObject({
      code: 'TreeClean',
      message: `TASK-1: the working tree equals ${commit}, so there is nothing to hand off. Pass allowClean if that is intended.`,
      data: { taskId: TASK, base: commit },
    });
    const { snapshot } = await orThrow(deltas.snapshot(TASK, { ...implementer, allowClean: true }));
    expect(snapshot).toMatchObject({ files_changed: [], diff_stat: { files: 0, insertions: 0, deletions: 0 } });
  });

  test('by a role that is not at work is refused', async () => {
    const { worktree, deltas } = await atWork();
    work(worktree);
    expect((await deltas.snapshot(TASK, reviewer))._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      message: 'reviewer is pending: only a role at work takes a snapshot. Start its turn first.',
      data: { unmet: [{ condition: 'turn-open' }] },
    });
  });
});

describe('the scope', () => {
  test('is hashed over the files there are, and lists what left it', async () => {
    const { worktree, deltas } = await atWork({ scope: ['src', 'login.ts'] });
    work(worktree);
    const { snapshot, warnings } = await orThrow(deltas.snapshot(TASK, implementer));
    expect(snapshot.scope_hash).toBe(scopeHash(['login.ts', 'src/a.ts']));
    expect(snapshot.out_of_scope).toEqual(['old.ts', 'picture']);
    expect(warnings).toEqual([
      { code: 'OutOfScope', message: "2 changed files are outside the task's scope: old.ts, picture" },
    ]);
  });

  test('that must not be left refuses the snapshot, naming each file', async () => {
    const { worktree, contexts, deltas } = await atWork({ scope: ['login.ts'], policy: { outOfScope: 'fail' } });
    work(worktree);
    const refused = (await deltas.snapshot(TASK, implementer))._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'Rejected',
      data: { unmet: [{ condition: 'in-scope' }, { condition: 'in-scope' }] },
    });
    expect(refused.message).toContain("implementer changed old.ts, which is outside the task's scope.");
    expect((await orThrow(contexts.get(TASK)))?.record.tree_chain).toEqual([]);
    worktree.remove('picture');
    worktree.edit('old.ts', 'old\n');
    expect((await deltas.snapshot(TASK, implementer)).isOk()).toBe(true);
  });

  test.each([
    [10, /docs\/19\.md$/],
    [11, /docs\/19\.md \.\.\.$/],
  ])('left by %i files names the first ten', async (count, ending) => {
    const { worktree, deltas } = await atWork({ scope: ['src'] });
    for (let index = 10; index < 10 + count; index += 1) worktree.edit(`docs/${index}.md`, 'x\n');
    const { warnings } = await orThrow(deltas.snapshot(TASK, implementer));
    expect(warnings[0]?.message).toMatch(ending);
  });
});

test('a tree is kept under the name of its task', async () => {
  const { worktree, track } = await atWork();
  work(worktree);
  const names: string[] = [];
  const keep: GitWorktree['keep'] = (name, tree) => (names.push(name), worktree.keep(name, tree));
  const { snapshot } = await orThrow(track({ ...worktree, keep }).snapshot(TASK, implementer));
  expect(names).toEqual([`${TASK}/${snapshot.tree}`]);
});
