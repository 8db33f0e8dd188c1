import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from './approval-messages.fixture.ts';
import { detectApproval } from './detect-approval.ts';
import type { Checkpoint } from '../section/protocol-section.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const CHECKPOINTS: readonly Checkpoint[] = ['plan', 'change'];

const rows = Object.entries(MESSAGES).flatMap(([key, lines]) => {
  const [verdict = '', only] = key.split(' at ');
  return lines
    .slice(1, -1)
    .split('\n')
    .map((line) => ({
      message: line
        .replaceAll('\\n', '\n')
        .replaceAll('\\r', '\r')
        .replaceAll('\\uFEFF', '\uFEFF')
        .replaceAll('\\u200B', '\u200B'),
      verdict,
      checkpoints: CHECKPOINTS.filter((checkpoint) => only === undefined || only === checkpoint),
    }));
});

describe('the table of messages', () => {
  test.each(rows)('$verdict: $message', ({ message, verdict, checkpoints }) => {
    for (const checkpoint of checkpoints) expect(detectApproval(message, checkpoint).verdict).toBe(verdict);
  });

  test('is wide', () => {
    expect(rows.length).toBeGreaterThan(350);
  });
});

test('asks only when it is in doubt, and in the words of the checkpoint', () => {
  for (const { message, checkpoints } of rows) {
    for (const checkpoint of checkpoints) {
      const { verdict, ask, reason } = detectApproval(message, checkpoint);
      expect(ask !== undefined).toBe(verdict === 'ambiguous');
      expect(reason).not.toBe('');
    }
  }
  expect(detectApproval('continue', 'plan').ask).toContain('proceed with implementation');
  expect(detectApproval('continue', 'change').ask).toContain('proceed with finalization');
});

const approvals = rows.filter(({ verdict }) => verdict === 'approved').map(({ message }) => message);
const refusals = rows.filter(({ verdict }) => verdict === 'rejected').map(({ message }) => message);

test('a question mark takes every approval back', () => {
  for (const message of approvals.filter((text) => !text.includes('?'))) {
    const asked = `${message.trim().replace(/[.!]+$/, '')}?`;
    expect([asked, detectApproval(asked, 'plan').verdict]).not.toEqual([asked, 'approved']);
  }
});

test('quoted, struck out or as code, nothing approves', () => {
  for (const message of approvals.filter((text) => !/["'`>]|\n/.test(text.trim()))) {
    const text = message.trim();
    for (const wrapped of [
      `> ${text}`,
      `"${text}"`,
      `“${text}”`,
      `\`${text}\``,
      `~~${text}~~`,
      `\`\`\`\n${text}\n\`\`\``,
    ]) {
      expect([wrapped, detectApproval(wrapped, 'change').verdict]).not.toEqual([wrapped, 'approved']);
    }
  }
});

test('a refusal beside an approval wins', () => {
  for (const refusal of refusals) {
    for (const message of [`${refusal.trim()}\nApproved`, `Approved.\n${refusal.trim()}`]) {
      expect([message, detectApproval(message, 'plan').verdict]).not.toEqual([message, 'approved']);
    }
  }
});

test('case, outer space and a full stop change nothing', () => {
  for (const { message, verdict, checkpoints } of rows.filter(({ message: text }) =>
    /^[A-Za-z ,']+$/.test(text.trim()),
  )) {
    for (const checkpoint of checkpoints)
      for (const same of [message.toUpperCase(), message.toLowerCase(), ` ${message}\r\n`, `${message.trim()}.`]) {
        expect([same, detectApproval(same, checkpoint).verdict]).toEqual([same, verdict]);
      }
  }
});

test('reads anything without throwing, and never approves noise', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...CHECKPOINTS), (noise, checkpoint) => {
      const { verdict } = detectApproval(noise, checkpoint);
      return (
        verdict !== 'approved' || /yes|approv|lgtm|proceed|go|ok|good|do|merge|start/i.test(noise.normalize('NFKC'))
      );
    }),
  );
});

test.each([
  'yes ',
  'no, ',
  '"',
  "'a",
  '`',
  '> ',
  '~~',
  '<!--',
  'not ',
  'please ',
  'looks ',
  '\n',
  ',',
  '. ',
  '👍',
  "don't ",
  'a',
  'the plan and ',
])('takes a huge message of %j in its stride', (unit) => {
  const started = processorTime();
  const { verdict } = detectApproval(unit.repeat(Math.ceil(2_000_000 / unit.length)), 'plan');
  expect(['approved', 'rejected', 'ambiguous', 'unrelated']).toContain(verdict);
  expect(processorTime() - started).toBeLessThan(2000);
});
