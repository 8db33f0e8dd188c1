import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { type FaultRow, skippedRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { labCommit, performCommit } from './lab-commit.ts';
import { openSideLog } from './side-log.ts';

const SCENARIO = 'full disk (tmpfs)';
const DISK_BYTES = 512 * 1024;
const BALLAST_BYTES = 64 * 1024;
const MAX_COMMITS = 2_000;

/** Writes until a real small disk is full: a named error, the old state intact; and goes on when there is room again. */
export async function fillDisk({ scratch, createStore }: ScenarioSetting): Promise<FaultRow> {
  const disk = join(scratch, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'batonkit-lab', disk], { stdio: 'ignore' });
  } catch {
    return skippedRow(SCENARIO, 'mounting a tmpfs needs root on Linux; ENOSPC is injected above');
  }
  try {
    return await writeUntilFull(disk, join(scratch, 'full-disk.log'), createStore);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
}

async function writeUntilFull(
  disk: string,
  path: string,
  createStore: ScenarioSetting['createStore'],
): Promise<FaultRow> {
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES, 1));
  const directory = join(disk, 'store');
  mkdirSync(directory);
  const store = await openFaultStore(await createStore(directory));
  const log = openSideLog(path);
  const violations: string[] = [];
  let revision = 0;
  let code: string = 'ok';
  for (; code === 'ok' && revision < MAX_COMMITS; revision += code === 'ok' ? 1 : 0)
    ({ code } = await performCommit(store, log, labCommit('FULL', revision, `full-${revision}`)));
  if (code !== 'StorageFailure') violations.push(`the full disk was answered with ${code}`);
  const read = await store.read('FULL');
  if (!read.isOk() || read.value.revision !== revision) violations.push('the old state is not intact on the full disk');

  rmSync(ballast);
  const start = performance.now();
  const again = await performCommit(store, log, labCommit('FULL', revision, `full-${revision}`));
  if (again.code !== 'ok') violations.push(`with room again the commit was answered with ${again.code}`);
  log.close();
  const verdict = await judgeStore(store, ['FULL'], [path]);
  return {
    scenario: SCENARIO,
    faults: 1,
    ...verdict,
    violations: [...verdict.violations, ...violations],
    recoveryMs: performance.now() - start,
  };
}
