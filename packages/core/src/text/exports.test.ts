import { expect, test } from 'vitest';
import * as text from '@batonkit/core/text';

test('@batonkit/core/text exports exactly its contract', () => {
  expect(Object.keys(text).sort()).toEqual([
    'canonicalJson',
    'matchGlob',
    'normalizeDiff',
    'normalizeMultiline',
    'scopeHash',
    'sha256Hex',
    'wrapText',
  ]);
});
