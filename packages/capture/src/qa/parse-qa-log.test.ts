import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseQaLog } from './parse-qa-log.ts';
import { QaResultSchema } from '../../../core/src/slices/qa-result.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const read = (name: string): string => readFileSync(new URL(`./logs/${name}.log`, import.meta.url), 'utf8');

describe('any log', () => {
  test('is split at its commands, and one without a known tool counts by its exit code', () => {
    const log = '$ make\nok\nexit code: 0\n$ ./check.sh\nboom\nexited with code 3\n$ true\n';
    expect(parseQaLog(log).map(({ command, status, failures }) => [command, status, failures])).toEqual([
      ['make', 'passed', []],
      ['./check.sh', 'failed', ['exit code 3']],
      ['true', 'unknown', []],
    ]);
    const npm = `\n> sample@1.0.0 test\n> vitest run\n${read('vitest-passing')}`;
    expect(parseQaLog(npm).map(({ command, status }) => [command, status])).toEqual([['vitest run', 'passed']]);
    expect(parseQaLog('', { command: 'eslint .', exitCode: 0 })).toMatchObject([
      { command: 'eslint .', status: 'passed' },
    ]);
    const untold = 'Run with `--passWithNoTests` to exit with code 0\n';
    expect(parseQaLog(untold)).toMatchObject([{ status: 'unknown' }]);
    const turbo = (tasks: string): string => `a:check: cache miss, executing 1\na:check: fine\n\n Tasks:    ${tasks}\n`;
    expect(parseQaLog(turbo('1 successful, 1 total'))).toMatchObject([{ command: 'turbo a:check', status: 'passed' }]);
    expect(parseQaLog(turbo('1 successful, 2 total'))).toMatchObject([{ status: 'unknown' }]);
    expect(parseQaLog(`${turbo('0 successful, 1 total')}a#check:  ERROR  command exited (3)\n`)).toMatchObject([
      { status: 'failed', failures: ['exit code 3'] },
    ]);
    expect(parseQaLog('')).toMatchObject([{ command: 'unknown', status: 'unknown' }]);
  });

  test('is not taken for a replay because a test is about a cache', () => {
    const about = (name: string): string => read('jest-passing').replaceAll('is fine', name);
    for (const name of ['answers on a cache hit', 'state is restored from cache', 'shows [local cache]']) {
      expect(parseQaLog(`$ jest\n${about(name)}`)).toMatchObject([{ tool: 'jest', status: 'passed' }]);
    }
    for (const line of [
      'test: cache hit, replaying logs 5a3e',
      'cache hit, suppressing logs',
      'All restored from cache.',
    ]) {
      expect(parseQaLog(`$ build\n${line}\nexit code: 0\n`)).toMatchObject([{ status: 'cached' }]);
    }
    expect(parseQaLog(`\n> test\n> jest\n\n${read('jest-passing')}`)).toMatchObject([{ command: 'jest' }]);
  });

  test('gives results that can be stored, whatever is in it', () => {
    const names = [
      'vitest-failing-colour',
      'eslint-failing',
      'tsc-failing-pretty',
      'pytest-failing',
      'turbo-mixed',
      'nx-mixed',
      'jest-failing',
      'maven-failing',
      'checkstyle-failing',
      'pmd-failing-colour',
      'crafted/maven-cached',
    ];
    const lines = names.flatMap((name) => read(name).split('\n'));
    const line = fc.oneof(fc.constantFrom(...lines), fc.string({ unit: 'binary', maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (given) => {
        const results = parseQaLog(given.join('\n'));
        expect(results.length).toBeGreaterThan(0);
        for (const result of results) expect(QaResultSchema.safeParse(result).success).toBe(true);
      }),
    );
  });

  test('takes linear time', () => {
    const hostile = [
      '1 passed, '.repeat(100_000),
      'a '.repeat(200_000),
      '\u001b['.repeat(200_000),
      'FAILED a '.repeat(50_000),
      '[ERROR] '.repeat(50_000),
      `[ERROR] ${'a  '.repeat(50_000)}`,
      'a:b: '.repeat(50_000),
    ];
    const started = processorTime();
    for (const line of hostile) expect(parseQaLog(`${line}\n`.repeat(3)).length).toBeGreaterThan(0);
    expect(processorTime() - started).toBeLessThan(5000);
  });
});
