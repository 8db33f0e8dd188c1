import type { TaskRecord } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';

/** A role has not handed anything off. */
export type SnapshotMissing = Failure<'SnapshotMissing', { readonly taskId: string; readonly role: string }>;

/** The last hand-off of all. */
export function findLastLink(record: TaskRecord): Result<TreeLink, SnapshotMissing> {
  return findLink(record, record.tree_chain.at(-1)?.role ?? record.roles[0] ?? '');
}

/** What a role handed off last, or what was accepted in its place. */
export function findLink(record: TaskRecord, role: string): Result<TreeLink, SnapshotMissing> {
  const link = record.tree_chain.findLast((candidate) => candidate.role === role);
  if (link !== undefined) return ok(link);
  const taken = [...new Set(record.tree_chain.map((known) => known.role))].join(', ') || 'nobody yet';
  const message = `${record.task_id}: ${JSON.stringify(role)} has taken no snapshot, so there is nothing to compare with. Snapshots are there from: ${taken}.`;
  return err(failure('SnapshotMissing', message, { taskId: record.task_id, role }));
}

/** What a role handed off itself last, whatever was accepted after it. */
export function findOwnLink(record: TaskRecord, role: string): Result<TreeLink, SnapshotMissing> {
  const own = record.tree_chain.findLast((link) => link.role === role && !link.outside);
  return own === undefined ? findLink(record, role) : ok(own);
}

/** What a role found when it came: the last link that is no snapshot of its own, so that one in the middle of a turn hides nothing. */
export function findPreviousLink(chain: readonly TreeLink[], role: string): TreeLink | null {
  return chain.findLast((link) => link.role !== role || link.outside) ?? null;
}
