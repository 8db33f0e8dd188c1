import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanBlocks } from '@batonkit/markdown/scan';
import { editDocument, readDocument, replaceRanges } from './state-document.ts';
import { rereadHeadings } from './reread-headings.ts';

const line = fc.constantFrom(
  '# a',
  '## Progress Log',
  '### Session 1 - x',
  '#### deep',
  'text',
  'text',
  '',
  '',
  '===',
  '---',
  '```',
  '~~~~',
  '<!--',
  '-->',
  '<div>',
  '- item',
  '  more',
  '    code',
  '> quote',
  '[a]: b',
  '## ',
);
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const textOf = (lines: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.tuple(lines, ending), { maxLength }).map((pairs) => pairs.map((pair) => pair.join('')).join(''));
const text = textOf(line, 5);
// Headings often enough that there is something to keep, and plain lines between them that can be edited.
const plain = fc.constantFrom('some words of text', 'more words of text', '');
const document = fc
  .array(fc.tuple(fc.constantFrom('# a\n', '## Context\n', '### b\n'), textOf(plain, 4), text), { maxLength: 6 })
  .map((blocks) => blocks.map((block) => block.join('')).join(''));

test('reading on from what is known finds the same headings as reading everything', () => {
  let reused = 0;
  fc.assert(
    fc.property(document, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), text), { maxLength: 3 }), (before, drawn) => {
      let position = 0;
      const edits = drawn
        .map(([at, length, by]) => ({ at: before.length === 0 ? 0 : at % (before.length + 1), length, by }))
        .sort((a, b) => a.at - b.at)
        .flatMap(({ at, length, by }) => {
          const start = Math.max(at, position);
          const end = Math.min(start + length, before.length);
          if (start > before.length) return [];
          position = end + 1;
          return [{ start, end, by }];
        });
      const after = replaceRanges(before, edits);
      const { headings } = scanBlocks(before);
      const found = rereadHeadings({ text: before, headings }, edits, after);
      expect(found).toEqual(scanBlocks(after).headings);
      expect(editDocument(readDocument(before), edits)).toEqual(readDocument(after));
      if (found.some((heading) => headings.includes(heading))) reused += 1;
    }),
    { numRuns: Number(process.env['REREAD_RUNS'] ?? 1500) },
  );
  expect(reused).toBeGreaterThan(100);
});

test('an edit that cuts the text short inside the next heading comes to an end', () => {
  const before = '# a\ntext\n# long heading\n';
  const edits = [
    { start: 5, end: 5, by: 'x' },
    { start: 11, end: before.length, by: '' },
  ];
  const after = replaceRanges(before, edits);
  expect(after).toBe('# a\ntxext\n# ');
  const found = rereadHeadings({ text: before, headings: scanBlocks(before).headings }, edits, after);
  expect(found).toEqual(scanBlocks(after).headings);
});
