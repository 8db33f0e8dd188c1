import type { ChangedFile, ChangeStatus, TreePath } from '@batonkit/core';
import type { TreeEntry } from '../objects/git-tree.ts';

/** What is at a path now. */
export interface FileNow {
  readonly mode: string;
  /** Git's id of the raw bytes; of a submodule, its commit. */
  readonly id: string;
  readonly size: number | null;
  /** Empty for what is neither a file nor a link, such as a pipe. */
  readonly sha256: string;
  readonly content: Buffer | null;
  /** Of the file on disk; `null` for what is not a file of this working tree. */
  readonly fingerprint: string | null;
  readonly changedAt: number | null;
}

/** A path that may differ from the base, with all that was seen of it. */
export interface SeenFile {
  readonly name: Buffer;
  /** The name as latin1 text, for maps. */
  readonly key: string;
  readonly path: TreePath;
  readonly xy: string;
  readonly base: TreeEntry | null;
  readonly index: TreeEntry | null;
  readonly now: FileNow | null;
  /** Marked so that git itself does not look. */
  readonly hidden: boolean;
}

/** True for ordinary files, the only ones to which git applies conversions. */
export function isRegular(mode: string | null | undefined): boolean {
  return mode === '100644' || mode === '100755';
}

/** The public form of what was seen. */
export function toChangedFile({ path, xy, base, index, now }: SeenFile): ChangedFile {
  return {
    path,
    status: statusOf(base, now),
    xy,
    mode: now?.mode ?? null,
    size: now?.size ?? null,
    sha256: now === null || now.sha256 === '' ? null : now.sha256,
    baseBlob: base?.id ?? null,
    staged: index === null ? null : `${index.mode} ${index.id}`,
  };
}

function statusOf(base: TreeEntry | null, now: FileNow | null): ChangeStatus {
  if (now === null) return 'deleted';
  if (base === null) return 'added';
  return base.mode.slice(0, 3) === now.mode.slice(0, 3) ? 'modified' : 'type-changed';
}
