import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { QaLogHints } from '@batonkit/core';
import { parseQaLog } from './parse-qa-log.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const read = (name: string): string => readFileSync(new URL(`./logs/${name}.log`, import.meta.url), 'utf8');
const statuses = (log: string, hints: QaLogHints = { exitCode: 0 }): readonly string[] =>
  parseQaLog(log, hints).map(({ status }) => status);
const RUNNERS = ['mocha', 'ava', 'node-test-spec', 'node-test-tap', 'cargo', 'unittest', 'ctest'];

describe('logs that the runners printed, with an exit code of 0 that may be that of a pipe', () => {
  test.each(RUNNERS)('%s: a red run has failed and says why', (name) => {
    const [result] = parseQaLog(read(`${name}-red`), { exitCode: 0, command: 'npm test | tee log' });
    expect(result).toMatchObject({ status: 'failed', failures: [expect.stringMatching(/fail|subtracts/i)] });
    expect(statuses(read(`${name}-red`).replaceAll('\n', '\r\n'))).toEqual(['failed']);
    expect(statuses(read(`${name}-red`).replaceAll(/^(.+)$/gm, '\u001b[31m$1\u001b[39m'))).toEqual(['failed']);
  });

  test.each(RUNNERS)('%s: a green run has passed, and a failing one has not', (name) => {
    expect(statuses(read(`${name}-green`))).toEqual(['passed']);
    expect(statuses(read(`${name}-green`), { exitCode: 1 })).toEqual(['failed']);
    expect(statuses(read(`${name}-green`), {})).toEqual(['unknown']);
  });

  test.each([...RUNNERS, 'jest', 'vitest', 'pytest'])('%s: where nothing ran, nothing has passed', (name) => {
    const [result, ...others] = parseQaLog(read(`${name}-skipped`), { exitCode: 0 });
    expect(others).toEqual([]);
    expect(result).toMatchObject({ status: 'failed', failures: [expect.stringMatching(/\w/)] });
  });
});

describe('lines of runners that are not at hand here', () => {
  test.each([
    ['go', '--- FAIL: TestX (0.00s)\n    x_test.go:9: no\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n'],
    ['go, not compiling', 'FAIL\texample.com/x [build failed]\n'],
    ['rspec', 'Finished in 0.1 seconds\n3 examples, 1 failure\n'],
    ['minitest', '3 runs, 3 assertions, 0 failures, 1 errors, 0 skips\n'],
    ['phpunit', 'FAILURES!\nTests: 3, Assertions: 3, Failures: 1.\n'],
    ['dotnet', 'Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms\n'],
    ['gradle', '> Task :test FAILED\n\nCalcTest > adds FAILED\n\nBUILD FAILED in 1s\n'],
    [
      'gradle, told to go on',
      '> Task :test\n\nCalcTest > adds FAILED\n\n3 tests completed, 1 failed\n\nBUILD SUCCESSFUL in 1s\n',
    ],
    ['bazel', '//a:t                FAILED in 0.1s\n\nExecuted 1 out of 1 test: 1 fails locally.\n'],
    ['bazel, cached', '//a:t       (cached) FAILED in 0.1s\n'],
    ['sbt', '[error] Failed: Total 3, Failed 1, Errors 0, Passed 2\n[error] Failed tests:\n'],
    ['gtest', '[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n'],
    ['playwright', '  1 failed\n    a.spec.ts:3:1 › adds\n  2 passed (1.2s)\n'],
    ['bun', ' 2 pass\n 1 fail\nRan 3 tests across 1 file.\n'],
    ['deno', 'FAILED | 2 passed | 1 failed (5ms)\n'],
    ['swift', 'Executed 3 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds\n'],
    ['elixir', '3 tests, 1 failure\n'],
    ['tap', 'TAP version 14\nok 1 - adds\nnot ok 2 - subtracts\n1..2\n'],
    ['tap, fewer than planned', 'TAP version 13\n1..3\nok 1 - adds\n'],
    ['go, a data race', 'WARNING: DATA RACE\nok  \texample.com/x\t0.1s\n'],
    ['tap, given up', 'ok 1 - adds\nBail out! no database\n'],
    ['overwritten', 'running\r  1 failing\rdone\n'],
    ['overwritten, with colour', '\u001b[2K\u001b[31m3 failed\u001b[0m\r\u001b[2Kall done\n'],
    ['erased', 'Tests:       1 failed, 3 total\u001b[2K\u001b[1A\nTests:       3 passed, 3 total\n'],
  ])('%s: red is red', (_, log) => {
    expect(statuses(log)).toEqual(['failed']);
    expect(statuses(`$ npm test | tee log\n${log}`)).toEqual(['failed']);
  });

  test.each([
    ['go', '?   \texample.com/x\t[no test files]\n'],
    ['go, nothing matches', 'testing: warning: no tests to run\nPASS\nok  \texample.com/x\t0.1s [no tests to run]\n'],
    ['rspec', 'No examples found.\n\n0 examples, 0 failures\n'],
    ['rspec, all pending', '3 examples, 0 failures, 3 pending\n'],
    ['phpunit', 'No tests executed!\n'],
    ['phpunit, all skipped', 'OK, but some tests were skipped!\nTests: 3, Assertions: 0, Skipped: 3.\n'],
    ['dotnet', 'No test is available in /repo/a.dll. Make sure that test discoverer is registered.\n'],
    ['dotnet, all skipped', 'Passed!  - Failed:     0, Passed:     0, Skipped:     3, Total:     3, Duration: 5 ms\n'],
    ['gradle', '> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n'],
    ['gradle -x test', '> Task :app:test SKIPPED\n\nBUILD SUCCESSFUL in 1s\n'],
    ['maven', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n'],
    ['jest -o', 'No tests found related to files changed since last commit.\n'],
    ['vitest', 'No test files found, exiting with code 0\n'],
    ['bazel', 'ERROR: No test targets were found, yet testing was requested\n'],
    ['bun', ' 0 pass\n 3 skip\n 0 fail\n'],
    ['deno', 'ok | 0 passed | 0 failed (0ms)\n'],
    ['tap', 'TAP version 14\n1..0 # SKIP no database\n'],
    ['playwright', 'Error: No tests found\n'],
  ])('%s: where nothing ran, nothing has passed', (_, log) => {
    expect(statuses(log)).toEqual(['failed']);
  });

  test.each([
    ['go test', 'ok  \texample.com/x\t(cached)\nok  \texample.com/y\t(cached)\tcoverage: 80.0% of statements\n'],
    ['gradle test', '> Task :compileJava UP-TO-DATE\n> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n'],
    ['gradle check', '> Task :app:test FROM-CACHE\n\nBUILD SUCCESSFUL in 1s\n'],
    ['bazel test //...', '//a:t       (cached) PASSED in 0.1s\n\nExecuted 0 out of 1 test: 1 test passes.\n'],
    ['turbo test', 'app:test: cache hit, replaying logs abc\napp:test: Tests:       3 passed, 3 total\n'],
    ['nx test app', '> nx run app:test  [local cache]\n\nTests:       3 passed, 3 total\n'],
    ['turbo test', ' Tasks:    2 successful, 2 total\nCached:    2 cached, 2 total\n  Time:    9ms >>> FULL TURBO\n'],
    ['gradle test', 'BUILD SUCCESSFUL in 1s\n3 actionable tasks: 3 up-to-date\n'],
    ['gradle check', 'BUILD SUCCESSFUL in 1s\n3 actionable tasks: 1 from cache, 2 up-to-date\n'],
    ['nx run-many -t test', 'Nx read the output from the cache instead of running the command for 3 out of 3 tasks.\n'],
    ['moon run :test', 'Tasks: 3 completed (3 cached)\n'],
    ['lage test', 'success: 0, skipped: 3, pending: 0, aborted: 0, failed: 0\n'],
    ['npm test', '✅ Ran 0 scripts and skipped 1 in 0s.\n'],
    ['make test', "make: Nothing to be done for 'test'.\n"],
  ])('%s: what came from a cache has not passed, however it ended', (command, log) => {
    for (const hints of [{}, { exitCode: 0 }, { command, exitCode: 0 }])
      expect(new Set(statuses(log, hints))).toEqual(new Set(['cached']));
    expect(statuses(log, { command, exitCode: 1 })).not.toContain('cached');
  });

  test('what ran beside what was cached has passed, and each is told', () => {
    const log = 'ok  \texample.com/x\t(cached)\nok  \texample.com/y\t0.12s\n?   \texample.com/z\t[no test files]\n';
    expect(statuses(log, { command: 'go test ./...', exitCode: 0 })).toEqual(['passed', 'cached']);
  });

  test.each([
    'ok  \texample.com/x\t0.12s\n?   \texample.com/z\t[no test files]\n',
    'Finished in 0.1 seconds\n3 examples, 0 failures\n',
    '3 examples, 0 failures, 1 pending\n',
    'OK (3 tests, 3 assertions)\n',
    'Tests: 3, Assertions: 2, Skipped: 1.\n',
    'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 5 ms\n',
    '> Task :lib:test NO-SOURCE\n> Task :test\n\nBUILD SUCCESSFUL in 1s\n',
    '> Task :compileJava UP-TO-DATE\n> Task :test\n\nBUILD SUCCESSFUL in 1s\n',
    '//a:t                PASSED in 0.1s\n\nExecuted 1 out of 1 test: 1 test passes.\n',
    ' 3 pass\n 0 fail\n',
    'ok | 3 passed | 0 failed (5ms)\n',
    'TAP version 14\nok 1 - adds\nnot ok 2 - later # TODO not yet\n1..2\n',
    '  3 passed (1.2s)\n',
    'Ran 3 tests in 0.01s\n\nOK (skipped=1)\n',
    'ERROR app.py could not connect, as the test expects\n0 failed\n',
    'Downloading  10%\rDownloading 100%\rDone\n',
  ])('a green run stays green: %j', (log) => {
    expect(statuses(log, { command: 'npm test', exitCode: 0 })).toEqual(['passed']);
  });
});

describe('an exit code of 0 with nothing to see', () => {
  test('says nothing of a test runner, of a command that nobody names, or of one whose code is thrown away', () => {
    for (const command of ['npm test', 'npx jest', 'pytest -q', 'go test ./...', 'cargo test', 'mvn -q test'])
      expect([command, statuses('', { command, exitCode: 0 })]).toEqual([command, ['unknown']]);
    expect(statuses('', { exitCode: 0 })).toEqual(['unknown']);
    expect(statuses('checked\n', { command: 'check || true', exitCode: 0 })).toEqual(['unknown']);
    expect(statuses('checked\n', { command: 'check; exit 0', exitCode: 0 })).toEqual(['unknown']);
    expect(statuses(read('jest-passing'), { command: 'jest || true', exitCode: 0 })).toEqual(['passed']);
  });

  test('counts beside a summary of the runner alone where the command swallows it', () => {
    for (const command of ['check || :', 'check; true', 'check | tee log', 'check || echo no'])
      for (const [log, status] of Object.entries({
        'all fine\n': 'unknown',
        '3 tests, 0 failures\n': 'passed',
        '{"numFailedTests":0,"numPassedTests":3}\n': 'passed',
        '3 tests, 1 failure\n': 'failed',
      }))
        expect([command, log, ...statuses(`$ ${command}\n${log}`)]).toEqual([command, log, status]);
    expect(statuses('$ npm test || true\n\n> a@1.0.0 test\n> node check.js\n\nfine\n')).toEqual(['unknown']);
  });

  test('says nothing of a command that runs nothing, whatever it prints; beside one that does it is left out', () => {
    for (const step of ['$ jest --version\n29.0.0\n', '$ cat old.log\nTests:       3 passed, 3 total\n', '$ :\n']) {
      expect([step, ...statuses(step)]).toEqual([step, 'unknown']);
      expect([step, ...statuses(`${step}$ jest\n${read('jest-passing')}`)]).toEqual([step, 'passed']);
    }
    expect(statuses('$ cat old.log\nTests:       1 failed, 3 total\n')).toEqual(['failed']);
    expect(statuses('$ pytest\n$ echo ok\nok\n')).toEqual(['unknown']);
  });

  test('is that of the script, where a command only runs scripts', () => {
    for (const [command, heading] of [
      ['npm test', '\n> a@1.0.0 test\n> check\n\n'],
      ['pnpm test', '\n> a@1.0.0 test /repo\n> check\n\n'],
      ['npm run all', '\n> a@1.0.0 all\n> npm run one\n\n\n> a@1.0.0 one\n> check\n\n'],
      ['yarn test', 'yarn run v1.22.19\n$ check\n'],
      ['bun run test', '$ check\n'],
      ['make test', 'npm test\n\n> a@1.0.0 test\n> check\n\n'],
    ] as const)
      for (const [printed, status] of Object.entries({ '': 'passed', '3 tests, 1 failure\n': 'failed' })) {
        const results = parseQaLog(`$ ${command}\n${heading}${printed}`, { exitCode: 0 });
        expect([command, results.map((result) => [result.command, result.status])]).toEqual([
          command,
          [['check', status]],
        ]);
      }
    const turbo =
      'app:test: cache miss, executing 1\napp:test: 3 tests, 0 failures\n Tasks:    1 successful, 1 total\n';
    expect(statuses(`$ turbo test\n${turbo}`)).toEqual(['passed']);
    expect(statuses(`$ turbo test | tee log\n${turbo}Failed:    app#test\n`)).toEqual(['failed']);
    expect(statuses(`$ npm test\nnpm error code 1\n\n> a@1.0.0 test\n> check\n\n`)).toEqual(['failed', 'passed']);
  });

  test('is enough for a linter, which is silent when it finds nothing', () => {
    for (const command of ['eslint .', 'tsc --noEmit', 'prettier --check .', 'ruff check'])
      expect([command, statuses('', { command, exitCode: 0 })]).toEqual([command, ['passed']]);
  });
});

test('two megabytes of any of these lines are read in linear time', () => {
  const started = processorTime();
  for (const unit of ['not ok 1 ', '1 examples, 0 failures, 1', '//a (cached) ', ':a', '1 failed\r', 'ok a ', 'x > x '])
    parseQaLog(unit.repeat(2_000_000 / unit.length), { exitCode: 0 });
  for (const line of ['3 examples, 0 failures, 111111111\n', 'ok  \tx\t1s\n', 'x\n'])
    parseQaLog(line.repeat(1_000_000 / line.length), { exitCode: 0 });
  expect(processorTime() - started).toBeLessThan(10_000);
});
