export {
  type DispatchedTask,
  type DispatchState,
  type DispatchStateInvalid,
  DispatchStateSchema,
} from './dispatch-state.ts';
export {
  appendLogEntry,
  createImplementationLog,
  formatLogEntry,
  type ImplementationLog,
  isMalformed,
  type LoggedTask,
  type ParsedLog,
  parseImplementationLog,
} from './implementation-log.ts';
export { type LoadedProjectContext, loadProjectContext, type ProjectContextSource } from './load-project-context.ts';
export {
  type DispatchAnswer,
  type DispatchError,
  type DispatchOptions,
  type DispatchOrder,
  type DispatchSummary,
  type DispatchWarning,
  type NearMisses,
  runDispatch,
  type UnfinishedTask,
} from './run-dispatch.ts';
