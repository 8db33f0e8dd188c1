import {
  type Elsewhere,
  err,
  type GitFailure,
  type GitWorktree,
  ok,
  reject,
  type Rejection,
  type Result,
  type RoleDiff,
  type SnapshotElsewhere,
  type StoreError,
  type TaskStore,
  type TreePath,
} from '@batonkit/core';
import { contentOf, normalizePatch, ownTree, scannerOr, screenPatch } from '@batonkit/core/internal';
import { sha256Hex } from '@batonkit/core/text';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import { homeOf } from '../section/home-of.ts';
import type { SecretScanner } from '@batonkit/secrets';
import { findUncovered } from '../facts/content-coverage.ts';
import { readContent } from '../facts/read-content.ts';

/** Why there is nothing to show. */
export type ShowError = StoreError | Rejection<'Rejected'> | Elsewhere | GitFailure | SnapshotElsewhere;

/** What a person approves: the patch, and the commits that bring it, the oldest first, with the files that each of them writes. */
export interface ShownChange extends RoleDiff {
  readonly commits: readonly { readonly commit: string; readonly files: readonly TreePath[] }[];
}

/** The patch that a person approves: from where the task leaves main to what was presented, as long as that is still what is there. */
export async function showPresented(
  ports: {
    readonly tasks: TaskStore;
    readonly worktree: GitWorktree | null;
    readonly scanSecrets?: SecretScanner | undefined;
  },
  record: ProtocolRecord,
): Promise<Result<ShownChange, ShowError>> {
  const { task_id: id, protocol } = record;
  const presented = protocol?.checkpoints.change.presented ?? null;
  if (presented === null)
    return unshown(
      `The change of ${id} is not presented, so there is nothing to show. Present it: baton present ${id} change`,
    );
  if (ports.worktree === null || presented.base === undefined)
    return unshown(`The change of ${id} was presented where no working tree can be looked at, so there is no patch.`);
  const own = ownTree(ports.worktree, record, homeOf(record));
  if (own.isErr()) return err(own.error);
  const captured = await own.value.capture({ base: presented.base });
  if (captured.isErr()) return err(captured.error);
  const bytes = await ports.tasks.getArtifact(id, presented.covers);
  if (bytes.isErr()) return err(bytes.error);
  const changed = findUncovered(readContent(bytes.value) ?? [], contentOf(captured.value.changed).files, new Set());
  if (changed.length > 0) {
    const named = `${changed.slice(0, 10).join(', ')}${changed.length > 10 ? ' ...' : ''}`;
    return unshown(
      `Since the change was presented these changed: ${named}. Present it again: baton present ${id} change`,
    );
  }
  const scan = await scannerOr(ports.scanSecrets);
  const show = (from: string, to: string) =>
    own.value
      .diff(from, to)
      .map(({ patch }) => new TextDecoder().decode(screenPatch(scan, patch, { hideAdded: true }).patch));
  const patch = await show(presented.base, captured.value.tree);
  if (patch.isErr()) return err(patch.error);
  const listed = await listCommits(own.value, record);
  if (listed.isErr()) return err(listed.error);
  const commits = listed.value;
  const overwritten: string[] = [];
  for (const { commit, parents, isOverwritten } of commits) {
    if (!isOverwritten) continue;
    const [parent, ...others] = parents;
    const alone = parent === undefined || others.length > 0 ? ok(`git show ${commit}\n`) : await show(parent, commit);
    if (alone.isErr()) return err(alone.error);
    // A comment to whatever reads a patch: it is history, and not part of what main will be.
    overwritten.push(`# commit ${commit} by itself:\n${alone.value.replaceAll(/^(?!$)/gm, '# ')}`);
  }
  const head = commits.map(({ commit, paths }) => `# commit ${commit} writes ${paths.join(', ')}\n`);
  const text = [...head, patch.value, ...overwritten].join('');
  const files = commits.map(({ commit, paths }) => ({ commit, files: paths }));
  return ok({ text, sha: sha256Hex(normalizePatch(new TextEncoder().encode(text))), commits: files });
}

interface LandingCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly paths: readonly TreePath[];
  /** True when another commit writes one of its paths too, so that the whole patch does not show what this one wrote. */
  readonly isOverwritten: boolean;
}

/** The commits that land with what was presented, the oldest first. */
async function listCommits(
  worktree: GitWorktree,
  { task_id: taskId, protocol }: ProtocolRecord,
): Promise<Result<readonly LandingCommit[], GitFailure>> {
  const { base, head } = protocol?.checkpoints.change.presented ?? {};
  if (base === undefined || head === undefined || base === head || worktree.commitChanges === undefined) return ok([]);
  const branch = protocol?.main?.branch ?? null;
  const main = await worktree.mainBranch?.({ commit: head, taskId, ...(branch === null ? {} : { branch }) });
  if (main?.isErr() === true) return err(main.error);
  const known = main?.isOk() === true && !main.value.has ? [main.value.head] : [];
  const listed = await worktree.commitChanges({ from: [base, ...known], to: head });
  return listed.map((changes) => {
    const writers = new Map<string, number>();
    for (const { path } of changes) writers.set(path, (writers.get(path) ?? 0) + 1);
    const commits = new Map<string, { readonly parents: readonly string[]; readonly paths: TreePath[] }>();
    for (const { commit, parents, path } of [...changes].reverse()) {
      const found = commits.get(commit) ?? { parents, paths: [] };
      found.paths.push(path);
      commits.set(commit, found);
    }
    return [...commits].map(([commit, { parents, paths }]) => ({
      commit,
      parents,
      paths: [...paths].reverse(),
      isOverwritten: paths.some((path) => (writers.get(path) ?? 0) > 1),
    }));
  });
}

function unshown(detail: string): Result<never, Rejection<'Rejected'>> {
  return reject('Rejected', [{ condition: 'presented', detail }]);
}
