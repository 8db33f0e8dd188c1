export type { ArchivedSummary } from './archived-summary.ts';
export type { ChainInput } from './chain-inputs.ts';
export type { ChainOutput, ChainOutputReport, OutputFile } from './chain-output.ts';
export type { Criterion } from './criteria.ts';
export type { NewStateFile } from './new-state-file.ts';
export { type NextStep, nextStep } from './next-step.ts';
export { DOCUMENT_ACCESS, type DocumentAccess, type LinkedDocument, placeDocument } from './place-document.ts';
export type { StaleInput } from './pull-inputs.ts';
export type { SchemaProblem, SchemaViolation } from '../documents/schema-violation.ts';
export type { Session, SessionReport } from './session-entry.ts';
export { AGENT_RULES, formatSessionProtocol } from './session-protocol.ts';
export type { SectionName } from './state-document.ts';
export { formatStateFile, parseStateFile, type StateFile, type StateSection } from './state-file.ts';
export { createStateFiles } from './create-state-files.ts';
export {
  type StateFileDirectories,
  type StateFileError,
  type StateFileNotFound,
  type StateFileReading,
  type StateFiles,
  type StateFilesOptions,
  type StateFileView,
  type StateFileWrite,
} from './state-files.ts';
export { type StateMetadata, StateMetadataSchema } from './state-metadata.ts';
export { sizeTask, STATE_FILE_LIMITS, type TaskSize } from './task-size.ts';
