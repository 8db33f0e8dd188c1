import { err, failure, ok, parseTaskId, type Result, ResultAsync, type StoreError, storeErrors } from '@batonkit/core';
import { objectId } from '../objects/git-object.ts';
import { listTaskRefs } from './list-tasks.ts';
import { lockTimeout } from './lock-timeout.ts';
import { moveRef, syncRef } from './move-ref.ts';
import { readBody, readObject, readRevisions, readTip, readTipOf } from './read-revisions.ts';
import { openRefRepository, type RefRepository } from './ref-repository.ts';
import { fetchHistories, listRemoteTasks, pushMoves, trackingFolder } from './remote-refs.ts';
import { type RevisionCommit, withoutTree } from './revision-commit.ts';
import { corrupt, storeFailure, StoreProblem } from './store-problem.ts';
import {
  type DivergedTask,
  type ExchangedTask,
  type ExchangeError,
  type ExchangeOptions,
  type TaskExchange,
  tasksDiverged,
} from './task-exchange.ts';
import { taskRef, taskRefName } from '../names/task-ref-name.ts';

const MAX_ROUNDS = 10;

/**
 * Sends tasks to another repository. A task of the remote moves only forward, from the very commit that was compared to one that
 * continues it; when somebody else is faster, it is compared anew.
 *
 * Answers `Conflict` when both sides have written a task, naming each with both revisions; nothing of it is moved, the other tasks
 * are. Fails with `InvalidInput` for a remote that git could take for an option, `InvalidTaskId`, `Corrupt`, and
 * `StorageFailure` when the remote cannot be reached or refuses.
 *
 * @example
 * ```ts
 * import { execFileSync } from 'node:child_process';
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createGitRefTaskStore, pushTasks } from '@batonkit/git-adapter';
 *
 * const scratch = mkdtempSync(join(tmpdir(), 'exchange-'));
 * const [directory, remote] = [join(scratch, 'mine'), join(scratch, 'shared.git')];
 * execFileSync('git', ['init', '--quiet', directory]);
 * execFileSync('git', ['init', '--quiet', '--bare', remote]);
 * const commit = { id: 'TASK-1', expected: 0, operationId: 'op-1', body: '{}', audit: ['made'], artifacts: [] };
 * const made = await createGitRefTaskStore({ directory }).commit(commit);
 * made.isOk(); // => true
 * const pushed = await pushTasks({ directory, remote });
 * pushed.unwrapOr(null); // => { tasks: [{ id: 'TASK-1', outcome: 'moved', local: 1, remote: 1 }] }
 * ```
 */
export function pushTasks(options: ExchangeOptions): ResultAsync<TaskExchange, ExchangeError> {
  return exchange('push tasks', options, 'local ahead', async (repository, pairs) => {
    const moves = pairs.flatMap(({ id, local, remote }) =>
      local === null ? [] : [{ id, from: remote?.commit ?? null, to: local.commit }],
    );
    return pushMoves(repository, options.remote, moves);
  });
}

/**
 * Brings tasks from another repository. A task moves only forward, by the same compare-and-set as a commit, so writers here may
 * go on meanwhile. What comes in is checked revision by revision before it counts.
 *
 * Answers `Conflict` when both sides have written a task, naming each with both revisions; it stays as it is here, and the other
 * side's history is kept below `refs/batonkit/remotes/`. Fails like {@link pushTasks}, and with `LockTimeout`.
 *
 * @example
 * ```ts
 * import { execFileSync } from 'node:child_process';
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { fetchTasks } from '@batonkit/git-adapter';
 *
 * const directory = mkdtempSync(join(tmpdir(), 'exchange-'));
 * execFileSync('git', ['init', '--quiet', directory]);
 * const fetched = await fetchTasks({ directory, remote: join(directory, 'nowhere') });
 * fetched.isErr() && fetched.error.code; // => 'StorageFailure'
 * ```
 */
export function fetchTasks(options: ExchangeOptions): ResultAsync<TaskExchange, ExchangeError> {
  return exchange('fetch tasks', options, 'remote ahead', async (repository, pairs) => {
    const missed = new Set<string>();
    for (const pair of pairs) if (!(await adopt(repository, pair))) missed.add(pair.id);
    return missed;
  });
}

/** How two histories of one task relate. */
interface Comparison {
  readonly relation: 'same' | 'local ahead' | 'remote ahead' | 'diverged';
  /** The last revision that both have in common; 0 when there is none. */
  readonly shared: number;
}

/** A task on both sides. */
interface Pair extends Comparison {
  readonly id: string;
  readonly local: RevisionCommit | null;
  readonly remote: RevisionCommit | null;
}

/** Compares, moves what the sending side is ahead with, and repeats that for tasks which changed in between. */
function exchange(
  operation: string,
  options: ExchangeOptions,
  moving: 'local ahead' | 'remote ahead',
  move: (repository: RefRepository, pairs: readonly Pair[]) => Promise<ReadonlySet<string>>,
): ResultAsync<TaskExchange, ExchangeError> {
  const run = async (): Promise<Result<TaskExchange, ExchangeError>> => {
    const refused = checkOptions(options);
    if (refused !== null) return err(refused);
    const repository = await openRefRepository({ directory: options.directory });
    const tasks: ExchangedTask[] = [];
    const diverged: DivergedTask[] = [];
    let ids = options.ids;
    for (let round = 1; ids === undefined || ids.length > 0; round += 1) {
      if (round > MAX_ROUNDS)
        return err(storage(operation, `the refs of ${ids?.length} tasks could not be moved in ${MAX_ROUNDS} attempts`));
      const pairs = await survey(repository, { ...options, ...(ids !== undefined && { ids }) }, moving);
      const ahead = pairs.filter(({ relation }) => relation === moving);
      const missed: ReadonlySet<string> = ahead.length === 0 ? new Set() : await move(repository, ahead);
      for (const pair of pairs.filter(({ id }) => !missed.has(id))) {
        const { id, shared, relation } = pair;
        const [local, remote] = [pair.local?.revision ?? 0, pair.remote?.revision ?? 0];
        const newest = Math.max(local, remote);
        if (relation === 'diverged') diverged.push({ id, local, remote, shared });
        else if (relation === moving) tasks.push({ id, outcome: 'moved', local: newest, remote: newest });
        else tasks.push({ id, outcome: relation === 'same' ? 'same' : 'ahead', local, remote });
      }
      ids = [...missed];
    }
    tasks.sort((a, b) => (a.id < b.id ? -1 : 1));
    return diverged.length === 0 ? ok({ tasks }) : err(tasksDiverged(diverged, tasks));
  };
  return new ResultAsync(
    run().catch((error: unknown) => {
      const failed = storeFailure(operation, error);
      if (failed.code === 'Conflict') throw error;
      return err(failed);
    }),
  );
}

/** Every task that is asked for, as both sides have it; histories that are not here yet are fetched first. */
async function survey(
  repository: RefRepository,
  { remote, ids }: ExchangeOptions,
  moving: 'local ahead' | 'remote ahead',
): Promise<Pair[]> {
  const tracking = trackingFolder(remote);
  const commits = async (folder?: string): Promise<ReadonlyMap<string, string>> => {
    const { tasks, broken } = await listTaskRefs(repository, folder);
    for (const [id, problem] of broken) if (ids === undefined || ids.includes(id)) throw problem;
    return new Map(tasks.map(({ id, commit }) => [id, commit]));
  };
  const [there, here, seen] = await Promise.all([listRemoteTasks(repository, remote), commits(), commits(tracking)]);
  const wanted = [...new Set(ids ?? (moving === 'remote ahead' ? there : here).keys())];
  const isUnknown = (id: string): boolean => {
    const commit = there.get(id);
    return commit !== undefined && commit !== here.get(id) && commit !== seen.get(id);
  };
  await fetchHistories(repository, remote, wanted.filter(isUnknown));
  const pairs: Pair[] = [];
  for (const id of wanted) {
    const local = await readTip(repository, id);
    const theirs = there.get(id);
    const isSame = theirs === undefined || theirs === local?.commit;
    const found = isSame ? null : await readTipOf(repository, id, tracking + taskRefName(id));
    const other = theirs !== undefined && isSame ? local : found;
    pairs.push({ id, local, remote: other, ...(await compareHistories(repository, local, other)) });
  }
  return pairs;
}

/** Compares two histories of one task; null stands for a task that is not there. */
async function compareHistories(
  repository: RefRepository,
  local: RevisionCommit | null,
  remote: RevisionCommit | null,
): Promise<Comparison> {
  if (local === null || remote === null)
    return { relation: local === remote ? 'same' : local === null ? 'remote ahead' : 'local ahead', shared: 0 };
  if (local.commit === remote.commit) return { relation: 'same', shared: local.revision };
  const isShared = async (revision: number): Promise<boolean> =>
    (await pastCommit(repository, local, revision)) === (await pastCommit(repository, remote, revision));

  const shorter = Math.min(local.revision, remote.revision);
  if (local.revision !== remote.revision && (await isShared(shorter)))
    return { relation: local.revision < remote.revision ? 'remote ahead' : 'local ahead', shared: shorter };
  // A commit leads to all before it, so what is shared is a beginning of both, and halving finds its end.
  let [shared, different] = [0, shorter];
  while (different - shared > 1) {
    const middle = Math.floor((shared + different) / 2);
    if (await isShared(middle)) shared = middle;
    else different = middle;
  }
  return { relation: 'diverged', shared };
}

/** The commit that stands for a revision in the history, which is the one without a tree. */
async function pastCommit(repository: RefRepository, tip: RevisionCommit, revision: number): Promise<string> {
  const { hash } = repository;
  if (revision === tip.revision)
    return objectId(hash, 'commit', withoutTree(tip.content, objectId(hash, 'tree', Buffer.alloc(0))));
  const name = `${tip.commit}~${tip.revision - revision}`;
  const object = await readObject(repository, tip.id, name);
  if (object === null) throw corrupt(tip.id, name, `revision ${revision} is missing`);
  return object.id;
}

/** Moves a task to what the other side has. Answers false when somebody has written it meanwhile. */
async function adopt(repository: RefRepository, { id, local, remote, shared }: Pair): Promise<boolean> {
  if (remote === null) return true;
  // A ref that leads to anything but a whole history would be damage, and it would be ours.
  await readRevisions(repository, remote, shared + 1, remote.revision);
  await readBody(repository, remote);
  const [ref, from] = [taskRef(id), local?.commit ?? repository.zeroId];
  const move = await moveRef(repository, { ref, from, to: remote.commit, step: 'move task ref' });
  if (move.outcome === 'locked') throw new StoreProblem(lockTimeout(id, move));
  if (move.outcome === 'unknown') throw new StoreProblem(storage(`fetch ${id}`, 'git ended early', move.cause));
  if (move.outcome === 'moved') await syncRef(repository, ref);
  return move.outcome === 'moved';
}

type Refusal = Exclude<StoreError, { code: 'Conflict' }>;

function checkOptions({ remote, ids = [] }: ExchangeOptions): Refusal | null {
  if (typeof remote !== 'string' || remote === '' || /^-|\p{Cc}/u.test(remote)) {
    const detail = 'remote must be the name, address or path of a repository and may not start with "-".';
    return failure('InvalidInput', detail, { unmet: [{ condition: '/remote', detail }] });
  }
  for (const id of ids) {
    const checked = parseTaskId(id);
    if (checked.isErr()) return checked.error;
  }
  return null;
}

function storage(operation: string, reason: string, cause?: unknown): Refusal {
  return storeErrors.storageFailure(operation, reason, cause) as Refusal;
}
