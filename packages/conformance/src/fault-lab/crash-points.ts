import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultStore, openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { addVerdicts, type FaultRow, skippedRow } from './fault-row.ts';
import { runScript, SCRIPT_REVISIONS, SCRIPT_TASK } from './fault-script.ts';
import { inParallel } from './in-parallel.ts';
import { judgeStore, type Verdict } from './judge-store.ts';
import { findScriptPoints } from './script-points.ts';
import { openSideLog } from './side-log.ts';
import { startWriter } from './writer-process.ts';

/** Runs the script until the place `at`, where it ends for good. Answers whether it got there. */
type Crash = (store: FaultStore, log: string, at: number) => Promise<boolean>;

/** A process of its own, killed with `kill -9`. */
export const killProcess: Crash = async (store, log, at) => {
  const writer = startWriter({ store, log, name: 'crash', tasks: [], work: 'script', strike: { at, as: 'kill' } });
  return (await writer.ended) === 'SIGKILL';
};

/** A store in this process that never gets beyond the place: to the disk the same as a kill, at a hundredth of the cost. */
export const abandonStore: Crash = async (description, path, at) => {
  let crashed: (answer: true) => void = () => undefined;
  const crash = new Promise<true>((resolve) => (crashed = resolve));
  let reached = -1;
  const store = await openFaultStore(description, {
    reach: () => {
      reached += 1;
      if (reached < at) return Promise.resolve();
      crashed(true);
      return new Promise(() => undefined);
    },
  });
  const log = openSideLog(path);
  const finished = runScript(store, log, path).then(() => false);
  return Promise.race([crash, finished]).finally(() => log.close());
};

/** Ends a writer at each place the store reaches, then goes on with a new one: nothing may be lost, nothing done twice. */
export async function crashAtEveryPoint(setting: ScenarioSetting, scenario: string, crash: Crash): Promise<FaultRow> {
  const points = await findScriptPoints(setting);
  if (points.length === 0) return skippedRow(scenario, 'the store names no points');
  const outcomes = await inParallel([...points.entries()], 4, ([at, point]) => crashAt(setting, crash, at, point));
  return {
    scenario,
    faults: outcomes.filter(({ killed }) => killed).length,
    ...addVerdicts(outcomes.map(({ verdict }) => verdict)),
    recoveryMs: Math.max(...outcomes.map(({ recoveryMs }) => recoveryMs)),
  };
}

async function crashAt(
  { scratch, createStore }: ScenarioSetting,
  crash: Crash,
  at: number,
  point: string,
): Promise<{ killed: boolean; verdict: Verdict; recoveryMs: number }> {
  const directory = join(scratch, `crash-${at}`);
  mkdirSync(directory);
  const store = await createStore(directory);
  const log = join(scratch, `crash-${at}.log`);
  const killed = await crash(store, log, at);

  const start = performance.now();
  const survivor = await openFaultStore(store);
  const side = openSideLog(log);
  const { failures } = await runScript(survivor, side, log);
  const recoveryMs = performance.now() - start;
  side.close();
  const verdict = await judgeStore(survivor, [SCRIPT_TASK], [log]);
  const after = await survivor.read(SCRIPT_TASK);
  const wrong = [
    ...failures.map(({ step, code }) => `${step} answered ${code} afterwards`),
    ...(after.isOk() && after.value.revision === SCRIPT_REVISIONS ? [] : ['the script could not be finished']),
  ];
  const violations = [...verdict.violations, ...wrong].map((violation) => `killed ${point}: ${violation}`);
  return { killed, verdict: { ...verdict, violations }, recoveryMs };
}
