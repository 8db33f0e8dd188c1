import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { GitFailure, Result, WorktreeState } from '@batonkit/core';
import fc from 'fast-check';
import { createFsFromVolume, type IFs, Volume } from 'memfs';
import { describe, expect, test } from 'vitest';
import { createIsomorphicWorktree } from './isomorphic/index.ts';
import { createNativeWorktree } from './native/index.ts';
import { apply, type Edit, type Plan, plan, setUp } from './native/repository-plan.fixture.ts';
import type { ScratchRepository } from './native/scratch-repository.fixture.ts';

// BATONKIT_ORACLE_RUNS=1000 tries more repositories than a normal run, BATONKIT_ORACLE_SEED=7 others.
const runs = Number(process.env['BATONKIT_ORACLE_RUNS'] ?? 8);
const seed = Number(process.env['BATONKIT_ORACLE_SEED'] ?? 4);

/** What the isomorphic engine declares that it can tell exactly. */
const inDomain = plan.map((planned): Plan => {
  const isPlain = (each: Edit): boolean =>
    each.kind !== 'nest' &&
    each.kind !== 'attributes' &&
    !('name' in each && /[\x80-\xff]/.test(each.name) && !each.name.startsWith('\xf0')) &&
    !('to' in each && /bad|\xe9/.test(each.to)) &&
    !(each.kind === 'hide' && each.flag === '--skip-worktree');
  return {
    ...planned,
    first: planned.first.filter(({ name }) => !/bad|\xe9/.test(name)),
    config: planned.config.filter(([key]) => key !== 'core.autocrlf' && key !== 'core.splitIndex'),
    submodule: false,
    sparse: false,
    format: 'sha1',
    before: planned.before.filter(isPlain),
    between: planned.between.filter(isPlain),
  };
});

describe('the isomorphic engine, on disk and in memory, and the native one', () => {
  test('give the same trees, shas, modes, letters and verdicts wherever the isomorphic one says that it can', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(inDomain, async (planned) => {
        await compare(planned, (native, other) => {
          compared += 1;
          expect(other).toEqual(native);
        });
      }),
      { numRuns: runs, seed },
    );
    expect(compared).toBeGreaterThanOrEqual(runs);
  }, 900_000);

  test('agree on any other repository, too, unless it is refused', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        await compare(planned, (native, other) => {
          if ('reason' in other && other.reason === 'unsupported') refused += 1;
          else expect(other).toEqual(native);
        });
      }),
      { numRuns: runs, seed },
    );
    expect(refused).toBeGreaterThan(0);
  }, 900_000);
});

type Answers =
  { readonly reason: string } | { readonly first: object; readonly drifted: boolean; readonly later: object };

/** Puts the same repository to all three, before and after some edits. */
async function compare(planned: Plan, check: (native: Answers, other: Answers) => void): Promise<void> {
  const repository = setUp(planned);
  try {
    for (const each of planned.before) apply(repository, each);
    const base = planned.between.length % 2 === 0 ? repository.git('rev-parse', 'HEAD') : firstCommit(repository);
    const open = () => [
      createNativeWorktree({ directory: repository.root }),
      createIsomorphicWorktree({ directory: repository.root, storage: join(repository.parent, 'isomorphic.git') }),
      ...(hasOddName(repository.parent)
        ? []
        : [createIsomorphicWorktree({ directory: repository.root, fs: copyToMemory(repository.parent) })]),
    ];
    const gitBefore = repository.hashGitDirectory();
    const first = [];
    for (const worktree of open())
      first.push({ observed: await worktree.observe({ base }), captured: await worktree.capture({ base }) });
    expect(repository.hashGitDirectory()).toBe(gitBefore);
    for (const each of planned.between) apply(repository, each);
    const later: Result<WorktreeState, GitFailure>[] = [];
    for (const worktree of open()) later.push(await worktree.capture({ base }));
    // Edits can bring a name that memory cannot hold; then it has nothing to say about what is there later.
    const answers = first.slice(0, later.length).map(({ observed, captured }, at): Answers => {
      const afterwards = later[at] ?? captured;
      if (observed.isErr()) return reasonOf(observed);
      if (captured.isErr()) return reasonOf(captured);
      if (afterwards.isErr()) return reasonOf(afterwards);
      expect(visible(captured.value)).toEqual(visible(observed.value));
      const drifted = JSON.stringify(visible(afterwards.value)) !== JSON.stringify(visible(observed.value));
      const { tree, clean } = captured.value;
      return { first: { ...visible(captured.value), tree, clean }, drifted, later: visible(afterwards.value) };
    });
    const [native, ...others] = answers;
    for (const other of others) check(native!, other);
  } finally {
    repository.close();
  }
}

function firstCommit(repository: ScratchRepository): string {
  return repository.git('rev-list', '--max-parents=0', 'HEAD');
}

function reasonOf(result: Result<unknown, GitFailure>): { reason: string } {
  return { reason: result.isErr() ? result.error.data.reason : 'none' };
}

function visible({ head, branch, changed }: WorktreeState) {
  return { head, branch, changed };
}

/** A file system in memory cannot hold names that are not valid UTF-8. */
function hasOddName(directory: string): boolean {
  return readdirSync(directory, { withFileTypes: true }).some(
    (entry) => entry.name.includes('\ufffd') || (entry.isDirectory() && hasOddName(join(directory, entry.name))),
  );
}

function copyToMemory(root: string): IFs {
  const fs = createFsFromVolume(new Volume());
  const copy = (directory: string): void => {
    fs.mkdirSync(directory, { recursive: true });
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) copy(path);
      else if (entry.isSymbolicLink()) fs.symlinkSync(readlinkSync(path), path);
      else {
        fs.writeFileSync(path, readFileSync(path));
        fs.chmodSync(path, lstatSync(path).mode & 0o777);
      }
    }
  };
  copy(root);
  return fs;
}
