import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractSection, extractSectionWithFallback } from './extract-section.ts';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { listHeadings } from './list-headings.ts';
import { planDocument } from '../syntax/markdown-documents.fixture.ts';

describe('extractSection', () => {
  test('takes the whole token before any substring', () => {
    expect(extractSection(planDocument, '1.1')).toMatch(/^### Step 1\.1: Create[\s\S]*Drop the table\.\n$/);
    expect(extractSection('# 11.10\n# 1.1.2\n# 1.10\n# v1.1-beta\n# At 1.1.\n', '1.1')).toBe('# At 1.1.\n');
    expect(extractSection('# Auth-Module\n# Auth: a\n', 'Auth')).toBe('# Auth: a\n');
    expect(extractSection('# Über\n# Ü\n', 'Ü')).toBe('# Ü\n');
  });

  test('takes a substring when no heading holds the token', () => {
    expect(extractSection('# Authentication\nx\n# Other', 'Auth')).toBe('# Authentication\nx');
  });

  test('matches the rendered text, case-sensitively', () => {
    expect(extractSection('# `a` &amp; *b*\n', 'a & b')).toBe('# `a` &amp; *b*\n');
    expect(extractSection('# Goals\n', 'goals')).toBeNull();
  });

  test.each([
    ['LF', '# a\nx\n\n# b', '# a\nx\n'],
    ['CRLF', '# a\r\nx\r\n\r\n# b', '# a\r\nx\r\n'],
    ['CR', '# a\rx\r\r# b', '# a\rx\r'],
    ['no text between', '# a\n# b', '# a'],
    ['to the end of the input', '# a\nx\n', '# a\nx\n'],
    ['setext', 'a\n===\nx\n\nb\nc\n===\n', 'a\n===\nx\n'],
    ['indented', '# z\n   # a\nx\n  # b', '   # a\nx'],
    ['deeper headings inside', '## a\n### a1\n# b', '## a\n### a1'],
    ['byte order mark', '\uFEFF# a\n# b', '# a'],
  ])('cuts exactly: %s', (_, markdown, expected) => {
    expect(extractSection(markdown, 'a')).toBe(expected);
  });

  test.each(['', ' ', '\t\n', 'absent', 'x'.repeat(1001)])('answers null for %j', (identifier) => {
    expect(extractSection(`# a b\n# ${'x'.repeat(1001)}`, identifier)).toBeNull();
  });
});

describe('extractSectionWithFallback', () => {
  test('drops dot-segments until something matches', () => {
    expect(extractSectionWithFallback('# Step 1A\nx', '1A.1.2')).toBe('# Step 1A\nx');
    expect(extractSectionWithFallback('# 1.2\n# 1', '1.2.3')).toBe('# 1.2');
    expect(extractSectionWithFallback('# 2', '1.2.3')).toBeNull();
    expect(extractSectionWithFallback('# a', '')).toBeNull();
    expect(extractSectionWithFallback('# a', '...')).toBeNull();
  });
});

describe('laws', () => {
  test('a section is a slice that starts with its heading and ends before the next of its rank', () => {
    fc.assert(
      fc.property(hostileTexts, (markdown) => {
        const headings = listHeadings(markdown);
        const first = headings.find(({ text }) => text.trim() !== '' && text.length <= 1000);
        fc.pre(first !== undefined);
        const section = extractSection(markdown, first.text);
        expect(section).not.toBeNull();
        const owner = headings.find(({ start }) => markdown.startsWith(section ?? '', start));
        const next = headings.find(({ start, level }) => start > (owner?.start ?? 0) && level <= (owner?.level ?? 0));
        const end = (owner?.start ?? 0) + (section?.length ?? 0);
        expect(markdown.slice(end, next?.start ?? markdown.length)).toMatch(
          next === undefined ? /^$/ : /^(?:\r\n|\r|\n)$/,
        );
      }),
      { numRuns: 800 },
    );
  });

  test('no input and no identifier throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostileTexts, fc.string({ unit: 'binary' })),
        fc.string({ unit: 'binary' }),
        (markdown, id) => {
          const section = extractSectionWithFallback(markdown, id);
          expect(section === null || markdown.includes(section)).toBe(true);
        },
      ),
    );
  });
});
