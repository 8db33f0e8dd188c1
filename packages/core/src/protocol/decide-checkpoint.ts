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

/** Why this is the work approving itself, as far as sessions and names show it; `null` when they do not. */
function whySelf({ record, protocol, env, facts }: ProtocolView, by: string): string | null {
  const { owner, agents } = protocol;
  const ask =
    'A person approves, in a terminal of their own without this session, or in the form that an MCP client shows.';
  const admitted = record.roles.flatMap((role) => record.coordination[role]?.session_id ?? []);
  const workers = [...(owner === null ? [] : [owner.session]), ...admitted, ...(facts.workers ?? [])];
  if (env.session !== null && workers.includes(env.session))
    return `Session ${env.session} works or worked on ${record.task_id}, so it cannot approve its own work. ${ask}`;
  const name = foldName(by);
  const names = [...workers, ...(owner === null ? [] : [owner.actor]), ...record.roles, ...Object.keys(agents)];
  if (name !== '' && !names.some((worker) => foldName(worker) === name)) return null;
  return `"${by}" is not the name of a person who could approve: it has no letters, or reads like the name of a session, actor, role or agent at work on ${record.task_id}. ${ask} Agents that act under a person's name need one of their own.`;
}

/** Letters and digits that look like a Latin letter, and that letter. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb еe ѕs іl јj кk мm нh оo рp сc тt уy хx һh ӏl ԁd ԛq ԝw αa βb εe ιl κk νv οo ρp τt υu χx ɑa ɡg ıl il 1l 0o'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Names that read alike are the same name. */
function foldName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain.replaceAll(/./gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);
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
