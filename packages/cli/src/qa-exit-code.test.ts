import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const GREEN_LOG = readFileSync(new URL('../../capture/src/qa/logs/jest-passing.log', import.meta.url), 'utf8');

async function open(): Promise<Shop> {
  const shop = createShop();
  shop.write('.agent-output/.gitignore', '*\n');
  shop.write('.agent-output/test.log', GREEN_LOG);
  await shop.ask('init', 'TASK-1');
  return shop;
}

const resultsOf = (data: Record<string, unknown>): unknown[] =>
  (data.results as { status: string; verdict?: string }[]).map(({ status }) => status);

test('a log of passing tests with exit code 1 is a failed run: as the baseline, as a later run, and with a hand-off', async () => {
  const shop = await open();
  const record = ['record-qa', 'TASK-1', 'implementer', '.agent-output/test.log', '--exit-code'];
  expect(resultsOf((await shop.ask(...record, '1')).data)).toEqual(['failed']);
  expect(resultsOf((await shop.ask(...record, '137')).data)).toEqual(['failed']);
  expect(JSON.stringify((await shop.ask('get', 'TASK-1')).data)).not.toContain('"status":"passed"');

  await shop.ask('start', 'TASK-1', 'implementer');
  shop.write('src/login.js', 'export const login = () => 2;\n');
  const { stderr, code } = await shop.baton([
    'hand-off',
    'TASK-1',
    'implementer',
    '--qa-log',
    '.agent-output/test.log',
    '--exit-code',
    '2',
  ]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('QaFailed')]);
});

test('nothing counts as fixed by a run that failed', async () => {
  const shop = await open();
  shop.write(
    '.agent-output/red.log',
    'FAIL ./a.test.js\n  ● adds\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n',
  );
  await shop.ask('record-qa', 'TASK-1', 'implementer', '.agent-output/red.log', '--exit-code', '1');
  await shop.ask('record-qa', 'TASK-1', 'implementer', '.agent-output/test.log', '--exit-code', '1');
  const { data } = await shop.ask('get', 'TASK-1');
  expect(JSON.stringify(data)).toContain('"verdict":');
  expect(JSON.stringify(data)).not.toMatch(/"verdict":"fixed"|"fixed":\["/);
});

test('an exit code of 0 makes nothing green of a log that ends with a failure: the code may be that of a pipe', async () => {
  const shop = await open();
  const logs = {
    npm: '> test\n> node check.js\n\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\n',
    make: 'cc -c a.c\na.c:1: error\nmake: *** [Makefile:2: all] Error 1\n',
    killed: 'checking\nline.sh: line 3:  4242 Killed                  node check.js\n',
    echoed: 'checking\nnot ok\nexit code: 1\n',
    jest: `${GREEN_LOG}\nnpm error Lifecycle script \`test\` failed with error:\n`,
  };
  for (const [name, log] of Object.entries(logs)) {
    shop.write(`.agent-output/${name}.log`, log);
    const { data } = await shop.ask(
      ...['record-qa', 'TASK-1', 'implementer', `.agent-output/${name}.log`, '--exit-code', '0'],
    );
    expect([name, resultsOf(data)]).toEqual([name, ['failed']]);
  }
  const negative = ['record-qa', 'TASK-1', 'implementer', '.agent-output/test.log', '--exit-code', '-1'];
  expect(resultsOf((await shop.ask(...negative)).data)).toEqual(['failed']);
});

test('a log of a runner that counts by its exit code is read too: red and empty runs have not passed, and what came from a cache is no run', async () => {
  const shop = await open();
  const printed = (name: string): string =>
    readFileSync(new URL(`../../capture/src/qa/logs/${name}.log`, import.meta.url), 'utf8');
  const logs: Record<string, readonly [string, string]> = {
    mocha: [printed('mocha-red'), 'failed'],
    node: [printed('node-test-tap-red'), 'failed'],
    cargo: [printed('cargo-red'), 'failed'],
    overwritten: ['running\r  1 failing\rdone\n', 'failed'],
    skipped: [printed('jest-skipped'), 'refused'],
    pending: [printed('mocha-skipped'), 'refused'],
    unbuilt: ['?   \texample.com/x\t[no test files]\n', 'refused'],
    green: [printed('mocha-green'), 'passed'],
  };
  for (const [name, [log, status]] of Object.entries(logs)) {
    shop.write(`.agent-output/${name}.log`, log);
    const { success, data } = await shop.ask(
      ...['record-qa', 'TASK-1', 'implementer', `.agent-output/${name}.log`, '--exit-code', '0'],
    );
    expect([name, success ? resultsOf(data) : 'refused']).toEqual([name, status === 'refused' ? status : [status]]);
  }
  const spared = {
    go: 'ok  \texample.com/x\t(cached)\n',
    gradle: '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n',
    bazel: '//a:t       (cached) PASSED in 0.1s\n',
  };
  for (const [name, log] of Object.entries(spared)) {
    shop.write(`.agent-output/${name}.log`, log);
    const record = ['record-qa', 'TASK-1', 'implementer', `.agent-output/${name}.log`, '--exit-code', '0'];
    const { code, stderr } = await shop.baton(record);
    expect([name, code, stderr]).toEqual([name, 4, expect.stringContaining('came from a cache')]);
  }
});

test('a red log of a tool that nobody knows has not passed with exit code 0', async () => {
  const shop = await open();
  const record = async (log: string): Promise<unknown> => {
    shop.write('.agent-output/other.log', log);
    const argv = ['record-qa', 'TASK-1', 'implementer', '.agent-output/other.log', '--exit-code', '0'];
    const { success, data, error } = await shop.ask(...argv);
    return success ? resultsOf(data).join() : error?.data;
  };
  for (const log of [
    'sh: 1: jest: not found\n',
    "Error: Cannot find module '/repo/test.js'\n",
    'Chrome Headless 130 (Linux): Executed 5 of 5 (1 FAILED) (0.01 secs)\n',
    'Found 1 error in 1 file (checked 1 source file)\n',
    'Result: FAIL\n',
    'Traceback (most recent call last):\n  File "a.py", line 1\n',
    ' › 1 snapshot failed.\n',
    'Segmentation fault (core dumped)\n',
    'Passed: 2, Failed: 1\n',
  ])
    expect([log, await record(log)]).toEqual([log, 'failed']);
  for (const log of [
    'no tests found\n',
    'collected 0 items\n',
    'Error: boom\n',
    'src/a.py:1:1: F401 unused\n',
    'bash: jest: Kommando nicht gefunden.\n',
    'getaddrinfo ENOTFOUND registry.npmjs.org\n',
    'Tests finished: Pass 2. Fail 1. Fatal 0. Skip 0.\n',
  ])
    expect(JSON.stringify(await record(log))).toContain('looks like a failure');
  for (const log of ['checked 3 files\n', 'Error: boom\n  2 passing (1ms)\n', 'handles errors\n0 errors\n'])
    expect([log, await record(log)]).toEqual([log, 'passed']);
});

test('what only looks green with exit code 0 is not stored as passed: machine formats, runs of nothing, caches, swallowed exit codes', async () => {
  const shop = await open();
  const record = async (log: string): Promise<string> => {
    shop.write('.agent-output/green.log', log);
    const argv = ['record-qa', 'TASK-1', 'implementer', '.agent-output/green.log', '--exit-code', '0'];
    const { success, data, error } = await shop.ask(...argv);
    return success ? resultsOf(data).join() : (error?.message ?? '');
  };
  const failed = [
    '$ jest --json\n{"numFailedTests":1,"numPassedTests":2,"success":false,"testResults":[]}\n',
    '$ pytest --junitxml=/dev/stdout -q\n<testsuite name="pytest" errors="0" failures="1" tests="3">\n',
    '$ eslint -f json .\n[{"filePath":"a.ts","errorCount":2,"warningCount":0}]\n',
    '$ go test -json ./...\n{"Action":"fail","Package":"p","Elapsed":0.1}\n',
    "$ check\n##teamcity[testFailed name='login']\n",
    '$ gradlew t\nTotal tests run: 3, Passes: 2, Failures: 1, Skips: 0\n',
    '$ ansible-playbook x\nhost : ok=3 changed=1 unreachable=0 failed=1 skipped=0\n',
    '$ tape t.js\nTAP version 13\nok 1 a\n1..3\n',
    '$ go test -race ./...\nWARNING: DATA RACE\nok  \tpkg\t0.1s\n',
  ];
  const refused = [
    '$ swift test\nExecuted 0 tests, with 0 failures (0 unexpected) in 0.0 seconds\n',
    '$ jest --version\n29.0.0\n',
    '$ pytest --collect-only\n3 tests collected in 0.1s\n',
    '$ make -n test\npytest\n',
    '$ echo "3 passed"\n3 passed\n',
    '$ :\n',
    '$ ./check.sh | tee x\nall fine\n',
    '$ turbo test\n Tasks:    2 successful, 2 total\nCached:    2 cached, 2 total\n  Time:    100ms >>> FULL TURBO\n',
    '$ gradle test\nBUILD SUCCESSFUL in 1s\n3 actionable tasks: 3 up-to-date\n',
    '$ ruff check --output-format json\n[{"code":"F401","filename":"a.py","message":"unused"}]\n',
    '',
  ];
  const passed = [
    '$ jest --json\n{"numFailedTests":0,"numPassedTests":2,"numTotalTests":2,"success":true,"testResults":[{"name":"/r/a.test.js","status":"passed","assertionResults":[{"fullName":"a","title":"a","ancestorTitles":[],"status":"passed"},{"fullName":"b","title":"b","ancestorTitles":[],"status":"passed"}]}]}\n',
    '$ Rscript t\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 3 ]\n',
    '$ npm test\n\n> a@1.0.0 test\n> jest\n\nPASS a.test.js\nTests:       3 passed, 3 total\n',
    '$ npm run lint\n\n> a@1.0.0 lint\n> eslint .\n\n',
    '$ pytest || true\n==== 3 passed in 0.1s ====\n',
  ];
  const told = async (logs: readonly string[]): Promise<string[]> => {
    const answers: string[] = [];
    for (const log of logs) answers.push(`${log} => ${await record(log)}`);
    return answers;
  };
  expect(await told(failed)).toEqual(failed.map((log) => `${log} => failed`));
  for (const answer of await told(refused)) {
    expect(answer).toContain('=> This is no QA run: ');
    expect(answer).not.toContain('or tell how they ended');
  }
  expect(await told(passed)).toEqual(passed.map((log) => `${log} => passed`));
});
