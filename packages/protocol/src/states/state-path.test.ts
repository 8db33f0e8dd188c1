import { expect, test } from 'vitest';
import { statePath } from './state-path.ts';
import type { ChangeKind, RiskLevel } from './task-state.ts';

const LEVELS = ['HIGH', 'MEDIUM', 'LOW'] as const;
const KINDS = ['code', 'documentation_only', 'config_only'] as const;
const SHORT = 'INIT CLASSIFIED REQUIREMENTS SYNTHESIS AWAITING_USER_APPROVAL COMPLETE CLEANUP';
const FULL =
  'INIT CLASSIFIED REQUIREMENTS SYNTHESIS IMPLEMENTATION VALIDATION REVIEW AWAITING_USER_APPROVAL COMPLETE CLEANUP';

test.each([
  ['HIGH', 'code', FULL],
  ['HIGH', 'documentation_only', FULL],
  ['HIGH', 'config_only', FULL],
  ['MEDIUM', 'code', FULL],
  ['MEDIUM', 'documentation_only', SHORT],
  ['MEDIUM', 'config_only', SHORT],
  ['LOW', 'code', SHORT],
  ['LOW', 'documentation_only', SHORT],
  ['LOW', 'config_only', SHORT],
] as const)('%s with %s', (level, kind, path) => {
  expect(statePath(level, kind).join(' ')).toBe(path);
});

test('has both checkpoints on every path', () => {
  for (const level of LEVELS)
    for (const kind of KINDS) {
      const path = statePath(level, kind);
      expect(path.indexOf('AWAITING_USER_APPROVAL')).toBe(path.indexOf('COMPLETE') - 1);
      expect(path).toContain('SYNTHESIS');
    }
});

test('goes the full way when the level or the kind is not known', () => {
  expect(statePath('UNKNOWN' as RiskLevel, 'documentation_only').join(' ')).toBe(FULL);
  expect(statePath('MEDIUM', 'mixed' as ChangeKind).join(' ')).toBe(FULL);
});

test('gives a list of its own each time', () => {
  statePath('HIGH', 'code').pop();
  expect(statePath('HIGH', 'code').join(' ')).toBe(FULL);
});
