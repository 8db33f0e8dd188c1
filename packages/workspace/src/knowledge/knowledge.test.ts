import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatKnowledgeBank, parseKnowledgeBank } from './knowledge-bank.ts';
import { addKnowledge, applyValidation, backfillKnowledge, findStale, resolveStale } from './update-knowledge.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const BANK = `# Anti-Patterns

Learned the hard way.

### Anti-Pattern: Working in the wrong tree
Edits land on main.
They are hard to find.
- Observed in: Feature #002
- Confidence: high

### Anti-Pattern: Stale cache
Old hooks keep running.
- Observed in: Plugin cache staleness bug
- Cost: 30 minutes

<!-- keep this comment -->
## More

### Anti-Pattern: Double work
\`\`\`
- Last observed: Feature #999
\`\`\`
- **Observed in:** Feature #7
  (and again later)
- Last observed: Feature #7
- Observation count: 3

### Notes without a colon
Not an entry.
`;

/** The lines of one text that the other does not have, as a diff would show them. */
function changes(before: string, after: string): { removed: readonly string[]; added: readonly string[] } {
  const count = (text: string): Map<string, number> => {
    const lines = new Map<string, number>();
    for (const line of text.split(/(?<=\n)/)) lines.set(line, (lines.get(line) ?? 0) + 1);
    return lines;
  };
  const minus = (some: Map<string, number>, other: Map<string, number>): readonly string[] =>
    [...some].flatMap(([line, times]) =>
      Array.from({ length: Math.max(0, times - (other.get(line) ?? 0)) }, () => line.trimEnd()),
    );
  return { removed: minus(count(before), count(after)), added: minus(count(after), count(before)) };
}

describe('parseKnowledgeBank', () => {
  test('reads entries with their fields', () => {
    const { entries } = parseKnowledgeBank(BANK);
    expect(entries.map(({ name, type }) => `${type}|${name}`)).toEqual([
      'Anti-Pattern|Working in the wrong tree',
      'Anti-Pattern|Stale cache',
      'Anti-Pattern|Double work',
    ]);
    expect(entries[0]).toMatchObject({
      text: 'Edits land on main.\nThey are hard to find.',
      provenance: { field: 'Observed in', value: 'Feature #002' },
      confidence: 'high',
      lastObserved: null,
      observationCount: null,
      isStale: false,
    });
    expect(entries[2]).toMatchObject({ lastObserved: { feature: 7, isApproximate: false }, observationCount: 3 });
  });

  test('parse then write gives the same bytes', () => {
    const piece = fc.constantFrom(
      '### A: B',
      '### A: B ⚠️ STALE',
      '# T',
      '## U',
      'text',
      '- Source: Feature #3',
      '- Last observed: Feature #4',
      '```',
      '\n',
      '\r\n',
      '\r',
      '',
      '- x',
      '> ### C: D',
      '\uFEFF',
      '    ### E: F',
      '---',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r', ''), (pieces, ending) => {
        const text = pieces.join(ending);
        return formatKnowledgeBank(parseKnowledgeBank(text)) === text;
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => formatKnowledgeBank(parseKnowledgeBank(text)) === text),
    );
    expect(formatKnowledgeBank(parseKnowledgeBank(BANK))).toBe(BANK);
  });
});

describe('backfillKnowledge', () => {
  test('adds what is missing and nothing else', () => {
    const { text, changed } = backfillKnowledge(BANK, { approximateFeature: 8 });
    expect(changes(BANK, text)).toEqual({
      removed: [],
      added: [
        '- Last observed: Feature #002',
        '- Observation count: 1',
        '- Observation count: 1',
        '- Last observed: Feature #008 (approximate — original provenance was non-numeric)',
      ],
    });
    expect(changed).toEqual(['Working in the wrong tree', 'Stale cache']);
    expect(parseKnowledgeBank(text).entries[1]?.lastObserved).toEqual({ feature: 8, isApproximate: true });
    expect(backfillKnowledge(text, { approximateFeature: 9 }).text).toBe(text);
  });

  test('keeps CRLF, and fields stay in one list', () => {
    const text = '### H: A\r\nx\r\n- Source: Feature #3\r\n\r\n### H: B\r\n- Source: Feature #4';
    expect(backfillKnowledge(text, { approximateFeature: 1 }).text).toBe(
      '### H: A\r\nx\r\n- Source: Feature #3\r\n- Last observed: Feature #3\r\n- Observation count: 1\r\n\r\n### H: B\r\n- Source: Feature #4\r\n- Last observed: Feature #4\r\n- Observation count: 1\r\n',
    );
  });
});

describe('applyValidation', () => {
  test.each([
    [
      'confirmed',
      {
        removed: ['- Last observed: Feature #7', '- Observation count: 3'],
        added: ['- Last observed: Feature #031', '- Observation count: 4'],
      },
    ],
    ['challenged', { removed: [], added: ['- Challenged: Feature #031 — it worked'] }],
    ['stale', { removed: [], added: ['- ⚠️ STALE'] }],
    ['skip', { removed: [], added: [] }],
  ] as const)('%s changes only its lines', (action, expected) => {
    const { text } = applyValidation(BANK, {
      feature: 31,
      actions: [{ entryName: 'Double work', action, reason: 'it\nworked' }],
    });
    expect(changes(BANK, text)).toEqual(expected);
  });

  test('leaves out what was added this round, and names what is not there', () => {
    const actions = [
      { entryName: 'Double work', action: 'confirmed' },
      { entryName: 'Nobody', action: 'stale' },
    ] as const;
    const { text, warnings, changed } = applyValidation(BANK, { feature: 31, actions, added: ['Double work'] });
    expect(text).toBe(BANK);
    expect(changed).toEqual([]);
    expect(warnings).toEqual([
      { code: 'EntryTooNew', message: '"Double work" was added this round and is not judged yet.' },
      { code: 'UnknownEntry', message: 'There is no entry "Nobody".' },
    ]);
  });

  test('marks once', () => {
    const options = { feature: 31, actions: [{ entryName: 'Double work', action: 'stale' }] } as const;
    const once = applyValidation(BANK, options).text;
    expect(applyValidation(once, options).text).toBe(once);
  });
});

test('an entry is stale when ten features came since', () => {
  const bank = '### A: B\n- Last observed: Feature #5\n';
  const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
  expect(findStale(bank, upTo(14))).toEqual([]);
  expect(findStale(bank, [...upTo(15), 15, 15])).toEqual([{ name: 'B', featuresSince: 10 }]);
  expect(findStale('### A: B\n- Source: Feature #1\n', upTo(50))).toEqual([]);
});

describe('resolveStale', () => {
  const marked = applyValidation(BANK, { feature: 31, actions: [{ entryName: 'Double work', action: 'stale' }] }).text;

  test('keep unmarks and names the current feature', () => {
    const { text, note } = resolveStale(marked, { name: 'Double work', feature: 31, resolution: { decision: 'keep' } });
    expect(changes(BANK, text)).toEqual({
      removed: ['- Last observed: Feature #7'],
      added: ['- Last observed: Feature #031'],
    });
    expect(note).toBeNull();
  });

  test('update replaces the text and counts anew', () => {
    const bank = '### A: B\n\nOld\ntext.\n\n- Last observed: Feature #2\n- Observation count: 5\n\n### A: C\n';
    const { text } = resolveStale(bank, { name: 'B', feature: 31, resolution: { decision: 'update', text: 'New.' } });
    expect(text).toBe('### A: B\n\nNew.\n\n- Last observed: Feature #031\n- Observation count: 1\n\n### A: C\n');
  });

  test('retire deletes the entry and notes it', () => {
    const { text, note } = resolveStale(marked, {
      name: 'Double work',
      feature: 31,
      resolution: { decision: 'retire', reason: 'fixed\nupstream' },
    });
    expect(note).toBe('Retired: Double work — fixed upstream');
    expect(BANK.startsWith(text.slice(0, text.indexOf('### Notes')))).toBe(true);
    expect(text.endsWith('### Notes without a colon\nNot an entry.\n')).toBe(true);
    expect(text).not.toContain('Double work');
  });

  test('a name that is not there changes nothing', () => {
    const { text, warnings } = resolveStale(BANK, { name: 'X', feature: 1, resolution: { decision: 'keep' } });
    expect([text, warnings]).toEqual([BANK, [{ code: 'UnknownEntry', message: 'There is no entry "X".' }]]);
  });
});

test('a new entry is read back as it was given', () => {
  const entry = {
    type: 'Heuristic',
    name: 'Small steps',
    text: '# not a heading\n- not a field: x\nCommit often.',
    provenance: 'Feature #021',
    provenanceField: 'Source',
    confidence: 'medium',
    feature: 21,
  } as const;
  const text = addKnowledge(BANK, entry);
  expect(text.startsWith(BANK)).toBe(true);
  expect(parseKnowledgeBank(text).entries.at(-1)).toMatchObject({
    name: 'Small steps',
    text: '\\# not a heading\n\\- not a field: x\nCommit often.',
    provenance: { field: 'Source', value: 'Feature #021' },
    lastObserved: { feature: 21 },
    observationCount: 1,
  });
});

test('every operation leaves what it does not name as it was', () => {
  const line = fc.constantFrom(
    '### A: one',
    '### A: two',
    'text',
    '- Source: Feature #3',
    '- Last observed: Feature #4',
    '- Observation count: 2',
    '',
    '```',
    '## S',
    '- ⚠️ STALE',
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('confirmed', 'challenged', 'stale', 'skip'),
      (lines, ending, action) => {
        const text = lines.join(ending);
        const after = applyValidation(text, { feature: 9, actions: [{ entryName: 'one', action, reason: 'r' }] }).text;
        const others = (bank: string): string =>
          parseKnowledgeBank(bank)
            .parts.map((part) => (typeof part === 'string' ? part : part.name === 'one' ? '' : part.raw))
            .join('');
        return others(after) === others(text);
      },
    ),
  );
});

test('a huge bank takes linear time', () => {
  const started = processorTime();
  const bank = '### A: B\n- Source: Feature #1\n'.repeat(20_000);
  expect(backfillKnowledge(bank, { approximateFeature: 1 }).changed).toHaveLength(20_000);
  expect(processorTime() - started).toBeLessThan(5000);
});
