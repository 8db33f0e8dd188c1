import { CONTEXT_OPERATIONS } from './context-operations.ts';
import { PROOF_OPERATIONS } from './proof-operations.ts';
import { DELTA_OPERATIONS } from './delta-operations.ts';
import { MARKDOWN_OPERATIONS } from './markdown-operations.ts';
import type { Operation } from './operation.ts';
import { PROTOCOL_OPERATIONS } from './protocol-operations.ts';
import { QUEUE_OPERATIONS } from './queue-operations.ts';
import { STATE_FILE_OPERATIONS } from './state-file-operations.ts';
import { TIERS_OPERATIONS } from './tiers-operations.ts';

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
