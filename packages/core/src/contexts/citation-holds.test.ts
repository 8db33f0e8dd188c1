import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCitations } from '@batonkit/capture';
import { citeSections } from '../../../capture/src/standards/citations.ts';
import { slugHeadings } from '../../../capture/src/standards/heading-slugs.ts';
import { inMemory } from '../../../capture/src/service/sample-repository.fixture.ts';
import { readStandardsFile } from '../../../capture/src/standards/standards-section.ts';
import type { ImmutableSection } from '../record/envelope.ts';
import { orThrow } from '../result/or-throw.ts';
import { citationHolds } from './citation-holds.ts';
import { processorTime } from '../text/processor-time.fixture.ts';

type Citations = ImmutableSection['standards_citations'];

function citeAll(text: string): Citations {
  const requests = slugHeadings(text).map(({ slug }) => ({
    file: 'rules.md',
    heading: `#${slug}`,
    requirement: null,
    from: { file: 'map.yaml', line: 1 },
  }));
  return citeSections(requests, new Map([['rules.md', readStandardsFile(text)]])).citations;
}

const line = fc.constantFrom(
  ...[
    '# A',
    '## B',
    '### C',
    '## D',
    'Title',
    '===',
    '---',
    '',
    '',
    'One. Two.',
    '```sh',
    '# comment',
    '```',
    '- item',
  ],
  ...['    # code', '> # quote', '<!--', '-->', '  ## indented', '#no heading', 'last\t'],
);

describe('a citation', () => {
  test('always holds in the text it was just made from', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, ending) => {
        const text = lines.join(ending);
        for (const citation of citeAll(text)) expect(citationHolds(citation, text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('holds exactly when the markdown parser says so, in documents of plain sections', async () => {
    const section = fc.tuple(
      fc.constantFrom('# A', '## B', '### C', '## D', 'Title\n==='),
      fc.constantFrom('One.', 'One.\nTwo.', '```sh\n# comment\n```', '- item', ''),
    );
    const text = fc
      .array(section, { maxLength: 6 })
      .map((sections) => sections.map(([heading, body]) => `${heading}\n\n${body}\n\n`).join(''));
    await fc.assert(
      fc.asyncProperty(text, text, fc.boolean(), async (before, other, joined) => {
        const now = joined ? `${other}${before}` : other;
        const citations = citeAll(before);
        const checked = await orThrow(
          checkCitations({ immutable: { standards_citations: citations } }, await inMemory({ 'rules.md': now })),
        );
        const sections = new Set(citeAll(now).map(({ content_sha }) => content_sha));
        citations.forEach((citation, index) => {
          // A section with the same words may carry another number now; its text is what counts here.
          const same = checked[index]?.state !== 'stale' || sections.has(citation.content_sha);
          expect([citation.section, citationHolds(citation, now)]).toEqual([citation.section, same]);
        });
      }),
      { numRuns: 300 },
    );
  });

  test('does not hold when its section was edited, cut, extended or given a sub-section', () => {
    const text = '# Rules\n\n## Input\n\nCheck it.\n\n## Output\n\nEscape it.\n';
    const citation = citeAll(text).find(({ section }) => section === 'input');
    if (citation === undefined) throw new Error('no citation');
    for (const edited of [
      text.replace('Check it.', 'Check it!'),
      text.replace('Check it.\n', ''),
      text.replace('Check it.', 'Check it.\n\nTwice.'),
      text.replace('Check it.', 'Check it.\n\n### More\n\nTwice.'),
      text.replace('## Input', '## Inputs'),
      '',
    ]) {
      expect(citationHolds(citation, edited)).toBe(false);
    }
    expect(citationHolds(citation, `Preface.\n\n${text}`)).toBe(true);
    expect(citationHolds(citation, `\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(true);
    expect(citationHolds({ file: 'rules.md', section: 'input', requirement: 'No lines are named.' }, '')).toBe(true);
  });

  test('is looked for in linear time', () => {
    const citation = {
      file: 'a',
      section: 'a',
      requirement: 'A.',
      line_span: 'L1-L10000',
      content_sha: '0'.repeat(16),
    };
    const started = processorTime();
    for (const line of ['# a\n', 'a\n', '# a\n\n', 'a\n-\n']) {
      expect(citationHolds(citation, line.repeat(20_000))).toBe(false);
    }
    for (const rest of ['\n', 'a\n']) {
      const text = `${'# a\n'.repeat(10_000)}${rest.repeat(10_000)}`;
      expect(citationHolds({ ...citation, line_span: 'L1-L5000' }, text)).toBe(false);
    }
    expect(processorTime() - started).toBeLessThan(2000);
  });
});
