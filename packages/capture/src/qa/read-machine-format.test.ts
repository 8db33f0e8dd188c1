import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';
import { parseQaLog } from './parse-qa-log.ts';

const read = (name: string): string => readFileSync(new URL(`./logs/${name}.log`, import.meta.url), 'utf8');
const statusOf = (log: string): string =>
  parseQaLog(log, { command: 'make check', exitCode: 0 })
    .map(({ status }) => status)
    .join();

describe('a report for machines, with exit code 0', () => {
  test.each([
    ['jest', '{"numFailedTests":1,"numPassedTests":2,"success":false,"testResults":[]}'],
    ['jest, a suite that does not load', '{"numFailedTests":0,"numPassedTests":2,"numRuntimeErrorTestSuites":1}'],
    ['eslint', '[{"filePath":"a.ts","errorCount":2,"fatalErrorCount":0,"warningCount":0}]'],
    ['go', '{"Action":"fail","Package":"p","Elapsed":0.1}'],
    ['cargo', '{ "type": "suite", "event": "failed", "passed": 2, "failed": 1 }'],
    ['mypy', '{"file":"a.py","line":3,"severity":"error","message":"bad"}'],
    ['rspec', '{"summary":{"example_count":3,"failure_count":1}}'],
    ['playwright', '{\n  "stats": {\n    "expected": 2,\n    "unexpected": 1\n  }\n}'],
    ['npm audit', '{\n  "vulnerabilities": {\n    "high": 0,\n    "critical": 1\n  }\n}'],
    ['JUnit', '<testsuites><testsuite errors="1" failures="0" tests="3"/></testsuites>'],
    ['JUnit, by its cases', '<testsuite name="a">\n  <testcase name="b">\n    <failure message="no">'],
    ['trx', '<Counters total="3" passed="2" failed="1" />'],
    ['xunit.net', '<assembly name="a" total="3" passed="2" failed="1" skipped="0">'],
    ['checkstyle', '<checkstyle version="4.3"><file name="a.ts"><error line="3" severity="error" message="bad" />'],
    ['TeamCity', "##teamcity[testFailed name='login']"],
    ['TeamCity, the build', "##teamcity[buildStatus status='FAILURE' text='no']"],
    ['no test', '{"numFailedTests":0,"numPassedTests":0,"numTotalTests":0,"success":true}'],
    ['all skipped', '<testsuites tests="3" failures="0"><testsuite tests="3" skipped="3" failures="0" errors="0"/>'],
  ])('that counts a failure or no test has failed: %s', (_, log) => {
    expect(statusOf(`${log}\n`)).toBe('failed');
    expect(statusOf(`starting\n${log}\ndone\n`)).toBe('failed');
  });

  test.each([
    '{"numFailedTests":0,"numPassedTests":2,"numTotalTests":2,"success":true}',
    '[{"filePath":"fail.ts","errorCount":0,"fatalErrorCount":0,"warningCount":1}]',
    '{"Action":"pass","Package":"p","Test":"TestFail"}\n{"Action":"pass","Package":"p"}',
    '<testsuite tests="3" skipped="1" failures="0" errors="0" timeout="30">',
    '{"stats":{"tests":3,"passes":3,"failures":0},"config":{"timeout":30000,"maxFailures":5,"xfailed":2}}',
    "##teamcity[testStarted name='fails']\n##teamcity[testFinished name='fails']",
    '{"level":30,"time":1,"msg":"listening"}',
  ])('that counts none has passed: %s', (log) => {
    expect(statusOf(`${log}\n`)).toBe('passed');
  });

  test.each(['pylint-json-warning', 'shellcheck-json', 'node-test-junit-skipped'])(
    'that counts nothing, as the tool printed it, is unknown: %s',
    (name) => {
      expect(statusOf(read(name))).toBe('unknown');
    },
  );

  test('that came from the cache of go is no run', () => {
    expect(statusOf(read('go-json-cached'))).toBe('cached');
  });

  test('is read to its end, however long its line is', () => {
    const files = (errors: number): string =>
      JSON.stringify([
        ...Array.from({ length: 300 }, (_, index) => ({ filePath: `src/${index}.ts`, errorCount: 0 })),
        { filePath: 'src/last.ts', errorCount: errors },
      ]);
    expect([statusOf(files(0)), statusOf(files(1))]).toEqual(['passed', 'failed']);
    const suites = (failures: number): string =>
      `<testsuites>${'<testsuite tests="1" failures="0"/>'.repeat(300)}<testsuite tests="1" failures="${failures}"/>`;
    expect([statusOf(suites(0)), statusOf(suites(1))]).toEqual(['passed', 'failed']);
  });

  test('beside a summary in words is one only where nothing else can be: tests print JSON too', () => {
    const passing = 'Tests:       3 passed, 3 total\n';
    expect(statusOf(`{"status":"error","errors":3}\n${passing}`)).toBe('passed');
    expect(statusOf(`{"success":false}\n3 tests, 0 failures\n`)).toBe('passed');
    expect(statusOf(`[{"filePath":"a.ts","errorCount":2}]\n${passing}`)).toBe('failed');
    expect(statusOf(`${passing}<testsuite tests="3" failures="1">\n`)).toBe('failed');
  });
});

test('two megabytes of any of these lines are read in linear time', () => {
  const started = processorTime();
  for (const unit of [
    '{"errors":',
    '{"failed":0,',
    '<error ',
    '<testsuite tests="1">',
    '"aaaa',
    '[{"file":',
    '##teamcity[',
  ])
    for (const text of [unit.repeat(2_000_000 / unit.length), `${unit.repeat(10)}\n`.repeat(100_000 / unit.length)])
      parseQaLog(text, { exitCode: 0 });
  expect(processorTime() - started).toBeLessThan(20_000);
});
