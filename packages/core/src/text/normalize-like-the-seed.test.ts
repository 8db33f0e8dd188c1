import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeMultiline } from './normalize-multiline.ts';
import { readCases } from './read-cases.fixture.ts';

const cases = readCases<{ text: string; preserveFormatting: boolean; expected: string }>('normalize-like-the-seed');
const normalize = (text: string, preserveFormatting = false): string =>
  normalizeMultiline(text, { version: '1.0.0', preserveFormatting });

test(`version 1.0.0 answers what the Python function answers on ${cases.length} texts`, () => {
  const wrong = cases.filter(
    ({ text, preserveFormatting, expected }) => normalize(text, preserveFormatting) !== expected,
  );
  expect(wrong).toEqual([]);
  expect(cases.length).toBeGreaterThan(200);
});

test.each([
  ['an empty text', '', '\n'],
  ['paragraphs, which run together', 'a\n\nb', 'a b\n'],
  ['a dash list, which it joins', '- a\n- b', '- a - b\n'],
  ['a numbered list, which it leaves', '1. a\n2. b', '1. a\n2. b\n'],
  ['a text that starts with a number, which it leaves', '1.\nb', '1.\nb\n'],
  ['headings, which it drops', '# a\nb\n  ## c', 'b\n'],
  ['a separator before a comment', '\u001c# a\nb', 'b\n'],
  ['a byte order mark before a comment', '\ufeff# a\nb', '\ufeff# a b\n'],
  ['Arabic digits', '\u0663. a\nb', '\u0663. a\nb\n'],
  ['superscript digits, which are none', '\u00b2. a\nb', '\u00b2. a b\n'],
])('version 1.0.0 keeps the quirks: %s', (_name, text, expected) => {
  expect(normalize(text)).toBe(expected);
});

test('version 1.0.0 knows the digits of Unicode 14, whatever the runtime knows', () => {
  const kawiDigitOfUnicode15 = '\u{11f51}';
  expect(normalize(`${kawiDigitOfUnicode15}. a\nb`)).toBe(`${kawiDigitOfUnicode15}. a b\n`);
  expect(normalize('\u{1e950}. a\nb')).toBe('\u{1e950}. a\nb\n');
});

test('version 1.0.0 is not idempotent', () => {
  const text = `${'x'.repeat(118)}  y`;
  expect(normalize(normalize(text))).not.toBe(normalize(text));
});

test('version 1.0.0 takes no notice of yamlComments', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('#', 'a', ' ', '\n') }), fc.boolean(), (text, yamlComments) => {
      expect(normalizeMultiline(text, { version: '1.0.0', yamlComments })).toBe(normalize(text));
    }),
  );
});
