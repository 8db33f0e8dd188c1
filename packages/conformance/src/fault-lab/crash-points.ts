import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { addVerdicts, type FaultRow, skippedRow } from './fault-row.ts';
import { runScript, SCRIPT_REVISIONS, SCRIPT_TASK } from './fault-script.ts';
import { inParallel } from './in-parallel.ts';
import { judgeStore, type Verdict } from './judge-store.ts';
import { findScriptPoints } from './script-points.ts';
import { openSideLog } from './side-log.ts';
import { startWriter } from './writer-process.ts';

const SCENARIO = 'kill -9 at every named point';

/** Kills a process at each place the store reaches, then goes on in a new one: nothing may be lost, nothing done twice. */
export async function crashAtEveryPoint(setting: ScenarioSetting): Promise<FaultRow> {
  const points = await findScriptPoints(setting);
  if (points.length === 0) return skippedRow(SCENARIO, 'the store names no points');
  const outcomes = await inParallel([...points.entries()], 4, ([at, point]) => crashAt(setting, at, point));
  return {
    scenario: SCENARIO,
    faults: outcomes.filter(({ killed }) => killed).length,
    ...addVerdicts(outcomes.map(({ verdict }) => verdict)),
    recoveryMs: Math.max(...outcomes.map(({ recoveryMs }) => recoveryMs)),
  };
}

async function crashAt(
  { scratch, createStore }: ScenarioSetting,
  at: number,
  point: string,
): Promise<{ killed: boolean; verdict: Verdict; recoveryMs: number }> {
  const directory = join(scratch, `crash-${at}`);
  mkdirSync(directory);
  const store = await createStore(directory);
  const log = join(scratch, `crash-${at}.log`);
  const writer = startWriter({ store, log, name: 'crash', tasks: [], work: 'script', strike: { at, as: 'kill' } });
  const killed = (await writer.ended) === 'SIGKILL';

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
