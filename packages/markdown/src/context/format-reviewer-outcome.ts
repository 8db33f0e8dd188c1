import { oneLine } from './one-line.ts';

/** How a domain reviewer's rounds ended. */
export interface ReviewerOutcome {
  /** Such as `spec-reviewer`; null or empty when no reviewer ran. */
  readonly reviewer: string | null | undefined;
  readonly approved: boolean;
  /** The round that decided, counted from 1. */
  readonly iteration: number;
  readonly maxIterations: number;
  /** Descriptions of the blockers and warnings that are left. */
  readonly unresolved?: readonly string[] | undefined;
}

/**
 * The "Domain Reviewer Outcome" block for a later reviewer's prompt; the empty string when no reviewer ran, so that it
 * can be put into a prompt as it is. Each unresolved issue is kept on one line.
 *
 * @example
 * ```ts
 * import { formatReviewerOutcome } from '@batonkit/markdown';
 *
 * formatReviewerOutcome({ reviewer: 'spec-reviewer', approved: true, iteration: 3, maxIterations: 5, unresolved: [] }); // => '## Domain Reviewer Outcome\n- Reviewer: spec-reviewer\n- Result: APPROVED at iteration 3/5\n- Unresolved issues: none'
 * ```
 */
export function formatReviewerOutcome(outcome: ReviewerOutcome | null): string {
  const reviewer = oneLine(outcome?.reviewer ?? '');
  if (outcome === null || reviewer === '') return '';
  const issues = (outcome.unresolved ?? []).map(oneLine).filter((issue) => issue !== '');
  return [
    '## Domain Reviewer Outcome',
    `- Reviewer: ${reviewer}`,
    `- Result: ${formatResult(outcome)}`,
    `- Unresolved issues: ${issues.length === 0 ? 'none' : issues.join('; ')}`,
  ].join('\n');
}

function formatResult({ approved, iteration, maxIterations }: ReviewerOutcome): string {
  if (approved) return `APPROVED at iteration ${iteration}/${maxIterations}`;
  if (iteration < maxIterations) return `FAILED at iteration ${iteration}/${maxIterations}`;
  return `FAILED at iteration cap (${maxIterations}/${maxIterations})`;
}
