import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFaultTable, runFaultLab } from '@batonkit/conformance/fault-lab';
import { expect, test } from 'vitest';

// The short form of
// npm run fault-lab -- --store file://.../packages/git-adapter/src/task-store/fault-store.fixture.mjs
// BATONKIT_LONG_LAB=1 adds the scenarios that start hundreds of processes.
const long = process.env['BATONKIT_LONG_LAB'] !== undefined;
const scenarios = ['random-kills', 'abandoned-points'];
const longScenarios = [
  'crash-points',
  'stopped-writers',
  'injected-eio',
  'injected-enospc',
  'clock-jumps',
  'full-disk',
];

test('kills and every named crash point: nothing lost, nothing torn', { timeout: 600_000 }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'batonkit-lab-'));
  const rows = await runFaultLab({
    createStore: (directory) => {
      const root = join(directory, 'tasks.git');
      execFileSync('git', ['init', '--quiet', '--bare', '--template=', root]);
      return { module: new URL('./fault-store.fixture.mjs', import.meta.url), argument: { root } };
    },
    scratch,
    kills: long ? 50 : 6,
    writers: 2,
    scenarios: long ? [...scenarios, ...longScenarios] : scenarios,
  });
  rmSync(scratch, { recursive: true });
  expect(
    rows.flatMap(({ violations }) => violations),
    formatFaultTable(rows),
  ).toEqual([]);
  expect(rows.map(({ lost, torn }) => ({ lost, torn }))).toEqual(rows.map(() => ({ lost: 0, torn: 0 })));
  expect(rows.find(({ scenario }) => scenario.includes('every named point'))?.faults).toBeGreaterThan(30);
});
