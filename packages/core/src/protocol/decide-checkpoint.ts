import type { Decision } from '../record/decision.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import { ok } from '../result/result.ts';
import { rejectUnknownContent } from './decide-agents.ts';
import { decideStep } from './decide-step.ts';
import { whyLapsed, type ProtocolView } from './guard.ts';
import type { Machine } from './machine.ts';
import type { ProtocolCommandOf } from './protocol-command.ts';
import type { Checkpoint } from './protocol-section.ts';
import { rejectState } from './reject-state.ts';
import { SETUP_GUARDS } from './setup-guards.ts';
import { WORK_GUARDS } from './work-guards.ts';

const STATE_OF = { plan: 'SYNTHESIS', change: 'AWAITING_USER_APPROVAL' } as const;

function rejectElsewhere({ protocol }: ProtocolView, checkpoint: Checkpoint): Decision | null {
  return rejectState(protocol, `the ${checkpoint} checkpoint`, [STATE_OF[checkpoint]]);
}

/** Records that the plan, or the content as it is now, is put before a person. */
export function decidePresent(view: ProtocolView, { checkpoint }: ProtocolCommandOf<'present-checkpoint'>): Decision {
  const refused = rejectElsewhere(view, checkpoint);
  if (refused !== null) return refused;
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

/** Records a person's approval of what was presented, as long as that is what is there. */
export function decideApprove(
  view: ProtocolView,
  { checkpoint, by, message }: ProtocolCommandOf<'approve-checkpoint'>,
): Decision {
  const refused = rejectElsewhere(view, checkpoint);
  if (refused !== null) return refused;
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
  if (presented === null)
    return `The ${checkpoint} was not presented, so nobody can have approved it. Present it first.`;
  if (presented.fence !== protocol.owner?.fence) return `The ${checkpoint} was presented by an earlier owner. ${again}`;
  if (checkpoint === 'plan') {
    return presented.covers === protocol.plan?.sha ? null : `The plan changed after it was presented. ${again}`;
  }
  const lapsed = whyLapsed(presented.covers, view);
  return lapsed === null ? null : `The changes were presented; ${lapsed}. ${again}`;
}

/** Records what a person wants changed; the approval is gone, and changes go back to where the work is done. */
export function decideChanges(
  view: ProtocolView,
  { checkpoint, by, note }: ProtocolCommandOf<'request-changes'>,
  machine: Machine,
): Decision {
  const refused = rejectElsewhere(view, checkpoint);
  if (refused !== null) return refused;
  const requested = { type: 'changes-requested', checkpoint, by, note } as const;
  if (checkpoint === 'plan') return ok([requested]);
  const to = view.protocol.risk?.path.includes('IMPLEMENTATION') === true ? 'IMPLEMENTATION' : 'SYNTHESIS';
  return decideStep(view, { trigger: 'changes-requested', to, note, reason: null }, machine).map((events) => [
    requested,
    ...events,
  ]);
}
