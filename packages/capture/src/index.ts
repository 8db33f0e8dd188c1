export {
  type CaptureError,
  captureContext,
  type CapturedContext,
  type CaptureOptions,
} from './service/capture-context.ts';
export type { CaptureIncomplete, CaptureProblem } from './sources/capture-problem.ts';
export type { CaptureWarning, CaptureWarningCode } from './sources/capture-warning.ts';
export { formatCaptureSummary, type SummaryRow } from './brief/capture-summary.ts';
export {
  checkCitations,
  type CheckedCitation,
  requireFreshCitations,
  type StaleCheckedCitation,
} from './standards/check-citations.ts';
export type { StandardsCitation } from './standards/citations.ts';
export { gitBlobId } from './sources/git-blob-id.ts';
export type { QaCommand } from './brief/qa-commands.ts';
export { recaptureContext } from './service/recapture-context.ts';
export { type StandardsMap, StandardsMapSchema } from './sources/standards-map.ts';
