import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeQaRun } from './judge-qa-run.ts';
import type { QaBaseline, QaResult } from './qa-result.ts';
import { toResult } from '../../../capture/src/qa/tool-report.ts';

const failing = (...failures: readonly string[]): QaResult =>
  toResult('npm test', { tool: 'vitest', status: failures.length > 0 ? 'failed' : 'passed', failures });
const baselineOf = (...results: readonly QaResult[]): QaBaseline => ({
  status: 'recorded',
  role: 'implementer',
  recorded_at: '2026-11-16T09:00:00.000Z',
  recorded_by: 'ada',
  log: '0'.repeat(64),
  results,
});

test('tells fixed, pre-existing, regressed and new apart', () => {
  const { results, verdicts } = judgeQaRun(baselineOf(failing('a', 'b')), [
    failing('b', 'c'),
    toResult('npm run lint', { tool: 'eslint', status: 'failed', failures: ['d'] }),
  ]);
  expect(verdicts).toEqual({ fixed: ['a'], pre_existing: ['b'], regressed: ['c'], new: ['d'] });
  expect(results.map(({ verdict }) => verdict)).toEqual(['regressed', 'new']);
  const verdictOf = (before: QaResult, now: QaResult): unknown =>
    judgeQaRun(baselineOf(before), [now]).results[0]?.verdict;
  expect(verdictOf(failing('a'), failing())).toBe('fixed');
  expect(verdictOf(failing('a'), failing('a'))).toBe('pre-existing');
  expect(verdictOf(failing(), failing('a'))).toBe('regressed');
  expect(verdictOf(failing(), failing())).toBeNull();
});

test('a cached result says nothing, and a list that was cut accuses nobody', () => {
  const cached = toResult('npm test', { tool: 'vitest', status: 'cached' });
  expect(judgeQaRun(baselineOf(failing('a')), [cached])).toMatchObject({
    results: [{ verdict: null }],
    verdicts: { fixed: [] },
  });
  const many = failing(...Array.from({ length: 150 }, (_, n) => `f${n}`));
  expect(many.failures.length).toBe(100);
  expect(judgeQaRun(baselineOf(many), [failing('f120')]).verdicts).toMatchObject({ regressed: [], new: ['f120'] });
});

test('every failure has exactly one verdict, and only failures of the baseline are fixed', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(names, names, (before, now) => {
      const { verdicts } = judgeQaRun(baselineOf(failing(...before)), [failing(...now)]);
      const told = [...verdicts.pre_existing, ...verdicts.regressed, ...verdicts.new];
      expect(told.sort()).toEqual([...now].sort());
      expect(verdicts.fixed).toEqual(before.filter((name) => !now.includes(name)));
      expect(verdicts.new).toEqual([]);
    }),
  );
});

test('a log that does not show its command is held against the only run of the same tool', () => {
  const unnamed = (...failures: readonly string[]): QaResult => ({ ...failing(...failures), command: 'unknown' });
  expect(judgeQaRun(baselineOf(failing('a')), [unnamed('b')]).verdicts).toMatchObject({
    fixed: ['a'],
    regressed: ['b'],
  });
  expect(judgeQaRun(baselineOf(unnamed('a')), [failing('a')]).verdicts).toMatchObject({ pre_existing: ['a'], new: [] });
  const other = { ...failing('a'), command: 'npm run slow' };
  expect(judgeQaRun(baselineOf(failing('a'), other), [unnamed('a')]).verdicts).toMatchObject({ new: ['a'] });
  expect(judgeQaRun(baselineOf(failing('a')), [other]).verdicts).toMatchObject({ new: ['a'], fixed: [] });
});
