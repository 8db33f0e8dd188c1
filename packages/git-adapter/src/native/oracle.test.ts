import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { type CapturedTree, orThrow, type WorktreeState } from '@batonkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNativeWorktree } from './native-worktree.ts';
import { apply, plan, type Plan, setUp } from './repository-plan.fixture.ts';
import type { ScratchRepository } from './scratch-repository.fixture.ts';

// Git itself is the oracle. A normal run tries the same repositories each time, so that what turns red is a change, not luck;
// BATONKIT_ORACLE_RUNS=1000 tries more, BATONKIT_ORACLE_SEED=7 others.
const runs = Number(process.env['BATONKIT_ORACLE_RUNS'] ?? 30);
const seed = Number(process.env['BATONKIT_ORACLE_SEED'] ?? 20_261_116);

describe('against git itself', () => {
  test('the tree is what git add -A && git write-tree gives, a look differs exactly when something changed, .git stays as it was', async () => {
    let trees = 0;
    await fc.assert(
      fc.asyncProperty(plan.filter(isInDomain), async (planned) => {
        const repository = setUp(planned);
        try {
          for (const each of planned.before) apply(repository, each);
          const worktree = createNativeWorktree({ directory: repository.root });
          const base = repository.git('rev-parse', 'HEAD');
          const oracle = oracleState(repository);
          if (oracle.tree === null) return;
          const gitBefore = repository.hashGitDirectory();
          const observed = await orThrow(worktree.observe({ base }));
          const captured = await orThrow(worktree.capture({ base }));
          expect(repository.hashGitDirectory()).toBe(gitBefore);
          expect(captured.tree).toBe(oracle.tree);
          expect(captured.clean).toBe(captured.tree === repository.git('rev-parse', `${base}^{tree}`));
          expect(visible(captured)).toEqual(visible(observed));
          checkPaths(captured);
          trees += 1;

          for (const each of planned.between) apply(repository, each);
          const laterOracle = oracleState(repository);
          if (laterOracle.tree === null) return;
          const later = await orThrow(worktree.observe({ base }));
          const differs = JSON.stringify(visible(later)) !== JSON.stringify(visible(observed));
          expect(
            differs,
            JSON.stringify({ oracle, laterOracle, observed: visible(observed), later: visible(later) }),
          ).toBe(JSON.stringify(laterOracle) !== JSON.stringify(oracle));
          const again = await orThrow(worktree.capture({ base }));
          expect(again.tree).toBe(laterOracle.tree);
          expect((await orThrow(worktree.diff(captured.tree, again.tree))).files.length > 0).toBe(
            again.tree !== captured.tree,
          );
        } finally {
          repository.close();
        }
      }),
      { numRuns: runs, seed, interruptAfterTimeLimit: 600_000, markInterruptAsFailure: true },
    );
    expect(trees).toBeGreaterThan(runs * 0.8);
  }, 900_000);
});

/** Decision 9 names what is left out: files that git does not look at, under attributes that came later. */
function isInDomain({ config, before, between }: Plan): boolean {
  const edits = [...before, ...between];
  const hides = config.some(([key]) => key === 'core.ignoreStat') || edits.some(({ kind }) => kind === 'hide');
  return !(hides && edits.some(({ kind }) => kind === 'attributes'));
}

/** What must be equal for two moments to be the same: git's tree, HEAD, its status, and the bytes of what status names. */
function oracleState(repository: ScratchRepository) {
  const tree = attempt(() => repository.oracleTree());
  const status = repository.gitIn(
    { env: { GIT_OPTIONAL_LOCKS: '0' } },
    '-c',
    'core.checkStat=default',
    'status',
    '--porcelain=v1',
    '-z',
    '-uall',
    '--no-renames',
    '--ignore-submodules=none',
  );
  const raw = status
    .split('\0')
    .filter(Boolean)
    .map((line) => rawHash(repository, line.slice(3)));
  return { head: repository.git('rev-parse', 'HEAD'), tree, status, raw };
}

/** `null` when git refuses, as it does for text that is not in the encoding it is said to have. */
function attempt(work: () => string): string | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'status' in error) return null;
    throw error;
  }
}

function rawHash(repository: ScratchRepository, at: string): string | null {
  const stat = lstatSync(repository.path(at), { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return null;
  const path = repository.path(at);
  const bytes = stat.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path);
  return createHash('sha256').update(bytes).digest('hex');
}

function visible({ head, branch, changed }: WorktreeState) {
  return { head, branch, changed };
}

/** Paths are unique, in order, and every one is a difference. */
function checkPaths({ changed }: CapturedTree): void {
  const paths = changed.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const sorted = [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(paths).toEqual(sorted);
}
