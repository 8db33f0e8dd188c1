import type { CommitError, MutationOptions } from '../commit/task-committer.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere, WorktreeState } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { rejection, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { SnapshotSummary, WorktreeSnapshot } from '../slices/worktree-snapshot.ts';
import { commitSnapshot } from './commit-snapshot.ts';
import type { DeltaPorts } from './delta-ports.ts';
import type { StoredSnapshot } from './find-target.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { SnapshotError } from './take-snapshot.ts';

/** What restoring a snapshot would do to one file. */
export interface RestoreStep {
  readonly path: string;
  /** `stage`: the file stays as it is, and only what is staged changes. */
  readonly action: 'write' | 'remove' | 'stage';
  /** SHA-256 of what is there now; `null` when nothing is. */
  readonly now: string | null;
  /** True when what is there now, or what is staged, is in no snapshot: restoring would lose it. */
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
  /** The name of the snapshot that holds the edits from outside that were in the way; left out when there were none. */
  readonly kept?: string;
}

/** What to do about edits that are in no snapshot and that a restore would overwrite. */
export type ForeignEdits = 'refuse' | 'keep';

/** Why nothing was restored. */
export type RestoreError =
  | GitFailure
  | SnapshotElsewhere
  | StoreError
  | CommitError
  | SnapshotError
  | Rejection<'Rejected' | 'InvalidInput' | 'NotOwner'>;

interface Ports {
  readonly tasks: TaskStore;
  readonly worktree: GitWorktree;
}

/** Compares the working tree with a snapshot and tells, for each file that differs, what a restore would do. */
export async function previewRestore(
  ports: Ports,
  record: TaskRecord,
  target: StoredSnapshot,
): Promise<Result<RestorePreview, GitFailure | SnapshotElsewhere | StoreError>> {
  return (await compare(ports, record, target)).map(({ snapshot, steps }) => ({ tree: snapshot.tree, steps }));
}

interface Comparison {
  readonly snapshot: WorktreeSnapshot;
  readonly steps: readonly RestoreStep[];
  readonly head: string;
}

async function compare(
  { tasks, worktree }: Ports,
  record: TaskRecord,
  target: StoredSnapshot,
): Promise<Result<Comparison, GitFailure | SnapshotElsewhere | StoreError>> {
  const known: WorktreeSnapshot[] = [];
  for (const { snapshot } of [...record.tree_chain, ...record.named_snapshots]) {
    const read = await (record.completion === null
      ? readSnapshot(tasks, record.task_id, snapshot)
      : rebuildSnapshot(worktree, snapshot));
    if (read.isErr()) return err(read.error);
    known.push(read.value);
  }
  const snapshot = known.find(({ tree, snapshot_time }) => {
    return tree === target.snapshot.tree && snapshot_time === target.snapshot.snapshot_time;
  });
  if (snapshot === undefined) throw new Error('previewRestore: the snapshot is not in the record.');
  // A file that is as in the base commit again is not among the changes, and is there all the same.
  const inBase = snapshot.files_changed.filter(({ status }) => status !== 'added');
  const observed = await worktree.observe({ base: snapshot.base_commit, also: inBase.map(({ path }) => path) });
  if (observed.isErr()) return err(observed.error);
  const state = observed.value;
  const base = await hashBase(worktree, snapshot, state);
  return base.map((inBaseNow) => ({ snapshot, head: state.head, steps: planSteps(snapshot, known, state, inBaseNow) }));
}

/** Of a task that is complete only the trees are left, so its snapshots are told from these. */
async function rebuildSnapshot(
  worktree: GitWorktree,
  summary: SnapshotSummary,
): Promise<Result<WorktreeSnapshot, GitFailure | SnapshotElsewhere>> {
  const { details: _, artifacts: __, ...identity } = summary;
  const diff = await worktree.diff(summary.base_commit, summary.tree);
  if (diff.isErr()) return err(diff.error);
  const files: WorktreeSnapshot['files_changed'][number][] = [];
  for (const { path } of diff.value.files) {
    const [now, before] = [
      await worktree.readBlob(summary.tree, path),
      await worktree.readBlob(summary.base_commit, path),
    ];
    if (now.isErr()) return err(now.error);
    if (before.isErr()) return err(before.error);
    const status = now.value === null ? 'deleted' : before.value === null ? 'added' : 'modified';
    const sha256 = now.value === null ? null : sha256Hex(now.value);
    files.push({ path, status, xy: '', sha256, previous_sha256: null });
  }
  return ok({
    ...identity,
    diff_from_base: '',
    status_report: '',
    file_metadata: diff.value.files.flatMap(({ path, mode }) => (mode === null ? [] : [{ path, mode, size: null }])),
    files_changed: files,
    out_of_scope: [],
    incremental_diff_sha: null,
    incremental_diff_error: null,
  } as unknown as WorktreeSnapshot);
}

/** SHA-256 of what the base commit holds at the paths that are changed now and were not then: what equals it is safe there. */
async function hashBase(
  worktree: GitWorktree,
  { base_commit, files_changed }: WorktreeSnapshot,
  { changed }: WorktreeState,
): Promise<Result<ReadonlyMap<string, string>, GitFailure | SnapshotElsewhere>> {
  const then = new Set(files_changed.map(({ path }) => path));
  const hashes = new Map<string, string>();
  for (const { path, sha256, baseBlob } of changed) {
    if (sha256 === null || baseBlob === null || then.has(path)) continue;
    const blob = await worktree.readBlob(base_commit, path);
    if (blob.isErr()) return err(blob.error);
    if (blob.value !== null) hashes.set(path, sha256Hex(blob.value));
  }
  return ok(hashes);
}

/** Puts files back as a snapshot has them, or writes the whole snapshot into a directory of its own. */
export async function restoreSnapshot(
  ports: DeltaPorts,
  record: TaskRecord,
  target: StoredSnapshot,
  {
    paths,
    into,
    foreign: whatOfForeign = 'refuse',
    ...options
  }: Partial<MutationOptions> & {
    readonly paths?: readonly string[];
    readonly into?: string;
    readonly foreign?: ForeignEdits;
  },
): Promise<Result<Restored, RestoreError>> {
  const { worktree } = ports;
  if (into !== undefined) {
    const written = await worktree.materialize(target.snapshot.tree, into);
    return written.map(({ files }) => ({ written: files, removed: 0 }));
  }
  const compared = await compare(ports, record, target);
  if (compared.isErr()) return err(compared.error);
  const { snapshot, steps, head } = compared.value;
  const known = new Set([...snapshot.files_changed, ...steps].map(({ path }) => path));
  for (const path of paths?.filter((each) => !known.has(each)) ?? []) {
    // What nobody changed is in the tree alone.
    const blob = await worktree.readBlob(snapshot.tree, path);
    if (blob.isErr()) return err(blob.error);
    if (blob.value === null)
      return err(rejection('InvalidInput', [{ condition: '/paths', detail: `${path} is no file of the snapshot.` }]));
  }
  const wanted = steps.filter(({ path }) => paths === undefined || paths.includes(path));
  const foreign = wanted.filter((step) => step.foreign);
  if (foreign.length > 0 && whatOfForeign === 'refuse') return err(wouldLose(foreign));
  const kept = foreign.length === 0 ? ok(null) : await keepForeign(ports, record, target, options);
  if (kept.isErr()) return err(kept.error);
  // Where HEAD moved, what was staged then would undo what was committed since.
  const staging = head === snapshot.head && snapshot.status_report !== '';
  const restored = await worktree.restore(
    snapshot.tree,
    wanted.map(({ path, now }) => ({ path, expected: now })),
    staging ? { staged: snapshot.staged_tree ?? snapshot.base_commit } : {},
  );
  return restored.map((done) => ({ ...done, ...(kept.value !== null && { kept: kept.value }) }));
}

/** Stores the tree as it is under a name of its own. What a file becomes after that, a restore refuses to overwrite. */
async function keepForeign(
  ports: DeltaPorts,
  record: TaskRecord,
  { role }: StoredSnapshot,
  { actor = '', session = null, forceSecrets }: Partial<MutationOptions>,
): Promise<Result<string | null, RestoreError>> {
  if (record.completion !== null) return err(taskIsOver(record));
  const how = { role, previous: record.tree_chain.at(-1) ?? null, allowClean: true, outOfScope: 'warn' } as const;
  const committed = await commitSnapshot(ports, record, how, {
    commandFor: (snapshot) => ({ type: 'keep-snapshot', role, snapshot }),
    options: { actor, session, ...(forceSecrets !== undefined && { forceSecrets }) },
  });
  return committed.map(({ context }) => context.record.named_snapshots.at(-1)?.name ?? null);
}

function taskIsOver({ task_id }: TaskRecord): Rejection<'Rejected'> {
  const detail = `${task_id} is complete, so nothing can be kept in its record. Commit or stash the edits, or move them elsewhere first.`;
  return rejection('Rejected', [{ condition: 'task-open', detail }]);
}

function planSteps(
  target: WorktreeSnapshot,
  chain: readonly WorktreeSnapshot[],
  { head, changed, also = [] }: WorktreeState,
  inBase: ReadonlyMap<string, string>,
): readonly RestoreStep[] {
  const wanted = new Map(target.files_changed.map((file) => [file.path, file]));
  const modes = new Map(target.file_metadata.map(({ path, mode }) => [path, mode]));
  const now = new Map(changed.map((file) => [file.path, file]));
  const undone = new Map(also.map(({ path, sha256 }) => [path, sha256]));
  const all = chain.flatMap(({ files_changed }) => files_changed);
  const known = new Set(all.map(({ path, sha256 }) => `${sha256 ?? ''} ${path}`));
  const knownStaged = new Set(all.map(({ path, staged }) => `${staged ?? ''} ${path}`));
  const comparesStaged = head === target.head && target.status_report !== '';

  return [...new Set([...wanted.keys(), ...now.keys()])].sort().flatMap((path): RestoreStep[] => {
    const want = wanted.get(path);
    const is = now.get(path);
    const isInBase = is?.sha256 !== undefined && is.sha256 !== null && inBase.get(path) === is.sha256;
    const isAsBase = want === undefined && isInBase && is?.status === 'modified' && is.xy.endsWith('.');
    const same =
      isAsBase ||
      (want?.sha256 === is?.sha256 && want?.status === is?.status && (modes.get(path) ?? null) === (is?.mode ?? null));
    const stagedSame = !comparesStaged || isStagedSame(want, is);
    if (same && stagedSame) return [];
    // What equals the base commit is safe there; what some role handed off is safe in its snapshot.
    const isNew = is?.sha256 !== undefined && is.sha256 !== null && !isInBase && !known.has(`${is.sha256} ${path}`);
    // A letter says that what is staged is neither what HEAD has nor what is on disk.
    const isStagedAlone = /^[^.?D][^.]$/.test(is?.xy ?? '') && !knownStaged.has(`${is?.staged ?? ''} ${path}`);
    const foreign = (isNew && !same) || (comparesStaged && !stagedSame && isStagedAlone);
    const removes = want === undefined ? is?.status === 'added' : want.status === 'deleted';
    const sha256 = is === undefined ? (undone.get(path) ?? null) : is.sha256;
    return [{ path, action: same ? 'stage' : removes ? 'remove' : 'write', now: sha256, foreign }];
  });
}

type Staged = { readonly xy: string; readonly staged?: string | null | undefined } | undefined;

/** Whether the same is staged at a path. A path that is not among the changes is staged as HEAD has it. */
function isStagedSame(want: Staged, is: Staged): boolean {
  const isUnstaged = (file: Staged): boolean => file === undefined || /^[.?]/.test(file.xy);
  if (isUnstaged(want) && isUnstaged(is)) return true;
  return want?.staged !== undefined && want.staged === is?.staged;
}

function wouldLose(steps: readonly RestoreStep[]): Rejection<'Rejected'> {
  return rejection(
    'Rejected',
    steps.map(({ path }) => ({
      condition: 'content-known',
      detail: `${path} holds edits that are in no snapshot, and restoring would lose them. Pass foreign: 'keep' to store them as a named snapshot first, or leave it out of paths.`,
    })),
  );
}
