import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import type { FaultRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { startWriter } from './writer-process.ts';

const WRITERS = 4;
const COMMITS = 15;
const JUMP_EVERY_MS = 7;

/** Writers and sweepers whose wall clocks jump by up to a day, back and forth, all the time. */
export async function jumpClocks({ scratch, createStore }: ScenarioSetting): Promise<FaultRow> {
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const store = await createStore(directory);
  const start = performance.now();
  const logs = Array.from({ length: WRITERS }, (_, writer) => join(scratch, `clock-${writer}.log`));
  const ends = await Promise.all(
    logs.map(
      (log, writer) =>
        startWriter({
          store,
          log,
          name: `clock${writer}`,
          tasks: ['CLOCK'],
          work: 'write',
          commits: COMMITS,
          clockJumps: true,
        }).ended,
    ),
  );
  const verdict = await judgeStore(await openFaultStore(store), ['CLOCK'], logs);
  const failed = ends.filter((end) => end !== 0).map((end) => `a writer ended with ${end}`);
  return {
    scenario: 'wall clock jumping by up to a day',
    faults: Math.round((WRITERS * (performance.now() - start)) / JUMP_EVERY_MS),
    ...verdict,
    violations: [...verdict.violations, ...failed],
    recoveryMs: null,
  };
}
