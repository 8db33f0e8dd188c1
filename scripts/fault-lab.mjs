import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root } from './ensure-ready.mjs';

// npm run fault-lab -- --kills 500          the whole lab on the fs-adapter; prints its table
//   --only random-kills,crash-points        some scenarios
//   --store file:///path/to/module.mjs      another store: a module that exports openStore({ root }, hooks)
//   --scratch /path/on/the/disk/to/try      where the stores are made (default: the system's temporary directory)
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    writers: { type: 'string', default: '8' },
    'stop-ms': { type: 'string', default: '11000' },
    only: { type: 'string' },
    store: { type: 'string' },
    scratch: { type: 'string', default: tmpdir() },
  },
});

ensureInstalled();
await ensureBuilt();
const { formatFaultTable, runFaultLab } = await import('@batonkit/conformance/fault-lab');

const module =
  values.store ?? new URL(`file://${root}/packages/fs-adapter/src/task-store/fault-store.fixture.mjs`).href;
mkdirSync(values.scratch, { recursive: true });
const scratch = mkdtempSync(join(values.scratch, 'batonkit-fault-lab-'));
const start = performance.now();
const rows = await runFaultLab({
  createStore: (directory) => ({ module, argument: { root: join(directory, 'tasks') } }),
  scratch,
  kills: Number(values.kills),
  writers: Number(values.writers),
  stopMs: Number(values['stop-ms']),
  ...(values.only === undefined ? {} : { scenarios: values.only.split(',') }),
  onRow: ({ scenario, skipped }) => console.error(`${skipped === undefined ? 'done' : 'skipped'}: ${scenario}`),
});
rmSync(scratch, { recursive: true });

console.log(formatFaultTable(rows));
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
console.log(
  `\n${minutes} minutes on ${cpus().length} cores (${cpus()[0]?.model}), Linux ${release()}, Node ${process.version}`,
);
process.exit(rows.some(({ violations }) => violations.length > 0) ? 1 : 0);
