/**
 * The pure machine of a task: how its record is read, decided on and evolved, as one out of slices. It imports no port and no service.
 *
 * @module
 */
export { deltas, type DeltasTypes, type TreeLink } from '../slices/deltas.ts';
export { evidence, type Evidence, type EvidenceTypes } from '../slices/evidence.ts';
export { roles, type RolesTypes } from '../slices/roles.ts';
export { turns, type TurnsTypes } from '../slices/turns.ts';
export type { Coordination, RoleStatus } from '../slices/coordination.ts';
export {
  type Command,
  type CommandInput,
  coreMachine,
  type CoreSlices,
  coreSlices,
  type Decision,
  type TaskEvent,
  type TaskRecord,
} from './core-machine.ts';
export { type CommandInputOf, createMachine, type EventOf, type Machine, type MachineOf } from './create-machine.ts';
export { defineTask, type TaskDefinition } from './define-task.ts';
export { type Migration, migrateRecord } from './migrate-record.ts';
export type { ReadRecordError } from './read-record.ts';
export type { DecideEnv } from '../record/decide-env.ts';
export type { DecideError } from '../record/decision.ts';
export { type Envelope, type ImmutableSection, ImmutableSectionSchema, RECORD_VERSION } from '../record/envelope.ts';
export { DEFAULT_ROLES, type Initialized, type LifeCommand, type LifeEvent } from '../record/life.ts';
export { reject, rejection, type Rejection, type Unmet } from '../record/rejection.ts';
export {
  type Act,
  defineSlice,
  type DoneBefore,
  type Home,
  type Objection,
  type RecordOf,
  type Slice,
  type SliceDefinition,
  type SliceTypes,
} from '../record/slice.ts';
export {
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '../record/stored-values.ts';
export { type InvalidTaskId, parseTaskId } from '../record/task-id.ts';
export { type Failure, failure } from '../result/failure.ts';
export { err, ok, Result } from '../result/result.ts';
export type { Warning } from '../result/warning.ts';
