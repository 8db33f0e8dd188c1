import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { err, failure, type Failure, ok, type Result, type TaskStore } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitRefTaskStore } from '@batonkit/git-adapter';

/** A store, and how to let go of it. */
export interface OpenStore {
  readonly tasks: TaskStore;
  /** What it is, for a person. */
  readonly place: string;
  /** Where its files are; null when it has none of its own. */
  readonly directory: string | null;
  close(): Promise<void>;
}

/** Where a store is opened from. */
export interface StorePlace {
  /** The folder of the settings, which a directory is relative to. */
  readonly main: string;
  /** Any working tree of the repository: git may be told not to enter a bare one from inside (`safe.bareRepository`). */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens the store that `--store` or the settings name: a directory, `git`, a `postgres:` address, or `env:NAME`. */
export async function openStore(named: string, place: StorePlace): Promise<Result<OpenStore, Failure>> {
  const close = (): Promise<void> => Promise.resolve();
  if (named.startsWith('env:')) {
    const variable = named.slice('env:'.length);
    const said = place.env[variable] ?? '';
    if (said !== '' && !said.startsWith('env:')) return openStore(said, place);
    return err(
      unusable(`The store is to be what ${variable} says, and that is not set. Set it, or name another store.`),
    );
  }
  if (/^postgres(ql)?:/.test(named)) return openPostgres(named);
  if (named === 'git') {
    const tasks = createGitRefTaskStore({ directory: place.root });
    return ok({ tasks, place: `git refs of ${place.main}`, directory: null, close });
  }
  const directory = isAbsolute(named) ? named : join(place.main, named);
  const link = findLink(directory, place.main);
  if (link !== null)
    return err(
      unusable(
        `${link} is a symbolic link, and a store is not looked for behind links: one in a repository may lead anywhere. If the place it leads to is yours, name that place with --store or in the settings.`,
      ),
    );
  return ok({ tasks: createFsTaskStore({ root: directory }), place: directory, directory, close });
}

/** The store's folder, or one between it and the repository's top, that is a link. */
function findLink(directory: string, top: string): string | null {
  for (let at = directory; ; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
    if (!dirname(at).startsWith(`${top}${sep}`)) return null;
  }
}

interface PoolModule {
  readonly default: {
    readonly Pool: new (options: { connectionString: string; max: number }) => { end(): Promise<void> };
    /** Reads its address when it is made; a pool does when it first connects. */
    readonly Client: new (address: string) => object;
  };
}

interface PostgresModule {
  createPostgresTaskStore(options: { pool: object; reconnectMs: number }): TaskStore;
}

/** A person waits; an orchestrator has its own connection. */
const RECONNECT_MS = 2_000;

/** Both packages are optional: who keeps tasks in files does not install a database driver. */
async function openPostgres(address: string): Promise<Result<OpenStore, Failure>> {
  let pg: PoolModule['default'];
  let adapter: PostgresModule;
  try {
    ({ default: pg } = (await import('pg')) as unknown as PoolModule);
    adapter = (await import('@batonkit/postgres-adapter')) as unknown as PostgresModule;
  } catch {
    return err(
      unusable(
        'A store in PostgreSQL needs the packages @batonkit/postgres-adapter and pg. Install them beside @batonkit/cli.',
      ),
    );
  }
  try {
    new pg.Client(address);
  } catch {
    // The address may hold a password, so it is not repeated.
    return err(
      unusable('The address of the store in PostgreSQL cannot be read. It looks like postgres://user@host/database.'),
    );
  }
  const pool = new pg.Pool({ connectionString: address, max: 4 });
  const tasks = adapter.createPostgresTaskStore({ pool, reconnectMs: RECONNECT_MS });
  return ok({ tasks, place: 'PostgreSQL', directory: null, close: () => pool.end() });
}

function unusable(message: string): Failure {
  return failure('InvalidConfig', message, {});
}
