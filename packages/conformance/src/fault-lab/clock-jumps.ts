import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import type { FaultRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { startWriter } from './writer-process.ts';

const WRITERS = 4;
const COMMITS = 40;

/** Writers and sweepers whose wall clocks jump by up to a day, back and forth, all the time. */
export async function jumpClocks({ scratch, createStore }: ScenarioSetting): Promise<FaultRow> {
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const store = await createStore(directory);
  const logs = Array.from({ length: WRITERS }, (_, writer) => join(scratch, `clock-${writer}.log`));
  const writers = logs.map((log, writer) => {
    const name = `clock${writer}`;
    const started = startWriter({
      store,
      log,
      name,
      tasks: ['CLOCK'],
      work: 'write',
      commits: COMMITS,
      clockJumps: true,
    });
    return { ...started, jumped: started.reported('jumped') };
  });
  const ends = await Promise.all(writers.map(({ ended }) => ended));
  const jumps = await Promise.all(writers.map(({ jumped }) => jumped));
  const verdict = await judgeStore(await openFaultStore(store), ['CLOCK'], logs);
  const failed = ends.filter((end) => end !== 0).map((end) => `a writer ended with ${end}`);
  return {
    scenario: 'Date.now jumping by up to a day, every 7 ms',
    faults: jumps.reduce((sum, report) => sum + (report?.count ?? 0), 0),
    ...verdict,
    violations: [...verdict.violations, ...failed],
    recoveryMs: null,
  };
}
