export { type CaptureError, captureContext, type CapturedContext, type CaptureOptions } from './capture-context.ts';
export type { CaptureIncomplete, CaptureProblem } from './capture-problem.ts';
export type { CaptureWarning, CaptureWarningCode } from './capture-warning.ts';
export { formatCaptureSummary, type SummaryRow } from './capture-summary.ts';
export {
  checkCitations,
  type CheckedCitation,
  requireFreshCitations,
  type StaleCheckedCitation,
} from './check-citations.ts';
export type { StandardsCitation } from './citations.ts';
export { gitBlobId } from './git-blob-id.ts';
export type { QaCommand } from './qa-commands.ts';
export { recaptureContext } from './recapture-context.ts';
export { type StandardsMap, StandardsMapSchema } from './standards-map.ts';
