import type { Decision } from '../record/decision.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import { ok } from '../result/result.ts';
import { ATTESTABLE } from './attestable.ts';
import { rejectUnknownContent } from './decide-agents.ts';
import type { ProtocolView } from './guard.ts';
import type { ProtocolCommandOf } from './protocol-command.ts';
import { rejectState } from './reject-state.ts';

/** Takes somebody's word for a condition, about the plan or the content as it is now. */
export function decideAttestation(view: ProtocolView, { condition, note }: ProtocolCommandOf<'attest'>): Decision {
  const { protocol, env, facts } = view;
  const { state, about } = ATTESTABLE[condition];
  const refused = rejectState(protocol, condition, [state]);
  if (refused !== null) return refused;
  const covers = about === 'plan' ? (protocol.plan?.sha ?? null) : about === 'content' ? facts.content : null;
  if (about === 'content' && covers === null) return rejectUnknownContent();
  const attestation = { covers, by: env.actor, at: env.now, note };
  return ok([{ type: 'condition-attested', condition, attestation }]);
}

/** Records the merge into the main branch: fast-forward, of what is checked out here, under the lock of the main working tree. */
export function decideMerge(view: ProtocolView, command: ProtocolCommandOf<'record-merge'>): Decision {
  const { protocol, env, facts } = view;
  const refused = rejectState(protocol, command.type, ['COMPLETE']);
  if (refused !== null) return refused;
  const unmet: Unmet[] = [];
  if (!command.fastForward) {
    const detail =
      'The merge was no fast-forward, so what is on the main branch was never validated. Rebase the task, then go through validation again.';
    unmet.push({ condition: 'fast-forward', detail });
  }
  if (facts.main_lock !== env.session) {
    const held = facts.main_lock === null ? 'nobody holds' : `session ${facts.main_lock} holds`;
    const detail = `A merge needs the lock of the main working tree, and ${held} it. Lock it first.`;
    unmet.push({ condition: 'main-locked', detail });
  }
  if (facts.tree !== null && facts.tree.head !== command.commit) {
    const detail = `${command.commit} was merged, but the task is at ${facts.tree.head}. Merge what was approved.`;
    unmet.push({ condition: 'merged-head', detail });
  }
  if (unmet.length > 0) return reject('Rejected', unmet);
  if (facts.content === null) return rejectUnknownContent();
  // Landed again, nothing moved.
  if (protocol.merge?.commit === command.commit && protocol.merge.covers === facts.content) return ok([]);
  const merge = { commit: command.commit, covers: facts.content, at: env.now };
  return ok([{ type: 'merge-recorded', merge }]);
}
