import type { Decision } from '../section/protocol-record.ts';
import { ok, reject, type Unmet } from '@batonkit/core';
import { rejectUnknownContent } from './decide-agents.ts';
import { decideStep } from './decide-step.ts';
import { whyUnshown } from '../guards/find-unshown.ts';
import { whyLapsed, type ProtocolView } from '../guards/guard.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import type { Checkpoint } from '../section/protocol-section.ts';
import { rejectState } from './reject-state.ts';
import { SETUP_GUARDS } from '../guards/setup-guards.ts';
import { findAtWork, holdsName, whyNotAPerson } from '../approval/why-not-a-person.ts';
import { WORK_GUARDS } from '../guards/work-guards.ts';

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
  const unshown = checkpoint === 'plan' ? null : whyUnshown(view, { isPresented: false });
  if (unshown !== null) unmet.push({ condition: 'commits-shown', detail: unshown });
  if (unmet.length > 0) return reject('Rejected', unmet);
  const covers = checkpoint === 'plan' ? (protocol.plan?.sha ?? null) : facts.content;
  if (covers === null || protocol.owner === null) return rejectUnknownContent();
  const { base, head } = facts.tree ?? {};
  const from = checkpoint === 'plan' || base === undefined ? {} : { base, head };
  const presentation = { covers, at: env.now, fence: protocol.owner.fence, ...from };
  return ok([{ type: 'checkpoint-presented', checkpoint, presentation }]);
}

/** Records a person's approval of what was presented, as long as that is what is there. No session approves what it works on. */
export function decideApprove(
  view: ProtocolView,
  { checkpoint, by, message }: ProtocolCommandOf<'approve-checkpoint'>,
): Decision {
  const self = whySelf(view, by);
  if (self !== null) return reject('Rejected', [{ condition: 'approver', detail: self }]);
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

const ASK =
  'A person decides, in a terminal of their own without a session (BATON_SESSION), or in the form that an MCP client shows.';

/** Why this is the work deciding about itself, as far as sessions and names show it; `null` when they do not. */
function whySelf({ record, env, facts }: ProtocolView, by: string): string | null {
  const { sessions, names } = findAtWork(record, facts.workers);
  const { session, actor } = env;
  // The owner's actor may write down what a person said; a session, a role or an agent has no say.
  const hands = [...sessions, ...record.roles, ...Object.keys(record.protocol?.agents ?? {})];
  if (session !== null && names.some((name) => holdsName(session, name)))
    return `Session ${session} works or worked on ${record.task_id}, so it cannot approve its own work. ${ASK}`;
  if (session !== null) return `This runs in session ${session}, and no session approves. ${ASK}`;
  if (hands.some((worker) => holdsName(actor, worker)))
    return `${actor} is at work on ${record.task_id}, so it cannot approve its own work. ${ASK}`;
  const why = whyNotAPerson(by, names);
  if (why === null) return null;
  return `${why}, so it is not taken for the person who decides about ${record.task_id}. ${ASK} Pass that person's full name. Agents must not act under a person's name: leave BATON_ACTOR unset in their sessions, or give them a name of their own with it.`;
}

/** An approval answers a presentation of what is there now, by the run that owns the task now. */
export function whyNotPresented(view: ProtocolView, checkpoint: Checkpoint): string | null {
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
  return lapsed === null ? whyUnshown(view) : `The changes were presented; ${lapsed}. ${again}`;
}

/**
 * Records what a person wants changed; the approval is gone. Asked for by the owner, changes go back to where the work is done. A person without
 * a session takes back what was presented or approved, wherever the task is until it is merged; the owner goes on from there.
 */
export function decideChanges(
  view: ProtocolView,
  { checkpoint, by, note }: ProtocolCommandOf<'request-changes'>,
  table: ProtocolTable,
): Decision {
  const { protocol, env } = view;
  const requested = { type: 'changes-requested', checkpoint, by, note } as const;
  if (env.session === null) {
    const unmet = whyNotTakenBack(view, checkpoint, by);
    return unmet === null ? ok([requested]) : reject('Rejected', [unmet]);
  }
  const refused = rejectElsewhere(view, checkpoint);
  if (refused !== null) return refused;
  if (checkpoint === 'plan') return ok([requested]);
  const to = protocol.risk?.path.includes('IMPLEMENTATION') === true ? 'IMPLEMENTATION' : 'SYNTHESIS';
  return decideStep(view, { trigger: 'changes-requested', to, note, reason: null }, table).map((events) => [
    requested,
    ...events,
  ]);
}

function whyNotTakenBack(view: ProtocolView, checkpoint: Checkpoint, by: string): Unmet | null {
  const { merge, checkpoints } = view.protocol;
  const self = whySelf(view, by);
  if (self !== null) return { condition: 'approver', detail: self };
  if (merge !== null) {
    const detail = `The change of ${view.record.task_id} is merged (${merge.commit}), so its approval cannot be taken back. Revert it in a task of its own.`;
    return { condition: 'not-merged', detail };
  }
  const { presented, approved } = checkpoints[checkpoint];
  if (presented !== null || approved !== null) return null;
  return { condition: 'presented', detail: `The ${checkpoint} is neither presented nor approved.` };
}
