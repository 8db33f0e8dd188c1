import { diffArrays } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchLines } from './match-lines.ts';

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

function check(from: readonly string[], to: readonly string[]): number {
  const matches = [...matchLines(from, to)];
  expect(matches).toHaveLength(to.length);
  const used = matches.filter((match) => match !== -1);
  expect(used).toEqual([...new Set(used)].sort((a, b) => a - b));
  for (const [at, match] of matches.entries()) if (match !== -1) expect(from[match]).toBe(to[at]);
  return used.length;
}

describe('matchLines', () => {
  test('matches as many lines, in order, as jsdiff finds in common', () => {
    fc.assert(
      fc.property(few, few, (from, to) => {
        const common = diffArrays(from, to)
          .filter(({ added, removed }) => !added && !removed)
          .reduce((sum, { value }) => sum + value.length, 0);
        expect(check(from, to)).toBe(common);
      }),
      { numRuns: 500 },
    );
  });

  test('a text is all its own', () => {
    fc.assert(
      fc.property(few, (lines) => {
        expect([...matchLines(lines, lines)]).toEqual([...lines.keys()]);
      }),
    );
  });

  test('beyond the bound, lines that occur once are still found', () => {
    const from = Array.from({ length: 8000 }, (_, at) => `line ${at}`);
    const to = from.map((line, at) => (at % 3 === 0 ? `new ${at}` : line));
    expect(check(from, to)).toBe(to.filter((line) => line.startsWith('line')).length);
  });

  test('beyond the bound, of blocks that changed places as many lines are found as can keep their order', () => {
    const SIZE = 400;
    const blockOf = (block: number): string[] => Array.from({ length: SIZE }, (_, at) => `${block} ${at}`);
    const order = fc.shuffledSubarray([...Array(12).keys()], { minLength: 10, maxLength: 12 });
    fc.assert(
      fc.property(order, (blocks) => {
        const from = [...Array(12).keys()].flatMap(blockOf);
        // The longest run of blocks that rises, by looking at all that end before each.
        const runs: number[] = [];
        for (const [at, block] of blocks.entries()) {
          const before = runs.filter((_, earlier) => earlier < at && (blocks[earlier] ?? 0) < block);
          runs.push(Math.max(0, ...before) + 1);
        }
        const longest = Math.max(...runs);
        fc.pre((blocks.length - longest) * SIZE * 2 > 1500);
        expect(check(from, blocks.flatMap(blockOf))).toBe(longest * SIZE);
      }),
      { numRuns: 4 },
    );
  });

  test('large texts with nothing in common, and with a few lines repeated over and over, take linear time', () => {
    // In quadratic time this would not end before the test's limit.
    const numbered = (word: string): string[] => Array.from({ length: 50_000 }, (_, at) => `${word} ${at}`);
    const repeated = (step: number): string[] => Array.from({ length: 50_000 }, (_, at) => String((at * step) % 7));
    expect(check(numbered('old'), numbered('new'))).toBe(0);
    expect(check(repeated(3), repeated(5))).toBeGreaterThanOrEqual(0);
  });
});
