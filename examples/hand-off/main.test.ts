import { expect, test } from 'vitest';
import { runExample } from '../run-example.mjs';

test('what npm start shows: a hand-off, a foreign edit that is caught, an audit that holds', async () => {
  const { code, stdout } = await runExample('hand-off');
  expect(stdout).toContain('refused (DriftDetected)');
  expect(stdout).toContain('resolved by grace: "tried by hand"');
  expect(stdout).toContain("HEAD against the validator's snapshot: committed");
  expect(stdout).toMatch(/14 entries, chain verified up to [0-9a-f]{12}/);
  expect(code).toBe(0);
});
