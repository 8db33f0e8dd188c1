import { expect, test } from 'vitest';
import { selectTask } from './select-task.ts';

test.each([
  ['own', true, 'resume', 0],
  ['own', false, 'inconsistent', 0],
  ['other', true, 'select_alternative', 0],
  ['other', false, 'select_alternative', 0],
  [null, true, 'ask', 3],
  [null, false, 'proceed', 0],
] as const)('claim %s, working tree %s: %s', (claimedBy, hasWorktree, action, choices) => {
  const selection = selectTask({ sessionId: 'own', claimedBy, hasWorktree });
  expect(selection.action).toBe(action);
  expect(selection.choices).toHaveLength(choices);
  expect(selection.reason).toMatch(/\w.*\.$/);
});

test('gives each row a reason of its own', () => {
  const rows = ['own', 'other', null].flatMap((claimedBy) =>
    [true, false].map((hasWorktree) => selectTask({ sessionId: 'own', claimedBy, hasWorktree }).reason),
  );
  expect(new Set(rows).size).toBe(6);
});
