import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listHeadings } from '@batonkit/markdown';
import { escapeBlock, escapeHeadingText, normalizeBlock, readBlock, readHeadingText } from './text-block.ts';
import { oneLine } from '@batonkit/core/text';

const hostileLine = fc.oneof(
  fc.constantFrom(
    '- a',
    '  ```',
    '```',
    '# of users',
    '  # x',
    '    ```',
    '~~~',
    '<!--',
    '-->',
    '> ```',
    '- ```',
    '<pre>',
    '',
  ),
  fc.string({ maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        '#',
        '##',
        ' ',
        '   ',
        '\t',
        '=',
        '-',
        '---',
        '```',
        '~~~',
        '````',
        '<!--',
        '-->',
        '<div>',
        '<script>',
        '\\',
        '> ',
        '- ',
        '1. ',
        '**Did:**',
        '**Next:** x',
        'a',
        '</div>',
        '<![CDATA[',
        '<?',
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
);
const hostileText = fc
  .array(fc.tuple(hostileLine, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.flat().join(''));

describe('escapeBlock', () => {
  test.each([
    ['# of users', '\\# of users'],
    ['  ## two', '  \\## two'],
    ['Title\n---', 'Title\n\\---'],
    ['\\# written with a backslash', '\\\\# written with a backslash'],
    ['**Next:** mine', '\\**Next:** mine'],
    ['#hashtag and #1', '#hashtag and #1'],
    ['```sh\n# install\nnpm i\n```', '```sh\n# install\nnpm i\n```'],
    ['```sh\n# never closed', '```sh\n\\# never closed'.replace('```', '\\```')],
    ['<!-- open', '\\<!-- open'],
  ])('%j is written as %j', (text, written) => {
    expect(escapeBlock(text)).toBe(written);
    expect(readBlock(written)).toBe(text);
  });

  test('a fence that a list cuts off swallows nothing', () => {
    const text = '- a\n  ```\n# of users\n```';
    expect(listHeadings(`## a\n${escapeBlock(text)}\n\n## b\n`).map((heading) => heading.text)).toEqual(['a', 'b']);
    expect(readBlock(escapeBlock(text))).toBe(text);
  });

  test('law: every text comes back, and the headings around it stay the only ones', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = escapeBlock(text);
        expect(readBlock(written)).toBe(normalizeBlock(text));
        for (const above of ['## a', '## a\n\n- x\n\n**Did:**']) {
          const headings = listHeadings(`${above}\n${written}\n\n## b\n`);
          expect(headings.map((heading) => heading.text)).toEqual(['a', 'b']);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('law: the text of a heading comes back on one line', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `${text} #`),
        fc.string().map((text) => `${text}\\##`),
      ),
      (text) => {
        const written = `# Task #1: ${escapeHeadingText(text)}`;
        expect(listHeadings(`${written}\n`)).toHaveLength(1);
        expect(readHeadingText(escapeHeadingText(text))).toBe(oneLine(text));
      },
    ),
  );
});
