import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BulletEntry } from './bullet-entry.ts';
import { compactTexts } from './compact-texts.ts';
import { addInvariants } from './compact-texts.ts';
import { formatPlan, readPlan, updatePlan } from './plan-file.ts';
import { pinCore } from './pinned-core.ts';

const PLAN = `# Search
Some words.

## Steps
Intro.
1. [X] First
   with a detail
* [ ]  Second   step
- [/] Third

## Background
Keep   me.

## Goal

Find people,   fast.
`;

test('a plan is put in its one form, and nothing is lost', () => {
  const formatted = formatPlan(readPlan(PLAN.replaceAll('\n', '\r\n')));
  expect(formatted).toBe(`# Search
Some words.

## Goal

Find people,   fast.

## Steps

Intro.

- [x] First
   with a detail
- [ ] Second step
- [~] Third

## Background
Keep   me.
`);
  expect(formatPlan(readPlan(formatted))).toBe(formatted);
});

test('entries add steps and change those of the same words', () => {
  const plan = updatePlan(readPlan(PLAN), [
    { kind: 'step', text: 'second STEP', status: 'done' },
    { kind: 'step', text: 'Fourth', status: null },
    { kind: 'step', text: 'First', status: null },
    { kind: 'approval', text: 'Delete the index', status: null },
    { kind: 'approval', text: 'Spend money', status: 'granted' },
  ]);
  expect(plan.steps.items.map(({ text, status }) => `${text}: ${status}`)).toEqual([
    'First: done',
    'Second step: done',
    'Third: doing',
    'Fourth: todo',
  ]);
  expect(formatPlan(plan)).toContain('## Approvals\n\n- [ ] Delete the index\n- [x] Spend money\n');
  expect(pinCore({ plan: formatPlan(plan), decisions: null, spec: null }).text).toBe(
    '# Pinned core\n\n## Goal\n\nFind people,   fast.\n\n## Decisions\n\n(none)\n\n## Open approvals\n\n- Delete the index\n',
  );
});

test('without a goal in the plan, that of the spec is pinned', () => {
  expect(
    pinCore({ plan: null, decisions: null, spec: '# Spec\n\n## Objective\nFind it.\n\n## Other\n' }).text,
  ).toContain('## Goal\n\nFind it.\n\n## Decisions');
});

test('a code block that stays open cannot be moved without hiding what follows, so it is refused', () => {
  const answer = compactTexts(
    { decisions: null, risks: null, core: null, plan: '## Steps\n- [ ] a\n\n## Goal\n```\nopen\n' },
    [],
    { risks: 'R.md', plan: 'P.md' },
  );
  expect(answer._unsafeUnwrapErr()).toMatchObject({ code: 'SchemaViolation', data: { problems: [{ file: 'P.md' }] } });
});

describe('invariants', () => {
  const invariant = { kind: 'invariant' as const, text: 'UTC everywhere', reason: null };
  test.each([
    [null, '# Context core\n\n## Invariants\n\n- Invariant: UTC everywhere\n'],
    ['# Core\r\ntext', '# Core\r\ntext\r\n\r\n## Invariants\r\n\r\n- Invariant: UTC everywhere\r\n'],
    [
      '# Core\n\n## Invariants\n\n- Invariant: a\n\n## Next\nx\n',
      '# Core\n\n## Invariants\n\n- Invariant: a\n- Invariant: UTC everywhere\n\n## Next\nx\n',
    ],
    ['# Core\n- Invariant: utc  everywhere\n', '# Core\n- Invariant: utc  everywhere\n'],
  ])('are added to %j once', (before, after) => {
    expect(addInvariants(before, [invariant, invariant])).toBe(after);
    expect(addInvariants(after, [invariant])).toBe(after);
  });
});

test('law: compaction twice is compaction once, whatever the files hold', () => {
  const line = fc.constantFrom(
    '# P',
    '## Steps',
    '## Goal',
    '## Approvals',
    '## Mine',
    '- [ ] a',
    '- [x] B',
    '  detail',
    '',
    '```',
    'text',
    '- Risk: r',
    '  Severity: low',
    '> q',
    '---',
    '<!--',
    '-->',
    '## Invariants',
    '    code',
  );
  const text = fc.oneof(
    fc.constant(null),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 12 }).map((lines) => lines.flat().join('')),
  );
  const entry: fc.Arbitrary<BulletEntry> = fc.oneof(
    fc.record({
      kind: fc.constant('step' as const),
      text: fc.constantFrom('a', 'b', 'c d'),
      status: fc.constantFrom(null, 'done' as const),
    }),
    fc.record({ kind: fc.constant('goal' as const), text: fc.constantFrom('Win', '# of users') }),
    fc.record({
      kind: fc.constant('approval' as const),
      text: fc.constantFrom('x', 'y'),
      status: fc.constantFrom(null, 'granted' as const),
    }),
    fc.record({
      kind: fc.constant('decision' as const),
      text: fc.constantFrom('d', 'e'),
      reason: fc.constant('r'),
      impact: fc.constant('i'),
      at: fc.constant('2026-01-01'),
    }),
    fc.record({
      kind: fc.constant('invariant' as const),
      text: fc.constantFrom('u', 'v'),
      reason: fc.constantFrom(null, 'w'),
    }),
    fc.record({
      kind: fc.constant('risk' as const),
      text: fc.constantFrom('r', 's'),
      severity: fc.constantFrom('low' as const, 'high' as const),
      status: fc.constant(null),
      mitigation: fc.constant(null),
      impact: fc.constant(null),
    }),
  );
  let compacted = 0;
  fc.assert(
    fc.property(
      fc.record({ decisions: text, plan: text, risks: text, core: text }),
      fc.array(entry, { maxLength: 6 }),
      (texts, entries) => {
        const paths = { risks: 'R.md', plan: 'P.md' };
        const once = compactTexts(texts, entries, paths);
        if (once.isErr()) return;
        compacted += 1;
        expect(compactTexts(once.value, entries, paths)._unsafeUnwrap()).toEqual(once.value);
        // Any part of it may have been written already.
        for (const name of ['decisions', 'plan', 'risks', 'core'] as const) {
          expect(compactTexts({ ...texts, [name]: once.value[name] }, entries, paths)._unsafeUnwrap()).toEqual(
            once.value,
          );
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(compacted).toBeGreaterThan(100);
});

test('an indented heading below the invariants does not become a part of the last one', () => {
  const texts = { decisions: null, plan: null, risks: null, core: '## Invariants\n  Severity: low\n---\n' };
  const entries = [{ kind: 'invariant', text: 'u', reason: null } as const];
  const once = compactTexts(texts, entries, { risks: 'R.md', plan: 'P.md' })._unsafeUnwrap();
  expect(once.core).toBe('## Invariants\n\n- Invariant: u\n\n<!-- end of the list -->\n\n  Severity: low\n---\n');
  expect(compactTexts(once, entries, { risks: 'R.md', plan: 'P.md' })._unsafeUnwrap()).toEqual(once);
});
