import { againWhenDone } from '../commit/again-when-done.ts';
import { findOperation } from '../commit/find-operation.ts';
import { openTaskToWrite, type OpenTaskError } from '../commit/open-task.ts';
import type { CommitError, MutatedTask, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import { requireFreshSources, type SourceError, type SourcePorts } from '../contexts/look-at-sources.ts';
import type { StaleCitation } from '../contexts/stale-citation.ts';
import { roleOrder } from '../slices/role-order.ts';
import { countDrift, type DriftDetected } from '../deltas/count-drift.ts';
import type { DeltaPolicy } from '../deltas/delta-ports.ts';
import { warnOfDirtyTree } from '../deltas/dirty-tree.ts';
import { findBase } from '../deltas/find-base.ts';
import type { Expectation } from '../deltas/find-drift.ts';
import { findLink, type SnapshotMissing } from '../deltas/find-link.ts';
import { lookAtTree } from '../deltas/look-at-tree.ts';
import { driftElsewhere, ownTree, type Elsewhere } from '../deltas/own-tree.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitFailure, GitWorktree } from '../ports/git-worktree.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';

/** What a turn works with. */
export interface TurnPorts extends SourcePorts {
  readonly machine: Machine<TaskRecord>;
  readonly worktree: GitWorktree | null;
  readonly clock: Clock;
  readonly committer: TaskCommitter;
  readonly policy?: DeltaPolicy;
}

/** What a turn takes. `session` is also noted as the role's `session_id`. */
export interface TurnOptions extends MutationOptions {
  readonly role: string;
}

/** What the start of a turn takes. */
export interface StartTurnOptions extends TurnOptions {
  /** How the last hand-off is to be found: still uncommitted (`dirty`, unless told), `committed` exactly, or `either`. */
  readonly expect?: Expectation;
  /** Reads every file that is not ignored, and believes neither git's index nor its flags. */
  readonly paranoid?: boolean;
}

/** Why a turn was not opened. */
export type StartTurnError =
  CommitError | OpenTaskError | SourceError | StaleCitation | GitFailure | SnapshotMissing | DriftDetected | Elsewhere;

/** Opens a role's turn, in one commit, after verifying what the task cites and what was handed off last. */
export function startTurn(
  ports: TurnPorts,
  taskId: string,
  options: StartTurnOptions,
): Promise<Result<MutatedTask, StartTurnError>> {
  return againWhenDone(ports.tasks, taskId, options, () => openTurn(ports, taskId, options));
}

async function openTurn(
  ports: TurnPorts,
  taskId: string,
  { role, expect = 'dirty', paranoid = false, ...options }: StartTurnOptions,
): Promise<Result<MutatedTask, StartTurnError>> {
  const command = { type: 'start-turn', role, sessionId: options.session } as const;
  const { worktree, committer } = ports;
  const opened = await openTaskToWrite(ports, taskId);
  if (opened.isErr()) return err(opened.error);
  const record = opened.value;
  const known = await findOperation(ports.tasks, taskId, options.operationId);
  if (known.isErr()) return err(known.error);
  if (known.value !== null) return committer.commit({ taskId, command, options });
  // What is refused anyway is refused before the tree is looked at: a verification that fails is counted.
  const decided = committer.decide(record, command, options);
  if (decided.isErr()) return err(decided.error);

  const fresh = await requireFreshSources(ports, record);
  if (fresh.isErr()) return err(fresh.error);
  if (worktree === null) return committer.commit({ taskId, command, options });
  const own = ownTree(worktree, record, ports.machine.homeOf(record));
  if (own.isErr()) return err(own.error);
  const verified = await verifyLastHandOff({ ...ports, worktree: own.value }, record, {
    role,
    expect,
    paranoid,
    ...options,
  });
  if (verified.isErr()) return err(verified.error);
  const { head, warnings } = verified.value;
  const verifiedLinks = record.tree_chain.length;
  const committed = await committer.commit({ taskId, command: { ...command, verifiedLinks }, options, head });
  return committed.map((context) => ({ ...context, warnings: [...context.warnings, ...warnings] }));
}

interface VerifiedTree {
  readonly head: string;
  readonly warnings: readonly Warning[];
}

async function verifyLastHandOff(
  ports: TurnPorts & { readonly worktree: GitWorktree },
  record: TaskRecord,
  { role, expect, paranoid, ...options }: TurnOptions & { readonly expect: Expectation; readonly paranoid: boolean },
): Promise<Result<VerifiedTree, StartTurnError>> {
  const { previous } = roleOrder(record, role);
  const expected = previous === undefined ? ok(null) : findLink(record, previous);
  if (expected.isErr()) return err(expected.error);
  const last = record.tree_chain.at(-1);
  if (last === undefined) return lookBeforeFirstTurn(ports.worktree, record);
  const look = await lookAtTree(ports, record, last, expect, { paranoid });
  if (look.isErr()) return err(look.error);
  if (look.value.verdict !== 'drift') return ok({ head: look.value.head, warnings: [] });
  const other = driftElsewhere(ports.worktree, record, last, ports.machine.homeOf(record));
  if (other !== null) return err(other);
  return err(await countDrift(ports.committer, record, look.value, options));
}

/** There is nothing to compare with yet; but what is wrong with a tree, or in it already, is told before the work and not after it. */
async function lookBeforeFirstTurn(
  worktree: GitWorktree,
  record: TaskRecord,
): Promise<Result<VerifiedTree, GitFailure>> {
  const base = await findBase(worktree, record);
  if (base.isErr()) return err(base.error);
  const observed = await worktree.observe({ base: base.value });
  if (observed.isErr()) return err(observed.error);
  const { head, changed } = observed.value;
  const isFirst = Object.values(record.coordination).every(({ status }) => status === 'pending');
  return ok({ head, warnings: isFirst ? warnOfDirtyTree(changed.map(({ path }) => path)) : [] });
}
