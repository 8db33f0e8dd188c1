import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgeQaRun } from '../../../core/src/slices/judge-qa-run.ts';
import type { QaLogHints } from '@batonkit/core';
import { parseQaLog } from './parse-qa-log.ts';
import { toResult } from './tool-report.ts';

const read = (name: string): string => readFileSync(new URL(`./logs/${name}.log`, import.meta.url), 'utf8');
const statuses = (log: string, hints?: QaLogHints): readonly string[] =>
  parseQaLog(log, hints).map(({ status }) => status);
const PASSING = ['vitest-passing', 'jest-passing', 'pytest-passing', 'eslint-warnings', 'maven-passing', 'pmd-passing'];

describe('an exit code other than 0', () => {
  test.each(PASSING)('is never green, whatever the log says: %s', (name) => {
    for (const exitCode of [1, 2, 137, -1, 255, null, Number.NaN, '1' as never]) {
      for (const log of [read(name), `$ check\n${read(name)}`, `$ check\n${read(name)}\nexit code: 0\n`]) {
        expect(statuses(log, { exitCode })).toContain('failed');
        expect(statuses(log, { exitCode })).not.toContain('passed');
      }
    }
    expect(statuses(read(name), { exitCode: 0 })).not.toContain('failed');
  });

  test('fails replayed steps too, and is named', () => {
    expect(statuses(read('turbo-cached'), { exitCode: 1 })).toEqual(['failed', 'failed']);
    expect(statuses(read('nx-cached'), { exitCode: 1 })).toEqual(['failed', 'failed']);
    expect(parseQaLog(read('jest-passing'), { exitCode: 3 })).toMatchObject([{ failures: ['exit code 3'] }]);
    expect(parseQaLog('', { exitCode: null })).toMatchObject([{ status: 'failed', failures: ['ended by a signal'] }]);
  });

  test('behind one of several commands fails that one', () => {
    const log = `$ a\n${read('jest-passing')}\nexit code: 1\n$ b\n${read('vitest-passing')}\nexit code: 0\n`;
    expect(statuses(log)).toEqual(['failed', 'passed']);
    expect(statuses(log, { exitCode: 0 })).toEqual(['failed', 'passed']);
  });

  test('leaves a run that names its failures as it is', () => {
    expect(parseQaLog(read('vitest-failing'), { exitCode: 1 })).toEqual(parseQaLog(read('vitest-failing')));
  });
});

describe('a run that fails though no test does', () => {
  test.each([
    'vitest-coverage',
    'vitest-late-error',
    'vitest-no-tests-allowed',
    'jest-coverage',
    'jest-no-tests-allowed',
    'eslint-max-warnings',
    'eslint-max-warnings-quiet',
    'eslint-crash',
    'pytest-interrupted',
    'pytest-deselected',
  ])('%s, as the tool printed it', (name) => {
    for (const hints of [{}, { exitCode: 0 }, { exitCode: 1 }]) {
      expect(statuses(read(name), hints)).toEqual(['failed']);
      expect(parseQaLog(read(name), hints)[0]?.failures).not.toEqual([]);
    }
  });

  test.each([
    ['pytest-cov', 'pytest-passing', 'FAIL Required test coverage of 90% not reached. Total coverage: 50.00%'],
    ['pytest-cov 6', 'pytest-passing', 'ERROR: Coverage failure: total of 50 is less than fail-under=90'],
    ['c8', 'vitest-passing', 'ERROR: Coverage for lines (66.66%) does not meet global threshold (100%)'],
    ['vitest 3', 'vitest-passing', 'ERROR: Coverage for lines (66.66%) does not meet "src/**" threshold (100%)'],
    ['npm', 'vitest-passing', 'npm error Lifecycle script `test` failed with error:'],
    ['pnpm', 'jest-passing', ' ELIFECYCLE  Test failed. See above for more details.'],
    ['yarn', 'jest-passing', 'error Command failed with exit code 1.'],
    ['make', 'jest-passing', 'make: *** [Makefile:2: test] Error 1'],
    ['a shell', 'vitest-passing', 'run.sh: line 3: 12345 Killed                  npx vitest run'],
    ['node', 'vitest-passing', 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
  ])('%s says so behind it', (_name, log, line) => {
    expect(statuses(`${read(log)}\n${line}\n`)).toEqual(['failed']);
  });
});

describe('several runs in one log', () => {
  test.each([
    ['vitest-failing', 'vitest-passing'],
    ['jest-failing', 'jest-passing'],
    ['pytest-failing', 'pytest-passing'],
    ['eslint-failing', 'eslint-warnings'],
    ['maven-failing', 'maven-passing'],
    ['checkstyle-failing', 'checkstyle-passing'],
    ['pmd-failing', 'pmd-passing'],
    ['vitest-no-tests', 'vitest-passing'],
    ['jest-no-tests', 'jest-passing'],
  ])('%s beside %s fails, in either order', (failing, passing) => {
    for (const log of [`${read(failing)}\n${read(passing)}`, `${read(passing)}\n${read(failing)}`]) {
      expect(statuses(log)).toContain('failed');
      expect(statuses(log, { exitCode: 0 })).toContain('failed');
    }
  });

  test('a run that was cut off is not ended by the next one', () => {
    const cut = (name: string, at: string): string => read(name).split(at)[0] ?? '';
    expect(statuses(`${cut('vitest-passing', 'Test Files')}\n${read('vitest-passing')}`)).toEqual(['failed']);
    expect(statuses(`${cut('pytest-passing', ' passed')}\n${read('pytest-passing')}`)).toEqual(['failed']);
    expect(statuses(`${cut('maven-passing', 'BUILD')}\n${read('maven-passing')}`)).toEqual(['failed']);
  });
});

describe('what a program prints', () => {
  const TALK = [
    'cache hit for key node-modules-1',
    'test: cache hit for key 12',
    'session restored from cache',
    'child exited with code 0',
    'exit code: 0',
    'Process exited with code 0',
    '[INFO] state retrieved from cache in 2 ms',
  ];

  test.each(TALK)('is no exit code and no cache hit: %s', (line) => {
    const failing = read('jest-failing');
    expect(statuses(`$ jest\n${line}\n${failing}`)).toEqual(['failed']);
    expect(statuses(`$ jest\n${failing}\n${line}\n`)).toEqual(['failed']);
    expect(statuses(`$ ./check\n${line}\nError: boom\n`)).toEqual(['unknown']);
    expect(statuses(`${line}\n`)).toEqual(['unknown']);
    expect(statuses(`$ ./check\n${line}\nError: boom\n`, { exitCode: 1 })).toEqual(['failed']);
    expect(statuses(`$ ./check\n${line}\nError: boom\nexit code: 1\n`)).toEqual(['failed']);
  });

  test('is no cache hit even where a build tool would say so, when its run failed', () => {
    const turbo = `a:test: cache hit, replaying logs 12\n${read('jest-failing').replaceAll(/^/gm, 'a:test: ')}\n`;
    expect(statuses(turbo)).toEqual(['failed']);
    expect(statuses(`$ jest\nrestored from cache\n${read('jest-failing')}`)).toEqual(['failed']);
    expect(statuses('$ ./check\nrestored from cache\nexit code: 2\n')).toEqual(['failed']);
  });

  test('does not fail a run whose tests are about failing programs', () => {
    const log = read('vitest-passing').replace(
      'Test Files',
      'child exited with code 1\nmake: nothing to do\n Test Files',
    );
    expect(statuses(`$ vitest\n${log}`)).toEqual(['passed']);
  });
});

test('a run that only shows that it failed fixes nothing', () => {
  const baseline = {
    status: 'recorded',
    role: 'implementer',
    recorded_at: '2026-11-16T09:00:00.000Z',
    recorded_by: 'ada',
    log: '0'.repeat(64),
    results: [toResult('jest', { tool: 'jest', status: 'failed', failures: ['a'] })],
  } as const;
  for (const hints of [{ exitCode: 1 }, { exitCode: null }]) {
    const { results, verdicts } = judgeQaRun(baseline, parseQaLog(`$ jest\n${read('jest-passing')}`, hints));
    expect(verdicts.fixed).toEqual([]);
    expect(results.map(({ verdict }) => verdict)).not.toContain('fixed');
  }
  const { verdicts } = judgeQaRun(baseline, parseQaLog(`$ jest\n${read('jest-no-tests-allowed')}`));
  expect(verdicts.fixed).toEqual([]);
});
