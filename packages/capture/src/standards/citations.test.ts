import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { checkCitations, requireFreshCitations } from './check-citations.ts';
import { citeSections, type CitationRequest } from './citations.ts';
import { cutAtWord, firstSentence } from './first-sentence.ts';
import { slugHeadings } from './heading-slugs.ts';
import { inMemory } from '../service/sample-repository.fixture.ts';
import { readStandardsFile } from './standards-section.ts';

const ask = (heading: string, requirement: string | null = null): CitationRequest => ({
  file: 'rules.md',
  heading,
  requirement,
  from: { file: 'map.yaml', line: 3 },
});
const cite = (text: string, ...requests: readonly CitationRequest[]): ReturnType<typeof citeSections> =>
  citeSections(requests, new Map([['rules.md', readStandardsFile(text)]]));

describe('the first sentence', () => {
  test('is plain text without markup, markers and code', () => {
    expect(firstSentence(['', '**Never** cast `any`. Check it.'])).toBe('Never cast any.');
    expect(
      firstSentence(['```', 'code. more', '```', '', '- [ ] Parse at the', '  border! Then trust.', '- next']),
    ).toBe('Parse at the border!');
    expect(firstSentence(['| a | b |', '|---|---|', '> Quoted rule (see [x](y)). Rest'])).toBe('Quoted rule (see x).');
    expect(firstSentence(['Use short names, e.g. `id`, in v1.2 code. Next.'])).toBe(
      'Use short names, e.g. id, in v1.2 code.',
    );
    expect(firstSentence([])).toBe('');
  });

  test('is cut at a word within 140 characters', () => {
    expect(cutAtWord('one two three', 8)).toBe('one two…');
    expect(cutAtWord('one two three', 7)).toBe('one…');
    expect(cutAtWord('abcdefghij', 5)).toBe('abcd…');
    expect(cutAtWord('exact', 5)).toBe('exact');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 140 }), (text, limit) => {
        const cut = cutAtWord(text, limit);
        expect([...cut].length).toBeLessThanOrEqual(limit);
        if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });
});

describe('a citation', () => {
  const text =
    '# Rules\n\nIntro.\n\n## Input\n\nCheck it. Always.\n\n### Detail\n\nMore.\n\n\n## Output\n\nEscape it.\n';

  test('spans the section to its last line of text, sub-sections included', () => {
    const { citations } = cite(text, ask('Output'), ask('Input'));
    expect(citations).toEqual([
      {
        file: 'rules.md',
        section: 'input',
        requirement: 'Check it.',
        line_span: 'L5-L11',
        content_sha: sha256Hex('## Input\n\nCheck it. Always.\n\n### Detail\n\nMore.').slice(0, 16),
      },
      expect.objectContaining({ section: 'output', line_span: 'L14-L16' }),
    ]);
  });

  test('of a section without text takes the heading, or the first text below', () => {
    expect(cite('# Only a heading\n', ask('Only a heading')).citations[0]?.requirement).toBe('Only a heading');
    expect(cite('# A\n\nSub\n---\n\nText here. No.\n', ask('A')).citations[0]?.requirement).toBe('Text here.');
  });

  test('later requests for the same section win', () => {
    const { citations } = cite(text, ask('Input'), ask('#input', 'Our own words.'));
    expect(citations.map(({ requirement }) => requirement)).toEqual(['Our own words.']);
  });

  test('of a heading that is gone, or there twice, or in no file, is a named problem', () => {
    const twice = `${text}## Input\n\nAgain.\n`;
    expect(cite(text, ask('Inputs')).problems).toMatchObject([
      { condition: 'heading-exists', file: 'map.yaml', line: 3 },
    ]);
    const [ambiguous] = cite(twice, ask('Input')).problems;
    expect(ambiguous).toMatchObject({ condition: 'slug-unique' });
    expect(ambiguous?.detail).toContain('#input, #input-1');
    expect(cite(twice, ask('#input-1'), ask('#input')).citations.map(({ section }) => section)).toEqual([
      'input',
      'input-1',
    ]);
    const nowhere = citeSections([ask('a'), ask('b')], new Map([['rules.md', null]]));
    expect(nowhere.problems.map(({ condition }) => condition)).toEqual(['standards-file-exists']);
  });

  test('is the same whatever the line endings', () => {
    const headings = fc.constantFrom('# A', '## B', 'A', '===', '', 'Text one. Two.', '```', '- item', '    code');
    fc.assert(
      fc.property(fc.array(headings, { maxLength: 30 }), (lines) => {
        const all = slugHeadings(lines.join('\n')).map(({ slug }) => ask(`#${slug}`));
        const expected = cite(lines.join('\n'), ...all);
        expect(expected.problems).toEqual([]);
        expect(cite(lines.join('\r\n'), ...all)).toEqual(expected);
        expect(cite(lines.join('\r'), ...all)).toEqual(expected);
      }),
    );
  });
});

describe('checkCitations', () => {
  const text = '# Rules\n\n## Input\n\nCheck it.\n\n## Output\n\nEscape it.\n';
  const record = { immutable: { standards_citations: cite(text, ask('Input'), ask('Output')).citations } };
  const states = async (now: string): Promise<string[]> =>
    (await orThrow(checkCitations(record, await inMemory({ 'rules.md': now })))).map(({ state }) => state);

  test('tells fresh, moved and stale apart', async () => {
    expect(await states(text)).toEqual(['fresh', 'fresh']);
    expect(await states(text.replaceAll('\n', '\r\n'))).toEqual(['fresh', 'fresh']);
    expect(await states(text.replace('Check it.', 'Check it.\n\nTwice.'))).toEqual(['stale', 'moved']);
    expect(await states(text.replace('## Input', '## Inputs'))).toEqual(['stale', 'fresh']);
    expect(await states(`Preface.\n\n${text}`)).toEqual(['moved', 'moved']);
    expect((await orThrow(checkCitations(record, await inMemory({})))).map(({ state }) => state)).toEqual([
      'stale',
      'stale',
    ]);
  });

  test('says where a moved section is now', async () => {
    const checked = await orThrow(checkCitations(record, await inMemory({ 'rules.md': `\n${text}` })));
    expect(checked.map(({ lineSpan }) => lineSpan)).toEqual(['L4-L6', 'L8-L10']);
  });

  test('requireFreshCitations fails for stale ones only', async () => {
    const moved = await inMemory({ 'rules.md': `\n${text}` });
    expect((await requireFreshCitations(record, moved)).isOk()).toBe(true);
    const stale = (await requireFreshCitations(record, await inMemory({ 'rules.md': '# Rules\n' })))._unsafeUnwrapErr();
    expect(stale).toMatchObject({ code: 'StaleCitation' });
    expect(stale.message).toContain('rules.md#input, rules.md#output');
  });
});
