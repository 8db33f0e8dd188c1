import type { GitFailure, SnapshotElsewhere } from '../ports/git-worktree.ts';
import type { StoreError } from '../ports/task-store.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { DeltaPorts } from './delta-ports.ts';
import { findLink, findOwnLink, findPreviousLink, type SnapshotMissing } from './find-link.ts';
import { scannerOr } from '../commit/refuse-secrets.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { normalizePatch } from './normalize-patch.ts';
import { readSnapshot } from './read-snapshot.ts';
import { screenPatch } from './screen-patch.ts';
import { limitsOf, tooLargeOr, type FileTooLarge } from './take-snapshot.ts';
import { patchFieldOf } from '../slices/worktree-snapshot.ts';

/** A patch, and the SHA-256 of its normalized text. A secret that it removes, or shows around a change, is replaced by the name of its rule. */
export interface RoleDiff {
  readonly text: string;
  readonly sha: string;
}

/** Why there is no patch. */
export type RoleDiffError =
  FileTooLarge | StoreError | SnapshotMissing | Rejection<'Rejected'> | GitFailure | SnapshotElsewhere;

/** A patch that a snapshot keeps as an artifact, or what the working tree has become since. */
export async function readDiff(
  { tasks, worktree, policy }: Pick<DeltaPorts, 'tasks' | 'worktree' | 'policy'>,
  record: TaskRecord,
  { role, type }: { readonly role: string; readonly type: 'from_base' | 'incremental' | 'drift' },
): Promise<Result<RoleDiff, RoleDiffError>> {
  if (type === 'drift') return diffSince({ worktree, policy }, record, role);
  const link = findOwnLink(record, role);
  if (link.isErr()) return err(link.error);
  const snapshot = await readSnapshot(tasks, record.task_id, link.value.snapshot);
  if (snapshot.isErr()) return err(snapshot.error);
  const { diff_from_base, incremental_diff_error } = snapshot.value;
  const previous = findPreviousLink(record.tree_chain.slice(0, record.tree_chain.indexOf(link.value)), role);
  const incremental = previous === null ? undefined : snapshot.value[patchFieldOf(previous.role)];
  const patch = type === 'from_base' ? diff_from_base : incremental;
  if (patch === undefined) {
    const detail =
      incremental_diff_error ??
      `Nobody handed off before ${role}, so there is no incremental patch; ask for from_base.`;
    return err(rejection('Rejected', [{ condition: 'patch-exists', detail }]));
  }
  const bytes = await tasks.getArtifact(record.task_id, patch);
  return bytes.map(toRoleDiff);
}

async function diffSince(
  { worktree, policy }: Pick<DeltaPorts, 'worktree' | 'policy'>,
  record: TaskRecord,
  role: string,
): Promise<Result<RoleDiff, RoleDiffError>> {
  const link = findLink(record, role);
  if (link.isErr()) return err(link.error);
  const { base_commit, tree } = link.value.snapshot;
  const limits = limitsOf(policy);
  const captured = await worktree.capture({ base: base_commit, limits });
  if (captured.isErr()) return err(tooLargeOr(record.task_id, limits, captured.error));
  const diff = await worktree.diff(tree, captured.value.tree);
  if (diff.isErr()) return err(diff.error);
  const scan = await scannerOr(policy.scanSecrets);
  return ok(toRoleDiff(screenPatch(scan, diff.value.patch, { hideAdded: true }).patch));
}

function toRoleDiff(patch: Uint8Array): RoleDiff {
  return { text: new TextDecoder().decode(patch), sha: sha256Hex(normalizePatch(patch)) };
}
