import { err, ok, type Result } from '@batonkit/core';
import { findCompleted, type FoundTask } from '@batonkit/core/internal';
import type { ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { findViolations } from '../guards/compliance-checks.ts';
import { gatherFacts, type FactError, type FactPorts } from '../facts/gather-facts.ts';
import { viewOf, whyLapsed, type ProtocolView } from '../guards/guard.ts';
import { tableOf } from '../guards/protocol-table.ts';
import { nextActions, type NextAction } from './next-actions.ts';
import { newProtocolSection } from '../section/new-protocol-section.ts';
import type { Checkpoint, ProtocolSection, Violation } from '../section/protocol-section.ts';
import type { ProtocolSummary } from '../section/protocol-summary.ts';
import { resumeAgents, type Resumption } from './resume-agents.ts';
import type { TaskState } from '../states/task-state.ts';

/** How a checkpoint stands: `lapsed` means that what was approved is no longer what is there. */
export type CheckpointStatus = 'open' | 'presented' | 'approved' | 'lapsed';

/** Where a task is. */
export interface ProtocolStatus {
  /** `null` when there is no context, or when the task is not under the protocol. */
  readonly state: TaskState | null;
  readonly owner: ProtocolSection['owner'];
  readonly checkpoints: Readonly<Record<Checkpoint, CheckpointStatus>>;
  /** True while the state still has to pass its compliance check. */
  readonly compliancePending: boolean;
  readonly violations: readonly Violation[];
  /** What to do with the agents after an interruption, and who has to look again. */
  readonly agents: Resumption;
  readonly next: readonly NextAction[];
  /** The record; for a task that was purged, as it last was, and `null` when there never was one. */
  readonly record: ProtocolRecord | null;
  readonly revision: number;
  /** Of a finished task. */
  readonly summary: ProtocolSummary | null;
}

/** Looks at everything and says where a task is. Changes nothing. */
export async function readStatus(
  ports: FactPorts,
  taskId: string,
  { record, revision }: FoundTask<ProtocolRecord>,
  session: string | null,
): Promise<Result<ProtocolStatus, FactError>> {
  if (record === null) return ok(await readFinished(ports, taskId, revision));
  const isOpen = record.protocol !== null && record.completion === null;
  const gathered = isOpen ? await gatherFacts(ports, record, session) : ok({ facts: {} });
  const elsewhere = gathered.isErr() && gathered.error.code === 'Elsewhere' ? gathered.error : null;
  if (gathered.isErr() && elsewhere === null) return err(gathered.error);
  const env: ProtocolEnv = {
    now: new Date(ports.clock.now()).toISOString(),
    actor: session ?? 'nobody',
    session,
    facts: { head: null, ...(gathered.isOk() ? gathered.value.facts : {}) },
  };
  const table = tableOf(ports.machine);
  const view = viewOf(record, record.protocol ?? newProtocolSection(), env, table);
  const { audit, counts } = view.protocol;
  return ok({
    state: record.protocol?.state ?? null,
    owner: view.protocol.owner,
    checkpoints: judgeCheckpoints(view),
    compliancePending: isOpen && (audit?.entry !== counts.transitions || audit.verdict !== 'PASSED'),
    // Where the tree of the task cannot be seen, nothing is held against it.
    violations: isOpen && elsewhere === null ? findViolations(view) : [],
    agents: resumeAgents(view),
    next: nextActions(record, env, elsewhere, table),
    record,
    revision,
    summary: record.completion?.summary.protocol ?? null,
  });
}

async function readFinished(ports: FactPorts, taskId: string, revision: number): Promise<ProtocolStatus> {
  const finished = revision === 0 ? null : await findCompleted(ports, taskId);
  const env: ProtocolEnv = { now: '1970-01-01T00:00:00.000Z', actor: 'nobody', session: null, facts: { head: null } };
  const view =
    finished === null ? null : viewOf(finished.record, finished.record.protocol ?? newProtocolSection(), env);
  return {
    state: finished?.summary.protocol?.final_state ?? null,
    owner: null,
    checkpoints: view === null ? { plan: 'open', change: 'open' } : judgeCheckpoints(view),
    compliancePending: false,
    violations: [],
    agents: { decision: 'all-done', done: [], invoke: [], escalate: [], lookAgain: [] },
    next: nextActions(finished?.record ?? null, env),
    record: finished?.record ?? null,
    revision,
    summary: finished?.summary.protocol ?? null,
  };
}

/** What is approved and what waits for a person, as far as it is still what they saw. */
export function judgeCheckpoints(view: ProtocolView): Readonly<Record<Checkpoint, CheckpointStatus>> {
  return { plan: judgePlan(view), change: judgeChange(view) };
}

function judgePlan({ protocol: { checkpoints, plan } }: ProtocolView): CheckpointStatus {
  const { presented, approved } = checkpoints.plan;
  if (approved !== null) return approved.covers === plan?.sha ? 'approved' : 'lapsed';
  return presented === null ? 'open' : 'presented';
}

function judgeChange(view: ProtocolView): CheckpointStatus {
  const { state, abandoned } = view.protocol;
  const { presented, approved } = view.protocol.checkpoints.change;
  // Behind COMPLETE the content was merged as approved, and nobody looks at it any more.
  if (approved !== null && state === 'CLEANUP' && abandoned === null) return 'approved';
  if (approved !== null) return whyLapsed(approved.covers, view) === null ? 'approved' : 'lapsed';
  return presented === null ? 'open' : 'presented';
}
