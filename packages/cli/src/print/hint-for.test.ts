import { COMMITTED_EXACTLY, failure } from '@batonkit/core';
import { expect, test } from 'vitest';
import { hintFor } from './hint-for.ts';

const input = { taskId: 'TASK-1', role: 'reviewer' };

test('a secret leads to .gitignore first, and to forcing it second', () => {
  const [ignore, force] = hintFor('hand-off', input, failure('SecretFound', '', { findings: [] }));
  expect(ignore).toContain('.gitignore');
  expect(force).toContain('--force-secrets');
});

test('drift leads to the lines and to both ways out; a commit of the very same to going on from it', () => {
  const report = (found: string) => ({
    task_id: 'TASK-1',
    expected_role: 'implementer',
    handed_off_at: '2026-11-16T09:00:00.000Z',
    verified_at: '2026-11-16T09:30:00.000Z',
    worktree: 'shop-0123456789abcdef',
    expected_tree: 'a'.repeat(40),
    checks: [{ check: 'tree-clean', path: null, expected: '1 uncommitted files', found }],
  });
  const hintsOf = (found: string) =>
    hintFor('start', input, failure('DriftDetected', '', { report: report(found), counted: true })).join('\n');
  expect(hintsOf('clean: the changes were stashed or undone')).toMatch(
    /baton inspect TASK-1[^]*baton restore TASK-1 implementer[^]*--accept restored[^]*--accept current-tree/,
  );
  expect(hintsOf(COMMITTED_EXACTLY)).toMatch(/--accept current-tree --note "committed"[^]*--expect either/);
  expect(hintsOf(COMMITTED_EXACTLY)).not.toContain('restore ');
});
