import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseQaLog } from './parse-qa-log.ts';
import type { QaResult } from '@batonkit/core';

const read = (name: string): string => readFileSync(new URL(`./logs/${name}.log`, import.meta.url), 'utf8');
const parse = (name: string): readonly QaResult[] => parseQaLog(read(name));
const none = { passed: 0, failed: 0, skipped: 0, errors: 0, warnings: 0 };

describe('logs that the tools printed', () => {
  test('vitest: failing, in colour, passing', () => {
    const [result, ...rest] = parse('vitest-failing');
    expect(rest).toEqual([]);
    expect(result).toMatchObject({
      tool: 'vitest',
      status: 'failed',
      counts: { ...none, passed: 2, failed: 1, skipped: 1 },
      failures: ['sum.test.ts > sum > adds negative numbers'],
      duration_ms: 1990,
    });
    expect(read('vitest-failing-colour')).toContain('\u001b[');
    expect(parse('vitest-failing-colour')[0]).toEqual({ ...result, duration_ms: expect.any(Number) as number });
    expect(parse('vitest-passing')).toMatchObject([
      { tool: 'vitest', status: 'passed', counts: { passed: 1 }, failures: [] },
    ]);
  });

  test('vitest: a file that cannot be loaded, no tests at all, a run that was cut off', () => {
    expect(parse('vitest-crash')).toMatchObject([{ status: 'failed', failures: ['crash.test.ts [ crash.test.ts ]'] }]);
    expect(parse('vitest-no-tests')).toMatchObject([
      { status: 'failed', failures: ['No test files found, exiting with code 1'] },
    ]);
    const cut = read('vitest-failing').split('Failed Tests')[0] ?? '';
    expect(parseQaLog(cut)).toMatchObject([{ tool: 'vitest', status: 'failed', failures: ['the run did not end'] }]);
  });

  test('eslint', () => {
    const [result] = parse('eslint-failing');
    expect(result).toMatchObject({
      tool: 'eslint',
      status: 'failed',
      counts: { ...none, errors: 4, warnings: 1 },
      failures_total: 4,
    });
    expect(result?.failures[0]).toBe("/repo/e/a.js: 'a' is assigned a value but never used no-unused-vars");
    expect(result?.failures[3]).toBe('/repo/e/b.js: Parsing error: Unexpected token ;');
    expect(parse('eslint-failing-colour')).toEqual([result]);
    expect(parse('eslint-warnings')).toMatchObject([
      { status: 'passed', counts: { errors: 0, warnings: 1 }, failures: [] },
    ]);
  });

  test('tsc, pretty or not', () => {
    const [result] = parse('tsc-failing');
    expect(result).toMatchObject({ tool: 'tsc', status: 'failed', counts: { ...none, errors: 2 } });
    expect(result?.failures).toEqual([
      "t.ts: TS2322 Type 'string' is not assignable to type 'number'.",
      "t.ts: TS7006 Parameter 'a' implicitly has an 'any' type.",
    ]);
    expect(parse('tsc-failing-pretty')).toEqual([result]);
    expect(parse('tsc-no-project')).toMatchObject([
      { status: 'failed', failures: ["TS5058 The specified path does not exist: 'nowhere'."] },
    ]);
  });

  test('pytest: failing, in colour, quiet, passing, not importable', () => {
    const [result] = parse('pytest-failing');
    expect(result).toMatchObject({
      tool: 'pytest',
      status: 'failed',
      counts: { ...none, passed: 2, failed: 2, skipped: 1, errors: 1 },
      failures: [
        'test_sum.py::test_adds_negative',
        'test_sum.py::TestGroup::test_even[1]',
        'test_sum.py::test_with_broken_fixture',
      ],
      duration_ms: 2620,
    });
    expect(parse('pytest-failing-colour')[0]).toEqual({ ...result, duration_ms: expect.any(Number) as number });
    expect(parse('pytest-quiet')).toMatchObject([
      { status: 'failed', counts: { passed: 1, failed: 1 }, failures: ['test_sum.py::test_adds_negative'] },
    ]);
    expect(parse('pytest-passing')).toMatchObject([{ status: 'passed', counts: { passed: 1 }, failures: [] }]);
    expect(parse('pytest-crash')).toMatchObject([
      { status: 'failed', counts: { errors: 1 }, failures: ['test_crash.py'] },
    ]);
  });

  test('jest: failing, in colour, passing', () => {
    const [result, ...rest] = parse('jest-failing');
    expect(rest).toEqual([]);
    expect(result).toMatchObject({
      tool: 'jest',
      status: 'failed',
      counts: { ...none, passed: 2, failed: 1, skipped: 2 },
      failures: ['sum.test.js › sum › adds negative numbers'],
      duration_ms: 726,
    });
    expect(read('jest-failing-colour')).toContain('\u001b[');
    expect(parse('jest-failing-colour')[0]).toEqual({ ...result, duration_ms: 396 });
    expect(parse('jest-passing')).toMatchObject([
      { tool: 'jest', status: 'passed', counts: { passed: 1 }, failures: [] },
    ]);
  });

  test('jest: a suite that cannot be loaded, no tests, a test that ends the process', () => {
    expect(parse('jest-crash')).toMatchObject([
      { tool: 'jest', status: 'failed', failures: ['crash.test.js › Test suite failed to run'] },
    ]);
    expect(parse('jest-no-tests')).toMatchObject([{ tool: 'jest', status: 'failed', failures: ['No tests found'] }]);
    expect(parse('jest-exit')).toMatchObject([
      { tool: 'jest', status: 'failed', failures: ['process.exit called with "3"', 'the run did not end'] },
    ]);
  });

  test('maven: failing, in colour, passing', () => {
    const [result, ...rest] = parse('maven-failing');
    expect(rest).toEqual([]);
    expect(result).toMatchObject({
      tool: 'maven',
      status: 'failed',
      counts: { ...none, passed: 2, failed: 1, skipped: 1, errors: 1 },
      failures: ['a.ATest.addsNegativeNumbers', 'a.ATest.throwsUp'],
      duration_ms: 17_275,
    });
    expect(read('maven-failing-colour')).toContain('\u001b[');
    expect(parse('maven-failing-colour')[0]).toEqual({ ...result, duration_ms: 12_727 });
    expect(parse('maven-passing')).toMatchObject([
      { tool: 'maven', status: 'passed', counts: { ...none, passed: 1 }, failures: [] },
    ]);
  });

  test('maven: a test that ends the process, a class that does not compile, a plugin that is not there', () => {
    expect(parse('maven-jvm-exit')).toMatchObject([
      { status: 'failed', counts: { passed: 1 }, failures: ['a.ATest (crashed)'] },
    ]);
    expect(parse('maven-not-compiling')).toMatchObject([
      {
        status: 'failed',
        failures: ['/repo/src/test/java/a/ATest.java: incompatible types: java.lang.String cannot be converted to int'],
      },
    ]);
    expect(parse('maven-no-plugin')).toMatchObject([
      { tool: 'maven', status: 'failed', failures: ['org.apache.maven.plugins:maven-resources-plugin:2.6:resources'] },
    ]);
  });

  test('checkstyle: failing, passing, a file that is no Java', () => {
    const [result] = parse('checkstyle-failing');
    expect(result).toMatchObject({ tool: 'checkstyle', status: 'failed', counts: { ...none, errors: 6 } });
    expect(result?.failures[1]).toBe('/repo/src/main/java/a/A.java: Unused import - java.util.List. [UnusedImports]');
    expect(parse('checkstyle-passing')).toMatchObject([{ tool: 'checkstyle', status: 'passed', counts: none }]);
    expect(parse('checkstyle-crash')).toMatchObject([{ tool: 'checkstyle', status: 'failed', counts: { errors: 1 } }]);
  });

  test('pmd: failing, in colour, passing, a file that is no Java', () => {
    const [result] = parse('pmd-failing');
    expect(result).toMatchObject({ tool: 'pmd', status: 'failed', counts: { ...none, errors: 2 } });
    expect(result?.failures).toEqual([
      "src/main/java/a/A.java: UnnecessaryImport Unused import 'java.util.List'",
      "src/main/java/a/A.java: UnusedPrivateField Avoid unused private fields such as 'unused'.",
    ]);
    expect(parse('pmd-failing-colour')).toEqual([result]);
    expect(parse('pmd-passing')).toMatchObject([{ tool: 'pmd', status: 'passed', counts: none }]);
    expect(parse('pmd-crash')).toMatchObject([{ tool: 'pmd', status: 'failed', counts: { errors: 1 } }]);
  });

  test('turbo: what ran is judged by its tool, what was replayed is no run', () => {
    const brief = (name: string): unknown[] =>
      parse(name).map(({ command, tool, status, failures }) => [command, tool, status, ...failures]);
    expect(brief('turbo-passing')).toEqual([
      ['turbo web:test', 'jest', 'passed'],
      ['turbo api:test', 'jest', 'passed'],
    ]);
    expect(read('turbo-cached')).toContain('FULL TURBO');
    expect(brief('turbo-cached').sort()).toEqual([
      ['turbo api:test', 'generic', 'cached'],
      ['turbo web:test', 'generic', 'cached'],
    ]);
    for (const name of ['turbo-mixed', 'turbo-mixed-colour']) {
      expect(brief(name).sort()).toEqual([
        ['turbo api:test', 'jest', 'failed', 'api.test.js › works in api'],
        ['turbo web:test', 'generic', 'cached'],
      ]);
    }
  });

  test('nx: targets whose output it keeps to itself, and what was replayed', () => {
    const brief = (name: string): unknown[] =>
      parse(name).map(({ command, tool, status, failures }) => [command, tool, status, ...failures]);
    expect(brief('nx-passing').sort()).toEqual([
      ['nx run api:test', 'generic', 'passed'],
      ['nx run web:test', 'generic', 'passed'],
    ]);
    expect(read('nx-kept')).toContain('existing outputs match the cache');
    expect(read('nx-cached')).toContain('[local cache]');
    for (const name of ['nx-kept', 'nx-cached']) {
      expect(brief(name).sort()).toEqual([
        ['nx run api:test', 'generic', 'cached'],
        ['nx run web:test', 'generic', 'cached'],
      ]);
    }
    for (const name of ['nx-mixed', 'nx-mixed-colour']) {
      expect(brief(name)).toEqual([
        ['nx run web:test', 'generic', 'cached'],
        ['nx run api:test', 'jest', 'failed', 'api.test.js › works in api'],
      ]);
    }
  });
});

describe('logs written after the documentation', () => {
  test('maven with tests, Checkstyle and PMD as plugins', () => {
    expect(parse('crafted/maven-tests-checkstyle-pmd')).toMatchObject([
      {
        command: 'mvn verify',
        tool: 'maven',
        status: 'failed',
        counts: { passed: 1, failed: 1, skipped: 1 },
        failures: ['a.ATest.adds'],
        duration_ms: 62_000,
      },
      {
        tool: 'checkstyle',
        status: 'failed',
        counts: { errors: 1, warnings: 1 },
        failures: ['src/main/java/a/A.java: (imports) UnusedImports: Unused import - java.util.List.'],
      },
      {
        tool: 'pmd',
        status: 'failed',
        counts: { errors: 1 },
        failures: ["a.A: UnusedPrivateField Avoid unused private fields such as 'unused'.."],
      },
    ]);
  });

  test('what a cache replayed is no run', () => {
    expect(parse('crafted/maven-cached').map(({ command, status }) => [command, status])).toEqual([
      ['mvn verify', 'cached'],
      ['surefire:test', 'cached'],
      ['checkstyle:check', 'cached'],
    ]);
    expect(parseQaLog('$ make test\nrestored from cache\nexit code: 0\n').map(({ status }) => status)).toEqual([
      'cached',
    ]);
  });
});
