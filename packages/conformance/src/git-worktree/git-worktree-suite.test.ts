import { describe, expect, test } from 'vitest';
import { caughtBy, type Fault, worktreeFaults } from './faulty-worktrees.fixture.ts';
import { gitWorktreeSuite } from './git-worktree-suite.ts';
import { makeNativeWorktree } from './native-worktree.fixture.ts';
import type { WorktreeUnderTest } from './worktree-under-test.ts';

interface Registered {
  readonly name: string;
  readonly body: () => Promise<void>;
}

function casesOf(createWorktree: (files: Readonly<Record<string, string>>) => WorktreeUnderTest): Registered[] {
  const cases: Registered[] = [];
  gitWorktreeSuite({ test: (name, body) => cases.push({ name, body }), createWorktree });
  return cases;
}

/** The first case that fails, or `null` when all pass. */
async function firstFailure(cases: readonly Registered[]): Promise<string | null> {
  for (const { name, body } of cases) {
    const failed = await body().then(
      () => false,
      () => true,
    );
    if (failed) return name;
  }
  return null;
}

describe('gitWorktreeSuite', () => {
  test('passes on a sound working tree, in every case that a fault is to fail', async () => {
    const cases = casesOf(makeNativeWorktree);
    const wanted = new Set<string>(Object.values(caughtBy));
    expect(cases.filter(({ name }) => wanted.has(name))).toHaveLength(wanted.size);
    expect(await firstFailure(cases.filter(({ name }) => wanted.has(name)))).toBeNull();
  }, 120_000);

  test.each(Object.entries(worktreeFaults) as [keyof typeof worktreeFaults, Fault][])(
    'fails on a working tree with this fault: %s',
    async (fault, breakWorktree) => {
      const cases = casesOf((files) => {
        const made = makeNativeWorktree(files);
        const { id, engine } = made.worktree;
        return { ...made, worktree: { ...breakWorktree(made.worktree, made.edit), id, engine } };
      });
      expect(await firstFailure(cases.filter(({ name }) => name === caughtBy[fault]))).toBe(caughtBy[fault]);
    },
    60_000,
  );

  test('leaves out cases that a working tree cannot be put to', () => {
    const all = casesOf(makeNativeWorktree).length;
    const fewer: string[] = [];
    gitWorktreeSuite({
      test: (name) => fewer.push(name),
      createWorktree: makeNativeWorktree,
      without: ['symlink', 'chmod', 'stage', 'touch', 'target'],
    });
    expect(fewer.length).toBeLessThan(all);
    expect(fewer.length).toBeGreaterThan(20);
  });

  test('says so when a working tree lacks an edit it did not exclude', async () => {
    const cases = casesOf((files) => {
      const made = makeNativeWorktree(files);
      const { symlink: _, ...edit } = made.edit;
      return { ...made, edit };
    });
    expect(await firstFailure(cases.filter(({ name }) => /link/.test(name)))).toBe(
      'a link is reported by its target text and never followed',
    );
  });
});
