import { againWhenDone } from '../commit/again-when-done.ts';
import { findOperation } from '../commit/find-operation.ts';
import { openTaskToWrite, type OpenTaskError } from '../commit/open-task.ts';
import type { CommitError, MutatedTask } from '../commit/task-committer.ts';
import type { SourceError } from '../contexts/look-at-sources.ts';
import {
  qaOutcome,
  readQaLog,
  warnOfFailures,
  type QaLog,
  type QaOutcome,
  type ReadQaLog,
} from '../contexts/read-qa-log.ts';
import {
  gatherQa,
  recordedRun,
  warnOfProof,
  type GatheredQa,
  type QaRunPorts,
  type QaRunSettings,
  type RunQaError,
} from '../contexts/run-qa.ts';
import { commitSnapshot } from '../deltas/commit-snapshot.ts';
import type { DeltaPolicy } from '../deltas/delta-ports.ts';
import { findPreviousLink } from '../deltas/find-link.ts';
import { ownTree, type Elsewhere } from '../deltas/own-tree.ts';
import { recordedSnapshot } from '../deltas/recorded-snapshot.ts';
import { strictestScope, type OutOfScope, type SnapshotError } from '../deltas/take-snapshot.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { reject } from '../record/rejection.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { TurnOptions, TurnPorts } from './start-turn.ts';

/** What a hand-off takes. */
export interface HandOffOptions extends TurnOptions {
  /** The role changed nothing, and that is intended. */
  readonly allowClean?: boolean;
  /** What to do about changed files outside the scope. A policy of `fail` can't be loosened. */
  readonly outOfScope?: OutOfScope;
  /** The largest file that may be stored, in place of the policy's. */
  readonly maxFileBytes?: number;
  /** How much may be stored at once, in place of the policy's. */
  readonly maxSnapshotBytes?: number;
  /** The output of the role's QA commands, recorded like `recordQa` does, in the same commit. */
  readonly qaLog?: string | QaLog;
  /** Runs the QA commands of the task before the snapshot, and records their results like `runQa` does, in the same commit. Not with `qaLog`. */
  readonly qa?: boolean | QaRunSettings;
}

/** A task after a hand-off; `snapshot` is `null` where there is no working tree, `qa` where there was no log and nothing ran. */
export interface HandedOff<Task extends TaskRecord = TaskRecord> extends MutatedTask<Task> {
  readonly snapshot: WorktreeSnapshot | null;
  readonly qa: QaOutcome | null;
}

/** Why a turn was not closed. */
export type HandOffError = CommitError | OpenTaskError | SnapshotError | SourceError | Elsewhere | RunQaError;

/** Closes a role's turn, in one commit, with a snapshot of the working tree and the results of its QA. */
export function handOff(
  ports: HandOffPorts,
  taskId: string,
  options: HandOffOptions,
): Promise<Result<HandedOff, HandOffError>> {
  return againWhenDone(ports.tasks, taskId, options, () => closeTurn(ports, taskId, options));
}

type HandOffPorts = TurnPorts & QaRunPorts & { readonly policy: DeltaPolicy };

async function closeTurn(
  ports: HandOffPorts,
  taskId: string,
  {
    role,
    allowClean = false,
    outOfScope,
    maxFileBytes,
    maxSnapshotBytes,
    qaLog,
    qa: wanted = false,
    ...options
  }: HandOffOptions,
): Promise<Result<HandedOff, HandOffError>> {
  const { tasks, worktree, committer } = ports;
  const opened = await openTaskToWrite(ports, taskId);
  if (opened.isErr()) return err(opened.error);
  if (qaLog !== undefined && wanted !== false) {
    const detail = 'Give either the log of a run, or have the commands run: not both.';
    return reject('InvalidInput', [{ condition: '/qa', detail }]);
  }
  const read: Result<ReadQaLog | null, HandOffError> =
    qaLog === undefined ? ok(null) : await readQaLog(ports, opened.value, role, qaLog);
  if (read.isErr()) return err(read.error);
  const asked = { type: 'hand-off', role, ...(read.value === null ? {} : { qa: read.value.qa }) } as const;
  const known = await findOperation(tasks, taskId, options.operationId);
  if (known.isErr()) return err(known.error);
  // What is refused anyway is refused before anything runs, and before the tree is stored.
  const decided = committer.decide(opened.value, asked, options);
  if (known.value === null && decided.isErr()) return err(decided.error);
  const ran: Result<GatheredQa | null, HandOffError> =
    wanted === false || known.value !== null
      ? ok(null)
      : await gatherQa(ports, opened.value, role, wanted === true ? {} : wanted, options.session ?? null);
  if (ran.isErr()) return err(ran.error);
  const command = ran.value === null ? asked : { ...asked, qaRun: ran.value.qa };
  const logs = ran.value?.artifacts ?? (read.value === null ? [] : [read.value.bytes]);
  const closed = (context: MutatedTask, snapshot: WorktreeSnapshot | null): HandedOff => {
    const recorded = ran.value ?? read.value;
    if (recorded === null) return { ...context, snapshot, qa: null };
    const { outcome, warnings } = qaOutcome(context.record, role, recorded);
    const told = [
      ...warnOfFailures(role, outcome),
      ...(ran.value === null ? [] : warnOfProof(role, ran.value.qa.proof, context.record)),
    ];
    return { ...context, snapshot, qa: outcome, warnings: [...context.warnings, ...warnings, ...told] };
  };

  const replayed = async (context: MutatedTask): Promise<Result<HandedOff, HandOffError>> => {
    const found = await recordedSnapshot(tasks, context.record, options.operationId);
    if (found.isErr() || wanted === false) return found.map((snapshot) => closed(context, snapshot));
    const recorded = await recordedRun(tasks, context, options);
    return recorded.map(({ outcome }) => ({ ...context, snapshot: found.value, qa: outcome }));
  };
  if (worktree === null || known.value !== null) {
    const committed = await committer.commit({ taskId, command, options, artifacts: logs });
    if (committed.isErr()) return err(committed.error);
    return committed.value.replayed ? replayed(committed.value) : ok(closed(committed.value, null));
  }
  const own = ownTree(worktree, opened.value, ports.machine.homeOf(opened.value));
  if (own.isErr()) return err(own.error);
  const previous = findPreviousLink(opened.value.tree_chain, role);
  const how = {
    role,
    previous,
    allowClean,
    outOfScope: strictestScope(ports.policy.outOfScope, outOfScope),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(maxSnapshotBytes !== undefined && { maxSnapshotBytes }),
  };
  const committed = await commitSnapshot({ ...ports, worktree: own.value }, opened.value, how, {
    commandFor: (snapshot) => ({ ...command, snapshot }),
    options,
    artifacts: logs,
  });
  if (committed.isErr()) return err(committed.error);
  const { context, taken } = committed.value;
  // A call that is repeated is answered with what it recorded then, not with how the tree is now.
  if (context.replayed) return replayed(context);
  return ok(closed({ ...context, warnings: taken.warnings }, taken.snapshot));
}
