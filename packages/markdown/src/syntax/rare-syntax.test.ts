import { describe, expect, test } from 'vitest';
import {
  collapse,
  headingsOfCommonmark,
  headingsOfMarkdownIt,
  headingsOfMdast,
  type SeenHeading,
} from './headings-oracle.fixture.ts';
import { withoutLastSegments } from '../sections/extract-section.ts';
import { listHeadings } from '../sections/list-headings.ts';

const ours = (markdown: string): SeenHeading[] =>
  listHeadings(markdown).map(({ level, text, line }) => [level, collapse(text), line]);
const withoutLines = (headings: readonly SeenHeading[]) => headings.map(([level, text]) => [level, text]);

/** A paragraph that only defines links has no text left that an underline could make a heading. */
const definitions = [
  '[foo]: /url (title)',
  '[foo]: /url (ti(tle)',
  '[foo]: /url (ti\\(tle)',
  '[foo]: /url (never closed',
  '[foo]: /url"title"',
  '[foo]: <url>"title"',
  '[foo]: <u<rl>',
  '[foo]: <u\\>rl>',
  '[foo]: /u(r)l',
  '[foo]: /u(r',
  `[foo]: ${'('.repeat(40)}x${')'.repeat(40)}`,
  '[ ]: /url',
  '[\t]: /url',
  '[foo]: /url\n"title"  ',
  '[foo]: /url  ',
  '[foo]:',
];

/** Tags, comments and characters of a heading's text. */
const inlines = [
  'a <!--> b --> c',
  'a <!---> b --> c',
  'a <!-- b --> c',
  'a </b > c',
  'a </b x> c',
  'a <b/> c',
  'a <b / > c',
  'a <b x> c',
  'a <b x=> c',
  'a <b x="1> c',
  'a <b x=1 y> c',
  'a < b',
  'a <b',
  'a <b ',
  'a &#0; b',
  'a &#xD800; b',
  'a &#x110000; b',
  'a &#x1F600; b',
  '*😀*a',
  'a*😀*',
  '😀_a_',
];

describe('what is rarely written is read as the reference implementation reads it', () => {
  /** Where they differ, which is in the nesting of parentheses and in characters beyond 16 bits, one of them has to agree. */
  const witnesses = (markdown: string) =>
    [headingsOfCommonmark, headingsOfMarkdownIt, headingsOfMdast].map((read) => withoutLines(read(markdown)));

  test.each(definitions)('the definition %j above an underline', (definition) => {
    for (const markdown of [
      `${definition}\n===\n\n[foo]\n`,
      `${definition}\ntext [foo]\n---\n`,
      `# [foo]\n\n${definition}`,
    ])
      expect(witnesses(markdown), markdown).toContainEqual(withoutLines(ours(markdown)));
  });

  test.each(inlines)('the heading %j', (text) => {
    for (const markdown of [`# ${text}\n`, `${text}\n===\n`])
      expect(witnesses(markdown), markdown).toContainEqual(withoutLines(ours(markdown)));
  });
});

test('a heading over two lines has one text, whichever way its line is broken', () => {
  for (const markdown of ['one\\\ntwo\n===\n', 'one  \ntwo\n===\n', 'one\ntwo\n===\n'])
    expect(ours(markdown)).toEqual([[1, 'one two', 1]]);
});

test('an identifier loses its segments one by one; one that is longer than any heading names nothing', () => {
  expect(withoutLastSegments('1.2.3')).toEqual(['1.2.3', '1.2', '1']);
  expect(withoutLastSegments(`1.2${'.3'.repeat(50_000)}`)).toEqual([]);
});
