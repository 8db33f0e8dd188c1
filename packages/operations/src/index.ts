export { type BatonConfig, BatonConfigSchema } from './operation/baton-config.ts';
export { fenced } from './operation/fenced.ts';
export {
  type CaptureSources,
  findCaptureSources,
  STANDARDS_MAP_PLACES,
  TASK_FILE_PLACES,
} from './contexts/find-capture-sources.ts';
export { listFields, type OperationField } from './operation/list-fields.ts';
export { openContext } from './operation/open-context.ts';
export { openQaParser } from './operation/open-qa-parser.ts';
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
} from './operation/operation.ts';
export { optionsOf } from './operation/operation-fields.ts';
export { OPERATIONS } from './operations.ts';
