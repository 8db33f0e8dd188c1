export {
  type AssembledContext,
  assembleTaskContext,
  type AssembleTaskContextInput,
  type ScopedArtifact,
  type TaskArtifacts,
} from './assemble-task-context.ts';
export { estimateTokens, type TokenCounter } from './estimate-tokens.ts';
export { extractSection, extractSectionWithFallback } from './extract-section.ts';
export { type DependencyStatus, formatProjectContext, type ProjectContext } from './format-project-context.ts';
export { formatReviewerOutcome, type ReviewerOutcome } from './format-reviewer-outcome.ts';
export { type Heading, listHeadings } from './list-headings.ts';
export type { MarkdownWarning, MarkdownWarningCode } from './markdown-warning.ts';
export { type ParsedReferences, parseReferences, type Reference } from './parse-references.ts';
export { type ImplementerReport, parseReport } from './parse-report.ts';
export type { NearMiss } from './near-miss.ts';
export { type NoTasksFound, type ParsedTasks, parseTasks, type TaskBlock, type Traceability } from './parse-tasks.ts';
export {
  formatToolFallbackBlock,
  formatVerificationBlock,
  parseVerifications,
  type Verification,
  type VerificationPrompt,
} from './verification.ts';
