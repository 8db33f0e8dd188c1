import type { Result } from '../result/result.ts';
import type { Rejection } from './rejection.ts';
import type { TaskEvent } from '../machine/task-event.ts';

/** Why a command was refused. `data.unmet` lists every condition that was not met. */
export type DecideError = Rejection<
  | 'Rejected'
  | 'InvalidInput'
  | 'InvalidTaskId'
  | 'ContextExists'
  | 'ContextNotFound'
  | 'DriftUnresolved'
  | 'NotOwner'
  | 'NotApproved'
  | 'StaleApproval'
  | 'UnsupportedVersion'
  | 'SchemaViolation'
  | 'ImmutableTampered'
>;

/** What a command does to a task: the events to record (none when everything asked for is already so), or why not. */
export type Decision = Result<readonly TaskEvent[], DecideError>;
