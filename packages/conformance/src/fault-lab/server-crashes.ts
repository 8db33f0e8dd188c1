import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { type FaultRow, skippedRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { longestSilence } from './longest-silence.ts';
import { startWriter } from './writer-process.ts';

const TASKS = ['CRASH-1', 'CRASH-2', 'CRASH-3', 'CRASH-4'];
const LONGEST_PEACE_MS = 600;

/** The server behind the store ends without warning, again and again, while writers go on: for them it is a pause. */
export async function crashServers(setting: ScenarioSetting): Promise<FaultRow> {
  const { scratch, createStore, writers, crashServer, serverCrashes } = setting;
  const scenario = `the server stops at once under ${writers} writers, and starts again`;
  if (crashServer === null) return skippedRow(scenario, 'the store has no server that the lab may stop');
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const store = await createStore(directory);
  const logs = Array.from({ length: writers }, (_, writer) => join(scratch, `writer-${writer}.log`));
  const running = logs.map((log, writer) =>
    startWriter({ store, log, name: `w${writer}`, tasks: TASKS, work: 'write', pauseMs: 2 }),
  );
  await Promise.all(running.map((writer) => writer.reported('writing')));

  const crashedAt: number[] = [];
  for (let crash = 0; crash < serverCrashes; crash += 1) {
    await sleep(Math.random() * LONGEST_PEACE_MS);
    crashedAt.push(Date.now());
    await crashServer();
  }
  await sleep(LONGEST_PEACE_MS);
  for (const writer of running) writer.process.kill('SIGKILL');
  const ends = await Promise.all(running.map(({ ended }) => ended));
  const last = logs.map((log, writer) =>
    startWriter({ store, log, name: `w${writer}`, tasks: TASKS, work: 'write', commits: 1 }),
  );
  const lastEnds = await Promise.all(last.map(({ ended }) => ended));

  const verdict = await judgeStore(await openFaultStore(store), TASKS, logs);
  const failures = [
    ...ends.filter((end) => end !== 'SIGKILL').map((end) => `a writer gave up with ${end}`),
    ...lastEnds.filter((end) => end !== 0).map((end) => `the last life of a writer ended with ${end}`),
  ];
  return {
    scenario,
    faults: crashedAt.length,
    ...verdict,
    violations: [...verdict.violations, ...failures],
    recoveryMs: longestSilence(crashedAt, logs),
  };
}
