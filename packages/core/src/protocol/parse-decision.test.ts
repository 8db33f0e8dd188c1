import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecision, parseScopeDecision } from './parse-decision.ts';

describe('parseDecision', () => {
  test.each([
    ['FINAL DECISION: ✅ APPROVED - [reason]', 'APPROVED', '[reason]'],
    ['FINAL DECISION: ❌ REJECTED - [issues]', 'REJECTED', '[issues]'],
    ['FINAL DECISION: APPROVED - fine', 'APPROVED', 'fine'],
    ['FINAL DECISION: REJECTED - no tests', 'REJECTED', 'no tests'],
    ['Report\n\n**FINAL DECISION: ✅ APPROVED** - all clean\n', 'APPROVED', 'all clean'],
    ['## FINAL DECISION: ❌ REJECTED — two bugs', 'REJECTED', 'two bugs'],
    ['- FINAL DECISION: APPROVED: ok', 'APPROVED', 'ok'],
    ['**FINAL DECISION**: `APPROVED` – ok\r\n', 'APPROVED', 'ok'],
    ['FINAL DECISION: ✅ APPROVED - one\n\nFINAL DECISION: ✅ APPROVED - two', 'APPROVED', 'one'],
    ['FINAL DECISION: REJECTED -\n- no tests\n- no docs', 'REJECTED', 'no tests no docs'],
    ['> FINAL DECISION: APPROVED - quoted\n\nFINAL DECISION: REJECTED - mine', 'REJECTED', 'mine'],
    ['\uFEFFFINAL DECISION: ✔️ APPROVED - ok', 'APPROVED', 'ok'],
  ] as const)('reads %j', (text, decision, reason) => {
    expect(parseDecision(text)._unsafeUnwrap()).toEqual({ decision, reason });
  });

  test.each([
    '',
    'APPROVED',
    'I approve of this.',
    'FINAL DECISION:',
    'FINAL DECISION: maybe - x',
    'FINAL DECISION: approved - lower case',
    'final decision: APPROVED - lower case',
    'FINAL DECISION: APPROVED',
    'FINAL DECISION: APPROVED -',
    'FINAL DECISION: NOT APPROVED - x',
    'FINAL DECISION: APPROVED/REJECTED - ...',
    'FINAL DECISION: APPROVED|REJECTED - x',
    'FINAL DECISION: ✅ REJECTED - which one',
    'FINAL DECISION: ❌ APPROVED - which one',
    'FINAL DECISION: APPROVEDISH - x',
    'FINAL DECISION: APPROVED or REJECTED - x',
    'FINAL DECISION: ✅ APPROVED - a\nFINAL DECISION: ❌ REJECTED - b',
    'FINAL DECISION: ✅ APPROVED - a\nFINAL DECISION: pending',
    'My FINAL DECISION: APPROVED - inside a sentence',
    '```\nFINAL DECISION: APPROVED - code\n```',
    '> FINAL DECISION: APPROVED - quoted',
    'Say "FINAL DECISION: APPROVED - x" when done',
  ])('does not approve %j', (text) => {
    const failed = parseDecision(text)._unsafeUnwrapErr();
    expect(failed.code).toBe('MalformedDecision');
    expect(failed.data.problems.length).toBeGreaterThan(0);
  });

  test('approves nothing that lacks the exact words', () => {
    const pieces = fc.constantFrom(
      'FINAL',
      ' ',
      'DECISION',
      ':',
      'APPROVED',
      'REJECTED',
      '-',
      'x',
      '\n',
      '✅',
      '❌',
      '>',
      '`',
      '*',
      'NOT',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const read = parseDecision(text);
        if (read.isErr() || read.value.decision === 'REJECTED') return true;
        return text.includes('APPROVED') && !/^\W*FINAL +DECISION\W*REJECTED/m.test(text);
      }),
      { numRuns: 500 },
    );
  });

  test('reads anything, however long, without throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => parseDecision(text).isErr() && parseScopeDecision(text).isErr(),
      ),
    );
    const started = performance.now();
    for (const unit of ['FINAL DECISION: APPROVED - x\n', '*', '- ', 'FINAL DECISION: ', 'BLOCKING ISSUES:\n']) {
      expect(parseDecision(unit.repeat(1_000_000 / unit.length)).isErr()).toBe(!unit.includes('APPROVED'));
      expect(parseScopeDecision(unit.repeat(1_000_000 / unit.length)).isErr()).toBe(true);
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('parseScopeDecision', () => {
  const lines = (blocking: string, deferrable: string, justification: string, decision: string): string =>
    `BLOCKING ISSUES: ${blocking}\nDEFERRABLE ISSUES: ${deferrable}\nPERSISTENCE JUSTIFICATION: ${justification}\nSCOPE_DECISION: ${decision}\n`;

  test('reads an answer that defers', () => {
    const text =
      '**BLOCKING ISSUES:** none\n**DEFERRABLE ISSUES:**\n- cache docs\n- cache metrics\n\nPERSISTENCE JUSTIFICATION: needs the cache team\nSCOPE_DECISION: **DEFER**';
    expect(parseScopeDecision(text)._unsafeUnwrap()).toEqual({
      decision: 'DEFER',
      blocking: [],
      deferrable: ['cache docs', 'cache metrics'],
      justification: 'needs the cache team',
    });
  });

  test('reads an answer that resolves now', () => {
    expect(parseScopeDecision(lines('race in claim', 'none', 'n/a', 'RESOLVE_NOW'))._unsafeUnwrap()).toEqual({
      decision: 'RESOLVE_NOW',
      blocking: ['race in claim'],
      deferrable: [],
      justification: '',
    });
  });

  test.each([
    ['', 4],
    ['SCOPE_DECISION: DEFER', 5],
    [lines('none', 'x', 'y', 'DEFER or RESOLVE_NOW'), 1],
    [lines('none', 'x', 'y', 'defer'), 1],
    [lines('none', 'x', 'y', 'DEFERRED'), 1],
    [lines('a bug', 'x', 'y', 'DEFER'), 1],
    [lines('none', 'none', 'y', 'DEFER'), 1],
    [lines('none', 'x', 'none', 'DEFER'), 1],
    [lines('none', 'x', 'y', 'RESOLVE_NOW'), 1],
    [`${lines('none', 'x', 'y', 'DEFER')}SCOPE_DECISION: RESOLVE_NOW`, 2],
    [lines('none', 'x', 'y', 'DEFER').replaceAll(/^/gm, '> '), 4],
  ] as const)('refuses %j with %i problems', (text, count) => {
    const failed = parseScopeDecision(text)._unsafeUnwrapErr();
    expect(failed.code).toBe('MalformedDecision');
    expect(failed.data.problems).toHaveLength(count);
  });
});
