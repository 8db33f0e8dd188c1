import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createShop, taskFile } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;
const execute = promisify(execFile);
const env = { ...process.env, BATON_ACTOR: 'ada' };

const run = (cwd: string, ...argv: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...argv], { cwd, env, encoding: 'utf8' });

test('a closed pipe is no failure, and no noise', async () => {
  const { directory, write, baton } = createShop();
  for (let index = 0; index < 3; index += 1) write(`docs/${index}.md`, '# x\n'.repeat(200_000));
  await baton(['list']);
  const script = `"${process.execPath}" "${PROGRAM}" section docs/0.md x | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}"; "${process.execPath}" "${PROGRAM}" list | head -0`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: directory, env, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

test('outside a repository, and where the store cannot be, it says so and fails', () => {
  const outside = createShop({ isRepository: false });
  const nowhere = run(outside.directory, 'init', 'TASK-1');
  expect([nowhere.status, nowhere.stdout]).toEqual([1, '']);
  expect(nowhere.stderr).toMatch(/^error: .*not inside a git working tree/);

  // A file in the place of the store: as unwritable as a read-only directory, for the superuser too.
  const shop = createShop();
  writeFileSync(join(shop.directory, '.agent-output'), '');
  const unwritable = run(shop.directory, 'init', 'TASK-1', '--json');
  expect(unwritable.status).toBe(1);
  expect(JSON.parse(unwritable.stdout)).toMatchObject({ success: false, error: { code: 'StorageFailure' } });
  expect(unwritable.stderr).toBe('');
});

test('two at once: each write is kept, and one of two that cannot both be is refused', async () => {
  const { directory, write, baton, ask } = createShop();
  write('tasks/TASK-2.yaml', taskFile('TASK-2'));
  const both = ['TASK-1', 'TASK-1', 'TASK-2'].map((id) =>
    execute(process.execPath, [PROGRAM, 'init', id, '--json'], { cwd: directory, env }).then(
      () => 0,
      (error: { code: number }) => error.code,
    ),
  );
  const codes = await Promise.all(both);
  expect(codes.slice(0, 2).sort()).toEqual([0, 6]);
  expect(codes[2]).toBe(0);
  await baton(['start', 'TASK-1', 'implementer']);
  const findings = ['One.', 'Two.'];
  await Promise.all(
    findings.map((finding) =>
      execute(process.execPath, [PROGRAM, 'block', 'TASK-1', 'reviewer', finding], { cwd: directory, env }),
    ),
  );
  const { data } = await ask('status', 'TASK-1');
  const roles = data.roles as { role: string; findings: string[] }[];
  expect(roles.find(({ role }) => role === 'reviewer')?.findings.toSorted()).toEqual(findings);
});

test('an exception ends in one line, never in a stack', () => {
  const { directory, write } = createShop({ isRepository: false });
  write('batonkit.config.mjs', 'throw new Error("boom");\n');
  const { status, stderr } = run(directory, 'list');
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toContain('boom');
  rmSync(join(directory, 'batonkit.config.mjs'));
});

test('mcp speaks the protocol on standard output and nothing else', async () => {
  const { directory } = createShop();
  const server = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: directory, env });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const [first] = (await new Promise<Buffer>((done) => server.stdout.once('data', done))).toString().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ id: 1, result: { serverInfo: { name: 'batonkit' } } });
  server.stdin.end();
  expect(await new Promise((done) => server.on('close', done))).toBe(0);
});

test('mcp over HTTP says where it listens on standard error, wants the token, and ends with a signal', async () => {
  const { directory } = createShop();
  const token = randomUUID();
  const server = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '--json'], {
    cwd: directory,
    env: { ...env, BATON_MCP_TOKEN: token },
  });
  let stdout = '';
  server.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = new Promise((done) => server.on('close', (...how) => done(how)));
  try {
    const said = (await new Promise<Buffer>((done) => server.stderr.once('data', done))).toString();
    const url = /^baton mcp listens on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n$/.exec(said)?.[1] ?? '';
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const post = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
    expect((await post({})).status).toBe(401);
    const answer = await post({ authorization: `Bearer ${token}` });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"batonkit"')]);
    const taken = run(directory, 'mcp', '--http', new URL(url).port, '--json');
    expect([taken.status, taken.stderr]).toEqual([1, '']);
    expect(JSON.parse(taken.stdout)).toMatchObject({ success: false, error: { code: 'ListenFailure' } });
  } finally {
    server.kill('SIGTERM');
  }
  expect([await ended, stdout]).toEqual([[0, null], '']);
  const open = run(directory, 'mcp', '--http', '--host', '0.0.0.0');
  expect([open.status, open.stderr]).toEqual([1, expect.stringMatching(/^error: .*token/)]);
});

test('hook has help too, and input without end is refused', () => {
  const { directory } = createShop({ isRepository: false });
  const help = run(directory, 'hook', '--help');
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('$ baton hook claude PreToolUse')]);
  const endless = spawnSync('bash', ['-c', `yes | "${process.execPath}" "${PROGRAM}" report - --json`], {
    cwd: directory,
    env,
    encoding: 'utf8',
  });
  expect([endless.status, JSON.parse(endless.stdout)]).toMatchObject([2, { error: { code: 'Usage' } }]);
});

test('a denial that nobody would read is told by the exit code', () => {
  const { directory } = createShop();
  const judge = (path: string, redirect: string): number | null => {
    const input = { session_id: 's', cwd: directory, tool_name: 'Write', tool_input: { file_path: path } };
    const script = `"${process.execPath}" "${PROGRAM}" hook claude PreToolUse ${redirect}`;
    return spawnSync('bash', ['-c', script], { cwd: directory, env, input: JSON.stringify(input) }).status;
  };
  for (const redirect of ['>&-', '>/dev/null'])
    expect([judge('/etc/passwd', redirect), judge('docs/a.md', redirect)]).toEqual([2, 0]);
});

test('the program is built', () => {
  expect(existsSync(PROGRAM)).toBe(true);
});
