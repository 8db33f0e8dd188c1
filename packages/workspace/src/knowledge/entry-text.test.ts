import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKnowledgeBank } from './knowledge-bank.ts';
import { addKnowledge, applyValidation, resolveStale } from './update-knowledge.ts';

const NEW = {
  type: 'Heuristic',
  name: 'New',
  provenance: 'Feature #021',
  provenanceField: 'Source',
  confidence: 'medium',
  feature: 21,
} as const;
const NEIGHBOUR = '### Heuristic: Neighbour\nStays.\n- Source: Feature #003\n- Observation count: 4\n';
const update = (bank: string, name: string, text: string) =>
  resolveStale(bank, { name, feature: 31, resolution: { decision: 'update', text } }).text;

describe('a text that looks like the bank itself', () => {
  const line = fc.constantFrom(
    'Plain words.',
    '',
    '### Heuristic: Neighbour',
    '  ## Part',
    '#',
    '- Observation count: 99',
    '* Source: nobody',
    '===',
    '---',
    '```',
    '````ts',
    '~~~',
    '    indented',
    '<!-- a comment',
    '<div>',
    '<?php',
    '1. one',
    '> ### Heuristic: Quoted',
    '<https://example.org>',
  );
  const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

  test('makes no entry, field or end of its own, added or updated', () => {
    fc.assert(
      fc.property(text, (words) => {
        const added = parseKnowledgeBank(`${addKnowledge('# Bank\n', { ...NEW, text: words })}${NEIGHBOUR}`);
        expect(added.entries.map(({ name }) => name)).toEqual(['New', 'Neighbour']);
        const given = { provenance: { value: 'Feature #021' }, confidence: 'medium', observationCount: 1 };
        expect(added.entries[0]).toMatchObject(given);
        expect(added.entries[1]?.raw).toBe(NEIGHBOUR);

        const bank = `### Heuristic: Old\nWas so.\n- Source: Feature #002\n- Observation count: 7\n\n${NEIGHBOUR}`;
        const updated = parseKnowledgeBank(update(bank, 'Old', words));
        expect(updated.entries.map(({ name }) => name)).toEqual(['Old', 'Neighbour']);
        expect(updated.entries[0]).toMatchObject({
          provenance: { value: 'Feature #002' },
          lastObserved: { feature: 31 },
          observationCount: 1,
        });
        expect(updated.entries[1]?.raw).toBe(NEIGHBOUR);
      }),
      { numRuns: 400 },
    );
  });

  test('keeps code in a fence as it is', () => {
    const words = 'Run this:\n```sh\n# a comment\n- Source: x\n```';
    const [entry] = parseKnowledgeBank(addKnowledge('', { ...NEW, text: words })).entries;
    expect(entry).toMatchObject({ text: words, provenance: { value: 'Feature #021' } });
  });
});

describe('an update', () => {
  test('gives a text to an entry that had none', () => {
    expect(update('### A: B\n\n- Source: Feature #2\n', 'B', 'New.')).toBe(
      '### A: B\n\nNew.\n- Source: Feature #2\n- Last observed: Feature #031\n- Observation count: 1\n',
    );
  });

  test('gives text and fields to a heading without a line ending', () => {
    expect(update('### A: B', 'B', 'One.\r\nTwo.')).toBe(
      '### A: B\nOne.\nTwo.\n- Last observed: Feature #031\n- Observation count: 1\n',
    );
  });

  test('takes only the mark from a heading that holds it', () => {
    const kept = resolveStale('### A: B ⚠️ STALE\nText.\n', {
      name: 'B',
      feature: 5,
      resolution: { decision: 'keep' },
    });
    expect(kept.text).toBe('### A: B\nText.\n- Last observed: Feature #005\n');
  });
});

test('a bank that does not end its last line gets an empty line before a new entry', () => {
  const text = addKnowledge('# Bank\r\n\r\nWords', { ...NEW, text: 'Often.' });
  expect(text.startsWith('# Bank\r\n\r\nWords\r\n\r\n### Heuristic: New\r\nOften.\r\n')).toBe(true);
});

test('a challenge without a reason says so', () => {
  const { text } = applyValidation(NEIGHBOUR, {
    feature: 9,
    actions: [{ entryName: 'Neighbour', action: 'challenged' }],
  });
  expect(parseKnowledgeBank(text).entries[0]?.challenges).toEqual(['Feature #009 — no reason given']);
});
