import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { formatToolFallbackBlock, formatVerificationBlock, parseVerifications } from './verification.ts';

describe('prompt blocks', () => {
  const prompt = { subject: 'library/API usage', tools: ['Context7', 'WebSearch'] };

  test('oblige the reviewer to verify and say how to report it', () => {
    expect(formatVerificationBlock(prompt)).toBe(
      [
        '## Independent Verification',
        'MUST verify at least 1 library/API usage claim via Context7 or WebSearch if present.',
        'Include the verification result in the output, one line per claim:',
        '- "Verified: {claim} via {source}"',
        '- OR "Unable to verify {claim} - flagged for human review"',
        '',
        'If there are no external library/API usage claims, only internal logic:',
        '- Note "No external library/API usage claims to verify" in the summary',
        '- Proceed without forced verification',
      ].join('\n'),
    );
  });

  test('say what to do without the tools', () => {
    expect(formatToolFallbackBlock(prompt)).toBe(
      [
        '## Tool Fallback',
        'If Context7 is unavailable:',
        '1. Use WebSearch to verify library/API usage claims',
        '2. If no tool is available, report "Unable to verify {claim} - external tools unavailable"',
        '3. Do NOT block approval solely because tools are unavailable; note it in the summary',
        '4. Include which tools were available in the review output',
      ].join('\n'),
    );
    expect(formatToolFallbackBlock({ ...prompt, tools: ['WebSearch'] })).toContain('\n1. If no tool is available');
  });
});

describe('parseVerifications', () => {
  test.each([
    ['- "Verified: RS256 is asymmetric via WebSearch"', 'RS256 is asymmetric', 'WebSearch'],
    ['**Verified:** calls go via HTTP via `Context7`.', 'calls go via HTTP', '`Context7`'],
    ['  2. verified: a VIA b', 'a', 'b'],
    ['> ✅ Verified: a via b', 'a', 'b'],
  ])('reads %s', (line, claim, source) => {
    expect(parseVerifications(`before\r\n${line}\r\nafter`)).toEqual([{ kind: 'verified', claim, source, line: 2 }]);
  });

  test.each([
    ['Unable to verify independently - flagged for human review', null, 'flagged for human review'],
    ['- "Unable to verify — external tools unavailable"', null, 'external tools unavailable'],
    ['Unable to verify token expiry – no source', 'token expiry', 'no source'],
    ['Unable to verify token expiry: no source', 'token expiry', 'no source'],
    ['**Unable to verify** the well-known claim', 'the well-known claim', null],
    ['Unable to verify', null, null],
  ])('reads %s', (line, claim, reason) => {
    expect(parseVerifications(line)).toEqual([{ kind: 'unverified', claim, reason, line: 1 }]);
  });

  test('reads that there was nothing to verify', () => {
    expect(parseVerifications('- No external security claims to verify.\nNo external claims to verify')).toEqual([
      { kind: 'no-claims', line: 1 },
      { kind: 'no-claims', line: 2 },
    ]);
  });

  test.each(['Verified: a', 'Verified: via b', 'I verified: a via b', 'Unable to verifying', ''])(
    'skips %j',
    (line) => {
      expect(parseVerifications(line)).toEqual([]);
    },
  );

  test('never throws, and lines are those of the text', () => {
    fc.assert(
      fc.property(fc.oneof(hostileTexts, fc.string({ unit: 'binary' })), (text) => {
        const count = text.split(/\r\n|\r|\n/).length;
        expect(parseVerifications(text).every(({ line }) => line >= 1 && line <= count)).toBe(true);
      }),
    );
  });
});
