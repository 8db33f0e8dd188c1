import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// CI runs neither script to its end, so a path that moved would go unnoticed until somebody needs the long form.
test.each([
  ['scripts/long.mjs', 'fault-lab'],
  ['scripts/mutate.mjs', 'audit'],
])('every path that %s names exists', (script, first) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain(first);
});
