import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow, type ResultAsync } from '@batonkit/core';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createLinkedWorktrees, type LinkedWorktrees } from './create-linked-worktrees.ts';
import type { LinkedWorktreeError } from './linked-problem.ts';
import { landing, MAIN_TREE, type Scene, setScene, TASK } from './linked-trees.fixture.ts';

/** A process that has ended. */
const dead = spawnSync('true').pid;

/** Starts an operation and lets it stop for ever before or after its n-th step, as a killed process does. */
async function dieAt(
  scene: Scene,
  at: number,
  when: 'before' | 'after',
  operate: (trees: LinkedWorktrees) => ResultAsync<unknown, LinkedWorktreeError>,
): Promise<{ readonly step: string | null }> {
  let steps = 0;
  let reached: (step: string) => void = () => undefined;
  const died = new Promise<string>((resolve) => (reached = resolve));
  const trees = createLinkedWorktrees({
    directory: scene.repository.root,
    around: async (step, run) => {
      steps += 1;
      if (steps < at) return run();
      if (steps === at && when === 'after') await run();
      reached(step);
      return new Promise(() => undefined);
    },
  });
  const step = await Promise.race([died, orThrow(operate(trees)).then(() => null)]);
  bury(join(scene.repository.root, '.git'));
  return { step };
}

/** Makes this process, as a holder of locks, one that is gone. */
function bury(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bury(path);
    else if (/^lock-\d+$|^index\.lock$/.test(entry.name)) {
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace(`"pid":${process.pid},`, `"pid":${dead},`));
    }
  }
}

/** Nothing of a crash is left, and git finds nothing wrong. */
function expectSound({ repository }: Scene): void {
  const common = join(repository.root, '.git');
  const listed = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const own = listed(join(common, 'batonkit'));
  expect(own.filter((path) => statSync(join(common, 'batonkit', path)).isFile() && !/lock-\d+$/.test(path))).toEqual(
    [],
  );
  const book = [...readdirSync(common), ...listed(join(common, 'worktrees'))];
  expect(book.filter((path) => /index\.|\.lock$/.test(path))).toEqual([]);
  expect(listed(`${repository.root}.worktrees`).filter((path) => /\.(making|removing)-/.test(path))).toEqual([]);
  for (const path of repository.git('worktree', 'list', '--porcelain').match(/(?<=^worktree ).*$/gm) ?? [])
    expect(repository.at(path).git('status', '--porcelain')).toBe('');
}

/** Kills an operation at each of its steps; `prepare` gives each attempt something of its own to work on. */
async function killAtEveryStep(
  scene: Scene,
  operate: (trees: LinkedWorktrees, turn: number) => ResultAsync<unknown, LinkedWorktreeError>,
  prepare: (turn: number) => void | Promise<void>,
  check: (turn: number) => void,
): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    await prepare(turn);
    // To die after a step is to die before the next one.
    const { step } = await dieAt(scene, turn + 1, 'before', (trees) => operate(trees, turn));
    if (step !== null) {
      seen.push(step);
      await orThrow(operate(scene.trees, turn));
    }
    expectSound(scene);
    check(turn);
    if (step === null) return seen;
  }
  throw new Error('There is no end of steps.');
}

describe('a process that dies at any step', () => {
  test('of create, then of remove: the next call finishes it', async () => {
    const scene = await setScene({ 'a.txt': 'one\n' }, []);
    const { trees, repository } = scene;
    try {
      const agent = (turn: number) => `agent-${turn}`;
      const made = await killAtEveryStep(
        scene,
        (at, turn) => at.create({ taskId: TASK, agent: agent(turn) }),
        () => undefined,
        (turn) =>
          expect(readFileSync(join(`${repository.root}.worktrees/TASK-1/agents`, agent(turn), 'a.txt'), 'utf8')).toBe(
            'one\n',
          ),
      );
      expect(made).toEqual(['set branch', 'add tree', 'take branch', 'name tree', 'repair']);
      const removed = await killAtEveryStep(
        scene,
        (at, turn) => at.remove({ taskId: TASK, agent: agent(turn) }),
        () => undefined,
        (turn) => expect(existsSync(join(`${repository.root}.worktrees/TASK-1/agents`, agent(turn)))).toBe(false),
      );
      expect(removed).toEqual(['set aside', 'forget tree', 'set branch', 'delete files']);
      expect((await orThrow(trees.list())).length).toBe(1 + made.length + 1 - (removed.length + 1));
    } finally {
      repository.close();
    }
  }, 120_000);

  test('of merge and of the move of the main branch: the next call finishes it', async () => {
    const scene = await setScene({ 'a.txt': 'one\n', 'gone.txt': 'x\n' }, ['one']);
    const { repository, at, commit } = scene;
    try {
      const content = (turn: number) => `${'line\n'.repeat(turn + 1)}`;
      const steps = await killAtEveryStep(
        scene,
        (trees) => trees.merge({ taskId: TASK, agent: 'one' }),
        (turn) => {
          commit(null, { 'task.txt': content(turn) });
          commit('one', { 'a.txt': content(turn), [`new-${turn}.txt`]: 'new\n', [`new-${turn - 1}.txt`]: null });
        },
        (turn) => {
          const heads = [null, 'one'].map((who) => at(who).git('rev-parse', 'HEAD'));
          expect(heads[0]).toBe(heads[1]);
          for (const who of [null, 'one'])
            for (const file of ['a.txt', 'task.txt'])
              expect(readFileSync(join(at(who).root, file), 'utf8')).toBe(content(turn));
          expect(at(null).git('rev-list', '--count', 'main..HEAD')).toBe(String(2 * (turn + 1)));
        },
      );
      const move = ['set branch', 'move files', 'move index', 'unlock index', 'drop journal'];
      expect(steps).toEqual([...move, ...move]);

      // Files that came and went above are in no patch, so their commits would not land.
      const squashed = at(null).git('commit-tree', '-p', 'main', '-m', 'All of it', 'HEAD^{tree}');
      at(null).git('update-ref', 'HEAD', squashed);
      await killAtEveryStep(
        scene,
        (trees) => trees.fastForwardMain(landing(scene.repository)),
        (turn) => void commit(null, { 'main.txt': content(turn) }),
        () => expect(at(MAIN_TREE).git('rev-parse', 'HEAD')).toBe(at(null).git('rev-parse', 'HEAD')),
      );
    } finally {
      repository.close();
    }
  }, 120_000);

  test('in the middle of writing files: half a file is completed, an edit made since is not touched', async () => {
    const scene = await setScene({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'gone.txt': 'x\n', 'deep/d.txt': 'd\n' }, ['one']);
    const { repository, at, commit, trees, task } = scene;
    try {
      const target = {
        'a.txt': 'one\ntwo\nthree\n',
        'b.txt': 'b\nbb\n',
        'gone.txt': null,
        'deep/d.txt': null,
        'new/e.txt': 'e\n',
      };
      const head = commit('one', target);
      // The steps of an agent's tree do not count: it is there already.
      expect((await dieAt(scene, 1, 'after', (dying) => dying.merge({ taskId: TASK, agent: 'one' }))).step).toBe(
        'set branch',
      );
      expect(at(null).git('rev-parse', 'HEAD')).toBe(head);
      // git had written one file whole and another one half, and removed one.
      at(null).write('a.txt', 'one\ntwo\nthree\n');
      truncateSync(join(task.path, 'a.txt'), 6);
      at(null).write('b.txt', 'b\nbb\n');
      at(null).remove('gone.txt');
      at(null).write('new/e.txt', 'e and something of my own\n');
      expect(() => at(null).git('add', '-A')).toThrow(/index\.lock/);

      const refused = await trees.merge({ taskId: TASK, agent: 'one' });
      expect(refused.isErr() && refused.error.message).toMatch(/new\/e\.txt/);
      expect(readFileSync(join(task.path, 'new/e.txt'), 'utf8')).toMatch(/my own/);
      at(null).remove('new/e.txt');
      await orThrow(trees.merge({ taskId: TASK, agent: 'one' }));
      expectSound(scene);
      expect(at(null).git('rev-parse', 'HEAD')).toBe(head);
      expect(readFileSync(join(task.path, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
      expect(existsSync(join(task.path, 'deep'))).toBe(false);
    } finally {
      repository.close();
    }
  });
});

test('a step that fails after the branch moved is undone', async () => {
  const scene = await setScene({ 'a.txt': 'one\n' }, ['one']);
  try {
    const head = scene.at(null).git('rev-parse', 'HEAD');
    scene.commit('one', { 'a.txt': 'two\n', 'b.txt': 'b\n' });
    for (const failing of ['move files', 'move index']) {
      const trees = createLinkedWorktrees({
        directory: scene.repository.root,
        around: async (step, run) => {
          const done = await run();
          if (step === failing) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          return done;
        },
      });
      const failed = await trees.merge({ taskId: TASK, agent: 'one' });
      expect(failed.isErr() && failed.error.data).toMatchObject({ reason: 'disk-full' });
      expect(scene.at(null).git('rev-parse', 'HEAD')).toBe(head);
      expectSound(scene);
    }
  } finally {
    scene.repository.close();
  }
});
