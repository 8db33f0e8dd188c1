import { describe, expect, test } from 'vitest';
import { isSameName, whyNotAPerson } from './why-not-a-person.ts';

const AT_WORK = ['run-1', 'claude', 'implementer', 'architecture-reviewer', 'grace/run-1'];

describe('the name of a person', () => {
  test.each([
    ...[
      'grace',
      'Grace Hopper',
      'Claudette',
      'claude shannon',
      'Ada, Countess of Lovelace',
      'run',
      'An',
      'Мария',
      '山田 太郎',
    ],
    ...['mcp-client:cursor/user', 'mcp-client:claude-code/grace', 'grace@example.com', 'root', 'Ai', 'Søren'],
  ])('%j may be one', (by) => {
    expect(whyNotAPerson(by, AT_WORK)).toBeNull();
  });

  test.each([
    ...[
      'run 1',
      'RUN_1',
      'run\u20101',
      'run-1\u200b',
      'r\u00adun-1',
      'гun-1',
      'run-l',
      'run-1 (owner)',
      'session run-1',
      'rυn-1',
    ],
    ...[
      '@claude',
      '"claude"',
      'the claude',
      'Claude, a person',
      'claude@x',
      'desk/claude',
      '𝐜𝐥𝐚𝐮𝐝𝐞',
      'ᴄʟᴀᴜᴅᴇ',
      'сlаudе',
    ],
    ...[
      'the implementer',
      'architecture reviewer',
      'architectureReviewer',
      'agent architecture-reviewer',
      'run-1/claude',
    ],
    ...[
      '-',
      '...',
      '\u3164',
      'agent',
      'The Agents',
      'owner',
      'me',
      'myself',
      'coordinator',
      'my bot',
      'mcp-client:x/run-1',
      'desk/the owner',
    ],
  ])('%j is not one', (by) => {
    expect(whyNotAPerson(by, AT_WORK)).not.toBeNull();
  });
});

test('sessions that read alike are one; sessions without letters are what they are', () => {
  expect([isSameName('run-1', 'RUN-1 '), isSameName('run-1', 'run-2'), isSameName('🦊', '🐻')]).toEqual([
    true,
    false,
    false,
  ]);
});
