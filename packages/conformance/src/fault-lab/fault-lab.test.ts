import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFaultLab } from './fault-lab.ts';

test('the lab convicts a store that acknowledges before it writes', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'batonkit-lab-'));
  const rows = await runFaultLab({
    createStore: (directory) => ({
      module: new URL('./unsafe-store.fixture.mjs', import.meta.url),
      argument: { root: directory },
    }),
    scratch,
    kills: 6,
    writers: 1,
    scenarios: ['random-kills'],
  });
  rmSync(scratch, { recursive: true });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.lost).toBeGreaterThan(0);
});
