import type { AttributedFile, ChainStep, FileContent, LineCount } from '../attribution/attribute-chain.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere, TreePath } from '../ports/git-worktree.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import { findLastLink, type SnapshotMissing } from './find-link.ts';

/** Whose each line of a task's final state is. */
export interface Attribution {
  /** Every file that some link of the chain touched and that is still there, by path. */
  readonly files: readonly AttributedFile[];
  readonly totals: readonly LineCount[];
  /** For the commit with this work: `Baton-Role: reviewer; lines=12`. */
  readonly trailers: readonly string[];
}

/** Why nothing could be attributed. */
export type AttributionError = GitFailure | SnapshotElsewhere | SnapshotMissing;

/** Reads the chain of trees from the base commit to the last hand-off, and attributes every line that it touched. */
export async function attributeTask(
  worktree: GitWorktree,
  record: TaskRecord,
): Promise<Result<Attribution, AttributionError>> {
  const link = findLastLink(record);
  if (link.isErr()) return err(link.error);
  // Loaded when somebody asks: most processes never do.
  const { attributeChain, formatTrailers, OUTSIDE_WORKFLOW, sumLines } = await import('../attribution/index.ts');
  const steps: ChainStep[] = [];
  // Every snapshot of a chain is taken against the same commit.
  const { base_commit } = link.value.snapshot;
  let before = base_commit;
  for (const { role, outside, snapshot } of record.tree_chain) {
    const changed = await worktree.diff(before, snapshot.tree);
    if (changed.isErr()) return err(changed.error);
    const files = await readFiles(
      worktree,
      snapshot.tree,
      changed.value.files.map(({ path }) => path),
    );
    if (files.isErr()) return err(files.error);
    steps.push({ role: outside ? OUTSIDE_WORKFLOW : role, files: files.value });
    before = snapshot.tree;
  }
  const touched = [...new Set(steps.flatMap(({ files }) => [...files.keys()]))];
  const base = await readFiles(worktree, base_commit, touched);
  if (base.isErr()) return err(base.error);
  const existing = new Map([...base.value].flatMap(([path, content]) => (content === null ? [] : [[path, content]])));
  const files = attributeChain({ base: existing, steps });
  return ok({ files, totals: sumLines(files), trailers: formatTrailers(files) });
}

const AT_ONCE = 8;

async function readFiles(
  worktree: GitWorktree,
  tree: string,
  paths: readonly TreePath[],
): Promise<Result<Map<TreePath, FileContent | null>, GitFailure | SnapshotElsewhere>> {
  const files = new Map<TreePath, FileContent | null>();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const read = await Promise.all(some.map(async (path) => ({ path, bytes: await worktree.readBlob(tree, path) })));
    for (const { path, bytes } of read) {
      if (bytes.isErr()) return err(bytes.error);
      files.set(path, bytes.value === null ? null : decode(bytes.value));
    }
  }
  return ok(files);
}

/** Git's rule for binary files. Text that is not UTF-8 is read byte by byte, so that different lines stay different. */
function decode(bytes: Uint8Array): FileContent {
  if (bytes.subarray(0, 8000).includes(0)) return 'binary';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('latin1').decode(bytes) };
  }
}
