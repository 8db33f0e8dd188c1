export {
  type AssembledContext,
  assembleTaskContext,
  type AssembleTaskContextInput,
  type ScopedArtifact,
  type TaskArtifacts,
} from './context/assemble-task-context.ts';
export { estimateTokens, type TokenCounter } from './context/estimate-tokens.ts';
export { extractSection, extractSectionWithFallback } from './sections/extract-section.ts';
export { type DependencyStatus, formatProjectContext, type ProjectContext } from './context/format-project-context.ts';
export { formatReviewerOutcome, type ReviewerOutcome } from './context/format-reviewer-outcome.ts';
export { type Heading, listHeadings } from './sections/list-headings.ts';
export type { MarkdownWarning, MarkdownWarningCode } from './references/markdown-warning.ts';
export { type ParsedReferences, parseReferences, type Reference } from './references/parse-references.ts';
export { type ImplementerReport, parseReport } from './reports/parse-report.ts';
export type { NearMiss } from './tasks/near-miss.ts';
export {
  type NoTasksFound,
  type ParsedTasks,
  parseTasks,
  type TaskBlock,
  type Traceability,
} from './tasks/parse-tasks.ts';
export {
  formatToolFallbackBlock,
  formatVerificationBlock,
  parseVerifications,
  type Verification,
  type VerificationPrompt,
} from './reports/verification.ts';
