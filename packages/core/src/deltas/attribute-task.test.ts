import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { BEFORE_WORKFLOW, formatBlame, OUTSIDE_WORKFLOW } from '../attribution/index.ts';
import { createBaton } from 'batonkit';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { createDeltaTracker } from './delta-tracker.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };

/** Three roles hand off one after the other; somebody edits between the first two. */
async function threeRoles(worktree: MemoryWorktree) {
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  await orThrow(baton.contexts.init(TASK, { ...ada, git, immutable: { ...sampleImmutable, scope_patterns: [] } }));
  const deltas = createDeltaTracker({ tasks, worktree });
  const turn = async (role: string, work: () => void): Promise<void> => {
    await orThrow(baton.startTurn(TASK, { ...ada, role }));
    work();
    await orThrow(baton.handOff(TASK, { ...ada, role }));
  };
  const early = await deltas.attribute(TASK);
  await turn('implementer', () => {
    worktree.edit('login.ts', 'one\nimplemented\nthree\n');
    worktree.edit('notes.md', 'a\nb\nc\nd\n');
  });
  worktree.edit('login.ts', 'one\nimplemented\nthree\nsomebody else\n');
  expect((await baton.startTurn(TASK, { ...ada, role: 'reviewer' })).isErr()).toBe(true);
  const accepted = { ...ada, role: 'implementer', note: 'A person did it.', accept: 'current-tree' } as const;
  await orThrow(deltas.resolveDrift(TASK, accepted));
  await turn('reviewer', () => {
    worktree.remove('notes.md');
    worktree.edit('docs/notes.md', 'a\nb\nreviewed\nc\nd\n');
  });
  await turn('validator', () => worktree.edit('picture', Uint8Array.from([0, 1, 2])));
  return { tasks, deltas, early };
}

const files = { 'login.ts': 'one\ntwo\nthree\n', 'untouched.ts': 'x\n' };

describe('attribute', () => {
  test('tells whose each line is, through drift that was accepted and through a rename', async () => {
    const { deltas } = await threeRoles(createMemoryWorktree({ files }));
    const attribution = await orThrow(deltas.attribute(TASK));
    expect(attribution.files.map(({ path, lines }) => ({ path, lines }))).toEqual([
      {
        path: 'docs/notes.md',
        lines: [
          { role: 'implementer', count: 4 },
          { role: 'reviewer', count: 1 },
        ],
      },
      {
        path: 'login.ts',
        lines: [
          { role: BEFORE_WORKFLOW, count: 2 },
          { role: 'implementer', count: 1 },
          { role: OUTSIDE_WORKFLOW, count: 1 },
        ],
      },
      { path: 'picture', lines: [] },
    ]);
    expect(attribution.trailers).toEqual([
      'Baton-Role: implementer; lines=5',
      'Baton-Role: reviewer; lines=1',
      'Baton-Role: outside the workflow; lines=1',
    ]);
    expect(formatBlame(attribution.files)).toContain('outside the workflow 4) somebody else\n');
  });

  test('answers SnapshotMissing before the first hand-off', async () => {
    const { early } = await threeRoles(createMemoryWorktree({ files }));
    expect(early.isErr() && early.error.code).toBe('SnapshotMissing');
  });

  test('answers SnapshotElsewhere where the trees are not', async () => {
    const { tasks } = await threeRoles(createMemoryWorktree({ files }));
    const elsewhere = createDeltaTracker({ tasks, worktree: createMemoryWorktree({ files }) });
    const answer = await elsewhere.attribute(TASK);
    expect(answer.isErr() && answer.error.code).toBe('SnapshotElsewhere');
  });

  /** One role edits; the files as they are attributed. */
  async function edited(worktree: MemoryWorktree, work: () => void) {
    const tasks = createMemoryTaskStore();
    const baton = createBaton({ tasks, worktree });
    const immutable = { ...sampleImmutable, scope_patterns: [] };
    await orThrow(baton.contexts.init(TASK, { ...ada, git: { head: null, task_file_sha: null }, immutable }));
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    work();
    await orThrow(baton.handOff(TASK, { ...ada, role: 'implementer' }));
    return orThrow(createDeltaTracker({ tasks, worktree }).attribute(TASK));
  }

  test('tells of every file, also of more than are read at once, but of none that was removed', async () => {
    const paths = Array.from({ length: 19 }, (_, index) => `docs/${index + 10}.md`);
    const worktree = createMemoryWorktree({
      files: { ...files, ...Object.fromEntries(paths.map((path) => [path, 'a\n'])) },
    });
    const attribution = await edited(worktree, () => {
      for (const path of paths) worktree.edit(path, 'a\nb\n');
      worktree.remove('login.ts');
    });
    const lines = [
      { role: BEFORE_WORKFLOW, count: 1 },
      { role: 'implementer', count: 1 },
    ];
    expect(attribution.files.map((file) => [file.path, file.lines])).toEqual(paths.map((path) => [path, lines]));
    expect(attribution.totals).toContainEqual({ role: 'implementer', count: 19 });
  });

  test('takes a file for binary when one of its first 8000 bytes is NUL, as git does', async () => {
    const worktree = createMemoryWorktree({ files });
    const withNul = (at: number): Uint8Array =>
      new Uint8Array(9000)
        .fill(120)
        .fill(0, at, at + 1)
        .fill(10, 8999);
    const attribution = await edited(worktree, () => {
      worktree.edit('early', withNul(7999));
      worktree.edit('late', withNul(8000));
      worktree.edit('marked', '\uFEFFone\n');
    });
    expect(attribution.files.map(({ path, lines }) => [path, lines.length])).toEqual([
      ['early', 0],
      ['late', 1],
      ['marked', 1],
    ]);
    expect(formatBlame(attribution.files)).toContain('\uFEFFone');
  });
});
