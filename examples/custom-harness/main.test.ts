import { expect, test } from 'vitest';
import { runExample } from '../run-example.mjs';

test('a failing validator blocks its role, and the next run goes on from there', async () => {
  const { code, stdout } = await runExample('custom-harness');
  const lines = stdout.split('\n');
  expect(lines.slice(2, 4)).toEqual(['validator is blocked: greet says Hello, Ada', 'blocked']);
  expect(lines).toContain('done');
  expect(stdout).toMatch(/validator read \d+ tokens, said "greets as it should", handed off greet\.mjs/);
  expect(stdout).toMatch(/Baton-Role: reviewer; lines=1\n$/);
  expect(code).toBe(0);
});
