import { expect, test } from 'vitest';
import { formatReviewerOutcome } from './format-reviewer-outcome.ts';

const outcome = { reviewer: 'plan-reviewer', approved: false, iteration: 5, maxIterations: 5, unresolved: [] };

test('says that the reviewer gave up at the cap, and what is left', () => {
  expect(formatReviewerOutcome({ ...outcome, unresolved: ['no\n rollback', ' ', 'unclear scope'] })).toBe(
    '## Domain Reviewer Outcome\n- Reviewer: plan-reviewer\n- Result: FAILED at iteration cap (5/5)\n- Unresolved issues: no rollback; unclear scope',
  );
});

test('does not call a failure before the cap one at the cap', () => {
  expect(formatReviewerOutcome({ ...outcome, iteration: 2 })).toContain('- Result: FAILED at iteration 2/5\n');
});

test.each([null, undefined, '', ' '])('is empty when no reviewer ran (%j)', (reviewer) => {
  expect(formatReviewerOutcome({ ...outcome, reviewer })).toBe('');
  expect(formatReviewerOutcome(null)).toBe('');
});

test('says in which round the reviewer approved; nothing unresolved is none', () => {
  const { unresolved, ...approved } = { ...outcome, approved: true, iteration: 2 };
  expect(unresolved).toEqual([]);
  expect(formatReviewerOutcome(approved)).toBe(
    '## Domain Reviewer Outcome\n- Reviewer: plan-reviewer\n- Result: APPROVED at iteration 2/5\n- Unresolved issues: none',
  );
});
