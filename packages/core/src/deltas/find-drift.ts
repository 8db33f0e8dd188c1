import type { ChangedFile, WorktreeState } from '../ports/git-worktree.ts';
import type { DriftCheck } from './drift-report.ts';
import { findSurroundingsDrift, type SurroundingsPolicy } from './find-surroundings-drift.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** What a working tree is compared with. */
export type ExpectedTree = Pick<WorktreeSnapshot, 'head' | 'tree' | 'files_changed' | 'file_metadata'> &
  Partial<Pick<WorktreeSnapshot, 'surroundings'>>;

/** A look at the working tree, with what is needed when HEAD is no longer the base. */
export interface CurrentTree {
  /** Everything that differs from the snapshot's base commit. */
  readonly state: WorktreeState;
  /** The tree of HEAD, and whether the working tree equals it; looked up only when HEAD moved. */
  readonly committed: { readonly headTree: string; readonly clean: boolean } | null;
}

/** What a caller wants to find: the snapshot still uncommitted, committed exactly, or either of the two. */
export type Expectation = 'dirty' | 'committed' | 'either';

/** What was found: the snapshot as it was, the snapshot committed exactly, or differences. */
export type DriftFinding =
  | { readonly verdict: 'unchanged' | 'committed' }
  | { readonly verdict: 'drift'; readonly checks: readonly DriftCheck[] };

/** What is found instead of uncommitted files when they were committed, exactly. */
export const COMMITTED_EXACTLY = 'clean: HEAD holds exactly what was handed off';

/**
 * Compares a working tree with a snapshot. Pure. Time stamps are not looked at.
 *
 * @example
 * ```ts
 * import { findDrift } from '@batonkit/core';
 *
 * const head = 'a'.repeat(40);
 * const handedOff = {
 *   head,
 *   tree: 'b'.repeat(40),
 *   files_changed: [{ path: 'run.sh', status: 'added', xy: '??', sha256: '1'.repeat(64), previous_sha256: null }],
 *   file_metadata: [{ path: 'run.sh', mode: '100644', size: 9 }],
 * } as const;
 * const file = { path: 'run.sh', status: 'added', xy: '??', mode: '100755', size: 9, sha256: '1'.repeat(64), baseBlob: null } as const;
 * const state = { head, branch: 'main', status: new Uint8Array(), changed: [file] };
 * const found = findDrift(handedOff, { state, committed: null }, 'dirty');
 * found.verdict === 'drift' && found.checks[0]; // => { check: 'mode', path: 'run.sh', expected: '100644', found: '100755' }
 * ```
 */
export function findDrift(
  expected: ExpectedTree,
  current: CurrentTree,
  expectation: Expectation,
  policy: SurroundingsPolicy = {},
): DriftFinding {
  const { state, committed } = current;
  const surroundings = findSurroundingsDrift(expected.surroundings, state.surroundings, policy);
  const isCommitted = committed !== null && committed.clean && committed.headTree === expected.tree;
  // Where changes may be hidden, that a tree looks clean says nothing.
  if (isCommitted && expectation !== 'dirty' && surroundings.length === 0) return { verdict: 'committed' };

  const checks = [
    ...baseChecks(expected, current, isCommitted),
    ...fileChecks(expected, state.changed),
    ...surroundings,
  ];
  if (expectation === 'committed' && !isCommitted) {
    checks.unshift({
      check: 'committed',
      path: null,
      expected: `HEAD with tree ${expected.tree}`,
      found: describeHead(current),
    });
  }
  return checks.length === 0 ? { verdict: 'unchanged' } : { verdict: 'drift', checks };
}

function baseChecks(expected: ExpectedTree, { state, committed }: CurrentTree, isCommitted: boolean): DriftCheck[] {
  const checks: DriftCheck[] = [];
  if (state.head !== expected.head) {
    checks.push({ check: 'base-commit', path: null, expected: expected.head, found: state.head });
  }
  const clean = committed === null ? state.changed.length === 0 : committed.clean;
  if (clean && expected.files_changed.length > 0) {
    const where = committed === null ? 'stashed or undone' : 'committed or stashed';
    const found = isCommitted ? COMMITTED_EXACTLY : `clean: the changes were ${where}`;
    checks.push({
      check: 'tree-clean',
      path: null,
      expected: `${expected.files_changed.length} uncommitted files`,
      found,
    });
  }
  return checks;
}

/** Every difference of every path, each on its own. */
function fileChecks(expected: ExpectedTree, changed: readonly ChangedFile[]): DriftCheck[] {
  const metadata = new Map(expected.file_metadata.map((file) => [file.path, file]));
  const before = new Map(expected.files_changed.map((file) => [file.path, { ...file, ...metadata.get(file.path) }]));
  const now = new Map(changed.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const was = before.get(path);
    const is = now.get(path);
    const differs = (check: DriftCheck['check'], then: unknown, found: unknown): DriftCheck[] =>
      then === found ? [] : [{ check, path, expected: String(then), found: String(found) }];
    if (was === undefined || is === undefined) {
      return differs('content', describe(was?.status, was?.sha256), describe(is?.status, is?.sha256));
    }
    return [
      ...differs('content', describe(was.status, was.sha256), describe(is.status, is.sha256)),
      ...differs('mode', was.mode ?? 'none', is.mode ?? 'none'),
      ...differs('size', was.size ?? 'none', is.size ?? 'none'),
      ...differs('git-status', was.xy, is.xy),
      // Other letters say already that something else is staged.
      ...(was.xy !== is.xy || was.staged === undefined || is.staged === undefined
        ? []
        : differs('staged', was.staged ?? 'nothing', is.staged ?? 'nothing')),
    ];
  });
}

function describe(status: string | undefined, sha256: string | null | undefined): string {
  if (status === undefined) return 'as in the base commit';
  return sha256 === null || sha256 === undefined ? status : `${status} ${sha256}`;
}

function describeHead({ state, committed }: CurrentTree): string {
  if (committed === null) return `HEAD still at ${state.head}, with the changes uncommitted`;
  return `HEAD with tree ${committed.headTree}${committed.clean ? '' : ' and uncommitted changes'}`;
}
