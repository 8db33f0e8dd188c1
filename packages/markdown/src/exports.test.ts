import { expect, test } from 'vitest';
import * as markdown from './index.ts';
import * as scan from './scan.ts';

test('the package exports exactly this', () => {
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

test('its scanner exports exactly this', () => {
  expect(Object.keys(scan).sort()).toEqual([
    'TOP_LEVEL_FENCE',
    'findDocumentStart',
    'markFencedLines',
    'matchIdentifier',
    'readPrdSection',
    'renderInlineText',
    'scanBlocks',
    'splitLines',
  ]);
});
