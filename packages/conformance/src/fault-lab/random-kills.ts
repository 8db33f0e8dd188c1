import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import type { FaultRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { longestSilence } from './longest-silence.ts';
import { openIntent, readSideLog } from './side-log.ts';
import { startWriter } from './writer-process.ts';

const TASKS = ['KILLS-1', 'KILLS-2'];
const LONGEST_LIFE_MS = 120;

/**
 * Writers that are killed at random moments, started again, and go on, all on the same few tasks. One more is never killed: how
 * long it or anybody else has to wait for the next acknowledgement shows whether the dead hold up the living.
 */
export async function killAtRandom({ scratch, createStore, kills, writers }: ScenarioSetting): Promise<FaultRow> {
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const store = await createStore(directory);
  const killedAt: number[] = [];
  const failures: string[] = [];
  let started = 0;
  let amidCommit = 0;

  const lives = async (writer: number): Promise<void> => {
    const log = join(scratch, `writer-${writer}.log`);
    while (started < kills && failures.length === 0) {
      started += 1;
      const life = startWriter({ store, log, name: `w${writer}`, tasks: TASKS, work: 'write' });
      // A process that is killed while it starts proves nothing about the store.
      if ((await life.reported('writing')) !== null) {
        await sleep(Math.random() * LONGEST_LIFE_MS);
        killedAt.push(Date.now());
        life.process.kill('SIGKILL');
      }
      const end = await life.ended;
      if (openIntent(readSideLog(log)) !== null) amidCommit += 1;
      if (end !== 'SIGKILL') failures.push(`writer ${writer} ended with ${end}`);
    }
    await liveLast(log, `w${writer}`);
  };
  /** Decides what the lives before left open: a server, or a git that the dead had started, may be about to finish it. */
  const liveLast = async (log: string, name: string): Promise<void> => {
    const end = await startWriter({ store, log, name, tasks: TASKS, work: 'write', commits: 1 }).ended;
    if (end !== 0) failures.push(`the last life of ${name} ended with ${end}`);
  };
  const survivorLog = join(scratch, 'survivor.log');
  const survivor = startWriter({ store, log: survivorLog, name: 'survivor', tasks: TASKS, work: 'write', pauseMs: 20 });
  await survivor.reported('writing');
  await Promise.all(Array.from({ length: writers }, (_, writer) => lives(writer)));
  survivor.process.kill('SIGKILL');
  if ((await survivor.ended) !== 'SIGKILL') failures.push('the survivor ended before its time');
  await liveLast(survivorLog, 'survivor');

  const logs = [survivorLog, ...Array.from({ length: writers }, (_, writer) => join(scratch, `writer-${writer}.log`))];
  const byKilled = logs
    .slice(1)
    .flatMap(readSideLog)
    .filter((entry) => 'acknowledged' in entry).length;
  if (amidCommit < killedAt.length / 10)
    failures.push(`only ${amidCommit} of ${killedAt.length} kills struck amid a commit, so this proves little`);
  const verdict = await judgeStore(await openFaultStore(store), TASKS, logs);
  return {
    scenario: `kill -9 at random moments, ${writers} writers and a survivor (${amidCommit} kills amid a commit, ${byKilled} commits by killed writers)`,
    faults: killedAt.length,
    ...verdict,
    violations: [...verdict.violations, ...failures],
    recoveryMs: longestSilence(killedAt, logs),
  };
}
