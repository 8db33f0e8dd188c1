import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { createDeltaTracker } from './delta-tracker.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const role = 'implementer';

/** The implementer changed, added and deleted a file; the reviewer did so too. */
async function reviewed() {
  const worktree = createMemoryWorktree({ files: { 'login.ts': 'one\n', 'old.ts': 'old\n', 'src/a.ts': 'a\n' } });
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, worktree });
  const immutable = { ...sampleImmutable, scope_patterns: [] };
  await orThrow(baton.contexts.init(TASK, { ...ada, git: { head: null, task_file_sha: null }, immutable }));
  const turn = async (name: string, work: () => void): Promise<string> => {
    await orThrow(baton.startTurn(TASK, { ...ada, role: name }));
    work();
    const { snapshot } = await orThrow(baton.handOff(TASK, { ...ada, role: name }));
    return snapshot!.tree;
  };
  const tree = await turn('implementer', () => {
    worktree.edit('login.ts', 'two\n');
    worktree.edit('notes.md', 'new\n');
    worktree.remove('old.ts');
  });
  await turn('reviewer', () => {
    worktree.edit('login.ts', 'three\n');
    worktree.remove('notes.md');
    worktree.edit('old.ts', 'old again\n');
    worktree.edit('review.md', 'fine\n');
  });
  const deltas = baton.deltas;
  const steps = async () => (await orThrow(deltas.preview(TASK, { role }))).steps;
  return { tasks, worktree, deltas, tree, steps };
}

describe('a preview', () => {
  test('lists, by path, what is there now, what would happen to it, and whether it would be lost', async () => {
    const { deltas, tree } = await reviewed();
    expect(await orThrow(deltas.preview(TASK, { role }))).toEqual({
      tree,
      steps: [
        { path: 'login.ts', action: 'write', now: sha256Hex('three\n'), foreign: false },
        { path: 'notes.md', action: 'write', now: null, foreign: false },
        { path: 'old.ts', action: 'remove', now: sha256Hex('old again\n'), foreign: false },
        { path: 'review.md', action: 'remove', now: sha256Hex('fine\n'), foreign: false },
      ],
    });
  });

  test('of what is as it was has no steps', async () => {
    const { deltas } = await reviewed();
    expect((await orThrow(deltas.preview(TASK, { role: 'reviewer' }))).steps).toEqual([]);
  });

  test('knows what is in no snapshot: edits, new files, and content that a role left elsewhere', async () => {
    const { worktree, steps } = await reviewed();
    worktree.edit('login.ts', 'mine\n');
    worktree.edit('src/a.ts', 'two\n');
    worktree.edit('extra.md', 'x\n');
    worktree.remove('review.md');
    const found = (await steps()).map(({ path, action, foreign }) => [path, action, foreign]);
    expect(found).toEqual([
      ['extra.md', 'remove', true],
      ['login.ts', 'write', true],
      ['notes.md', 'write', false],
      ['old.ts', 'remove', false],
      ['src/a.ts', 'write', true],
    ]);
  });

  test('does not call lost what is deleted, or as in the base commit', async () => {
    const { worktree, steps } = await reviewed();
    worktree.remove('src/a.ts');
    worktree.edit('login.ts', 'one\n');
    expect((await steps()).filter(({ path }) => path === 'src/a.ts' || path === 'login.ts')).toEqual([
      { path: 'login.ts', action: 'write', now: sha256Hex('one\n'), foreign: false },
      { path: 'src/a.ts', action: 'write', now: null, foreign: false },
    ]);
  });

  test('sees a mode that changed alone', async () => {
    const { worktree, deltas } = await reviewed();
    worktree.chmod('review.md', true);
    const { steps } = await orThrow(deltas.preview(TASK, { role: 'reviewer' }));
    expect(steps).toEqual([{ path: 'review.md', action: 'write', now: sha256Hex('fine\n'), foreign: false }]);
  });
});

describe('a restore', () => {
  test('puts everything back, or only what is listed', async () => {
    const { worktree, deltas, steps } = await reviewed();
    expect(await orThrow(deltas.restore(TASK, { role, paths: ['old.ts', 'notes.md', 'src/a.ts'] }))).toEqual({
      ...{ written: 1, removed: 1 },
    });
    expect([worktree.read('notes.md'), worktree.read('old.ts'), worktree.read('login.ts')]).toEqual([
      ...['new\n', null, 'three\n'],
    ]);
    expect(await orThrow(deltas.restore(TASK, { role }))).toEqual({ written: 1, removed: 1 });
    expect(await steps()).toEqual([]);
    expect(await orThrow(deltas.restore(TASK, { role, paths: [] }))).toEqual({ written: 0, removed: 0 });
  });

  test('refuses as a whole to lose what is in no snapshot, naming each, but leaves out what nobody asked for', async () => {
    const { worktree, deltas } = await reviewed();
    worktree.edit('login.ts', 'an hour of work\n');
    worktree.edit('mine.txt', 'untracked\n');
    const refused = (await deltas.restore(TASK, { role }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'Rejected',
      data: { unmet: [{ condition: 'content-known' }, { condition: 'content-known' }] },
    });
    expect(refused.message).toBe(
      ['login.ts', 'mine.txt']
        .map(
          (path) =>
            `${path} holds edits that are in no snapshot, and restoring would lose them. Pass foreign: 'keep' to store them as a named snapshot first, or leave it out of paths.`,
        )
        .join(' '),
    );
    expect([worktree.read('login.ts'), worktree.read('notes.md')]).toEqual(['an hour of work\n', null]);
    expect(await orThrow(deltas.restore(TASK, { role, paths: ['notes.md'] }))).toEqual({ written: 1, removed: 0 });
  });

  test('refuses a path that the snapshot does not know, and takes one that is as it should be', async () => {
    const { worktree, deltas } = await reviewed();
    for (const path of ['typo.ts', 'src', './login.ts', '../login.ts', '']) {
      const refused = (await deltas.restore(TASK, { role, paths: ['notes.md', path] }))._unsafeUnwrapErr();
      expect(refused).toMatchObject({ code: 'InvalidInput', message: `${path} is no file of the snapshot.` });
    }
    expect(worktree.read('notes.md')).toBeNull();
    const both = { role, paths: ['old.ts', 'src/a.ts'] };
    expect(await orThrow(deltas.restore(TASK, both))).toEqual({ written: 0, removed: 1 });
    expect(await orThrow(deltas.restore(TASK, both))).toEqual({ written: 0, removed: 0 });
  });

  test('puts back what was undone: a change, a deletion, and what a role changed after it', async () => {
    const { worktree, deltas, steps } = await reviewed();
    worktree.edit('login.ts', 'one\n');
    worktree.edit('old.ts', 'old\n');
    expect(await orThrow(deltas.restore(TASK, { role }))).toEqual({ written: 2, removed: 2 });
    expect([worktree.read('login.ts'), worktree.read('old.ts')]).toEqual(['two\n', null]);
    expect(await steps()).toEqual([]);
  });

  test('does not write over what is edited after the look, nor over what is ignored by now', async () => {
    const { tasks, worktree, deltas } = await reviewed();
    const meanwhile = { code: 'GitFailure', data: { reason: 'changed-meanwhile' } };
    worktree.edit('login.ts', 'one\n');
    const observe: typeof worktree.observe = (given) =>
      worktree.observe(given).map((state) => {
        worktree.edit('login.ts', 'late\n');
        return state;
      });
    const overtaken = createDeltaTracker({ tasks, worktree: { ...worktree, observe } });
    expect((await overtaken.restore(TASK, { role }))._unsafeUnwrapErr()).toMatchObject(meanwhile);

    worktree.edit('.gitignore', 'notes.md\n');
    worktree.edit('notes.md', 'mine\n');
    expect((await deltas.restore(TASK, { role, paths: ['notes.md'] }))._unsafeUnwrapErr()).toMatchObject(meanwhile);
    expect([worktree.read('login.ts'), worktree.read('notes.md')]).toEqual(['late\n', 'mine\n']);
  });

  test('into a directory of its own writes the whole snapshot there, and touches nothing else', async () => {
    const { worktree, deltas } = await reviewed();
    worktree.edit('login.ts', 'an hour of work\n');
    expect(await orThrow(deltas.restore(TASK, { role, into: '/copy' }))).toEqual({ written: 3, removed: 0 });
    expect(worktree.fs.readFileSync('/copy/login.ts', 'utf8')).toBe('two\n');
    expect(worktree.fs.existsSync('/copy/old.ts')).toBe(false);
    expect(worktree.read('login.ts')).toBe('an hour of work\n');
  });
});
