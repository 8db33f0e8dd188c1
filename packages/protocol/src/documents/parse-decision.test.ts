import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRADICTING_LINES, PLAIN_REASONS, SETTLED_LINES } from './contradicting-lines.fixture.ts';
import {
  APPROVING_FINDINGS,
  APPROVING_REASONS,
  APPROVING_REPORTS,
  EMPTY_REASONS,
  REFUSING_FINDINGS,
  REFUSING_REASONS,
  REFUSING_REPORTS,
} from './decision-reports.fixture.ts';
import { HONEST_REVIEWS } from './honest-reviews.fixture.ts';
import { parseDecision, parseScopeDecision, readVerdict } from './parse-decision.ts';
import { NEGOTIATION_PROMPT, REVIEW_PROMPT } from './prompt-templates.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

describe('parseDecision', () => {
  test.each([
    ['FINAL DECISION: ✅ APPROVED - no violations', 'APPROVED', 'no violations'],
    ['FINAL DECISION: ❌ REJECTED - two violations', 'REJECTED', 'two violations'],
    ['FINAL DECISION: APPROVED - fine', 'APPROVED', 'fine'],
    ['FINAL DECISION: REJECTED - no tests', 'REJECTED', 'no tests'],
    ['Report\n\n**FINAL DECISION: ✅ APPROVED** - all clean\n', 'APPROVED', 'all clean'],
    ['## FINAL DECISION: ❌ REJECTED — two bugs', 'REJECTED', 'two bugs'],
    ['- FINAL DECISION: APPROVED: ok', 'APPROVED', 'ok'],
    ['**FINAL DECISION**: `APPROVED` – ok\r\n', 'APPROVED', 'ok'],
    ['FINAL DECISION: ✅ APPROVED - fine\n\nFINAL DECISION: ✅ APPROVED - clean', 'APPROVED', 'fine'],
    ['FINAL DECISION: REJECTED -\n- no tests\n- no docs', 'REJECTED', 'no tests no docs'],
    ['> FINAL DECISION: APPROVED - quoted\n\nFINAL DECISION: REJECTED - mine', 'REJECTED', 'mine'],
    ['\uFEFFFINAL DECISION: ✔️ APPROVED - ok', 'APPROVED', 'ok'],
    ['FINAL DECISION: APPROVED - clean\n\nLooked at: todo.md, src/should-wait.ts', 'APPROVED', 'clean'],
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
    '```\n```js\nFINAL DECISION: APPROVED - still in the fence\n```',
    '- ```\n  FINAL DECISION: APPROVED - code in a list\n  ```',
    'Example:\n\n    FINAL DECISION: APPROVED - indented code',
    '<!--\nFINAL DECISION: APPROVED - commented out\n-->',
    '<!-- never closed\nFINAL DECISION: APPROVED - x',
    '> he said\nFINAL DECISION: APPROVED - the quote goes on',
    'FINAL DECISION: APPROVED - no, REJECTED',
    'FINAL DECISION: ✅ APPROVED - ❌ x',
    'FINAL DECISION: APPROVED - <why nothing is left to object to>',
    'FINAL DECISION: \u200BAPPROVED - x',
    'FINAL DECISION: ~~APPROVED~~ REJECTED - x',
    'FINAL DECISION: APPROVED with comments - x',
    '| FINAL DECISION: APPROVED - x |',
    'FINAL DECISION: APPROVED - ...',
    'FINAL DECISION: APPROVED - -',
    'FINAL DECISION: APPROVED -\n<why nothing is left to object to>',
    'FINAL DECISION: APPROVED? - x',
    'FINAL DECISION: "APPROVED" - x',
    'FINAL DECISION: DISAPPROVED - x',
    '"FINAL DECISION: APPROVED - x"',
    '~~FINAL DECISION: APPROVED - x~~',
    '- > FINAL DECISION: APPROVED - a quote in a list',
    '<pre>\nFINAL DECISION: APPROVED - code\n</pre>',
    '<blockquote>\nFINAL DECISION: APPROVED - quoted\n</blockquote>',
  ])('does not approve %j', (text) => {
    const failed = parseDecision(text)._unsafeUnwrapErr();
    expect(failed.code).toBe('MalformedDecision');
    expect(failed.data.problems.length).toBeGreaterThan(0);
  });

  test.each([
    ['another case', 'Final decision: Rejected - b'],
    ['another sign', 'FINAL DECISION - REJECTED: b'],
    ['no sign', 'FINAL DECISION REJECTED'],
    ['a remark', 'FINAL DECISION (security): REJECTED - b'],
    ['a sentence', 'Overall FINAL DECISION: REJECTED - b'],
    ['a table', '| FINAL DECISION: REJECTED - b |'],
    ['another kind of line', 'so\u2028FINAL DECISION: REJECTED - b'],
    ['what looks like a code block', '```x``` is wrong\nFINAL DECISION: REJECTED - b\n```'],
    ['what looks like a comment', 'a stray `<!--` here\nFINAL DECISION: REJECTED - b'],
    ['comments that are code', '```\n<!--\n```\nFINAL DECISION: REJECTED - b\n```\n-->\n```'],
    ['a code block that is never closed', '```\nFINAL DECISION: REJECTED - b'],
    ['a comment that is never closed', '<!--\nFINAL DECISION: REJECTED - b'],
  ])('does not approve beside a rejection in %s', (_name, rejection) => {
    const approval = 'FINAL DECISION: APPROVED - fine';
    expect(parseDecision(`${approval}\n${rejection}`).isErr()).toBe(true);
    expect(parseDecision(`${rejection}\n\n${approval}`).isErr()).toBe(true);
  });

  test.each([
    '## Final Decision\n',
    '```js\nx\n```',
    'use `<!-- note -->` here',
    '<pre>\nx\n</pre>',
    'I rejected it once.',
  ])('approves behind %j', (before) => {
    expect(parseDecision(`${before}\nFINAL DECISION: APPROVED - fine`)._unsafeUnwrap().decision).toBe('APPROVED');
  });

  test.each([
    'code follows the style guide; no issues found',
    'no violations',
    'all tests pass',
    'not a single issue',
    'clean',
    'the design is sound and tests cover the edge cases',
    'nothing left to fix',
    'all requirements are met, no further changes needed',
    'works without changes',
    'fixed since the last round',
    'The earlier race is fixed, and the test that proves it passes.',
    'style guide followed throughout',
    'all 14 tests pass; coverage at 97 %',
    'so it is',
    'meets every requirement of the plan',
    'I checked each file and found nothing wrong',
    'ok',
    'no broken links, no missing docs',
    'names are clear, functions are short',
    'nothing needs to change',
    'handles empty input and timeouts',
    'the migration runs exactly once',
    'No blocking concerns.',
    'security reviewed, no secrets in the diff',
    'the change is minimal and well tested',
    'all previously reported issues were resolved',
    'sound',
    'consistent with the architecture document',
    'Verified: build is green and linters pass',
    'performance is unchanged',
    '`parse()` now rejects bad input as required',
    'tests added for every branch',
    'uses the existing helper, keeps the API stable',
    'reads well',
    'Everything in scope is implemented and covered by tests',
    'LGTM',
    'error handling is complete',
    'no regression in benchmarks after the change',
    'the plan was followed step by step',
    'implementation matches the plan',
  ])('approves for the plain reason %j', (reason) => {
    expect(parseDecision(`FINAL DECISION: APPROVED - ${reason}`)._unsafeUnwrap().decision).toBe('APPROVED');
  });

  test.each([
    'not yet, fix the tests',
    '...',
    '[reason]',
    '<reason>',
    '{reason}',
    '(reason)',
    'reason',
    'TODO',
    'once tests pass',
    'but fix the naming',
    'with changes',
    'with minor nits',
    'if CI is green',
    'pending CI',
    'please add tests',
    'fix the tests first',
    'no, REJECTED',
    'I do not approve',
    'not approved',
    'needs work',
    'tests fail',
    'after the tests are fixed',
    'when CI passes',
    'ok?',
    'assuming the tests pass',
    'subject to review by Bob',
    'fine, however the docs are stale',
    'good except naming',
    'mostly fine',
    'add a test',
    'provided that',
    'just kidding',
    'no',
    'why nothing is left to object to',
    'your reason here',
    'no issues but fix X',
    'conditional on QA',
    'good, fix the typo',
    'LGTM and rename foo',
    'this does not work',
    'the build is broken',
    'approved in principle',
    'n\u200Bot yet',
    'everything is fine. Actually, wait.',
    'n/a',
    'tbd',
    '… ',
    'I would reject this',
    'should be split',
    'must be rebased',
    'unless Bob objects',
    'only the first half',
  ])('does not approve with the reason %j', (reason) => {
    expect(parseDecision(`FINAL DECISION: APPROVED - ${reason}`).isErr()).toBe(true);
    expect(parseDecision(`FINAL DECISION: APPROVED -\n${reason}`).isErr()).toBe(true);
    expect(parseDecision(`FINAL DECISION: APPROVED - fine\nFINAL DECISION: APPROVED - ${reason}`).isErr()).toBe(true);
  });

  test.each([
    'Wait, I take that back.',
    'Actually, the tests fail.',
    'Please fix the typo first.',
    'This holds only if CI is green.',
    'REJECTED',
    'Verdict: not approved',
    'Is that right?',
  ])('does not approve when %j follows', (text) => {
    expect(parseDecision(`FINAL DECISION: APPROVED - all clean\n\n${text}`).isErr()).toBe(true);
  });

  test.each([
    'Signed: style-reviewer',
    'Thanks for the quick work.',
    '---',
    '> what about the tests?',
    '```\nfix(me)\n```',
  ])('approves when %j follows', (text) => {
    expect(parseDecision(`FINAL DECISION: APPROVED - all clean\n\n${text}`).isOk()).toBe(true);
  });

  test.each([
    'FINAL DECISION: [APPROVED/REJECTED] - [reason]',
    'FINAL DECISION: APPROVED once the tests pass',
    'FINAL DECISION: APPROVED once the tests pass - x',
    'FINAL DECISION: APPROVED with changes - x',
    'FINAL DECISION: APPROVED (conditionally) - x',
    'FINAL DECISION: APPROVED - but fix the naming',
    'FINAL DECISION: APPROVED - [reason]\nFINAL DECISION: REJECTED - [issues]',
    'FINAL DECISION: REJECTED - [issues]',
    'REJECTED\n\nFINAL DECISION: APPROVED - ok',
    'Verdict: REJECTED\nFINAL DECISION: APPROVED - ok',
    'FINAL DECISION: APPROVED - ok\nFINAL DECISION: NOT APPROVED',
  ])('takes %j for no decision', (text) => {
    expect(parseDecision(text)._unsafeUnwrapErr().code).toBe('MalformedDecision');
  });

  test.each(APPROVING_REASONS)('approves a report that ends with the reason %j', (reason) => {
    const text = `## Review\n\nI read the changed files.\n\nFINAL DECISION: APPROVED - ${reason}\n`;
    expect(parseDecision(text)._unsafeUnwrap()).toEqual({
      decision: 'APPROVED',
      reason: reason.replaceAll('`', ''),
    });
  });

  test.each(APPROVING_REPORTS)('approves the report %j', (text) => {
    expect(parseDecision(text)._unsafeUnwrap().decision).toBe('APPROVED');
  });

  test.each(REFUSING_REASONS)(
    'does not approve with the reason %j, on its line, below it or in a second clause',
    (reason) => {
      for (const written of [` ${reason}`, `\n${reason}`, `\n- all fine\n- ${reason}`, ` all fine. ${reason}`])
        expect(parseDecision(`FINAL DECISION: APPROVED -${written}`).isErr()).toBe(true);
    },
  );

  test.each(EMPTY_REASONS)('does not approve for the reason %j, which is none', (reason) => {
    expect(parseDecision(`FINAL DECISION: APPROVED - ${reason}`).isErr()).toBe(true);
    expect(parseDecision(`FINAL DECISION: APPROVED -\n${reason}`).isErr()).toBe(true);
  });

  test.each(REFUSING_REPORTS)('does not approve the answer %j', (text) => {
    expect(parseDecision(text).isErr()).toBe(true);
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

  test('hears only what the author says, however it is decorated and whatever stands around it', () => {
    const verdict = fc.constantFrom('APPROVED', 'REJECTED');
    const wrap = fc.constantFrom<readonly [boolean, (line: string) => string]>(
      [true, (line) => line],
      [true, (line) => `**${line}**`],
      [true, (line) => `## ${line}`],
      [true, (line) => `- ${line}`],
      [true, (line) => `1. __${line}__`],
      [true, (line) => `  ${line}  `],
      [false, (line) => `> ${line}`],
      [false, (line) => `> so\n${line}`],
      [false, (line) => `\`\`\`\n${line}\n\`\`\``],
      [false, (line) => `~~~~ text\n~~~\n${line}\n~~~~`],
      [false, (line) => `<!-- ${line} -->`],
      [false, (line) => `<!--\n${line}\n-->`],
      [false, (line) => `    ${line}`],
      [false, (line) => `I say: ${line}`],
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, wrap), { maxLength: 6 }), (parts) => {
        const text = parts.map(([word, [, write]]) => write(`FINAL DECISION: ${word} - all fine`)).join('\n\n');
        const own = new Set(parts.filter(([, [isOwn]]) => isOwn).map(([word]) => word));
        // A rejection that the author mentions is in the way of an approval, and so is whatever else is said behind it.
        const isMentioned = own.has('APPROVED') && /^I say: .*REJECTED/m.test(text);
        const isLast = parts.findLast(([, [isOwn, write]]) => isOwn || write('').startsWith('I say'))?.[1][0] === true;
        const read = parseDecision(text);
        const expected = own.size === 1 && !isMentioned && (isLast || own.has('REJECTED')) ? [...own][0] : 'malformed';
        expect(read.isOk() ? read.value.decision : 'malformed').toBe(expected);
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
    const started = processorTime();
    for (const unit of [
      'FINAL DECISION: APPROVED - fine\n',
      'no x ',
      'please ',
      '*',
      '- ',
      'FINAL DECISION: ',
      'BLOCKING ISSUES:\n',
      '<!--',
      'if x is ',
      'tests were ',
      'no issues ',
      '1 of 2 ',
      'score ',
      'none of ',
      '❌',
      'x: ',
    ]) {
      expect(parseDecision(unit.repeat(1_000_000 / unit.length)).isErr()).toBe(!unit.includes('APPROVED'));
      const longReason = parseDecision(`FINAL DECISION: APPROVED - ${unit.repeat(500_000 / unit.length)}`);
      expect(['REJECTED', 'MalformedDecision', 'APPROVED']).toContain(
        longReason.match(
          ({ decision }) => decision,
          ({ code }) => code,
        ),
      );
      expect(parseScopeDecision(unit.repeat(1_000_000 / unit.length)).isErr()).toBe(true);
    }
    // 5.3 to 5.6 s were measured on two busy cores; a quadratic path would take minutes.
    expect(processorTime() - started).toBeLessThan(10_000);
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
    [lines('none', 'x', 'y', 'DEFER, not RESOLVE_NOW'), 1],
    [lines('none', '<item>', 'y', 'DEFER'), 1],
    ...['❌ DEFER', '~~DEFER~~', 'DEFER?', 'NOT DEFER', 'defer', 'DEFER nothing', 'DEFER is not acceptable'].map(
      (word) => [lines('none', 'x', 'y', word), 1] as const,
    ),
    ...[
      '<item>',
      '\n- <img onerror=alert(1)>',
      '\n```\nrace in claim\n```',
      '\n\n    - race in claim',
      '\n> race\n',
    ].map((blocking) => [lines(blocking, 'x', 'y', 'DEFER'), 1] as const),
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

  test.each([
    (good) => `Example:\n${good}`,
    (good) => `The other agent wrote:\n\n${good}`,
    (good) => `I will not defer this.\n\n${good}`,
    (good) => `If it were up to me I would write:\n${good}`,
    (good) => `${good}\nScratch that.`,
    (good) => `${good}\n\nOn second thought, no.`,
    (good) => `${good}\n\n(sarcasm)`,
    (good) => `${good} - only if Bob agrees`,
    (good) => `${good} - under protest`,
    (good) => `${good}, not really`,
    (good) => `${good} (nur wenn die Tests laufen)`,
    (good) => `<del>\n${good}\n</del>`,
    (good) => `${good}\n\n<!-- never closed`,
  ] as ((good: string) => string)[])('does not defer with %s', (write) => {
    const good = lines('none', 'cache docs', 'needs the cache team', 'DEFER').trim();
    expect(parseScopeDecision(good)._unsafeUnwrap().decision).toBe('DEFER');
    expect(parseScopeDecision(write(good)).isErr()).toBe(true);
  });

  test.each([
    (good) => `Here is my classification of the rejected items.\n\n${good}`,
    (good) => `${good} - nothing blocks`,
    (good) => `${good}\n\nSigned: style-reviewer`,
    (good) => `## Answer\n\n${good}\n`,
  ] as ((good: string) => string)[])('defers with %s', (write) => {
    const good = lines('none', 'cache docs', 'needs the cache team', 'DEFER').trim();
    expect(parseScopeDecision(write(good)).isOk()).toBe(true);
  });

  test('what keeps no item has no say: dropping any line of a good answer leaves no answer, or the same decision', () => {
    const good = lines('none', 'x', 'y', 'DEFER').split('\n').slice(0, 4);
    for (const gone of good) {
      expect(parseScopeDecision(good.filter((line) => line !== gone).join('\n')).isErr()).toBe(true);
    }
  });
});

test.each(APPROVING_FINDINGS)('approves behind %j', (told) => {
  const read = parseDecision(`# Review\n\n${told}\n\nFINAL DECISION: APPROVED - requirements met, tests pass`);
  expect(read.isErr() ? read.error.data.problems : []).toEqual([]);
});

test.each(REFUSING_FINDINGS)('does not approve behind %j, and names it', (told) => {
  const { problems } = parseDecision(`${told}\n\nFINAL DECISION: APPROVED - no violations`)._unsafeUnwrapErr().data;
  expect(problems.join()).toContain(told.replace(/^- /, '').slice(0, 50));
  expect(parseDecision(`${told}\n\nFINAL DECISION: REJECTED - see above`).isOk()).toBe(true);
});

const problemsOf = (text: string): readonly string[] => {
  const read = parseDecision(text);
  return read.isErr() ? read.error.data.problems : [];
};

test.each(Object.entries(CONTRADICTING_LINES))('no line approves among %s', (_name, lines) => {
  for (const write of [
    (line: string) => `${line}\n\nFINAL DECISION: APPROVED - no violations`,
    (line: string) =>
      `# Review\n\nI read it all.\n\n${line}\n\nEverything is in order.\n\nFINAL DECISION: APPROVED - fine`,
    (line: string) => `FINAL DECISION: APPROVED - ${line.replace(/^- /, '')}`,
    (line: string) => `FINAL DECISION: APPROVED - no violations\n\n${line}`,
  ])
    expect(lines.filter((line) => problemsOf(write(line)).length === 0)).toEqual([]);
});

test('a line that denies or settles something, or describes the code, is in no way of an approval', () => {
  const before = (line: string): string =>
    `# Review\n\n${line}\n\nAll in order.\n\nFINAL DECISION: APPROVED - tests pass`;
  expect(SETTLED_LINES.flatMap((line) => problemsOf(before(line)))).toEqual([]);
  expect(PLAIN_REASONS.flatMap((line) => problemsOf(`FINAL DECISION: APPROVED - ${line}`))).toEqual([]);
});

test.each(HONEST_REVIEWS)('approves the whole review %j', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

describe('readVerdict', () => {
  test.each([
    [{ verdict: 'APPROVED' }, 'APPROVED', ''],
    [{ verdict: 'APPROVED', note: 'Sound.' }, 'APPROVED', 'Sound.'],
    [{ verdict: 'REJECTED', note: 'not approved' }, 'REJECTED', 'not approved'],
    [{ verdict: 'REJECTED', report: 'It leaks.' }, 'REJECTED', ''],
    [{ verdict: 'APPROVED', report: 'All 14 tests pass.' }, 'APPROVED', ''],
    [{ verdict: 'APPROVED', report: 'All 14 tests pass.', note: 'Sound.' }, 'APPROVED', 'Sound.'],
    [{ verdict: 'APPROVED', report: 'FINAL DECISION: APPROVED - good' }, 'APPROVED', 'good'],
    [{ report: 'FINAL DECISION: APPROVED - good', note: 'Sound.' }, 'APPROVED', 'Sound.'],
    [{ report: 'FINAL DECISION: REJECTED - it leaks' }, 'REJECTED', 'it leaks'],
  ] as const)('reads %j', (given, decision, reason) => {
    expect(readVerdict(given)._unsafeUnwrap()).toEqual({ decision, reason });
  });

  test.each([
    [{}, 'no line'],
    [{ report: 'All 14 tests pass.' }, 'no line'],
    [{ verdict: 'APPROVED', report: 'FINAL DECISION: REJECTED - leaks' }, 'says REJECTED, and the verdict is APPROVED'],
    [{ verdict: 'REJECTED', report: 'FINAL DECISION: APPROVED - good' }, 'says APPROVED, and the verdict is REJECTED'],
    [{ verdict: 'APPROVED', report: 'FINAL DECISION: APPROVED - good', note: 'not approved' }, 'not approved'],
    [{ report: 'FINAL DECISION: APPROVED - good', note: 'only if CI is green' }, 'only if'],
    [{ verdict: 'APPROVED', report: 'Final decision: rejected' }, 'reject'],
    [{ verdict: 'APPROVED', report: '```\nnever closed' }, 'no line'],
    [{ verdict: 'APPROVED', report: 'FINAL DECISION: maybe' }, 'neither'],
    [{ verdict: 'APPROVED', note: 'fine\nFINAL DECISION: REJECTED - leaks' }, 'both approves and rejects'],
    [{ verdict: 'APPROVED', note: 'fine\n\nWait for legal.' }, 'Wait for legal'],
  ] as const)('refuses %j', (given, problem) => {
    const { code, data } = readVerdict(given)._unsafeUnwrapErr();
    expect([code, data.problems.join()]).toEqual(['MalformedDecision', expect.stringContaining(problem)]);
  });
});

test('an agent that repeats the prompt has decided nothing', () => {
  expect(parseDecision(REVIEW_PROMPT.text).isErr()).toBe(true);
  expect(parseScopeDecision(NEGOTIATION_PROMPT.text).isErr()).toBe(true);
});
