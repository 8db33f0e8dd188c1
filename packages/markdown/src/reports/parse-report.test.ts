import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { reportDocument } from '../syntax/markdown-documents.fixture.ts';
import { parseReport } from './parse-report.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const everything = (text: string): string => {
  const { filesChanged, unread: _, ...texts } = parseReport(text);
  return [...Object.values(texts), ...filesChanged].join('\n');
};

describe('parseReport', () => {
  test('reads a report with headings', () => {
    expect(parseReport(reportDocument)).toEqual({
      implemented: 'The session table.\n\n### Columns\n\n- id',
      tested: '```text\n## Decisions\n12 passed\n```',
      filesChanged: ['db/schema.sql', 'src/session.ts', 'src/session.test.ts', 'Makefile'],
      selfReview: null,
      decisions: '- **Key:** text\n  - nested reason',
      deviations: 'none',
      concerns: 'Slow on the old machine.',
      rest: 'Task 1.1 is finished.\n\n## Next steps\n\nAsk for a review.\n\n- `db/schema.sql` - new table',
      unread: [],
    });
  });

  test('reads numbered bold headers, keeping nested labels in place', () => {
    const report = parseReport(
      '1. **What you implemented**: Foo\n   more\n2. **What you tested**: bar\n3. **Files changed**:\n   - a.ts\n   - b/c.ts\n' +
        '4. **Self-review findings**: fine\n5. **Decisions:** used X\n   - **Tested:** nested\n6. **Notes**: other\n7. **Concerns:** none',
    );
    expect(report).toEqual({
      implemented: 'Foo\nmore',
      tested: 'bar',
      filesChanged: ['a.ts', 'b/c.ts'],
      selfReview: 'fine',
      decisions: 'used X\n- **Tested:** nested',
      deviations: 'none',
      concerns: 'none',
      rest: '6. **Notes**: other',
      unread: [],
    });
  });

  test.each([
    ['plain', 'Implemented: a\nTested: b\nDecisions: c\nDeviations: d\nConcerns: e'],
    ['upper case', 'IMPLEMENTED: a\nTESTED: b\nDECISIONS: c\nDEVIATIONS: d\nCONCERNS: e'],
    ['bullets', '- **Implemented:** a\n- **Tested:** b\n- **Decisions:** c\n- **Deviations:** d\n- **Concerns:** e'],
    [
      'alone on the line',
      'What I implemented\n\na\n\nTested\n\nb\n\nDecisions\n\nc\n\nDeviations\n\nd\n\nConcerns\n\ne',
    ],
    ['setext', 'Implemented\n---\na\n\nTested\n---\nb\n\nDecisions\n---\nc\n\nDeviations\n---\nd\n\nConcerns\n---\ne'],
    [
      'CRLF',
      '## Implemented\r\na\r\n## Tested\r\nb\r\n## Decisions\r\nc\r\n## Deviations\r\nd\r\n## Concerns\r\ne\r\n',
    ],
    [
      'bold headings',
      '## **Implemented**\na\n## **Tested:**\nb\n## 3. Decisions\nc\n## Deviations ##\nd\n## Concerns\ne',
    ],
  ])('reads %s headers', (_, text) => {
    expect(parseReport(text)).toMatchObject({
      implemented: 'a',
      tested: 'b',
      decisions: 'c',
      deviations: 'd',
      concerns: 'e',
      rest: '',
    });
  });

  test('says what is missing', () => {
    expect(parseReport('')).toEqual({
      implemented: null,
      tested: null,
      filesChanged: [],
      selfReview: null,
      decisions: 'none',
      deviations: 'none',
      concerns: 'none',
      rest: '',
      unread: [],
    });
  });

  test('keeps a header that says more than its name, and joins a field that comes twice', () => {
    expect(parseReport('## Decisions about tokens\nJWT\n## Decisions\nmore').decisions).toBe(
      '## Decisions about tokens\nJWT\n\nmore',
    );
  });

  test('reads a report that is one fenced block, and survives a fence that never closes', () => {
    const wrapped = parseReport('```markdown\n## Tested\nall\n```\n');
    expect([wrapped.tested, wrapped.rest]).toEqual(['all', '```markdown\n```']);
    expect(parseReport('## Implemented\n```ts\na\n## Tested\nb').tested).toBe('b');
  });

  test.each([
    ['- `a.ts`, `b/c.ts`', ['a.ts', 'b/c.ts']],
    ['a.ts, b/c.ts', ['a.ts', 'b/c.ts']],
    ['1. [a.ts](./a.ts)\n2. **b/c.ts**', ['a.ts', 'b/c.ts']],
    ['- src/bin/tool\n- .gitignore\n- LICENSE', ['src/bin/tool', '.gitignore', 'LICENSE']],
    ['- a.ts\n- a.ts', ['a.ts']],
    ['none', []],
  ])('lists files from %j', (lines, files) => {
    expect(parseReport(`## Files changed\n${lines}`)).toMatchObject({ filesChanged: files, rest: '' });
  });

  test('reads a path that a note follows, and keeps the note', () => {
    expect(parseReport('## Files changed\n- src/a.ts: new\n- src/b.ts, renamed\n')).toMatchObject({
      filesChanged: ['src/a.ts', 'src/b.ts'],
      rest: '- src/a.ts: new\n- src/b.ts, renamed',
    });
  });

  test('keeps what a line of the file list says beyond the path', () => {
    expect(parseReport('Files changed:\n- M src/a.ts and/or more\nSee above.')).toMatchObject({
      filesChanged: ['src/a.ts'],
      rest: '- M src/a.ts and/or more\nSee above.',
    });
  });
});

describe('laws', () => {
  const word = fc.integer({ min: 100, max: 999 }).map((number) => `word${number}`);
  const frame = fc.constantFrom(
    ...['$', '- $', '  - $', '> $', '## $', '### $ $', '**$**', '**$:** $', '- **$**: $', '$: $', '| $ | $ |', '`$`'],
    ...[
      '## Files changed',
      'Files changed: $',
      '## Decisions $',
      '**Tested:** $',
      '- Concerns: $',
      'Deviations',
      '```',
    ],
    ...[
      '~~~ $',
      '$\n---',
      '- `src/$.ts` $',
      '- $/$.ts',
      '1. **Self-review $**',
      '**Implemented** $',
      '```md',
      '',
      '    $',
    ],
  );
  const report = fc
    .array(fc.tuple(frame, word, word), { maxLength: 14 })
    .map((lines) => lines.map(([shape, one, other]) => shape.replace('$', one).replace('$', other)).join('\n'));

  test('no word is lost', () => {
    fc.assert(
      fc.property(report, (text) => {
        const kept = everything(text);
        expect((text.match(/word\d+/g) ?? []).filter((found) => !kept.includes(found))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('every line of text that is no header comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[xyz ]{1,20}$/), { maxLength: 8 }), (lines) => {
        const kept = everything(`## Decisions\n${lines.join('\n')}\n## Tested\n${lines.join('\n')}`);
        expect(lines.every((line) => kept.includes(line.trim()))).toBe(true);
      }),
    );
  });

  test('no input throws or loses a letter', () => {
    const letters = (text: string): string[] => text.match(/[\p{L}\p{N}]{12,}/gu) ?? [];
    fc.assert(
      fc.property(fc.oneof(hostileTexts, fc.string({ unit: 'binary' })), (text) => {
        const kept = everything(text);
        expect(letters(text).filter((run) => !kept.includes(run) && !/implement|review|deviation/i.test(run))).toEqual(
          [],
        );
      }),
      { numRuns: 1500 },
    );
  });

  test.each(['`', '## a\n', '**a:** b\n', '# a ', '- ', '```\n', 'a: ', '\n', ' ', 'files ', '``` `', '**'])(
    'stays linear on %j',
    (unit) => {
      const started = processorTime();
      expect(parseReport(`# Files changed\n${unit.repeat(100_000 / unit.length)}x`).decisions).toBe('none');
      expect(processorTime() - started).toBeLessThan(2000);
    },
  );
});
