import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const GREEN_LOG = readFileSync(new URL('../../core/src/qa/logs/jest-passing.log', import.meta.url), 'utf8');

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
    readFileSync(new URL(`../../core/src/qa/logs/${name}.log`, import.meta.url), 'utf8');
  const logs: Record<string, readonly [string, string]> = {
    mocha: [printed('mocha-red'), 'failed'],
    node: [printed('node-test-tap-red'), 'failed'],
    cargo: [printed('cargo-red'), 'failed'],
    overwritten: ['running\r  1 failing\rdone\n', 'failed'],
    skipped: [printed('jest-skipped'), 'failed'],
    pending: [printed('mocha-skipped'), 'failed'],
    unbuilt: ['?   \texample.com/x\t[no test files]\n', 'failed'],
    green: [printed('mocha-green'), 'passed'],
  };
  for (const [name, [log, status]] of Object.entries(logs)) {
    shop.write(`.agent-output/${name}.log`, log);
    const { data } = await shop.ask(
      ...['record-qa', 'TASK-1', 'implementer', `.agent-output/${name}.log`, '--exit-code', '0'],
    );
    expect([name, resultsOf(data)]).toEqual([name, [status]]);
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
