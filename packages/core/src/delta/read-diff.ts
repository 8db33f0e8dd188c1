import type { StoreError } from '../ports/task-store.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { err, type Result } from '../result/result.ts';
import type { DeltaPorts } from './delta-ports.ts';
import { findOwnLink, findPreviousLink, type SnapshotMissing } from './find-link.ts';
import { readSnapshot } from './read-snapshot.ts';
import { patchFieldOf } from './worktree-snapshot.ts';

/** A patch that a snapshot keeps as an artifact. */
export async function readDiff(
  { tasks }: Pick<DeltaPorts, 'tasks'>,
  record: TaskRecord,
  { role, type }: { readonly role: string; readonly type: 'from_base' | 'incremental' },
): Promise<
  Result<{ readonly text: string; readonly sha: string }, StoreError | SnapshotMissing | Rejection<'Rejected'>>
> {
  const link = findOwnLink(record, role);
  if (link.isErr()) return err(link.error);
  const snapshot = await readSnapshot(tasks, record.task_id, link.value.snapshot);
  if (snapshot.isErr()) return err(snapshot.error);
  const { diff_from_base, diff_sha, incremental_diff_sha, incremental_diff_error } = snapshot.value;
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
  const sha = type === 'from_base' ? diff_sha : (incremental_diff_sha ?? '');
  return bytes.map((found) => ({ text: new TextDecoder().decode(found), sha }));
}
