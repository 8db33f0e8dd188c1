import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFaultStore, recordingHooks } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { type FaultRow, skippedRow } from './fault-row.ts';
import { judgeStore } from './judge-store.ts';
import { labCommit, performCommit } from './lab-commit.ts';
import { openSideLog, readSideLog } from './side-log.ts';
import { startWriter } from './writer-process.ts';

/**
 * Stops writers at every place of a commit, lets a rival write, and wakes them up when every time-out has passed: each
 * gets the truth, be it success or `Conflict`, and none overwrites.
 */
export async function stopAtEveryPoint({ scratch, createStore, stopMs }: ScenarioSetting): Promise<FaultRow> {
  const scenario = `SIGSTOP for ${stopMs} ms at every named point, then SIGCONT`;
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const description = await createStore(directory);
  const store = await openFaultStore(description);
  const rivalLog = join(scratch, 'rival.log');
  const rival = openSideLog(rivalLog);

  const hooks = recordingHooks();
  const recorded = await openFaultStore(description, hooks);
  await performCommit(recorded, rival, labCommit('STOP', 0, 'prelude-0'));
  hooks.points.length = 0;
  await performCommit(await openFaultStore(description, hooks), rival, labCommit('STOP', 1, 'prelude-1'));
  if (hooks.points.length === 0) return skippedRow(scenario, 'the store names no points');

  const tasks = hooks.points.map((_, at) => `STOP-${at}`);
  for (const [at, id] of tasks.entries()) await performCommit(store, rival, labCommit(id, 0, `first-${at}`));
  const logs = tasks.map((_, at) => join(scratch, `stopped-${at}.log`));
  const stopped = await Promise.all(
    tasks.map(async (id, at) => {
      const writer = startWriter({
        store: description,
        log: logs[at] ?? '',
        name: `stopped-${at}`,
        tasks: [id],
        work: 'one commit',
        strike: { at, as: 'stop' },
      });
      return { ...writer, stopping: await writer.reported('stopping') };
    }),
  );
  await sleep(100);
  let recoveryMs = 0;
  for (const [at, id] of tasks.entries()) {
    const start = performance.now();
    const read = await store.read(id);
    await performCommit(store, rival, labCommit(id, read.isOk() ? read.value.revision : 0, `rival-${at}`));
    recoveryMs = Math.max(recoveryMs, performance.now() - start);
  }
  await sleep(stopMs);
  for (const { process: child } of stopped) child.kill('SIGCONT');
  const ends = await Promise.all(stopped.map(({ ended }) => ended));
  rival.close();

  const verdict = await judgeStore(store, ['STOP', ...tasks], [rivalLog, ...logs]);
  // What they were told stands in their side logs; a message of a process that ends may get lost.
  const untruthful = logs.flatMap((path, at) => {
    const answer = answerIn(path);
    return ends[at] === 0 && ['ok', 'Conflict'].includes(answer)
      ? []
      : [`stopped at ${hooks.points[at]}: was answered ${answer} and ended with ${ends[at]}`];
  });
  return {
    scenario,
    faults: stopped.filter(({ stopping }) => stopping !== null).length,
    ...verdict,
    violations: [...verdict.violations, ...untruthful],
    recoveryMs,
  };
}

function answerIn(path: string): string {
  const last = readSideLog(path).at(-1);
  if (last === undefined || 'intent' in last) return 'nothing';
  return 'acknowledged' in last ? 'ok' : last.code;
}
