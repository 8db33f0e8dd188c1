import type { RoleDiff } from '../deltas/read-diff.ts';
import { ownTree, type Elsewhere } from '../deltas/own-tree.ts';
import { screenPatch } from '../deltas/screen-patch.ts';
import { normalizePatch } from '../deltas/normalize-patch.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { reject, type Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { SecretScanner } from '@batonkit/secrets';
import { scannerOr } from '../commit/refuse-secrets.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { findUncovered } from './content-coverage.ts';
import { contentOf } from './content-of.ts';
import { readContent } from './read-content.ts';

/** Why there is nothing to show. */
export type ShowError = StoreError | Rejection<'Rejected'> | Elsewhere | GitFailure | SnapshotElsewhere;

/** The patch that a person approves: from where the task leaves main to what was presented, as long as that is still what is there. */
export async function showPresented(
  ports: {
    readonly tasks: TaskStore;
    readonly worktree: GitWorktree | null;
    readonly scanSecrets?: SecretScanner | undefined;
  },
  record: TaskRecord,
): Promise<Result<RoleDiff, ShowError>> {
  const { task_id: id, protocol } = record;
  const presented = protocol?.checkpoints.change.presented ?? null;
  if (presented === null)
    return unshown(
      `The change of ${id} is not presented, so there is nothing to show. Present it: baton present ${id} change`,
    );
  if (ports.worktree === null || presented.base === undefined)
    return unshown(`The change of ${id} was presented where no working tree can be looked at, so there is no patch.`);
  const own = ownTree(ports.worktree, record);
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
  const diff = await own.value.diff(presented.base, captured.value.tree);
  if (diff.isErr()) return err(diff.error);
  const { patch } = screenPatch(await scannerOr(ports.scanSecrets), diff.value.patch, { hideAdded: true });
  return ok({ text: new TextDecoder().decode(patch), sha: sha256Hex(normalizePatch(patch)) });
}

function unshown(detail: string): Result<never, Rejection<'Rejected'>> {
  return reject('Rejected', [{ condition: 'presented', detail }]);
}
