import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { AroundStep } from '../host/around-step.ts';
import { errnoOf, gitProblem } from '../host/git-problem.ts';
import { checkVersion } from '../native/git-version.ts';
import { ownPrograms } from '../native/own-programs.ts';
import { commandProblem, type GitAnswer, type GitPlace, runGit, tryGit } from '../native/run-git.ts';
import { createObjectSession, type ObjectSession } from './object-session.ts';

/** The user's repository, as the task store uses it: objects and refs, nothing else. */
export interface RefRepository {
  /** The directory that all linked working trees share. */
  readonly commonDirectory: string;
  readonly objectDirectory: string;
  readonly hash: 'sha1' | 'sha256';
  readonly zeroId: string;
  readonly objects: ObjectSession;
  /** Runs git on the shared directory, with nobody's personal settings. */
  readonly tryGit: (args: readonly string[], input?: Buffer) => Promise<GitAnswer>;
  /** The same; any exit code but 0 is a problem. */
  readonly git: (args: readonly string[], input?: Buffer) => Promise<Buffer>;
  /** Runs git where the user does, with the user's settings and credentials: for remotes. */
  readonly tryNetworkGit: (args: readonly string[], input?: Buffer) => Promise<GitAnswer>;
  readonly around: AroundStep;
  /** How long a writer waits for the lock of a ref in all. */
  readonly lockTimeoutMs: number;
}

/** How a repository is opened. */
export interface RefRepositoryOptions {
  readonly directory: string;
  readonly around?: AroundStep;
  readonly lockTimeoutMs?: number;
}

/** How long one git process waits for the lock of a ref, before it is asked whether its owner is gone. */
const GIT_LOCK_WAIT_MS = 1000;
const LOCK_TIMEOUT_MS = 10_000;

// Everything that git writes for us is on disk before it answers. No reflog of the user comes into play: it would keep what a purge is to
// give up.
const SETTINGS = [
  'core.fsync=all',
  'core.fsyncMethod=fsync',
  'core.logAllRefUpdates=false',
  `core.filesRefLockTimeout=${GIT_LOCK_WAIT_MS}`,
  `core.packedRefsTimeout=${GIT_LOCK_WAIT_MS}`,
].flatMap((setting) => ['-c', setting]);

const TRANSPORT_VARIABLES = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|PROXY_\w+|HTTP_\w+)$/;

/** Finds the repository that `directory` is in: a working tree, a linked one, or a bare repository. */
export async function openRefRepository(options: RefRepositoryOptions): Promise<RefRepository> {
  const { directory, around = (_, run) => run(), lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  if (!existsSync(directory)) throw gitProblem('not-a-repository', `${directory} does not exist`);
  const shared = { GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' };
  const here: GitPlace = { cwd: directory, env: shared };
  const [found, version, refs] = await Promise.all([
    tryGit(here, [
      'rev-parse',
      '--path-format=absolute',
      '--show-object-format',
      '--git-common-dir',
      '--git-path',
      'objects',
    ]),
    runGit(here, ['--version']),
    tryGit(here, ['config', '--get', 'extensions.refStorage']),
  ]);
  checkVersion(version.toString('utf8'), [2, 36], 'tasks in refs need 2.36, the first that forces refs to disk');
  const refFormat = refs.stdout.toString('utf8').trim();
  // A git that does not know how the refs are stored names the extension only.
  const isUnknown = /unknown repository extension[^]*refstorage/i.test(found.stderr);
  if ((refFormat !== '' && refFormat !== 'files') || isUnknown)
    throw gitProblem(
      'unsupported',
      `this repository stores its refs as ${refFormat || 'extensions.refStorage says'}, and tasks in refs need ref files`,
    );
  if (found.code !== 0) throw commandProblem(['rev-parse'], found.code, found.stderr);
  const [format, commonDirectory = '', objectDirectory = ''] = found.stdout.toString('utf8').split('\n');
  if (format !== 'sha1' && format !== 'sha256') throw gitProblem('unsupported', `object format ${format}`);
  const place: GitPlace = { cwd: commonDirectory, isolated: true, env: { ...shared, GIT_DIR: commonDirectory } };
  const transport = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      TRANSPORT_VARIABLES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
  const network: GitPlace = { cwd: directory, env: { ...shared, ...transport } };
  const repository: RefRepository = {
    commonDirectory,
    objectDirectory,
    hash: format,
    zeroId: '0'.repeat(format === 'sha1' ? 40 : 64),
    objects: createObjectSession(place, format),
    tryGit: (args, input) => tryGit(place, [...SETTINGS, ...args], input),
    git: async (args, input) => {
      const { code, stdout, stderr } = await repository.tryGit(args, input);
      if (code !== 0) throw commandProblem(args, code, stderr);
      return stdout;
    },
    tryNetworkGit: async (args, input) =>
      tryGit({ ...network, settings: await ownPrograms(network) }, [...SETTINGS, ...args], input),
    around,
    lockTimeoutMs,
  };
  return repository;
}

/** Tells whether a repository that was found earlier is still where it was. */
export function isStillThere({ commonDirectory }: RefRepository): boolean {
  return existsSync(join(commonDirectory, 'HEAD'));
}

/**
 * Returns when the names in these directories survive a loss of power: git forces files to disk, but not their names. A
 * directory that is not there has nothing to lose: its content went into a pack, which is older.
 */
export async function syncDirectories(paths: Iterable<string>): Promise<void> {
  // Windows cannot open a directory; NTFS keeps its names in a journal of its own.
  if (process.platform === 'win32') return;
  await Promise.all(
    Array.from(new Set(paths), async (path) => {
      try {
        const directory = await open(path, 'r');
        await directory.sync().finally(() => directory.close());
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') throw error;
      }
    }),
  );
}
