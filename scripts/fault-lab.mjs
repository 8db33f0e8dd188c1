import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root } from './ensure-ready.mjs';

// npm run fault-lab -- --kills 500          the whole lab on the fs-adapter; prints its table
//   --only random-kills,crash-points        some scenarios
//   --postgres                              the PostgreSQL adapter, on a server of its own that the lab may stop
//   --store file:///path/to/module.mjs      another store: a module that exports openStore({ root }, hooks)
//   --scratch /path/on/the/disk/to/try      where the stores are made (default: the system's temporary directory)
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    writers: { type: 'string', default: '8' },
    'stop-ms': { type: 'string', default: '11000' },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    store: { type: 'string' },
    scratch: { type: 'string', default: tmpdir() },
  },
});

ensureInstalled();
await ensureBuilt();
const { formatFaultTable, runFaultLab } = await import('@batonkit/conformance/fault-lab');

const lab = values.postgres ? await postgresLab() : directoryLab();
mkdirSync(values.scratch, { recursive: true });
const scratch = mkdtempSync(join(values.scratch, 'batonkit-fault-lab-'));
const start = performance.now();
const rows = await runFaultLab({
  ...lab.options,
  scratch,
  kills: Number(values.kills),
  writers: Number(values.writers),
  stopMs: Number(values['stop-ms']),
  ...(values.only === undefined ? {} : { scenarios: values.only.split(',') }),
  onRow: ({ scenario, skipped }) => console.error(`${skipped === undefined ? 'done' : 'skipped'}: ${scenario}`),
});
rmSync(scratch, { recursive: true });
await lab.close();

console.log(formatFaultTable(rows));
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
console.log(
  `\n${minutes} minutes on ${cpus().length} cores (${cpus()[0]?.model}), Linux ${release()}, Node ${process.version}`,
);
process.exit(rows.some(({ violations }) => violations.length > 0) ? 1 : 0);

function directoryLab() {
  const module =
    values.store ?? new URL(`file://${root}/packages/fs-adapter/src/task-store/fault-store.fixture.mjs`).href;
  const createStore = (/** @type {string} */ directory) => ({ module, argument: { root: join(directory, 'tasks') } });
  return { options: { createStore }, close: () => Promise.resolve() };
}

/** The faults of the lab's own disk do not reach a server, so those scenarios are left out. */
async function postgresLab() {
  const { startPostgres } = await import('../packages/postgres-adapter/testing/postgres-server.mjs');
  const { faultStoreMaker } = await import('../packages/postgres-adapter/testing/fault-store-maker.mjs');
  const server = await startPostgres({ settings: { max_connections: '200' } });
  const crashServer = async () => {
    await server.stop('immediate');
    await server.start();
  };
  const scenarios = [
    'random-kills',
    'crash-points',
    'abandoned-points',
    'stopped-writers',
    'injected-eio',
    'clock-jumps',
  ];
  return {
    options: server.owned
      ? { createStore: faultStoreMaker(server), crashServer, scenarios: [...scenarios, 'server-crashes'] }
      : { createStore: faultStoreMaker(server), scenarios },
    close: server.close,
  };
}
