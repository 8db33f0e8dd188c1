import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeDiff } from './normalize-diff.ts';

test.each([
  ['', ''],
  ['a', 'a\n'],
  ['a\n', 'a\n'],
  ['a\n\n', 'a\n\n'],
  ['a\r\nb\rc\n\rd', 'a\nb\nc\n\nd\n'],
  ['\r', '\n'],
  ['\ufeffa \t\u2028', '\ufeffa \t\u2028\n'],
])('%j becomes %j', (diff, expected) => {
  expect(normalizeDiff(diff)).toBe(expected);
});

const diffs = fc.string({ unit: fc.constantFrom('\r', '\n', '+', 'a', '\u2028', '\ud800') });

test('is idempotent and the same for every line ending', () => {
  fc.assert(
    fc.property(diffs, (diff) => {
      const normalized = normalizeDiff(diff);
      expect(normalizeDiff(normalized)).toBe(normalized);
      expect(normalizeDiff(normalized.replaceAll('\n', '\r\n'))).toBe(normalized);
      expect(normalizeDiff(normalized.replaceAll('\n', '\r'))).toBe(normalized);
    }),
  );
});
