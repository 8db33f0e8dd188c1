import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemError, openFaultStore, strikingHooks } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { addVerdicts, type FaultRow, skippedRow } from './fault-row.ts';
import { runScript, SCRIPT_REVISIONS, SCRIPT_TASK } from './fault-script.ts';
import { inParallel } from './in-parallel.ts';
import { judgeStore, type Verdict } from './judge-store.ts';
import { findScriptPoints } from './script-points.ts';
import { openSideLog } from './side-log.ts';

const NAMED: readonly string[] = ['StorageFailure', 'OutcomeUnknown'];

/** Fails each step of the store once with an error of the file system: named, nothing lost, and repeating it succeeds. */
export async function failEveryPoint(setting: ScenarioSetting, code: string): Promise<FaultRow> {
  const scenario = `${code} at every named point`;
  const points = await findScriptPoints(setting);
  const failing = [...points.entries()].filter(([, point]) => point.includes(': before '));
  if (failing.length === 0) return skippedRow(scenario, 'the store names no points');
  const verdicts = await inParallel(failing, 4, ([at, point]) => failAt(setting, code, at, point));
  return { scenario, faults: failing.length, ...addVerdicts(verdicts), recoveryMs: null };
}

async function failAt(
  { scratch, createStore }: ScenarioSetting,
  code: string,
  at: number,
  point: string,
): Promise<Verdict> {
  const directory = join(scratch, `error-${at}`);
  mkdirSync(directory);
  const description = await createStore(directory);
  const hooks = strikingHooks(at, (reached) => Promise.reject(fileSystemError(code, reached)));
  const store = await openFaultStore(description, hooks);
  const path = join(scratch, `error-${at}.log`);
  const log = openSideLog(path);
  const { failures } = await runScript(store, log, path);
  log.close();

  // Judged by a store that has seen nothing of the fault, so that no memory can hide what the disk holds.
  const witness = await openFaultStore(description);
  const verdict = await judgeStore(witness, [SCRIPT_TASK], [path]);
  const after = await witness.read(SCRIPT_TASK);
  const wrong = [
    ...failures.filter((failure) => !NAMED.includes(failure.code)).map((failure) => `answered ${failure.code}`),
    ...(failures.length > 1 ? [`failed ${failures.length} times`] : []),
    ...(after.isOk() && after.value.revision === SCRIPT_REVISIONS ? [] : ['the script could not be finished']),
  ];
  return {
    ...verdict,
    violations: [...verdict.violations, ...wrong].map((violation) => `${code} ${point}: ${violation}`),
  };
}
