import { CONTEXT_OPERATIONS } from './contexts/context-operations.ts';
import { PROOF_OPERATIONS } from './proof/proof-operations.ts';
import { DELTA_OPERATIONS } from './deltas/delta-operations.ts';
import { MARKDOWN_OPERATIONS } from './documents/markdown-operations.ts';
import type { Operation } from './operation/operation.ts';
import { PROTOCOL_OPERATIONS } from './protocol/protocol-operations.ts';
import { QUEUE_OPERATIONS } from './queue/queue-operations.ts';
import { STATE_FILE_OPERATIONS } from './documents/state-file-operations.ts';
import { TIERS_OPERATIONS } from './documents/tiers-operations.ts';

/** Everything that Batonkit does, in the order in which help lists it. */
export const OPERATIONS: readonly Operation[] = Object.freeze([
  ...CONTEXT_OPERATIONS,
  ...PROOF_OPERATIONS,
  ...DELTA_OPERATIONS,
  ...PROTOCOL_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...MARKDOWN_OPERATIONS,
  ...STATE_FILE_OPERATIONS,
  ...TIERS_OPERATIONS,
]);
