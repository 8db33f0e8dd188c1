import type { GitFailure, GitWorktree, SnapshotElsewhere, WorktreeState } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import { err, type Result } from '../result/result.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** What restoring a snapshot would do to one file. */
export interface RestoreStep {
  readonly path: string;
  readonly action: 'write' | 'remove';
  /** SHA-256 of what is there now; `null` when nothing is. */
  readonly now: string | null;
  /** True when what is there now is in no snapshot: restoring would lose it. */
  readonly foreign: boolean;
}

/** What restoring a snapshot would change, and nothing else. */
export interface RestorePreview {
  readonly tree: string;
  readonly steps: readonly RestoreStep[];
}

/** What a restore did. */
export interface Restored {
  readonly written: number;
  readonly removed: number;
}

/** Why nothing was restored. */
export type RestoreError =
  GitFailure | SnapshotElsewhere | StoreError | Rejection<'Rejected' | 'InvalidInput' | 'NotOwner'>;

interface Ports {
  readonly tasks: TaskStore;
  readonly worktree: GitWorktree;
}

/** Compares the working tree with a snapshot and tells, for each file that differs, what a restore would do. */
export async function previewRestore(
  ports: Ports,
  record: TaskRecord,
  link: TreeLink,
): Promise<Result<RestorePreview, GitFailure | StoreError>> {
  return (await compare(ports, record, link)).map(({ target, steps }) => ({ tree: target.tree, steps }));
}

async function compare(
  { tasks, worktree }: Ports,
  record: TaskRecord,
  link: TreeLink,
): Promise<
  Result<{ readonly target: WorktreeSnapshot; readonly steps: readonly RestoreStep[] }, GitFailure | StoreError>
> {
  const chain: WorktreeSnapshot[] = [];
  for (const { snapshot } of record.tree_chain) {
    const read = await readSnapshot(tasks, record.task_id, snapshot);
    if (read.isErr()) return err(read.error);
    chain.push(read.value);
  }
  const target = chain[record.tree_chain.indexOf(link)];
  if (target === undefined) throw new Error('previewRestore: the link is not in the chain.');
  // A file that is as in the base commit again is not among the changes, and is there all the same.
  const inBase = target.files_changed.filter(({ status }) => status !== 'added');
  const observed = await worktree.observe({ base: target.base_commit, also: inBase.map(({ path }) => path) });
  return observed.map((state) => ({ target, steps: planSteps(target, chain, state) }));
}

/** Puts files back as a snapshot has them, or writes the whole snapshot into a directory of its own. */
export async function restoreSnapshot(
  ports: Ports,
  record: TaskRecord,
  link: TreeLink,
  { paths, into }: { readonly paths?: readonly string[]; readonly into?: string },
): Promise<Result<Restored, RestoreError>> {
  if (into !== undefined) {
    return ports.worktree.materialize(link.snapshot.tree, into).map(({ files }) => ({ written: files, removed: 0 }));
  }
  const compared = await compare(ports, record, link);
  if (compared.isErr()) return err(compared.error);
  const { target, steps } = compared.value;
  const known = new Set([...target.files_changed, ...steps].map(({ path }) => path));
  for (const path of paths?.filter((each) => !known.has(each)) ?? []) {
    // What nobody changed is in the tree alone.
    const blob = await ports.worktree.readBlob(target.tree, path);
    if (blob.isErr()) return err(blob.error);
    if (blob.value === null)
      return err(rejection('InvalidInput', [{ condition: '/paths', detail: `${path} is no file of the snapshot.` }]));
  }
  const wanted = steps.filter(({ path }) => paths === undefined || paths.includes(path));
  const foreign = wanted.filter((step) => step.foreign);
  if (foreign.length > 0) return err(wouldLose(foreign));
  return ports.worktree.restore(
    link.snapshot.tree,
    wanted.map(({ path, now }) => ({ path, expected: now })),
  );
}

function planSteps(
  target: WorktreeSnapshot,
  chain: readonly WorktreeSnapshot[],
  { changed, also = [] }: WorktreeState,
): readonly RestoreStep[] {
  const wanted = new Map(target.files_changed.map((file) => [file.path, file]));
  const modes = new Map(target.file_metadata.map(({ path, mode }) => [path, mode]));
  const now = new Map(changed.map((file) => [file.path, file]));
  const undone = new Map(also.map(({ path, sha256 }) => [path, sha256]));
  const known = new Set(
    chain.flatMap(({ files_changed }) => files_changed.map(({ path, sha256 }) => `${sha256 ?? ''} ${path}`)),
  );

  return [...new Set([...wanted.keys(), ...now.keys()])].sort().flatMap((path): RestoreStep[] => {
    const want = wanted.get(path);
    const is = now.get(path);
    const same =
      want?.sha256 === is?.sha256 && want?.status === is?.status && (modes.get(path) ?? null) === (is?.mode ?? null);
    if (same) return [];
    // What equals the base commit is safe there; what some role handed off is safe in its snapshot.
    const foreign = is?.sha256 !== undefined && is.sha256 !== null && !known.has(`${is.sha256} ${path}`);
    const removes = want === undefined ? is?.status === 'added' : want.status === 'deleted';
    const sha256 = is === undefined ? (undone.get(path) ?? null) : is.sha256;
    return [{ path, action: removes ? 'remove' : 'write', now: sha256, foreign }];
  });
}

function wouldLose(steps: readonly RestoreStep[]): Rejection<'Rejected'> {
  return rejection(
    'Rejected',
    steps.map(({ path }) => ({
      condition: 'content-known',
      detail: `${path} holds edits that are in no snapshot, and restoring would lose them. Move it elsewhere first, or leave it out of paths.`,
    })),
  );
}
