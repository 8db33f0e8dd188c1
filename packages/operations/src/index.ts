export { type BatonConfig, BatonConfigSchema } from './baton-config.ts';
export { fenced } from './fenced.ts';
export {
  type CaptureSources,
  findCaptureSources,
  STANDARDS_MAP_PLACES,
  TASK_FILE_PLACES,
} from './find-capture-sources.ts';
export { listFields, type OperationField } from './list-fields.ts';
export { openContext } from './open-context.ts';
export { openQaParser } from './open-qa-parser.ts';
export {
  type Caller,
  type CaptureDefaults,
  type Defined,
  defineOperation,
  type Operation,
  type OperationDefinition,
  type OperationHints,
  type OperationKit,
  type OperationShell,
} from './operation.ts';
export { optionsOf } from './operation-fields.ts';
export { OPERATIONS } from './operations.ts';
