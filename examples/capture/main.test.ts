import { expect, test } from 'vitest';
import { runExample } from '../run-example.mjs';

test('capturing a repository gives each role less to read than pasting the files', async () => {
  const { code, stdout } = await runExample('capture');
  const saved = [...stdout.matchAll(/context-(\w+)\.json\s+\d+ tokens, (\d+) % less/g)];
  expect(saved.map(([, role]) => role)).toEqual(['implementer', 'reviewer', 'validator']);
  for (const [, , percent] of saved) expect(Number(percent)).toBeGreaterThan(40);
  expect(code).toBe(0);
});
