import {
  commitDigest,
  type Committed,
  err,
  ok,
  type Result,
  type StoreError,
  storeErrors,
  type TaskCommit,
} from '@batonkit/core';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { removeQuietly, writeFile } from '../files/write-file.ts';
import { hasArtifact } from './artifact-files.ts';
import type { CourtesyLock } from './courtesy-lock.ts';
import { noteLastRevision } from './last-revision.ts';
import type { ReadableCopies } from './readable-copy.ts';
import { encodeRevision, type RevisionFile, revisionOf } from './revision-file.ts';
import type { RevisionReader } from './revision-reader.ts';
import { sweepRevisions } from './sweep-revisions.ts';
import type { TaskAnchor } from './task-anchor.ts';
import type { TaskFiles } from './task-files.ts';

/** What a commit works with. */
export interface CommitTools {
  readonly files: FileOperations;
  readonly reader: RevisionReader;
  readonly anchor: TaskAnchor;
  readonly lock: CourtesyLock;
  readonly copies: ReadableCopies;
}

const MAX_ATTEMPTS = 20;

/**
 * Makes the next revision: an unfinished file, written whole and durable, gets the revision's name by `link`, which fails
 * when the name is taken. That is the compare-and-set; everything else only spares work.
 */
export async function commitRevision(
  tools: CommitTools,
  task: TaskFiles,
  commit: TaskCommit,
): Promise<Result<Committed, StoreError>> {
  const { files, lock } = tools;
  const current = await tools.reader.findCurrent(task);
  if (current.isErr()) return err(current.error);
  if (current.value !== commit.expected) {
    const settled = await settleMismatch(tools, task, commit);
    if (settled.isErr()) lock.noteLoss(task.id);
    return settled;
  }

  const file = revisionOf(commit);
  await tools.anchor.ensure(task);
  const turn = await lock.takeTurn(task, () => files.exists(task.revision(file.revision)));
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const isTaken = turn.hasWaited && (await files.exists(task.revision(file.revision)));
      const outcome: LinkOutcome = isTaken ? 'taken' : await linkRevision(tools, task, file, () => turn.isLost());
      if (outcome === 'swept') continue;
      if (outcome === 'linked') {
        // The next in line may start: its own fsync covers this revision too.
        const [acknowledged] = await Promise.all([acknowledge(tools, task, commit, file), turn.end('done')]);
        return acknowledged;
      }
      if (outcome === 'taken') {
        await turn.end('lost');
        return await settleMismatch(tools, task, commit);
      }
      if (outcome === 'turn lost') return await settleLostTurn(tools, task, commit, turn.waitedMs());
      return err(outcome);
    }
    return err(storeErrors.storageFailure(`commit ${task.id}`, 'sweeps kept taking its unfinished file away'));
  } finally {
    await turn.end('done');
  }
}

type LinkOutcome = 'linked' | 'taken' | 'swept' | 'turn lost' | StoreError;

async function linkRevision(
  { files, anchor }: CommitTools,
  task: TaskFiles,
  file: RevisionFile,
  isTurnLost: () => boolean,
): Promise<LinkOutcome> {
  const unfinished = task.unfinished('revision');
  try {
    await writeFile(files, unfinished, encodeRevision(task.id, file), { durable: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    anchor.forget(task.id);
    await anchor.ensure(task);
    return 'swept';
  }
  try {
    // Only now: a sweep that removes artifacts takes the unfinished files away in between, see sweep-artifacts.ts.
    for (const sha of file.artifacts)
      if (!(await hasArtifact(files, task, sha))) return storeErrors.artifactMissing(task.id, sha);
    if (isTurnLost()) return 'turn lost';
    return await link(files, unfinished, task, file);
  } finally {
    await removeQuietly(files, unfinished);
  }
}

/** The compare-and-set itself. */
async function link(
  files: FileOperations,
  unfinished: string,
  task: TaskFiles,
  { revision, operationId }: RevisionFile,
): Promise<LinkOutcome> {
  try {
    await files.link(unfinished, task.revision(revision));
    return 'linked';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return 'taken';
    if (code === 'ENOENT') return 'swept';
    // A device that fails here may have made the name all the same.
    if (code === 'EIO') return storeErrors.outcomeUnknown(task.id, operationId, error);
    throw error;
  }
}

async function acknowledge(
  tools: CommitTools,
  task: TaskFiles,
  { operationId }: TaskCommit,
  file: RevisionFile,
): Promise<Result<Committed, StoreError>> {
  const { files, reader, copies } = tools;
  const synced = await syncNames(files, task, operationId);
  if (synced.isErr()) return err(synced.error);
  reader.remember(task.id, file.revision);
  await noteLastRevision(files, task, file.revision);
  await copies.update(task, file);
  if (file.body === null) await forgetBodies(tools, task);
  return ok({ revision: file.revision, replayed: false });
}

async function syncNames(
  files: FileOperations,
  task: TaskFiles,
  operationId: string,
): Promise<Result<void, StoreError>> {
  try {
    return ok(await files.syncDirectory(task.revisions));
  } catch (error) {
    return err(storeErrors.outcomeUnknown(task.id, operationId, error));
  }
}

/** Who purges wants the old bodies gone now, not at the next sweep. The purge stands even when this fails; a sweep goes on. */
async function forgetBodies({ files, reader }: CommitTools, task: TaskFiles): Promise<boolean> {
  try {
    return (await sweepRevisions(files, reader, task, () => Promise.resolve(true))).isOk();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}

/** `expected` is not the current revision: a replay of an operation that is already there, or a conflict. */
async function settleMismatch(
  { files, reader }: CommitTools,
  task: TaskFiles,
  commit: TaskCommit,
): Promise<Result<Committed, StoreError>> {
  const { id, expected, operationId } = commit;
  const current = await reader.findCurrent(task);
  if (current.isErr()) return err(current.error);
  const found = current.value;
  const digest = commitDigest(commit);
  for (let revision = expected + 1; revision <= found; revision += 1) {
    const file = await reader.read(task, revision);
    if (file.isErr()) return err(file.error);
    if (file.value.operationId !== operationId) continue;
    if (file.value.digest !== digest) return err(storeErrors.operationIdReused(id, operationId, revision));
    // Whoever made it may have died before its name was durable.
    return (await syncNames(files, task, operationId)).map(() => ({ revision, replayed: true }));
  }
  return err(storeErrors.conflict(id, expected, found));
}

/** The turn was lost, so somebody else may be writing: give up, and say what is known. */
async function settleLostTurn(
  tools: CommitTools,
  task: TaskFiles,
  commit: TaskCommit,
  waitedMs: number,
): Promise<Result<Committed, StoreError>> {
  if (await tools.files.exists(task.revision(commit.expected + 1))) return settleMismatch(tools, task, commit);
  return err(storeErrors.lockTimeout(task.id, waitedMs));
}
