import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  collapse,
  headingsOfCommonmark,
  headingsOfMarkdownIt,
  headingsOfMdast,
  type SeenHeading,
} from './headings-oracle.fixture.ts';
import { listHeadings } from '../sections/list-headings.ts';

const ours = (markdown: string): SeenHeading[] =>
  listHeadings(markdown).map(({ level, text, line }) => [level, collapse(text), line]);
/** Implementations differ on the line of a heading that follows definitions in one paragraph; see the test below. */
const withoutLines = (headings: readonly SeenHeading[]): (readonly [number, string])[] =>
  headings.map(([level, text]) => [level, text]);

const specFile = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt');
const examples = [...readFileSync(specFile, 'utf8').matchAll(/^`{32} example\n([\s\S]*?)^\.\n[\s\S]*?^`{32}$/gm)].map(
  ([, markdown = '']) => markdown.replaceAll('→', '\t'),
);
/** Front matter is no CommonMark: the two examples that start so are left out. */
const commonMarkExamples = examples.filter((markdown) => !/^---\n(?:.*\n)*?---\n/.test(markdown));

describe('the examples of the CommonMark specification', () => {
  test('are all there', () => {
    expect(examples.length).toBe(652);
    expect(commonMarkExamples.length).toBe(650);
  });

  test.each([
    ['as they are', (markdown: string) => markdown],
    ['before another heading', (markdown: string) => `${markdown}\n# tail\n`],
    ['as the text of a heading', (markdown: string) => `# ${markdown.replace(/\n[\s\S]*/, '')}\n\n[bar]: /url\n`],
    ['with CRLF line endings', (markdown: string) => markdown.replaceAll('\n', '\r\n')],
    ['with CR line endings', (markdown: string) => markdown.replaceAll('\n', '\r')],
  ])('%s give the headings that the reference implementation sees', (_, change) => {
    for (const markdown of commonMarkExamples.map(change)) {
      expect(withoutLines(ours(markdown)), markdown).toEqual(withoutLines(headingsOfCommonmark(markdown)));
    }
  });

  test('give the headings and lines that markdown-it sees', () => {
    for (const markdown of commonMarkExamples) {
      expect(ours(markdown), markdown).toEqual(headingsOfMarkdownIt(markdown));
    }
  });
});

const prefix = fc.constantFrom(
  ...['', '', '', '', ' ', '   ', '    ', '\t', '> ', '>', '> > ', '- ', '-', '* ', '1. ', '1) ', '2. ', '10. '],
  ...['-\t', '>\t', '  - ', '     ', '-     ', '+ '],
);
const content = fc.constantFrom(
  ...['a', 'foo bar', '# h', '## h2 ##', '#', '###### x', '####### y', '#x', '===', '=', '---', '--', '-', '***'],
  ...['* * *', '_ _ _', '```', '````', '~~~', '``` x', '``` a`b', '<div>', '</div>', '<!-- c', '-->', '<!-- c -->'],
  ...['<script>', '</script>', '<?php', '?>', '<!A', '>', '<![CDATA[', ']]>', '<a>', '<a href="x">', '</b >', '<a b'],
  ...['[foo]: /url', '[foo]:', '/url', '"title"', "'t", '[foo]: /url "t', '[foo]: <x>', '[x', ']: y', '[a]: b c'],
  ...['[foo]', '', '', '', ' ', '\\# x', '# a \\#', '# `a` *b*', '1.', '12345678901. x', '01. x', '<pre', '# a\t#'],
  ...['x  ', '<hr/>', '    code', '\tcode', "[foo]: /url 't'", '|a|b|', '|-|-|'],
);
const line = fc.tuple(fc.array(prefix, { maxLength: 2 }), content).map(([prefixes, text]) => prefixes.join('') + text);
const isFrontMatter = (markdown: string): boolean => /^(---|\+\+\+)[ \t]*\n/.test(markdown);
const blocks = fc
  .array(line, { minLength: 1, maxLength: 9 })
  .map((lines) => `${lines.join('\n')}\n`)
  .filter((markdown) => !isFrontMatter(markdown));

const inline = fc.constantFrom(
  ...['a', 'b', ' ', ' ', '*', '**', '_', '__', '***', '`', '``', '[', ']', '(', ')', '](', '](/u)', '![', '[foo]'],
  ...['[]', '<', '>', '<b>', '</b>', '<!--', '-->', '<http://x>', '<a@b.c>', '&amp;', '&#35;', '&copy', '&x;', '\\'],
  ...['\\*', '\\[', '!', '"', "'", '<a x="', '](<', ' "t")', '.', '#', '<?', '?>', '\u00a0', 'é', '£', '\\`', '[bar]'],
  ...['foo', '[foo]: x', '<b x=y>', '{', '~', '&nbsp;', '&quot;', '<![CDATA[', ']]>', '<!A'],
);
const markedUpHeading = fc
  .array(inline, { minLength: 1, maxLength: 14 })
  .map((parts) => `# z${parts.join('')}z\n\n[foo]: /url\n[bar]: /url\n`);

// The seeds are fixed because the implementations disagree with each other about one document in some ten thousand.
describe('generated documents', () => {
  test('have the headings that commonmark.js sees, or mdast where commonmark.js forgets tabs', () => {
    fc.assert(
      fc.property(blocks, (markdown) => {
        const seen = [headingsOfCommonmark(markdown), headingsOfMdast(markdown)].map(withoutLines);
        expect(seen).toContainEqual(withoutLines(ours(markdown)));
      }),
      { numRuns: 4000, seed: 31 },
    );
  });

  test('have the headings on which markdown-it and commonmark.js agree', () => {
    fc.assert(
      fc.property(blocks, (markdown) => {
        const seen = headingsOfMarkdownIt(markdown);
        fc.pre(JSON.stringify(withoutLines(seen)) === JSON.stringify(withoutLines(headingsOfCommonmark(markdown))));
        expect(withoutLines(ours(markdown))).toEqual(withoutLines(seen));
      }),
      { numRuns: 2000, seed: 31 },
    );
  });

  test('have the heading texts that commonmark.js renders', () => {
    fc.assert(
      fc.property(markedUpHeading, (markdown) => {
        expect(withoutLines(ours(markdown))).toEqual(withoutLines(headingsOfCommonmark(markdown)));
      }),
      { numRuns: 4000, seed: 31 },
    );
  });
});

test('a heading behind definitions of the same paragraph starts on its own first line', () => {
  expect(ours('[a]: b\n[c]: d\nTitle\n===\n')).toEqual([[1, 'Title', 3]]);
});
