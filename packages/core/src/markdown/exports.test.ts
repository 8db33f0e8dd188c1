import { expect, test } from 'vitest';
import * as markdown from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(markdown).sort()).toEqual([
    'assembleTaskContext',
    'estimateTokens',
    'extractSection',
    'extractSectionWithFallback',
    'formatProjectContext',
    'formatReviewerOutcome',
    'formatToolFallbackBlock',
    'formatVerificationBlock',
    'listHeadings',
    'parseReferences',
    'parseReport',
    'parseTasks',
    'parseVerifications',
  ]);
});
