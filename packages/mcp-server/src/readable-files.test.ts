import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { bundleServer, call, createClient, createDesk, spawnServer, type Desk } from './mcp-desk.fixture.ts';

const CANARY = 'canary-in-a-file-that-is-nobodys-business';
const taskId = 'TASK-1';
let folder: string;
let program: string;
let desk: Desk;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'batonkit-mcp-files-'));
  program = await bundleServer(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  desk = createDesk();
  desk.write('.git/info/exclude', '.env\nprivate/\nsecrets.yaml\n');
  client = createClient('cursor');
  await client.connect(spawnServer(program, desk.root));
});
afterEach(async () => {
  await client.close();
  desk.remove();
});

const NAMED = ['-c', 'user.name=Test', '-c', 'user.email=test@batonkit.invalid'];
const git = (...args: string[]): void => void execFileSync('git', [...NAMED, ...args], { cwd: desk.root });

/** Every way to have a file read by its path, or by something that names it. */
function waysToRead(file: string): readonly (readonly [string, Record<string, unknown>])[] {
  return [
    ['parse_report', { file }],
    ['section', { file, identifier: '1' }],
    ['tasks', { file }],
    ['context', { tasks: file, task: '1.1' }],
    ['context', { tasks: 'docs/tasks.md', task: '1.1', spec: file }],
    ['context', { tasks: 'docs/tasks.md', task: '1.1', plan: file }],
    ['plan', { taskId, file }],
    ['record_qa', { taskId, role: 'implementer', file }],
    ['attach_evidence', { taskId, type: 'plan', path: file }],
    ['classify', { taskId, riskRules: file }],
    ['init', { taskId: 'TASK-2', taskFile: file }],
    ['init', { taskId: 'TASK-2', taskFile: 'tasks/TASK-1.yaml', standardsMap: file }],
    ['init', { taskId: 'TASK-2', taskFile: 'tasks/TASK-1.yaml', scopeMacros: file }],
  ];
}

async function expectRefused(file: string): Promise<void> {
  for (const [tool, input] of waysToRead(file)) {
    const answer = await call(client, tool, input);
    expect([file, tool, answer.failed, answer['code']]).toEqual([
      file,
      tool,
      true,
      expect.stringMatching(/^(InvalidInput|PathEscapesRoot|CaptureIncomplete|StorageFailure)$/),
    ]);
    expect(JSON.stringify(answer)).not.toContain(CANARY);
  }
}

test('no tool reads an ignored file, by whatever name', async () => {
  await call(client, 'init', { taskId });
  desk.write('.env', `KEY=${CANARY}\n`);
  desk.write('private/notes.md', `# 1\n\n${CANARY}\n`);
  const answer = await call(client, 'parse_report', { file: '.env' });
  expect(answer).toMatchObject({ failed: true, code: 'InvalidInput' });
  expect(answer['message']).toMatch(/^\.env was not read: git does not track it/);
  const names = ['.env', 'private/notes.md', './.env', 'docs/../.env', join(desk.root, '.env'), '.ENV'];
  // What git would read as a pattern is a name here.
  for (const file of [...names, ':(top).env', ':/.env', '.en?']) await expectRefused(file);
  for (const id of ['../.env', '..%2f.env', 'TASK-1/../../.env']) {
    const place = `baton://tasks/${encodeURIComponent(id)}/plan`;
    await expect(client.readResource({ uri: place })).rejects.toThrow(/InvalidTaskId|not found/i);
  }
});

test('no link, store, git directory or submodule is a way around', async () => {
  await call(client, 'init', { taskId });
  desk.write('.env', `KEY=${CANARY}\n`);
  const outside = mkdtempSync(join(tmpdir(), 'batonkit-mcp-outside-'));
  writeFileSync(join(outside, 'notes.md'), CANARY);
  symlinkSync('../.env', join(desk.root, 'docs/linked.md'));
  symlinkSync(outside, join(desk.root, 'docs/elsewhere'));
  git('add', 'docs/linked.md', 'docs/elsewhere');
  // Tracked as a file, and a link now.
  unlinkSync(join(desk.root, 'docs/report.md'));
  symlinkSync('../.env', join(desk.root, 'docs/report.md'));
  mkdirSync(join(desk.root, 'inner'));
  execFileSync('git', ['init', '--quiet'], { cwd: join(desk.root, 'inner') });
  execFileSync('git', [...NAMED, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: join(desk.root, 'inner') });
  desk.write('inner/notes.md', CANARY);
  desk.write('.agent-output/TASK-1/notes.md', CANARY);
  const ways = ['docs/linked.md', 'docs/elsewhere/notes.md', 'docs/report.md', '.git/config', 'inner/.git/config'];
  for (const file of [...ways, 'inner/notes.md', '.agent-output/TASK-1/notes.md']) await expectRefused(file);
  rmSync(outside, { recursive: true });
});

test('a document that a task cites is read only when it is tracked', async () => {
  desk.write('private/notes.md', `# Rules\n\n## Names\n\n${CANARY}.\n`);
  desk.write('standards-map.yaml', 'citations:\n  - { area: "*", file: private/notes.md, headings: [Names] }\n');
  const answer = await call(client, 'init', { taskId });
  expect(answer).toMatchObject({ failed: true, code: 'CaptureIncomplete' });
  expect(JSON.stringify(answer)).not.toContain(CANARY);
  // An ignored file is nobody's task, though it lies where tasks do.
  desk.write('secrets.yaml', `title: ${CANARY}\n`);
  const found = await call(client, 'init', { taskId: 'secrets' });
  expect(found).toMatchObject({ failed: true, code: 'InvalidInput' });
  expect(JSON.stringify(found)).not.toContain(CANARY);
});

test('a pipe does not hang a tool, and a huge file is refused', async () => {
  await call(client, 'init', { taskId });
  unlinkSync(join(desk.root, 'docs/report.md'));
  execFileSync('mkfifo', [join(desk.root, 'docs/report.md')]);
  expect(await call(client, 'parse_report', { file: 'docs/report.md' })).toMatchObject({ failed: true });
  truncateSync(join(desk.root, 'docs/design.md'), 5 * 1024 * 1024);
  const huge = await call(client, 'parse_report', { file: 'docs/design.md' });
  expect(huge).toMatchObject({ failed: true, code: 'InvalidInput' });
  expect(huge['message']).toContain('4 MiB');
});

test('tracked files, staged ones and files of ours are read; for others the text can be given', async () => {
  await call(client, 'init', { taskId });
  expect(await call(client, 'parse_report', { file: 'docs/report.md' })).toMatchObject({ failed: false });
  desk.write('docs/fresh.md', '**Implemented:** more\n');
  const fresh = await call(client, 'parse_report', { file: 'docs/fresh.md' });
  expect(fresh).toMatchObject({ failed: true, code: 'InvalidInput' });
  expect(fresh['message']).toMatch(/Track it with `git add`, or pass its text\.$/);
  expect(await call(client, 'parse_report', { text: '**Implemented:** more\n' })).toMatchObject({ failed: false });
  git('add', 'docs/fresh.md');
  expect(await call(client, 'parse_report', { file: 'docs/fresh.md' })).toMatchObject({ failed: false });
  // Tracked, although a pattern would have git ignore it.
  desk.write('private/kept.md', '**Implemented:** more\n');
  git('add', '--force', 'private/kept.md');
  expect(await call(client, 'parse_report', { file: 'private/kept.md' })).toMatchObject({ failed: false });
  git('rm', '--quiet', '--cached', 'docs/design.md');
  expect(await call(client, 'parse_report', { file: 'docs/design.md' })).toMatchObject({ failed: true });

  const state = { taskId: '42', title: 'Dots', requirements: 'Dots.', criteria: ['It works'] };
  const { path } = await call(client, 'task_create', state);
  expect(await call(client, 'section', { file: path, identifier: 'Acceptance Criteria' })).toMatchObject({
    failed: false,
  });
  // A task that was just written down is there to be captured.
  desk.write('tasks/TASK-2.yaml', desk.read('tasks/TASK-1.yaml').replace(taskId, 'TASK-2'));
  expect(await call(client, 'init', { taskId: 'TASK-2' })).toMatchObject({ failed: false });
});
