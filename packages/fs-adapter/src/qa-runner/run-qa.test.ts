import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { createNodeQaRunner, runQa } from './run-qa.ts';

const OWNER = fileURLToPath(new URL('qa-owner.fixture.mjs', import.meta.url));

function folder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'baton-run-')));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (text !== '') return Number(text);
    await sleep(20);
  }
  throw new Error(`nobody wrote ${file}`);
}

test('every command runs, and each answers how it really ended, with its output in the order it was printed', async () => {
  const cwd = folder();
  const commands = ['echo one; echo two >&2; echo three; exit 3', 'no-such-program', 'kill -9 $$', 'pwd', 'if'];
  const pieces: string[] = [];
  const { executions, environment } = await orThrow(
    runQa({ commands, cwd, onOutput: ({ index, text }) => pieces.push(`${index}:${text}`) }),
  );
  expect(executions.map(({ ended, exitCode, signal }) => [ended, exitCode, signal])).toEqual([
    ['exited', 3, null],
    ['exited', 127, null],
    ['signalled', null, 'SIGKILL'],
    ['exited', 0, null],
    ['exited', 2, null],
  ]);
  expect(executions[0]).toMatchObject({
    output: 'one\ntwo\nthree\n',
    outputBytes: 14,
    kind: 'other',
    leftRunning: 0,
    doubts: [],
  });
  expect(executions[3]?.output).toBe(`${cwd}\n`);
  expect(pieces.join('')).toContain('3:/');
  expect(environment).toContain('PATH');
  expect(JSON.stringify({ environment })).not.toContain(process.env['HOME']);
});

test('commands that run at once answer in the order of the request', async () => {
  const began = Date.now();
  const commands = [{ command: 'sleep 0.3; echo a', kind: 'test' as const }, 'sleep 0.3; echo b', 'sleep 0.3; echo c'];
  const { executions } = await orThrow(runQa({ commands, cwd: folder(), parallel: true }));
  expect(executions.map(({ output }) => output.trim())).toEqual(['a', 'b', 'c']);
  expect(executions[0]?.kind).toBe('test');
  expect(Date.now() - began).toBeLessThan(2500);
});

test('a command over the time limit is ended with all that it started, and the next one runs', async () => {
  const cwd = folder();
  const stubborn = `sh -c 'trap "" TERM; echo $$ > inner; while :; do sleep 0.1; done'`;
  const { executions } = await orThrow(runQa({ commands: [stubborn, 'echo next'], cwd, timeLimitMs: 300 }));
  expect(executions.map(({ ended, exitCode }) => [ended, exitCode])).toEqual([
    ['timed-out', null],
    ['exited', 0],
  ]);
  expect(isAlive(await pidIn(join(cwd, 'inner')))).toBe(false);
}, 15_000);

test('what a command leaves running is ended, also what left its process group', async () => {
  const cwd = folder();
  const line = `sleep 300 & echo $! > first; setsid sh -c 'echo $$ > second; exec sleep 300' & sleep 0.2; exit 0`;
  const { executions } = await orThrow(runQa({ commands: [line], cwd }));
  expect(executions[0]).toMatchObject({ ended: 'exited', exitCode: 0, leftRunning: 2 });
  for (const name of ['first', 'second']) expect([name, isAlive(await pidIn(join(cwd, name)))]).toEqual([name, false]);
});

test('an aborted run is cancelled, and nothing of it goes on', async () => {
  const cwd = folder();
  const controller = new AbortController();
  const running = runQa({
    commands: ['echo $$ > pid; sleep 300', 'echo never > never'],
    cwd,
    signal: controller.signal,
  });
  const pid = await pidIn(join(cwd, 'pid'));
  controller.abort();
  const answer = await running;
  expect(answer.isErr() && [answer.error.code, answer.error.data]).toEqual([
    'QaCancelled',
    { command: 'echo $$ > pid; sleep 300' },
  ]);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(cwd, 'never'))).toBe(false);
  const again = await runQa({ commands: ['echo never > never'], cwd, signal: controller.signal });
  expect(again.isErr() && again.error.code).toBe('QaCancelled');
  expect(existsSync(join(cwd, 'never'))).toBe(false);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a runner that gets %s leaves nothing running',
  async (signal) => {
    const cwd = folder();
    const line = `echo $$ > pid; setsid sh -c 'echo $$ > other; exec sleep 300' & sleep 300`;
    const owner = spawn(process.execPath, [OWNER, cwd, line], { stdio: 'ignore' });
    const pids = [await pidIn(join(cwd, 'pid')), await pidIn(join(cwd, 'other'))];
    owner.kill(signal);
    for (let tries = 0; tries < 200 && pids.some(isAlive); tries += 1) await sleep(20);
    expect(pids.filter(isAlive)).toEqual([]);
  },
  15_000,
);

test('of a long output the middle is left out, and its length and hash are those of the whole', async () => {
  const { executions } = await orThrow(runQa({ commands: [`seq 1 1000000; echo 'the end'`], cwd: folder() }));
  const [{ output = '', outputBytes } = {}] = executions;
  expect(outputBytes).toBe(6_888_896 + 8);
  expect(output.length).toBeLessThan(1_500_000);
  expect(output.startsWith('1\n2\n3\n')).toBe(true);
  expect(output.endsWith('1000000\nthe end\n')).toBe(true);
  expect(output).toMatch(/\n\d+\n\[batonkit\] \d+ bytes of output are left out here\.\n\d+\n/);
});

/** Of how many megabytes a command prints. `npm run long` prints a gigabyte. */
const MEGABYTES = Number(process.env['BATONKIT_QA_MEGABYTES'] ?? 40);

test('memory does not grow with the output', async () => {
  const line = `head -c ${MEGABYTES}M /dev/zero | tr '\\0' 'x' | fold -w 99; exit 1`;
  const owner = spawn(process.execPath, [OWNER, folder(), line], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, told] = [0, ''];
  owner.stdout.on('data', (chunk: Buffer) => (printed += chunk.length));
  owner.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  await once(owner, 'close');
  const { seen, highest } = JSON.parse(told) as { seen: object[]; highest: number };
  const whole = MEGABYTES * 2 ** 20 + Math.ceil((MEGABYTES * 2 ** 20) / 99) - 1;
  expect(seen).toEqual([{ exitCode: 1, ended: 'exited', outputBytes: whole, kept: expect.any(Number) as number }]);
  expect(printed).toBe(whole);
  expect(highest).toBeLessThan(200 * 2 ** 20);
}, 600_000);

test('a command that has no disk space left fails like anywhere, and its output is there', async () => {
  const line = `ulimit -f 1; trap '' XFSZ; echo before; head -c 100000 /dev/zero > big; echo "ended with $?"; exit 7`;
  const { executions } = await orThrow(runQa({ commands: [line, 'echo next'], cwd: folder() }));
  expect(executions.map(({ exitCode }) => exitCode)).toEqual([7, 0]);
  expect(executions[0]?.output).toMatch(/^before\n[^]*File too large[^]*ended with 1\n$/);
});

test('a directory that is not there is told, and nothing runs', async () => {
  for (const cwd of ['/no/such/folder', fileURLToPath(import.meta.url)]) {
    const answer = await runQa({ commands: ['true'], cwd });
    expect(answer.isErr() && answer.error.code).toBe('QaNotStarted');
  }
  const answer = await createNodeQaRunner().run({ commands: [{ command: 'true', kind: 'test' }], cwd: null });
  expect(answer.isErr() && answer.error.message).toContain('no directory on this host');
});

function program(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

test('a command that may run another program than it names is doubted', async () => {
  const cwd = folder();
  const shims = folder();
  program(join(shims, 'npm'), 'echo 12 passed');
  program(join(cwd, 'bin', 'npm'), 'echo 12 passed');
  program(join(cwd, 'node_modules', '.bin', 'vitest'), 'echo 12 passed');
  program(join(cwd, 'node_modules', 'jest', 'bin', 'jest.js'), 'echo');
  const manifest = (name: string): void =>
    writeFileSync(
      join(cwd, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, bin: { [name]: 'bin/jest.js' } }),
    );
  manifest('jest');
  symlinkSync('../jest/bin/jest.js', join(cwd, 'node_modules', '.bin', 'jest'));
  program(join(cwd, 'node_modules', 'mocha', 'bin', 'jest.js'), 'echo');
  manifest('mocha');
  symlinkSync('../mocha/bin/jest.js', join(cwd, 'node_modules', '.bin', 'mocha'));
  program(join(cwd, 'node_modules', 'ava.sh'), 'echo 12 passed');
  symlinkSync('../ava.sh', join(cwd, 'node_modules', '.bin', 'ava'));
  symlinkSync('/bin/true', join(cwd, 'node_modules', '.bin', 'tap'));
  writeFileSync(join(cwd, 'package-lock.json'), '{"packages":{"node_modules/jest":{}}}');
  writeFileSync(join(cwd, 'package.json'), '{"scripts":{"test":"vitest run","other":"jest"}}');
  const doubtsOf = async (command: string, env: Record<string, string> = {}): Promise<string> => {
    const run = { ...process.env, ...env };
    return (
      (await orThrow(runQa({ commands: [`true || ${command}`], cwd, env: run }))).executions[0]?.doubts.join(' ') ?? ''
    );
  };
  const before = (path: string): Record<string, string> => ({ PATH: `${path}:${process.env['PATH'] ?? ''}` });
  expect(await doubtsOf('npm run other')).toBe('');
  expect(await doubtsOf('npx jest')).toBe('');
  expect(await doubtsOf('npm test', before(shims))).toContain('folder for temporary files');
  expect(await doubtsOf('npm run other', before(join(cwd, 'bin')))).toContain('a file of the working tree');
  expect(await doubtsOf('npm run other', before('bin'))).toContain('not absolute');
  expect(await doubtsOf('npx vitest run')).toContain('node_modules/.bin/vitest is not a link');
  expect(await doubtsOf('npm test')).toContain('node_modules/.bin/vitest is not a link');
  // A package that no lock file knows, a file that is in no package, and a program of the system.
  for (const name of ['mocha', 'ava', 'tap'])
    expect(await doubtsOf(`npx ${name}`)).toContain(
      `node_modules/.bin/${name} is not a link into an installed package`,
    );
  const home = folder();
  for (const [line, told] of [
    ['script-shell = /tmp/sh', 'sets script-shell'],
    ['node-options=--require ./a.cjs', 'sets node-options'],
    ['script-shell=/bin/bash\nnode-options=--max-old-space-size=500', ''],
  ] as const) {
    writeFileSync(join(home, '.npmrc'), `${line}\n`);
    for (const env of [
      { HOME: home, npm_config_userconfig: undefined },
      { npm_config_globalconfig: join(home, '.npmrc') },
    ])
      expect(await doubtsOf('npm run other', env as Record<string, string>)).toContain(told);
  }
  writeFileSync(join(cwd, '.npmrc'), 'script-shell=./fake\n');
  expect(await doubtsOf('npm run other')).toContain('.npmrc sets script-shell');
  rmSync(join(cwd, '.npmrc'));
  const steering = { LD_PRELOAD: '', NODE_OPTIONS: '--max-old-space-size=500', MAKEFLAGS: '-j4', PYTEST_ADDOPTS: '-q' };
  expect(await doubtsOf('npm run other', steering)).toBe('');
  for (const [name, value] of [
    ['NODE_OPTIONS', '--no-warnings --import ./fake.mjs'],
    ['BASH_ENV', '/tmp/x'],
    ['npm_config_script_shell', '/bin/true'],
    ['PYTEST_ADDOPTS', '-k nothing'],
    ['MAKEFLAGS', 'n'],
    ['MAKEFLAGS', '-- SHELL=/bin/true'],
    ['MAKEFILES', 'a.mk'],
    ['NODE_TEST_CONTEXT', 'child-v8'],
    ['BASH_FUNC_npm%%', '() { true; }'],
  ] as const)
    expect(await doubtsOf('npm run other', { [name]: value })).toContain(name);
});

/** A tool that writes a report where its arguments say, as `node_modules` has it. */
function install(cwd: string, tool: string, version: string): void {
  program(
    join(cwd, 'node_modules', tool, 'run.sh'),
    'echo "$@"\nfor one in "$@"; do case $one in *=/*) echo "{}" > "${one#*=}" ;; esac; done',
  );
  writeFileSync(
    join(cwd, 'node_modules', tool, 'package.json'),
    JSON.stringify({ name: tool, version, bin: 'run.sh' }),
  );
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(`../${tool}/run.sh`, join(cwd, 'node_modules', '.bin', tool));
}

test('tools that are known are asked for a report, where that changes nothing for the user', async () => {
  const cwd = folder();
  install(cwd, 'vitest', '3.2.4');
  install(cwd, 'jest', '30.0.0');
  install(cwd, 'pytest', '9.0.0');
  writeFileSync(
    join(cwd, 'package.json'),
    '{"scripts":{"test":"vitest run","both":"vitest run && jest","own":"vitest run --reporter=dot","unit":"jest --ci"}}',
  );
  const env = { ...process.env, PATH: `${join(cwd, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };
  const commands = [
    'npm test',
    'npx --no-install jest',
    'pytest -q',
    'vitest run src/a.test.ts',
    'npm run unit -- --bail',
  ];
  const asked = await orThrow(runQa({ commands, cwd, env, parallel: true }));
  expect(asked.executions.map(({ command, report }) => [command, report])).toEqual(
    commands.map((one) => [one, '{}\n']),
  );
  const left = [
    'npm run both',
    'npm run own',
    'vitest run | cat',
    'vitest bench',
    'pytest --collect-only',
    'jest --json',
  ];
  const none = await orThrow(runQa({ commands: left, cwd, env, parallel: true }));
  expect(none.executions.map(({ report }) => report)).toEqual(left.map(() => null));
  writeFileSync(join(cwd, 'vitest.config.ts'), 'export default { test: { reporters: ["verbose"] } };');
  writeFileSync(join(cwd, 'old.xml'), '<old/>');
  const written = [
    'npx --no-install vitest run',
    'pytest --junitxml=new.xml; true',
    'pytest --junitxml=old.xml',
    "sh -c 'true' --junitxml=old.xml",
  ];
  const more = await orThrow(runQa({ commands: written, cwd, env }));
  expect(more.executions.map(({ report }) => report)).toEqual([null, null, null, null]);
  const own = await orThrow(runQa({ commands: [`jest --json --outputFile=${cwd}/mine.json`], cwd, env }));
  expect(own.executions[0]?.report).toBe('{}\n');
});
