import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';
import { parseQaLog } from './parse-qa-log.ts';

const FOLDER = new URL('./logs/exit-zero/', import.meta.url);
const statusOf = (log: string): string =>
  parseQaLog(log, { command: 'make check', exitCode: 0 })
    .map(({ status }) => status)
    .join();
/** Linters that list what they found and count nothing: nobody can tell an error from a remark. */
const UNCLEAR = /^(?:flake8|pylint|shellcheck|go-1\.19-vet|pytest-9-dots)/;

describe('logs that tools printed, with an exit code of 0 that may be that of a pipe', () => {
  const names = readdirSync(FOLDER);
  const red = names.filter((name) => name.endsWith('-red.log'));
  const green = names.filter((name) => name.endsWith('-green.log'));

  test('each is red or green, and there are many of both', () => {
    expect(red.length + green.length).toBe(names.length);
    expect([red.length > 50, green.length > 15]).toEqual([true, true]);
  });

  test.each(red)('%s has not passed, and says why', (name) => {
    const log = readFileSync(new URL(name, FOLDER), 'utf8');
    expect(statusOf(log)).toBe(UNCLEAR.test(name) ? 'unknown' : 'failed');
    expect(statusOf(log.replaceAll('\n', '\r\n'))).not.toContain('passed');
    const told = parseQaLog(log, { exitCode: 0 }).filter(({ tool }) => tool === 'generic');
    for (const { failures } of told) expect(failures).not.toEqual([]);
  });

  test.each(green)('%s has passed', (name) => {
    expect(statusOf(readFileSync(new URL(name, FOLDER), 'utf8'))).toBe('passed');
  });
});

test.each([
  '      Tests  2 failed | 10 passed (12)',
  '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m\u001b[22m | \u001b[32m10 passed\u001b[39m (12)',
  ' Tests\u00a0 2\u00a0failed | 10 passed (12)',
  ' Tests  2 fai\u200bled | 10 passed (12)',
  ' Tests  2 failed (2)',
  'Suites 1 failed, 3 passed, 4',
])('the end of a log, which counts what failed before what passed: %j', (line) => {
  expect(statusOf(`\n${line}\n   Start at  10:00:00\n   Duration  1.2s\n`)).toBe('failed');
});

test.each(['passed 3 failed 0', 'Tests run: 3, passed: 3, failed: 0', 'Tests  10 passed | 2 skipped (12)'])(
  'counts that stand behind their words: %s',
  (line) => {
    expect(statusOf(`${line}\n`)).toBe('passed');
  },
);

describe('lines of tools that are not at hand here', () => {
  test.each([
    'zsh: command not found: jest',
    "'jest' is not recognized as an internal or external command,",
    'run: 3: jest: not found',
    'bash: ./gradlew: Permission denied',
    'zsh: segmentation fault  ./a',
    'Killed: 9',
    'java.lang.OutOfMemoryError: Java heap space',
    'TOTAL: 1 FAILED, 4 SUCCESS',
    '3 files inspected, 2 offenses detected',
    '1 error, 0 warnings, 0 informations',
    'Found 0 warnings and 2 errors.',
    '2 successes / 1 failure / 0 errors / 0 pending : 0.1 seconds',
    '3 scenarios (1 failed, 2 passed)',
    '0 features passed, 1 failed, 0 skipped',
    '1 out of 3 tests failed (0.00s)',
    'Asserts:  1 failed  2 passed  of 3',
    'passed 2 failed 1',
    'Tests: 2 passed, 1 failed',
    'Failed 1 tests. Passed 2 tests.',
    '3 tests, 3 assertions, 0 failures, 1 errors, 0 pendings',
    'webpack 5.0.0 compiled with 1 error in 100 ms',
    'Build failed with 1 error(s) in 2.1s',
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22:test',
    'FAILURE: Build failed with an exception.',
    '** BUILD FAILED **',
    'make[1]: *** [Makefile:3: x] Error 2',
    'trim trailing whitespace.................................................Failed',
    ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  a@1.0.0 test: `jest`',
    '0 specs, 0 failures',
    'TOTAL: 0 SUCCESS',
    'No test files found',
    'collected 3 items / 3 deselected / 0 selected',
    'Total tests run: 3, Passes: 2, Failures: 1, Skips: 0',
    'host : ok=3 changed=1 unreachable=0 failed=1 skipped=0',
    '[doctest] Status: FAILURE!',
    'Failed:    app#test',
    'Test Summary: | Pass  Fail  Total',
    '0 of 1 test suites (0 of 1 test cases) passed.',
    '2 of 3 tests passed',
    '** (CompileError) lib/a.ex:3',
    "make: Target 'all' not remade because of errors.",
    'WARNING: ThreadSanitizer: data race (pid=1)',
    '3 vulnerabilities (1 high, 2 critical)',
    '2 critical severity vulnerabilities',
    'Total: 3 (HIGH: 2, CRITICAL: 1)',
    '12:00PM WRN leaks found: 3',
    '>> Issue: [B602:subprocess_popen_with_shell_equals_true] subprocess call',
    'Ran 10 rules on 3 files: 3 findings.',
    '[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]',
    'NOT OK',
    'Executed 0 tests, with 0 failures (0 unexpected) in 0.0 seconds',
    'Ran 0 tests containing 0 assertions.',
    '0 features passed, 0 failed, 0 skipped',
    'There are no tests to run',
    '3 runs, 0 assertions, 0 failures, 0 errors, 3 skips',
    '3 tests, 0 failures, 3 skipped',
    'Total tests run: 3, Passes: 0, Failures: 0, Skips: 3',
    '[ FAIL 0 | WARN 0 | SKIP 3 | PASS 0 ]',
  ])('failed, wherever it is in a log without another summary: %s', (line) => {
    for (const log of [`${line}\n`, `checking\n${line}\n${'cleaning up\n'.repeat(40)}`])
      expect(statusOf(log)).toBe('failed');
    expect(statusOf(`$ lint\n${line}\n$ build\nbuilt\n`)).toContain('failed');
  });

  test.each([
    'Error: boom',
    'fatal: not a git repository (or any of the parent directories): .git',
    'ERROR could not connect',
    'src/a.go:3:2: undefined: foo',
    '✗ adds',
    'level=error msg="thresholds have been crossed"',
    'Test suite a: FAIL',
    'Cannot connect to the Docker daemon.',
    'login: NOT OK',
    'rc=1',
    'Unused files (3)',
    '..F.s',
    "a.rb:1:in `<main>': undefined local variable or method `foo' (NameError)",
    '00:00 +0 -1: loading test/a_test.dart [E]',
    'Dockerfile:3 DL3006 warning: Always tag the version of an image explicitly',
    'a.md:3 MD013/line-length Line length [Expected: 80; Actual: 90]',
    'a.proto:3:1:Package name should be suffixed',
    "a.nim(1, 6) Error: undeclared identifier: 'foo'",
    '/a.md:3:5 - Unknown word (foo)',
    '➤ YN0000: Couldn\'t find a script named "test".',
    "browserType.launch: Executable doesn't exist at /ms-playwright/chrome",
    'getaddrinfo ENOTFOUND registry.npmjs.org',
    'bash: jest: Kommando nicht gefunden.',
    'bash: jest : commande introuvable',
    'bash: jest: orden no encontrada',
    'проверка: ошибка',
    'Unused dependencies',
    'Package size limit has exceeded by 1 kB',
    'Passed checks: 3, Failed checks: 1, Skipped checks: 0',
    'Valid: 2, Invalid: 1, Errors: 0, Skipped: 0',
    'Tests finished: Pass 2. Fail 1. Fatal 0. Skip 0.',
    '1 Accessibility issues detected.',
    'Execution halted',
    'Diff in /a.rs at line 3:',
    '[W] There should be no calls to IO.inspect',
    'Makefile:3: *** missing separator. Stop.',
    'The connection to the server localhost:8080 was refused',
    'KeyboardInterrupt',
    'Falsifying example: test_a(',
    'Permission denied (publickey).',
    'No space left on device',
    'No version is set for command node',
    'a test timed out in 5000ms',
    'a and b differ',
    'everything: false',
  ])('unknown, as long as no summary says that all is well: %s', (line) => {
    expect(parseQaLog(`${line}\n`, { exitCode: 0 })).toMatchObject([{ status: 'unknown', failures: [line] }]);
    expect(statusOf(`${line}\n3 tests, 0 failures\n`)).toBe('passed');
    expect(statusOf(`${line}\n> a@1.0.0 test\n> node check.js\n\nfine\n`)).toBe('unknown,passed');
  });

  test.each([
    'added 3 packages, and audited 4 packages in 1s\n\nfound 0 vulnerabilities\n',
    'src/error.ts 12ms (unchanged)\nsrc/errors/not-found.ts 3ms (unchanged)\n',
    'a.c:1:20: warning: unused variable\n1 warning generated.\n',
    '   Compiling error-chain v0.1\n    Finished dev [unoptimized] target(s) in 0.1s\n',
    'Found 1 error (1 fixed, 0 remaining).\n',
    '⚠ 1 problem (0 errors, 1 warning)\n',
    'Total 3 Passed 3 Failed 0\n',
    'passed 3 failed 0\n',
    '0 of 3 failed\n',
    'Asserts: 0 failed 3 passed of 3\n',
    'Build succeeded.\n    1 Warning(s)\n    0 Error(s)\n',
    '======= 3 xfailed in 0.1s =======\n',
    'Ran 1 test in 0.1s\n\nOK (expected failures=1)\n',
    '[       OK ] A.FailsWithError (0 ms)\n[  PASSED  ] 1 test.\n',
    'CalcTest > handles 3 errors FAILED case PASSED\n\nBUILD SUCCESSFUL in 1s\n',
    '    ✔ Traceback (most recent call last): is parsed\n    ✔ sh: 1: jest: not found\n\n  2 passing (3ms)\n',
    'Traceback (most recent call last):\nValueError: as expected\n\nRan 3 tests in 0.01s\n\nOK\n',
    'npm ERR! as the test prints it\n  2 passing (3ms)\n',
    'Client\n  retries after 3 failures\n\n1 example, 0 failures\n',
    '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 3 ]\n',
    'added 3 packages, and audited 4 packages in 1s\n\n3 vulnerabilities (1 high, 2 critical)\n',
    '3 of 3 tests passed\n',
    '2 of 3 tests passed, 1 skipped\n',
    'host : ok=3 changed=1 unreachable=0 failed=0 skipped=0\n',
    'Total tests run: 3, Passes: 3, Failures: 0, Skips: 0\n',
    '3 runs, 3 assertions, 0 failures, 0 errors, 1 skips\n',
    '3 files skipped\n',
    '.....\n',
    '1..2\nok 1 - a\nok 2 - b\n',
    'WARN no leaks found\n',
    'checking src/error.ts\nchecking src/failure.ts\nok\n',
    'the page "No such file" links to `Not found`\nerror-handling.md ok\nbad_error_names.md ok\n',
    'Server listening at http://localhost:3000\nstarted 10:20:30: build\n',
    'attempt 1 failed, retrying\nattempt 2 ok\n',
    'Tests Passed: 3, Failed: 0, Skipped: 0 NotRun: 0\n',
    '[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0\n',
    'Files checked: 3, Issues found: 0 in 0 files.\n0 type errors\n12 modules, 0 dependency violations\n',
    'schema is up to date, without errors\n',
    'npm warn deprecated a@1\n\n> a@1.0.0 lint\n> node lint.js\n\nclean\n',
  ])('a green log stays green: %j', (log) => {
    expect(statusOf(log)).toBe('passed');
  });

  test.each([
    ...['sh: 1: eslint: not found', 'npm ERR! code 1', 'make: *** [Makefile:2: test] Error 1', 'panic: boom'],
    ...['Found 1 error in 1 file (checked 3 source files)', '1 error, 0 warnings, 0 informations', '2 errors'],
  ])('what fails behind a green summary has failed: %s', (line) => {
    expect(statusOf(`  2 passing (3ms)\n\n${line}\n`)).toBe('failed');
    expect(statusOf(`Tests:       3 passed, 3 total\n${line}\n`)).toBe('failed');
  });
});

test('two megabytes of any of these lines are read in linear time', () => {
  const started = processorTime();
  for (const unit of ['1 failed ', 'failed: ', '1 test 1 ', '0 of ', 'a: ', 'error ', '0 failed', '/', ': error', '.'])
    for (const text of [unit.repeat(2_000_000 / unit.length), `${unit.repeat(10)}\n`.repeat(100_000 / unit.length)])
      parseQaLog(text, { exitCode: 0 });
  expect(processorTime() - started).toBeLessThan(20_000);
});
