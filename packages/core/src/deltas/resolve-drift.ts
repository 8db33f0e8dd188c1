import { findOperation } from '../commit/find-operation.ts';
import type { CommitError, MutatedTask, MutationOptions } from '../commit/task-committer.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import { rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, type Result } from '../result/result.ts';
import { commitSnapshot } from './commit-snapshot.ts';
import { driftDetected, type DriftDetected } from './count-drift.ts';
import type { DeltaPorts } from './delta-ports.ts';
import { findLink, type SnapshotMissing } from './find-link.ts';
import { lookAtTree } from './look-at-tree.ts';
import { resolveElsewhere, type Elsewhere } from './own-tree.ts';
import type { SnapshotError } from './take-snapshot.ts';

/** Records what became of a drift, after looking at the tree again. */
export async function resolveDrift(
  ports: DeltaPorts,
  record: TaskRecord,
  {
    role,
    note,
    accept,
    ...options
  }: MutationOptions & { readonly role: string; readonly note: string; readonly accept: 'current-tree' | 'restored' },
): Promise<Result<MutatedTask, CommitError | SnapshotError | SnapshotMissing | DriftDetected | Elsewhere>> {
  const taskId = record.task_id;
  const known = await findOperation(ports.tasks, taskId, options.operationId);
  if (known.isErr()) return err(known.error);
  if (known.value !== null) {
    // A request that is known is answered before it is decided: it needs no snapshot.
    const accepted = accept === 'restored' ? null : undefined;
    const command = { type: 'resolve-drift', role, note, accepted } as CommandInput;
    return ports.committer.commit({ taskId, command, options });
  }
  const allowed = ports.machine.allows(record, { type: 'resolve-drift', role }, options.session ?? null);
  if (allowed.isErr()) return err(allowed.error);
  const link = findLink(record, role);
  if (link.isErr()) return err(link.error);
  const elsewhere = resolveElsewhere(ports.worktree, record, link.value, ports.machine.homeOf(record));
  // A tree that is gone is put back nowhere, but another may take its place.
  if (elsewhere !== null && (accept === 'restored' || elsewhere.data.isKnown === true)) return err(elsewhere);
  if (accept === 'restored') {
    const look = await lookAtTree(ports, record, link.value, 'dirty');
    if (look.isErr()) return err(look.error);
    if (look.value.verdict === 'drift') return err(driftDetected(look.value, false));
    const command = { type: 'resolve-drift', role, note, accepted: null } as const;
    return ports.committer.commit({ taskId, command, options, head: look.value.head });
  }
  if (accept !== 'current-tree') {
    const detail = 'accept must be current-tree or restored.';
    return err(rejection('InvalidInput', [{ condition: '/accept', detail }]));
  }
  const how = { role, previous: record.tree_chain.at(-1) ?? null, allowClean: true, outOfScope: 'warn' } as const;
  const committed = await commitSnapshot(ports, record, how, {
    commandFor: (accepted) => ({ type: 'resolve-drift', role, note, accepted }),
    options,
  });
  return committed.map(({ context, taken }) => (context.replayed ? context : { ...context, warnings: taken.warnings }));
}
