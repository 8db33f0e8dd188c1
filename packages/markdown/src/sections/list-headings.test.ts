import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listHeadings } from './list-headings.ts';
import { designDocument, planDocument } from '../syntax/markdown-documents.fixture.ts';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const outline = (markdown: string): string[] =>
  listHeadings(markdown).map(({ level, text, line }) => `${line} ${'#'.repeat(level)} ${text}`);

describe('what is a heading', () => {
  test('a plan with front matter, code, quotes, lists and a setext heading', () => {
    expect(outline(planDocument)).toEqual([
      '5 # Plan: Sign-in',
      '7 ## Phase 1A: Groundwork',
      '9 ### Step 11.10: Later clean-up',
      '13 ### Step 1.1: Create the session table',
      '24 #### Rollback',
      '28 ### Step 1.10: Index',
      '30 ## Background work',
      '36 ## Phase 2 & later',
    ]);
    expect(outline(designDocument).length).toBe(7);
  });

  test.each([
    ['front matter in TOML', '+++\n# a = 1\n+++\n# b', ['4 # b']],
    ['front matter with CRLF and trailing blanks', '---  \r\n# a\r\n--- \r\n# b', ['4 # b']],
    ['front matter that is never closed', '---\n# a\n', ['2 # a']],
    ['front matter closed by the other fence', '---\n# a\n+++\n', ['2 # a']],
    ['a rule that is longer than a fence', '----\n# a\n---\n', ['2 # a']],
    ['a byte order mark', '\uFEFF# a', ['1 # a']],
    ['a byte order mark before front matter', '\uFEFF---\nb\n---\n# a', ['4 # a']],
    ['CR line endings', '# a\rb\r===\r', ['1 # a', '2 # b']],
    ['a setext heading of several lines', 'a\n  b  \nc\n---', ['1 ## a b c']],
    ['an empty heading', '#\n## ##\n', ['1 # ', '2 ## ']],
    ['a heading after lazy continuation', '> a\nb\n===\n', []],
    ['a tab after the marks', '#\ta\t#\t', ['1 # a']],
    ['a label defined below', '# [a][b] [c] [d]\n\n> [b]: x\n[d]: y', ['1 # a [c] d']],
    ['NUL', '# a\0b', ['1 # a\ufffdb']],
    ['markup', '# *a* **b** `c` <i>d</i> ![e](f) \\*g &lt;', ['1 # a b c d e *g <']],
  ])('%s', (_, markdown, expected) => {
    expect(outline(markdown)).toEqual(expected);
  });

  test('a text over 10,000 code units is left as written', () => {
    const source = '*a* '.repeat(3000).trim();
    expect(listHeadings(`# ${source}`)[0]?.text).toBe(source);
  });
});

describe('laws', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), hostileTexts);

  test('offsets and lines point at the heading, in order, whatever the input', () => {
    fc.assert(
      fc.property(anyText, (markdown) => {
        let last = 0;
        for (const { level, line, start, end } of listHeadings(markdown)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(level).toBeGreaterThanOrEqual(1);
          expect(level).toBeLessThanOrEqual(6);
          expect(markdown.slice(0, start).split(/\r\n|\r|\n/).length).toBe(line);
          expect(markdown.slice(end)).toMatch(/^(?:[\r\n]|$)/);
          last = end;
        }
      }),
      { numRuns: 1500 },
    );
  });

  test('a heading read on its own is the same heading', () => {
    fc.assert(
      fc.property(hostileTexts, (markdown) => {
        for (const { level, start, end } of listHeadings(markdown)) {
          expect(listHeadings(markdown.slice(start, end))[0]?.level).toBe(level);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const repeat = (text: string, count: number): string => text.repeat(count);

describe('hostile input ends soon', () => {
  test.each([
    ['nested quotes', repeat('> ', 200_000)],
    ['nested lists, then blank lines', `${repeat('- ', 200_000)}x${repeat('\n', 200_000)}`],
    ['nested ordered lists', `${repeat('1. ', 200_000)}x`],
    ['backticks', repeat('`', 1_000_000)],
    ['headings', repeat('# a\n', 100_000)],
    ['brackets', repeat('[', 1_000_000)],
    ['definitions', `${repeat('[a]: b "\n', 100_000)}===\n`],
    ['definitions that never end', `${repeat('[a]: (\n', 100_000)}===\n`],
    ['comments', repeat('<!--\n', 200_000)],
    ['attributes', `<a${repeat(' a="b"', 150_000)}`],
    ['rules', `${repeat('* ', 400_000)}a`],
    ['white space', `${repeat(' ', 1_000_000)}a`],
    ['closing marks', `# a${repeat(' #', 400_000)}`],
    ...['[', '![', '*a_ ', '`a``', '[a](b', '[a](<b', '<a x="', '<!--', '<?', '&amp;', '\\', '[a](b "', '**a '].map(
      (unit) =>
        [`headings of ${unit}`, repeat(`# ${repeat(unit, Math.floor(9000 / unit.length))}\n`, 20)] as [string, string],
    ),
  ])('%s', (_, markdown) => {
    const started = processorTime();
    expect(listHeadings(markdown).length).toBeLessThanOrEqual(100_000);
    expect(processorTime() - started).toBeLessThan(2000);
  });
});
