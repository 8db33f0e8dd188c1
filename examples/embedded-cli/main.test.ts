import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExample } from '../run-example.mjs';

const repository = mkdtempSync(join(tmpdir(), 'batonkit-embedded-'));
beforeAll(() => void execFileSync('git', ['init', '--quiet'], { cwd: repository }));
afterAll(() => rmSync(repository, { recursive: true }));

const acme = (...args: string[]) => runExample('embedded-cli', {}, { args, cwd: repository });

test('the verbs of baton work under the name that the other program gives them', async () => {
  const { code, stdout } = await acme('relay', 'list', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ success: true, error: null });
  expect(code).toBe(0);
});

test('so do exit codes, and the other commands of the program', async () => {
  const missing = await acme('relay', 'status', 'TASK-9');
  expect(missing.stderr).toContain('TASK-9');
  expect(missing.code).toBe(5);
  expect((await acme('greet', 'Ada')).stdout).toBe('Hello, Ada.\n');
});
