import type { TaskRecord } from '../machine/core-machine.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { SnapshotSummary } from '../slices/worktree-snapshot.ts';
import { findOwnLink, type SnapshotMissing } from './find-link.ts';

/** Names a stored snapshot: the last hand-off of a role, or any snapshot by its name (`foreign-1`) or by the first digits of its tree. */
export type NamesSnapshot = { readonly role: string } | { readonly snapshot: string };

/** A stored snapshot. */
export interface StoredSnapshot {
  readonly role: string;
  readonly snapshot: SnapshotSummary;
}

const TREE_DIGITS = /^[0-9a-f]{7,64}$/;

/** The snapshot that a name means. What a role handed off counts, whatever was accepted after it. */
export function findTarget(record: TaskRecord, named: NamesSnapshot): Result<StoredSnapshot, SnapshotMissing> {
  if ('snapshot' in named) return findByName(record, named.snapshot);
  // Nobody has to know which of both a name is.
  const own = findOwnLink(record, named.role);
  return own.isOk() ? own : findByName(record, named.role).orElse(() => own);
}

function findByName(record: TaskRecord, name: string): Result<StoredSnapshot, SnapshotMissing> {
  const kept = record.named_snapshots.find((each) => each.name === name);
  if (kept !== undefined) return ok(kept);
  const byTree = [...record.tree_chain, ...record.named_snapshots].filter(
    ({ snapshot }) => TREE_DIGITS.test(name) && snapshot.tree.startsWith(name),
  );
  const [first] = byTree;
  if (first !== undefined && byTree.every(({ snapshot }) => snapshot.tree === first.snapshot.tree)) return ok(first);
  const trees = record.tree_chain.map(({ role, snapshot }) => `${snapshot.tree.slice(0, 12)} (${role})`);
  const known = [...record.named_snapshots.map((each) => each.name), ...trees].join(', ') || 'none yet';
  const what = first === undefined ? 'no snapshot of this name' : 'more than one snapshot of this name';
  const message = `${record.task_id} has ${what}: ${JSON.stringify(name)}. There are: ${known}.`;
  return err(failure('SnapshotMissing', message, { taskId: record.task_id, role: name }));
}
