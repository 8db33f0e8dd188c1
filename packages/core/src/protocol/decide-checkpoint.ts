import { match } from 'ts-pattern';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { ok } from '../result/result.ts';
import { rejectUnknownContent } from './decide-agents.ts';
import { decideStep } from './decide-step.ts';
import { viewOf, whyLapsed, type ProtocolView } from './guard.ts';
import type { Machine } from './machine.ts';
import type { ProtocolCommandOf } from './protocol-command.ts';
import type { Checkpoint, ProtocolSection } from './protocol-section.ts';
import { rejectState } from './reject-state.ts';
import { SETUP_GUARDS } from './setup-guards.ts';
import { WORK_GUARDS } from './work-guards.ts';

type CheckpointCommand = ProtocolCommandOf<'present-checkpoint' | 'approve-checkpoint' | 'request-changes'>;

const STATE_OF = { plan: 'SYNTHESIS', change: 'AWAITING_USER_APPROVAL' } as const;

/** The checkpoints' part of the protocol's `decide`. */
export function decideCheckpoint(
  record: TaskRecord,
  protocol: ProtocolSection,
  command: CheckpointCommand,
  env: DecideEnv,
  machine: Machine,
): Decision {
  const refused = rejectState(protocol, `the ${command.checkpoint} checkpoint`, [STATE_OF[command.checkpoint]]);
  if (refused !== null) return refused;
  const view = viewOf(record, protocol, env);
  return match(command)
    .with({ type: 'present-checkpoint' }, ({ checkpoint }) => decidePresent(view, checkpoint))
    .with({ type: 'approve-checkpoint' }, (approve) => decideApprove(view, approve))
    .with({ type: 'request-changes' }, (request) => decideChanges(view, request, machine))
    .exhaustive();
}

function decidePresent(view: ProtocolView, checkpoint: Checkpoint): Decision {
  const { protocol, env, facts } = view;
  const unmet = (checkpoint === 'plan' ? [SETUP_GUARDS.planOutline, WORK_GUARDS.implementationPlans] : []).flatMap(
    ({ id, find }) => find(view).map(({ detail }): Unmet => ({ condition: id, detail })),
  );
  if (unmet.length > 0) return reject('Rejected', unmet);
  const covers = checkpoint === 'plan' ? (protocol.plan?.sha ?? null) : facts.content;
  if (covers === null || protocol.owner === null) return rejectUnknownContent();
  const presentation = { covers, at: env.now, fence: protocol.owner.fence };
  return ok([{ type: 'checkpoint-presented', checkpoint, presentation }]);
}

function decideApprove(
  view: ProtocolView,
  { checkpoint, by, message }: ProtocolCommandOf<'approve-checkpoint'>,
): Decision {
  const { protocol, env } = view;
  const { presented, approved } = protocol.checkpoints[checkpoint];
  const detail = whyNotPresented(view, checkpoint);
  if (presented === null || detail !== null) {
    return reject('Rejected', [{ condition: 'presented', detail: detail ?? '' }]);
  }
  if (approved !== null && approved.covers === presented.covers && approved.by === by) return ok([]);
  return ok([
    { type: 'checkpoint-approved', checkpoint, approval: { covers: presented.covers, by, at: env.now, message } },
  ]);
}

/** An approval answers a presentation of what is there now, by the run that owns the task now. */
function whyNotPresented(view: ProtocolView, checkpoint: Checkpoint): string | null {
  const { protocol } = view;
  const { presented } = protocol.checkpoints[checkpoint];
  const again = `Present the ${checkpoint} again, then ask for approval.`;
  if (presented === null) return `The ${checkpoint} was not presented, so nobody can have approved it. Present it first.`;
  if (presented.fence !== protocol.owner?.fence) return `The ${checkpoint} was presented by an earlier owner. ${again}`;
  if (checkpoint === 'plan') {
    return presented.covers === protocol.plan?.sha ? null : `The plan changed after it was presented. ${again}`;
  }
  const lapsed = whyLapsed(presented.covers, view);
  return lapsed === null ? null : `The changes were presented; ${lapsed}. ${again}`;
}

function decideChanges(
  view: ProtocolView,
  { checkpoint, by, note }: ProtocolCommandOf<'request-changes'>,
  machine: Machine,
): Decision {
  const requested = { type: 'changes-requested', checkpoint, by, note } as const;
  if (checkpoint === 'plan') return ok([requested]);
  const to = view.protocol.risk?.path.includes('IMPLEMENTATION') === true ? 'IMPLEMENTATION' : 'SYNTHESIS';
  return decideStep(view, { trigger: 'changes-requested', to, note, reason: null }, machine).map((events) => [
    requested,
    ...events,
  ]);
}
