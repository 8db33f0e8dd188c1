import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFaultTable, runFaultLab } from '@batonkit/conformance/fault-lab';
import { expect, test } from 'vitest';

// The short form of `npm run fault-lab`, whose long form is in docs/fault-lab.md.
test(
  '20 kills, every named crash point, failing and full disks: nothing lost, nothing torn',
  { timeout: 240_000 },
  async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'batonkit-lab-'));
    const rows = await runFaultLab({
      createStore: (directory) => ({
        module: new URL('./fault-store.fixture.mjs', import.meta.url),
        argument: { root: join(directory, 'tasks') },
      }),
      scratch,
      kills: 20,
      scenarios: ['random-kills', 'abandoned-points', 'injected-eio', 'injected-enospc', 'clock-jumps', 'full-disk'],
    });
    rmSync(scratch, { recursive: true });
    expect(
      rows.flatMap(({ violations }) => violations),
      formatFaultTable(rows),
    ).toEqual([]);
    expect(rows.map(({ lost, torn }) => ({ lost, torn }))).toEqual(rows.map(() => ({ lost: 0, torn: 0 })));
    expect(rows.find(({ scenario }) => scenario.includes('random'))?.faults).toBeGreaterThanOrEqual(20);
    expect(rows.find(({ scenario }) => scenario.includes('every named point'))?.faults).toBeGreaterThan(100);
  },
);
