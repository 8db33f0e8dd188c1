import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DecisionEntry } from './bullet-entry.ts';
import { appendDecisions, formatDecision, readDecisions } from './decisions-file.ts';
import { parseTime } from './read-bullets.ts';
import { readBullets } from './read-bullets.ts';
import { formatRisk, updateRisks } from './compact-texts.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const entriesOf = (text: string) => readBullets(text, 'log.md').entries.map(({ entry }) => entry);
const problemsOf = (text: string) =>
  readBullets(text, 'log.md').problems.map(({ line, detail }) => `${line}: ${detail}`);
const decision = { kind: 'decision', text: 'Use JWT', reason: 'stateless', impact: 'auth', at: null };

describe('readBullets', () => {
  test.each([
    ['indented lines', '- Decision: Use JWT\n  Reason: stateless\n  Impact: auth'],
    ['bullets below', '- Decision: Use JWT\n  - Reason: stateless\n  - Impact: auth'],
    ['bullets beside', '* Decision: Use JWT\n\n* Reason: stateless\n* Impact: auth'],
    ['bold, numbered, CRLF', '1. **Decision:** Use JWT\r\n   **Reason**: stateless\r\n   Impact: auth\r\n'],
    ['no bullets, any case', 'decision: Use JWT\nREASON: stateless\nimpact: auth'],
    ['values over several lines', '- Decision: Use\n  JWT\n  Reason:\n    stateless\n  Impact: auth'],
    [
      'prose, code and notes around',
      '# Log\nSome prose: here.\n```\n- Decision: in code\n```\n- Note: x\n- plain bullet\n- Decision: Use JWT\n  Reason: stateless\n  Impact: auth\n\nmore prose',
    ],
  ])('reads %s', (_, text) => {
    expect(problemsOf(text)).toEqual([]);
    expect(entriesOf(text)).toEqual([decision]);
  });

  test('reads every kind of entry', () => {
    const text = `- Goal: Find people
- Risk: Slow index
  Severity: HIGH
  Mitigation: cache
- Step: Build it
  Status: done
- Approval: Delete the index
- Invariant: UTC everywhere
  Reason: determinism
- 2026-11-16T10:00:00+01:00 Decision: Use JWT
  Reason: stateless
  Impact: auth`;
    expect(problemsOf(text)).toEqual([]);
    expect(entriesOf(text)).toEqual([
      { kind: 'goal', text: 'Find people' },
      { kind: 'risk', text: 'Slow index', severity: 'high', status: null, mitigation: 'cache', impact: null },
      { kind: 'step', text: 'Build it', status: 'done' },
      { kind: 'approval', text: 'Delete the index', status: null },
      { kind: 'invariant', text: 'UTC everywhere', reason: 'determinism' },
      { ...decision, at: '2026-11-16T09:00:00Z' },
    ]);
  });

  test.each([
    ['- Decision: Use JWT\n  Reason: x', ['1: The decision "Use JWT" has no "Impact:".']],
    ['\n- Decision:\n  Reason: x\n  Impact: y', ['2: The decision says nothing.']],
    [
      '# Log\n\n- Reason: x',
      ['3: "Reason:" belongs to no entry. It must stand below a Decision, Risk, Step, Approval or Invariant.'],
    ],
    ['- Risk: x\n  Severity: huge', ['1: "Severity: huge" must be one of critical, high, medium, low.']],
    ['- Risk: x\n  Severity: low\n  Reason: y', ['3: A risk has no "Reason:".']],
    ['- Step: x\n  Status: done\n  Status: todo', ['3: "Status:" is there twice for the same step.']],
    [
      '- Decison: x',
      [
        '1: "Decison:" is no entry of the schema. Known are Decision, Risk, Step, Goal, Approval, Invariant, and Note for everything else.',
      ],
    ],
    ['- Decision: x\n  Reason: y\n  Impact: z\n  At: 2026-02-30', ['4: "2026-02-30" is no time.']],
  ])('%j is told with its line', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(entriesOf(text)).toEqual([]);
  });

  test('a decision of a log takes the last time above it, unless it has its own', () => {
    const text = `- Decision: a
  Reason: r
  Impact: i
## Session of 2026-11-16 09:30
- [2026-11-16T10:00Z] Tool: Write a.md
- Decision: b
  Reason: r
  Impact: i
- Decision: c
  Reason: r
  Impact: i
  At: 2026-11-15`;
    const { entries } = readBullets(text, 'log.md', { time: '2026-01-01' });
    expect(entries.map(({ entry }) => entry.kind === 'decision' && entry.at)).toEqual([
      '2026-01-01',
      '2026-11-16T10:00:00Z',
      '2026-11-15',
    ]);
  });

  test('a time that is none is a problem of its line', () => {
    const { entries, problems } = readBullets('\n- [2026-13-01] Decision: x\n  Reason: y\n  Impact: z\n', 'log.md');
    expect(problems).toEqual([{ file: 'log.md', line: 2, detail: '"2026-13-01" is no time.' }]);
    expect(entries).toMatchObject([{ entry: { kind: 'decision', text: 'x', at: null } }]);
  });

  test('never throws, and takes linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(readBullets(text, 'a').entries.length).toBeLessThanOrEqual(200);
      }),
    );
    const start = processorTime();
    for (const line of [
      '- Decision: x\n',
      '  x\n',
      '- [2026-01-01] ',
      '**',
      '```\n',
      'Reason: y\n',
      '2026-01-01 ',
      ' ',
    ]) {
      expect(readBullets(`- Decision: a\n${line.repeat(40_000 / line.length)}`, 'a').entries).toHaveLength(0);
    }
    expect(processorTime() - start).toBeLessThan(2000);
  });
});

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-16 09:30', '2026-11-16T09:30:00Z'],
  ['2026-11-16T09:30:15.123456Z', '2026-11-16T09:30:15Z'],
  ['2026-11-16T00:30:00+01:00', '2026-11-15T23:30:00Z'],
  ['2026-11-16T23:30-0130', '2026-11-17T01:00:00Z'],
  ['2026-13-01', null],
  ['2026-11-16T24:00', null],
  ['16.11.2026', null],
])('the time %s is %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

const value = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('**bold**', 'Reason: x', '- x', '[2026-01-01] y', '```', '# h', 'Decision: z'),
  )
  .map((text) => text.replaceAll(/[\s\0]+/g, ' ').trim())
  .filter((text) => text !== '');
const decisions = fc.array(
  fc.record({
    kind: fc.constant('decision' as const),
    text: value,
    reason: value,
    impact: value,
    at: fc.constantFrom(null, '2026-11-16', '2026-11-16T09:30:00Z'),
  }),
  { maxLength: 5 },
);

describe('laws', () => {
  test('a decision is read as it was written', () => {
    fc.assert(
      fc.property(decisions, (list) => {
        // A text that starts with a time gives it away as the decision's own.
        const plain = list.filter(({ text, at }) => at !== null || !text.startsWith('['));
        const unique = plain.filter(
          ({ text, reason, impact }, index) =>
            plain.findIndex((other) => other.text === text && other.reason === reason && other.impact === impact) ===
            index,
        );
        expect(readDecisions(appendDecisions(null, unique))).toEqual(unique);
      }),
    );
  });

  test('DECISIONS.md only grows, and nothing is added twice', () => {
    const before = fc.oneof(
      fc.constant(null),
      fc.string(),
      decisions.map((list) => list.map(formatDecision).join('\n')),
      decisions.map((list) => `# D\r\n${list.map(formatDecision).join('\r\n')}`),
    );
    fc.assert(
      fc.property(before, decisions, (text, list) => {
        const once = appendDecisions(text, list);
        expect((once ?? '').startsWith(text ?? '')).toBe(true);
        expect(appendDecisions(once, list)).toBe(once);
        const keys = (found: readonly DecisionEntry[]) =>
          found.map(({ text: what, reason, impact }) => JSON.stringify([what, reason, impact]));
        expect(keys(readDecisions(once))).toEqual(
          expect.arrayContaining([...keys(list), ...keys(readDecisions(text))]),
        );
      }),
    );
  });

  test('RISKS.md is in order of severity, keeps other text, and an update twice is one', () => {
    const risk = fc.record({
      kind: fc.constant('risk' as const),
      text: fc.constantFrom('a', 'b', 'c', 'd', 'A'),
      severity: fc.constantFrom('low' as const, 'high' as const, 'critical' as const, 'medium' as const),
      status: fc.constantFrom(null, 'open' as const, 'closed' as const),
      mitigation: fc.constantFrom(null, 'm'),
      impact: fc.constantFrom(null, 'i'),
    });
    fc.assert(
      fc.property(fc.array(risk), fc.array(risk, { minLength: 1 }), (old, more) => {
        const text = `# My risks\nintro\n\n${old.map(formatRisk).join('\n\nbetween\n\n')}\n\n## Notes\nend\n`;
        const once = updateRisks(text, 'r.md', more)._unsafeUnwrap();
        expect(updateRisks(once, 'r.md', more)._unsafeUnwrap()).toBe(once);
        for (const line of ['# My risks', 'intro', '## Notes', 'end', ...(old.length > 1 ? ['between'] : [])])
          expect(once?.split('\n')).toContain(line);
        const severities = [...(once ?? '').matchAll(/Severity: (\w+)/g)].map(([, severity]) =>
          ['critical', 'high', 'medium', 'low'].indexOf(severity ?? ''),
        );
        expect(severities).toEqual(severities.toSorted());
        expect(severities).toHaveLength(
          new Set([...old, ...more].map(({ text: what }) => what.trim().toLowerCase())).size,
        );
      }),
    );
  });
});
