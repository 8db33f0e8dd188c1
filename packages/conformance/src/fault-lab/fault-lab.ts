import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jumpClocks } from './clock-jumps.ts';
import { abandonStore, crashAtEveryPoint, killProcess } from './crash-points.ts';
import { failFsyncs } from './failing-fsync.ts';
import type { FaultLabOptions, ScenarioSetting } from './fault-lab-options.ts';
import type { FaultRow } from './fault-row.ts';
import { fillDisk } from './full-disk.ts';
import { failEveryPoint } from './injected-errors.ts';
import { killAtRandom } from './random-kills.ts';
import { crashServers } from './server-crashes.ts';
import { stopAtEveryPoint } from './stopped-writers.ts';

const SCENARIOS: Readonly<Record<string, (setting: ScenarioSetting) => Promise<FaultRow>>> = {
  'random-kills': killAtRandom,
  'crash-points': (setting) => crashAtEveryPoint(setting, 'kill -9 at every named point', killProcess),
  'abandoned-points': (setting) => crashAtEveryPoint(setting, 'abandoned at every named point', abandonStore),
  'stopped-writers': stopAtEveryPoint,
  'injected-eio': (setting) => failEveryPoint(setting, 'EIO'),
  'injected-enospc': (setting) => failEveryPoint(setting, 'ENOSPC'),
  'injected-eacces': (setting) => failEveryPoint(setting, 'EACCES'),
  'clock-jumps': jumpClocks,
  'full-disk': fillDisk,
  'failing-fsync': failFsyncs,
  'server-crashes': crashServers,
};

/**
 * Puts a task store through every fault the lab knows, with real processes on a real disk, and holds it against what its writers
 * were told. Each writer keeps its acknowledgements in a side log; afterwards every acknowledged operation must be there
 * exactly once, every revision must parse and follow its predecessor, and no record may name a missing artifact.
 * Rows whose `violations` are not empty are failures. Scenarios that the machine cannot run answer `skipped`.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { runFaultLab } from '@batonkit/conformance/fault-lab';
 *
 * const rows = await runFaultLab({
 *   createStore: (directory) => ({ module: 'file:///my-store.mjs', argument: { root: directory } }), // exports openStore(argument, hooks)
 *   scratch: mkdtempSync(join(tmpdir(), 'lab-')),
 *   scenarios: [], // all of them, when left out
 * });
 * rows; // => []
 * ```
 */
export async function runFaultLab(options: FaultLabOptions): Promise<readonly FaultRow[]> {
  const {
    createStore,
    scratch,
    kills = 50,
    writers = 8,
    stopMs = 11_000,
    crashServer = null,
    serverCrashes = 10,
  } = options;
  const rows: FaultRow[] = [];
  for (const [name, run] of Object.entries(SCENARIOS)) {
    if (options.scenarios?.includes(name) === false) continue;
    const own = join(scratch, name);
    mkdirSync(own);
    const row = await run({ createStore, kills, writers, stopMs, crashServer, serverCrashes, scratch: own });
    options.onRow?.(row);
    rows.push(row);
  }
  return rows;
}
