import { expect, test } from 'vitest';
import * as capture from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(capture).sort()).toEqual([
    'StandardsMapSchema',
    'captureContext',
    'checkCitations',
    'formatCaptureSummary',
    'gitBlobId',
    'recaptureContext',
    'requireFreshCitations',
  ]);
});
