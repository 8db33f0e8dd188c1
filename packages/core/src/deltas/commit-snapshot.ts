import type { CommitError, MutatedTask, MutationOptions } from '../commit/task-committer.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { failure } from '../result/failure.ts';
import { err, type Result } from '../result/result.ts';
import type { SecretFound } from '../commit/secret-found.ts';
import type { DeltaPorts } from './delta-ports.ts';
import { takeSnapshot, type SnapshotError, type SnapshotOptions, type TakenSnapshot } from './take-snapshot.ts';
import type { SnapshotSummary } from '../slices/worktree-snapshot.ts';

/** What is written together with a snapshot. */
export interface SnapshotCommit {
  readonly commandFor: (summary: SnapshotSummary) => CommandInput;
  readonly options: MutationOptions;
  readonly artifacts?: readonly Uint8Array[];
}

/** A task after the commit of a snapshot. */
export interface CommittedSnapshot {
  readonly context: MutatedTask;
  readonly taken: TakenSnapshot;
}

type CommitSnapshotError = CommitError | SnapshotError;

/**
 * Takes a snapshot and commits the command that records it. The tree is kept only when the commit is decided and no secret was found in it,
 * so a refusal leaves no name behind, and one because of a secret no bytes either.
 */
export async function commitSnapshot(
  ports: DeltaPorts,
  record: TaskRecord,
  how: SnapshotOptions,
  what: SnapshotCommit,
): Promise<Result<CommittedSnapshot, CommitSnapshotError>> {
  const first = await attempt(ports, record, how, what);
  // Somebody's sweep may take a tree before it is kept; then it is captured once more.
  const again = first.isErr() && first.error.code === 'SnapshotElsewhere';
  const done = again ? await attempt(ports, record, how, what) : first;
  return done.isErr() && done.error.code === 'SecretFound' ? err(await forget(ports, done.error)) : done;
}

async function attempt(
  ports: DeltaPorts,
  record: TaskRecord,
  how: SnapshotOptions,
  { commandFor, options, artifacts = [] }: SnapshotCommit,
): Promise<Result<CommittedSnapshot, CommitSnapshotError>> {
  const taken = await takeSnapshot(ports, record, how);
  if (taken.isErr()) return err(taken.error);
  const { snapshot, summary } = taken.value;
  const committed = await ports.committer.commit<SnapshotError>({
    taskId: record.task_id,
    command: commandFor(summary),
    options,
    artifacts: [...artifacts, taken.value.details],
    screened: {
      artifacts: taken.value.patches.map(({ patch }) => patch),
      found: taken.value.patches.flatMap(({ findings }) => findings),
    },
    head: snapshot.head,
    keep: () => {
      const kept = ports.worktree.keep(`${record.task_id}/${snapshot.tree}`, snapshot.tree);
      const staged = snapshot.staged_tree;
      if (staged === undefined || staged === snapshot.tree) return kept;
      return kept.andThen(() => ports.worktree.keep(`${record.task_id}/${staged}`, staged));
    },
  });
  return committed.map((context) => ({ context, taken: taken.value }));
}

/** What was captured with a secret in it does not wait for the next sweep. */
async function forget({ worktree }: DeltaPorts, found: SecretFound): Promise<SecretFound> {
  const swept = await worktree.sweep({ olderThanMs: 0 });
  if (swept.isOk()) return found;
  const message = `${found.message} What was captured of it is still in the snapshot store, where the next sweep removes it: ${swept.error.message}`;
  return failure('SecretFound', message, found.data, swept.error);
}
