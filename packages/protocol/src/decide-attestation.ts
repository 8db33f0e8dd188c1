import type { Decision } from './protocol-record.ts';
import { ok } from '@batonkit/core';
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
