import {
  checkCommit,
  type Clock,
  err,
  ok,
  parseTaskId,
  type Result,
  type ResultAsync,
  type StoreError,
  storeErrors,
  systemClock,
  type TaskStore,
  type TaskStoreCapabilities,
} from '@batonkit/core';
import { sweepLocks } from './abandoned-lock.ts';
import { readArtifact, storeArtifact } from './artifact-refs.ts';
import { commitRevision } from './commit-revision.ts';
import { sweepKeeps } from './join-own-packs.ts';
import { listTasks } from './list-tasks.ts';
import { readBody, readRevisions, readTip, whileSteady } from './read-revisions.ts';
import type { AroundStep } from '../host/around-step.ts';
import { isStillThere, openRefRepository, type RefRepository } from './ref-repository.ts';
import { onGit } from './store-problem.ts';
import { sweepArtifacts } from './sweep-artifacts.ts';
import { createTurns } from './turns.ts';
import { formatWriterLine, writerMark } from '../locks/writer-mark.ts';

const CAPABILITIES: TaskStoreCapabilities = {
  durable: true,
  scope: 'host',
  maxBodyBytes: 1024 * 1024,
  maxArtifactBytes: 64 * 1024 * 1024,
};

/** What {@link createGitRefTaskStore} takes. */
export interface GitRefTaskStoreOptions {
  /** A directory in the repository: a working tree, a linked one (they share their tasks), or a bare repository. */
  readonly directory: string;
  /** The clock that revisions are dated and artifacts are swept by. */
  readonly clock?: Clock;
  /** How long a writer waits for the lock file of a ref before it answers `LockTimeout`. Default 10,000. */
  readonly lockTimeoutMs?: number;
  /** Called around every step that changes the repository or makes it durable; tests use it to fail, to crash or to record. */
  readonly around?: AroundStep;
}

/**
 * A task store in the refs of a git repository, for any number of processes on one host; {@link pushTasks} and
 * {@link fetchTasks} exchange tasks between clones. Each task is a ref below `refs/batonkit/tasks/`, each revision one commit, and
 * `git update-ref <new> <old>` is the compare-and-set. Needs git 2.36 on a local file system.
 *
 * The index, HEAD, branches and files of the user are never touched, and no hook of theirs runs. Objects are added to the
 * user's object store, where refs keep them from every gc; what a purge or a sweep gives up goes with the user's next gc.
 *
 * Answers the failures of the port; `LockTimeout` when the lock file of a ref stays for ten seconds and it cannot be proven that
 * its owner is gone. A directory that is no repository, or a git that is missing or too old, is `StorageFailure`.
 *
 * @example
 * ```ts
 * import { execFileSync } from 'node:child_process';
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createGitRefTaskStore } from '@batonkit/git-adapter';
 *
 * const directory = mkdtempSync(join(tmpdir(), 'repository-'));
 * execFileSync('git', ['init', '--quiet', directory]);
 * const tasks = createGitRefTaskStore({ directory });
 * const commit = { id: 'TASK-1', expected: 0, operationId: 'op-1', body: '{}', audit: ['made'], artifacts: [] };
 * const committed = await tasks.commit(commit);
 * committed.unwrapOr(null); // => { revision: 1, replayed: false }
 * ```
 */
export function createGitRefTaskStore(options: GitRefTaskStoreOptions): TaskStore {
  const { clock = systemClock } = options;
  const takeTurn = createTurns();
  let opened: Promise<RefRepository> | undefined;

  async function repository(): Promise<RefRepository> {
    const opening = (opened ??= openRefRepository(options));
    try {
      const known = await opening;
      if (isStillThere(known)) return known;
    } catch (error) {
      if (opened === opening) opened = undefined;
      throw error;
    }
    // It was moved or made anew since it was found.
    if (opened === opening) opened = openRefRepository(options);
    return opened ?? repository();
  }

  /** Checks the id, then works on the repository. */
  const onTask = <T>(
    id: string,
    operation: string,
    work: (repository: RefRepository) => Promise<Result<T, StoreError>>,
  ): ResultAsync<T, StoreError> =>
    parseTaskId(id).asyncAndThen(() =>
      onGit(`${operation} ${id}`, async () => {
        const git = await repository();
        return whileSteady(git, id, () => work(git));
      }),
    );

  return {
    capabilities: CAPABILITIES,

    read: (id) =>
      onTask(id, 'read', async (git) => {
        const tip = await readTip(git, id);
        return ok(
          tip === null ? { revision: 0, body: null } : { revision: tip.revision, body: await readBody(git, tip) },
        );
      }),

    commit: (commit) =>
      checkCommit(commit, CAPABILITIES).asyncAndThen(() => {
        const copy = { ...commit, audit: [...commit.audit], artifacts: [...commit.artifacts] };
        return onTask(copy.id, 'commit', (git) => takeTurn(copy.id, () => commitRevision(git, copy, clock)));
      }),

    putArtifact: (id, bytes) =>
      parseTaskId(id).asyncAndThen(() => {
        const { maxArtifactBytes } = CAPABILITIES;
        const { length } = bytes;
        const copy = length > maxArtifactBytes ? null : Buffer.from(bytes);
        return onTask(id, 'store an artifact of', async (git) => {
          if (copy === null) return err(storeErrors.artifactTooLarge(id, length, maxArtifactBytes));
          const writer = formatWriterLine(writerMark(git.commonDirectory));
          return ok(await storeArtifact(git, { id, bytes: copy, at: clock.now(), writer }));
        });
      }),

    getArtifact: (id, sha) =>
      onTask(id, 'read an artifact of', async (git) => {
        const bytes = /^[0-9a-f]{64}$/.test(sha) ? await readArtifact(git, id, sha) : null;
        return bytes === null ? err(storeErrors.artifactMissing(id, sha)) : ok(bytes);
      }),

    readAudit: (id, { afterRevision, limit }) =>
      onTask(id, 'read the audit of', async (git) => {
        const tip = await readTip(git, id);
        const start = Math.max(0, afterRevision);
        const last = Math.min(tip?.revision ?? 0, start + limit);
        const revisions = tip === null ? [] : await readRevisions(git, tip, start + 1, last);
        return ok(revisions.map(({ revision, audit }) => ({ revision, lines: audit })));
      }),

    list: (page) => onGit('list tasks', async () => ok(await listTasks(await repository(), page))),

    sweep: ({ olderThanMs }) =>
      onGit('sweep', async () => {
        const git = await repository();
        const locks = await sweepLocks(git, olderThanMs, clock);
        const kept = await sweepKeeps(git);
        return ok({ removed: locks + kept + (await sweepArtifacts(git, olderThanMs, clock)) });
      }),
  };
}
