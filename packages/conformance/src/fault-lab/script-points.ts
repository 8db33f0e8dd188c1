import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { runScript } from './fault-script.ts';
import { openSideLog } from './side-log.ts';

/** Every place that a store reaches while the script runs undisturbed, each with the step it belongs to. */
export async function findScriptPoints({ scratch, createStore }: ScenarioSetting): Promise<string[]> {
  const directory = join(scratch, 'undisturbed');
  mkdirSync(directory);
  const named: string[] = [];
  let step = '';
  const store = await openFaultStore(await createStore(directory), {
    reach: (point) => {
      named.push(`${step}: ${point}`);
      return Promise.resolve();
    },
  });
  const path = join(scratch, 'undisturbed.log');
  const log = openSideLog(path);
  await runScript(store, log, path, { onStep: (name) => (step = name) });
  log.close();
  return named;
}
