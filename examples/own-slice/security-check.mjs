// The protocol with a state and a guard of its own. As a module of `slices` in the settings it takes the place of Batonkit's.
import { createProtocol, insertState, PROTOCOL_TABLE } from '@batonkit/protocol';

/** @type {(type: string) => import('@batonkit/protocol').Guard} */
const evidenceOf = (type) => ({
  id: type,
  sentence: `Evidence of the type ${type} is attached.`,
  action: 'ask-user',
  find: ({ record }) =>
    record.evidence.some((each) => each.type === type) ? [] : [{ detail: `Attach a ${type} with attach-evidence.` }],
});

// A state: a full review is followed by a look at security.
const withState = insertState(PROTOCOL_TABLE, {
  state: 'SECURITY_CHECK',
  after: 'REVIEW',
  before: 'AWAITING_USER_APPROVAL',
  guards: [evidenceOf('security-report')],
});

/** A guard: nothing completes without release notes. */
export const table = {
  ...withState,
  rows: withState.rows.map((row) =>
    row.kind === 'forward' && row.to === 'COMPLETE'
      ? { ...row, guards: [...row.guards, evidenceOf('release-notes')] }
      : row,
  ),
};

export default createProtocol(table);
