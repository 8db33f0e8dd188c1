import { expect, test } from 'vitest';
import * as text from '@batonkit/core/text';

test('@batonkit/core/text exports exactly its contract', () => {
  expect(Object.keys(text).sort()).toEqual([
    'canonicalJson',
    'compileGlobs',
    'countUtf8Bytes',
    'encodeUtf8',
    'matchGlob',
    'normalizeDiff',
    'normalizeMultiline',
    'oneLine',
    'scopeHash',
    'sha256Hex',
    'toWellFormed',
    'wrapText',
  ]);
});
