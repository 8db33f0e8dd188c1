import type { Rejection } from './rejection.ts';

/** Why a command was refused. `data.unmet` lists every condition that was not met. */
export type DecideError = Rejection<
  | 'Rejected'
  | 'InvalidInput'
  | 'InvalidTaskId'
  | 'ContextExists'
  | 'ContextNotFound'
  | 'UnknownSection'
  | 'DriftUnresolved'
  | 'NotOwner'
  | 'NotApproved'
  | 'StaleApproval'
  | 'UnsupportedVersion'
  | 'SchemaViolation'
  | 'ImmutableTampered'
>;
