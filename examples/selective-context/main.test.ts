import { expect, test } from 'vitest';
import { runExample } from '../run-example.mjs';

test('every task gets the sections it refers to, and the prompts shrink', async () => {
  const { code, stdout } = await runExample('selective-context');
  expect(stdout).toContain('design  sections  Component: Name-Rules\n  plan    sections  1.1 The rule\n');
  expect(stdout).toContain('design  sections  Component: Messages | Languages\n');
  expect(stdout).toContain('warning: The design is given in full: the task does not refer to it.');
  expect(Number(/(\d+) % less/.exec(stdout)?.[1])).toBeGreaterThan(50);
  expect(code).toBe(0);
});
