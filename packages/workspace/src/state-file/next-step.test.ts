import { describe, expect, test } from 'vitest';
import { EXAMPLES } from './examples.fixture.ts';
import { nextStep } from './next-step.ts';
import { DOCUMENT_ACCESS, placeDocument } from './place-document.ts';
import { AGENT_RULES, formatSessionProtocol } from './session-protocol.ts';
import { parseStateFile } from './state-file.ts';
import { sizeTask, warnOfSize } from './task-size.ts';

const stepOf = (text: string) => nextStep(parseStateFile(text, 'a.md')._unsafeUnwrap());

describe('nextStep', () => {
  test('is the first unchecked criterion and what the last session left', () => {
    expect(stepOf(EXAMPLES.dependent)).toEqual({
      criterion: { index: 1, text: 'POST /auth/logout invalidates refresh token' },
      next: 'Fix race condition, add validation, write tests',
      text: 'Work on criterion 1: POST /auth/logout invalidates refresh token\nThe last session said: Fix race condition, add validation, write tests',
    });
    expect(stepOf(EXAMPLES.simple)).toMatchObject({ criterion: { index: 0 }, next: null });
  });

  test('is the chain output when every criterion is checked, then nothing', () => {
    expect(stepOf(EXAMPLES.simple.replaceAll('- [ ]', '- [x]')).text).toBe(
      'All criteria are checked. Write the chain output.',
    );
    expect(stepOf(EXAMPLES.complete)).toMatchObject({
      criterion: null,
      next: 'Task complete',
      text: expect.stringContaining('Nothing is left') as string,
    });
  });
});

test.each([
  [0, 'simple'],
  [3, 'simple'],
  [4, 'medium'],
  [8, 'medium'],
  [9, 'large'],
  [15, 'large'],
  [16, 'very large'],
])('%i sessions are %s', (sessions, complexity) => {
  expect(sizeTask(sessions).complexity).toBe(complexity);
});

test.each([
  [50 * 1024, 20, []],
  [50 * 1024 + 1, 20, ['StateFileLarge']],
  [75 * 1024 + 1, 21, ['StateFileLarge', 'TaskTooLong']],
])('%i bytes and %i sessions warn of %j', (bytes, sessions, codes) => {
  expect(
    warnOfSize('a.md', 'é'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2), sessions).map(({ code }) => code),
  ).toEqual(codes);
});

test('what is needed in every session is embedded, the rest is linked', () => {
  const placed = Object.entries(DOCUMENT_ACCESS).map(
    ([name, access]) => `${name}: ${placeDocument({ access, text: 'x' })}`,
  );
  expect(placed).toEqual([
    'requirements: embed',
    'acceptance criteria: embed',
    'chain input summaries: embed',
    'prd: link',
    'epic: link',
    'archived sessions: link',
  ]);
  expect(placeDocument({ access: 'always' })).toBe('link');
});

test('the protocol names the file, its three phases and ten steps; the rules say what to do and what not', () => {
  const text = formatSessionProtocol('docs/task-states/task-7-state.md');
  expect(text.match(/^### Phase \d: \w+$/gm)).toEqual([
    '### Phase 1: Orientation',
    '### Phase 2: Implementation',
    '### Phase 3: Handoff',
  ]);
  expect(text.match(/^\d+\. /gm)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}. `));
  expect(text).toContain('docs/task-states/task-7-state.md');
  expect(AGENT_RULES.match(/^DO NOT /gm)).toHaveLength(4);
  expect(AGENT_RULES.match(/^DO (?!NOT)/gm)).toHaveLength(3);
});
