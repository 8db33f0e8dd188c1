import { driftCases } from './drift-cases.ts';
import { keepingCases } from './keeping-cases.ts';
import { lookCases } from './look-cases.ts';
import { restoreCases } from './restore-cases.ts';
import { treeCases } from './tree-cases.ts';
import { startFiles, type WorktreeNeed, type WorktreeUnderTest } from './worktree-under-test.ts';

/** What {@link gitWorktreeSuite} needs: a test runner, and a way to make a fresh working tree. */
export interface GitWorktreeSuiteOptions {
  /** The `test` of vitest, jest, node:test or your own: called once per case. */
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  /** Makes a SHA-1 repository with one commit of exactly these files, and a clean working tree. */
  readonly createWorktree: (files: Readonly<Record<string, string>>) => WorktreeUnderTest | Promise<WorktreeUnderTest>;
  /** The optional edits your working trees cannot make; cases that need them are left out. */
  readonly without?: readonly WorktreeNeed[];
  /** True when `edit.shell` is there: adds the cases of the table of changes that need git or a shell. Defaults to false. */
  readonly shell?: boolean;
  /** The engine refuses some repositories by name (`unsupported`): then a refusal passes where a change must not go unseen. */
  readonly mayRefuse?: boolean;
}

/**
 * Registers every promise of the `GitWorktree` port as a test. Tree ids are checked against git's own rules, worked out in the
 * suite, so that every engine that passes gives the same ones.
 *
 * @example
 * ```ts
 * import { gitWorktreeSuite } from '@batonkit/conformance';
 *
 * const cases: string[] = [];
 * gitWorktreeSuite({
 *   test: (name) => cases.push(name), // pass your runner's own `test` here
 *   createWorktree: () => Promise.reject(new Error('make a repository with these files here')),
 * });
 * cases.length > 30; // => true
 * ```
 */
export function gitWorktreeSuite({
  test,
  createWorktree,
  without = [],
  shell = false,
  mayRefuse = false,
}: GitWorktreeSuiteOptions): void {
  const cases = [...lookCases, ...treeCases, ...keepingCases, ...restoreCases, ...driftCases(mayRefuse)];
  for (const { name, needs = [], files, run } of cases) {
    if (needs.some((need) => without.includes(need) || (need === 'shell' && !shell))) continue;
    test(name, async () => {
      const made = await createWorktree(files ?? startFiles);
      try {
        const missing = needs.filter((need) => made.edit[need] === undefined);
        if (missing.length > 0) throw new Error(`The working tree under test lacks: ${missing.join(', ')}.`);
        await run(made);
      } finally {
        await made.close?.();
      }
    });
  }
}
