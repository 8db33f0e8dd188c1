import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { megabytes } from './megabyte.fixture.ts';
import { readCases } from './read-cases.fixture.ts';
import { wrapText } from './wrap-text.ts';
import { processorTime } from './processor-time.fixture.ts';

const cases = readCases<{ text: string; width: number; expected: string }>('wrap-text');

test(`answers what Python's textwrap.fill answers on ${cases.length} texts`, () => {
  const wrong = cases.filter(({ text, width, expected }) => wrapText(text, width) !== expected);
  expect(wrong).toEqual([]);
  expect(cases.length).toBeGreaterThan(200);
});

test('wraps at 120 by default', () => {
  const word = 'x'.repeat(59);
  expect(wrapText(`${word}   ${word} ${word}`)).toBe(`${word}\n${word} ${word}`);
});

test.each([0, -1, -Infinity, NaN])('refuses width %s, also for an empty text', (width) => {
  expect(() => wrapText('', width)).toThrow(RangeError);
});

test('takes any other width', () => {
  expect(wrapText('a b c', Infinity)).toBe('a b c');
  expect(wrapText('a b c', 3.5)).toBe('a b\nc');
  expect(wrapText('a b c', 0.5)).toBe('a\nb\nc');
});

const words = fc.array(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((word) => /^\S+$/.test(word)),
);

test('on single-spaced words, no line that could be broken is too long, and none could have taken the next word', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (drawn, width) => {
      const lines = wrapText(drawn.join(' '), width).split('\n');
      expect(lines.join(' ')).toBe(drawn.join(' '));
      for (const [index, line] of lines.entries()) {
        if (line.includes(' ')) expect([...line].length).toBeLessThanOrEqual(width);
        const next = lines[index + 1]?.split(' ')[0];
        if (next !== undefined) expect([...line, ' ', ...next].length).toBeGreaterThan(width);
      }
    }),
  );
});

describe('takes linear time on 1 MB of', () => {
  test.each(Object.entries(megabytes))('%s', (_name, text) => {
    const start = processorTime();
    expect(wrapText(text).length).toBeLessThanOrEqual(text.length * 8);
    expect(wrapText(text, 1).length).toBeLessThanOrEqual(text.length * 8);
    expect(processorTime() - start).toBeLessThan(10_000);
  });
});
