import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractSection, listHeadings } from '../index.ts';

interface HeadingCase {
  readonly markdown: string;
  readonly headings: readonly { level: number; text: string; line: number }[];
  readonly sections: readonly string[];
}

// Written by packages/markdown/oracles/markdown_cases.mjs; HEADING_CASES names another file of them.
const file = process.env['HEADING_CASES'] ?? new URL('headings.cases.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as HeadingCase[];
const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test('there are documents with headings, many of them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(cases.flatMap(({ headings }) => headings).length).toBeGreaterThan(cases.length);
});

test('lists the headings that markdown-it sees', () => {
  for (const { markdown, headings } of cases) {
    const ours = listHeadings(markdown).map(({ level, text, line }) => ({ level, text: collapse(text), line }));
    expect(ours, markdown).toEqual(headings);
  }
});

test('extracts the section of every heading that its text tells from the others', () => {
  let extracted = 0;
  for (const { markdown, headings, sections } of cases) {
    for (const [index, { text }] of headings.entries()) {
      const isAlone = headings.filter((other) => other.text.includes(text)).length === 1;
      if (text === '' || !isAlone || listHeadings(markdown)[index]?.text !== text) continue;
      expect(extractSection(markdown, text), markdown).toBe(sections[index]);
      extracted += 1;
    }
  }
  expect(extracted).toBeGreaterThan(200);
});
