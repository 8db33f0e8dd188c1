import type { Warning } from '../result/warning.ts';
import type { CaptureLimits, GitFailure, SnapshotElsewhere, TooLarge, TreeDiff } from '../ports/git-worktree.ts';
import type { StoreError } from '../ports/task-store.ts';
import { deepFreeze } from '../record/freeze.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { scannerOr } from '../commit/refuse-secrets.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { DeltaPolicy, DeltaPorts } from './delta-ports.ts';
import { describeState } from './describe-state.ts';
import { findBase } from './find-base.ts';
import { matchScope } from './match-scope.ts';
import { normalizePatch } from './normalize-patch.ts';
import { readSnapshot, recentSnapshots } from './read-snapshot.ts';
import { screenPatch, type ScreenedPatch } from './screen-patch.ts';
import { patchFieldOf, type SnapshotSummary, type WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** Patches above this size cause a warning. */
const LARGE_PATCH_BYTES = 10 * 1024 * 1024;

/** What to do about changed files that are outside the task's scope. */
export type OutOfScope = 'warn' | 'fail';

/** What a caller says about a snapshot. */
export interface SnapshotRequest {
  readonly role: string;
  /** The role changed nothing, and that is intended. */
  readonly allowClean?: boolean;
  /** What to do about changed files outside the scope. A policy of `fail` can't be loosened. */
  readonly outOfScope?: OutOfScope;
  /** The largest file that may be stored, in place of the policy's. */
  readonly maxFileBytes?: number;
  /** How much may be stored at once, in place of the policy's. */
  readonly maxSnapshotBytes?: number;
}

/** The policy, or what a call asks for when that is stricter. */
export function strictestScope(policy: OutOfScope | undefined, asked: OutOfScope | undefined): OutOfScope {
  return policy === 'fail' ? policy : (asked ?? 'warn');
}

/** A snapshot that is ready to be committed: its tree is still to be kept, its artifacts are still to be stored. */
export interface TakenSnapshot {
  readonly snapshot: WorktreeSnapshot;
  readonly summary: SnapshotSummary;
  readonly details: Uint8Array;
  readonly patches: readonly ScreenedPatch[];
  readonly warnings: readonly Warning[];
}

/** A working tree without changes where a hand-off of changes was expected. */
export type TreeClean = Failure<'TreeClean', { readonly taskId: string; readonly base: string }>;

/** What was to be stored is over a limit. Nothing was. */
export type FileTooLarge = Failure<'FileTooLarge', TooLarge & { readonly taskId: string; readonly allowed: number }>;

/** Why no snapshot was taken. */
export type SnapshotError =
  FileTooLarge | GitFailure | SnapshotElsewhere | StoreError | TreeClean | Rejection<'Rejected'>;

/** Whose snapshot it is, and what is fine about it. */
export interface SnapshotOptions {
  readonly role: string;
  /** The link of the chain that it follows. */
  readonly previous: TreeLink | null;
  readonly allowClean: boolean;
  readonly outOfScope: OutOfScope;
  readonly maxFileBytes?: number;
  readonly maxSnapshotBytes?: number;
}

/** Captures the working tree, and describes it against the base and the link that it follows. */
export async function takeSnapshot(
  { tasks, worktree, clock, policy }: Pick<DeltaPorts, 'tasks' | 'worktree' | 'clock' | 'policy'>,
  record: TaskRecord,
  options: SnapshotOptions,
): Promise<Result<TakenSnapshot, SnapshotError>> {
  const { previous } = options;
  const base = await findBase(worktree, record);
  if (base.isErr()) return err(base.error);
  const limits = limitsOf(policy, options);
  const captured = await worktree.capture({ base: base.value, limits });
  if (captured.isErr()) return err(tooLargeOr(record.task_id, limits, captured.error));
  if (captured.value.clean && !options.allowClean) return err(treeClean(record.task_id, base.value));

  const scope = matchScope(record.immutable);
  const outOfScope = captured.value.changed.map(({ path }) => path).filter((path) => !scope.includes(path));
  if (outOfScope.length > 0 && options.outOfScope === 'fail') return err(scopeLeft(options.role, outOfScope));
  const existing = scope.hasPatterns ? await worktree.listFiles() : ok([]);
  if (existing.isErr()) return err(existing.error);

  const { tree } = captured.value;
  const fromBase = await worktree.diff(base.value, tree);
  if (fromBase.isErr()) return err(fromBase.error);
  const incremental = previous === null ? null : await worktree.diff(previous.snapshot.tree, tree);
  const before = previous === null ? ok(null) : await readSnapshot(tasks, record.task_id, previous.snapshot);
  if (before.isErr()) return err(before.error);

  const scan = await scannerOr(policy.scanSecrets);
  const fromBasePatch = screenPatch(scan, fromBase.value.patch);
  const incrementalPatch = incremental?.isOk() === true ? screenPatch(scan, incremental.value.patch) : null;

  const snapshot = deepFreeze<WorktreeSnapshot>({
    worktree: worktree.id,
    base_commit: base.value,
    snapshot_time: new Date(clock.now()).toISOString(),
    tree,
    ...(captured.value.stagedTree !== undefined && { staged_tree: captured.value.stagedTree }),
    ...(worktree.path !== undefined && { worktree_path: worktree.path }),
    engine: worktree.engine,
    diff_from_base: sha256Hex(fromBasePatch.patch),
    diff_sha: sha256Hex(normalizePatch(fromBase.value.patch)),
    diff_stat: statOf(fromBase.value),
    ...describeState(captured.value, before.value),
    scope_hash: scope.hashOf(existing.value),
    out_of_scope: outOfScope,
    incremental_diff_sha: incremental?.isOk() === true ? sha256Hex(normalizePatch(incremental.value.patch)) : null,
    incremental_diff_error: incremental?.isErr() === true ? incremental.error.message : null,
    ...(previous !== null && incrementalPatch !== null
      ? { [patchFieldOf(previous.role)]: sha256Hex(incrementalPatch.patch) }
      : {}),
  });
  const details = encodeUtf8(canonicalJson(snapshot));
  const sha = sha256Hex(details);
  recentSnapshots.remember(sha, snapshot);
  const patches = [fromBasePatch, ...(incrementalPatch === null ? [] : [incrementalPatch])];
  return ok({
    snapshot,
    summary: summarize(snapshot, sha, patches),
    details,
    patches,
    warnings: [...warnOfScope(outOfScope), ...warnOfSize(fromBase.value.patch.length)],
  });
}

/** Of one file. What people write is smaller; what is larger was made by a program, and often by mistake. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_SNAPSHOT_BYTES = 500 * 1024 * 1024;

/** How much a snapshot may store. */
export function limitsOf(
  policy: Pick<DeltaPolicy, 'maxFileBytes' | 'maxSnapshotBytes'>,
  asked: Pick<DeltaPolicy, 'maxFileBytes' | 'maxSnapshotBytes'> = {},
): CaptureLimits {
  return {
    fileBytes: asked.maxFileBytes ?? policy.maxFileBytes ?? MAX_FILE_BYTES,
    totalBytes: asked.maxSnapshotBytes ?? policy.maxSnapshotBytes ?? MAX_SNAPSHOT_BYTES,
  };
}

/** A capture's refusal to store so much, as callers see it. */
export function tooLargeOr(taskId: string, limits: CaptureLimits, failed: GitFailure): GitFailure | FileTooLarge {
  const { tooLarge } = failed.data;
  if (tooLarge === undefined) return failed;
  const allowed = limits[tooLarge.limit];
  const named = tooLarge.files.map(({ path, bytes }) => `${path} (${inMegabytes(bytes)})`).join(', ');
  const what =
    tooLarge.limit === 'fileBytes'
      ? `files may have ${inMegabytes(allowed)} each (maxFileBytes), and larger are ${named}`
      : `a snapshot may store ${inMegabytes(allowed)} (maxSnapshotBytes), and this one has ${inMegabytes(tooLarge.bytes)}; the largest are ${named}`;
  const message = `${taskId}: nothing was stored, because ${what}. Add what is not part of the work to .gitignore, or raise the limit.`;
  return failure('FileTooLarge', message, { taskId, allowed, ...tooLarge });
}

function inMegabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function summarize(snapshot: WorktreeSnapshot, details: string, patches: readonly ScreenedPatch[]): SnapshotSummary {
  const { worktree, base_commit, head, snapshot_time, tree, engine, diff_sha, diff_stat, scope_hash } = snapshot;
  const { staged_tree, worktree_path } = snapshot;
  const artifacts = [...new Set(patches.map(({ patch }) => sha256Hex(patch)))];
  return {
    worktree,
    ...(worktree_path !== undefined && { worktree_path }),
    base_commit,
    head,
    snapshot_time,
    tree,
    ...(staged_tree !== undefined && { staged_tree }),
    engine,
    diff_sha,
    diff_stat,
    scope_hash,
    details,
    artifacts,
  };
}

function statOf({ files }: TreeDiff): SnapshotSummary['diff_stat'] {
  const sum = (counts: readonly (number | null)[]): number =>
    counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  return {
    files: files.length,
    insertions: sum(files.map(({ added }) => added)),
    deletions: sum(files.map(({ removed }) => removed)),
  };
}

function warnOfScope(paths: readonly string[]): readonly Warning[] {
  if (paths.length === 0) return [];
  return [
    {
      code: 'OutOfScope',
      message: `${paths.length} changed files are outside the task's scope: ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ' ...' : ''}`,
    },
  ];
}

function warnOfSize(bytes: number): readonly Warning[] {
  if (bytes <= LARGE_PATCH_BYTES) return [];
  return [
    {
      code: 'LargeDiff',
      message: `The patch has ${inMegabytes(bytes)}. Check whether generated or binary files were meant to be part of it.`,
    },
  ];
}

function treeClean(taskId: string, base: string): TreeClean {
  const message = `${taskId}: the working tree equals ${base}, so there is nothing to hand off. Pass allowClean if that is intended.`;
  return failure('TreeClean', message, { taskId, base });
}

function scopeLeft(role: string, paths: readonly string[]): Rejection<'Rejected'> {
  return rejection(
    'Rejected',
    paths.map((path) => ({
      condition: 'in-scope',
      detail: `${role} changed ${path}, which is outside the task's scope.`,
    })),
  );
}
