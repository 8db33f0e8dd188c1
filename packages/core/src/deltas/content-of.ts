import type { ContentFile } from '../ports/linked-trees.ts';
import type { ChangedFile } from '../ports/git-worktree.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/** The content of a task at one moment, as bytes to store and the name under which approvals cover it. */
export interface Content {
  readonly sha: string;
  readonly bytes: Uint8Array;
  readonly files: readonly ContentFile[];
}

/** The content that a working tree has: every path that differs from the base, with its mode and bytes and those it had there; nothing else counts. */
export function contentOf(changed: readonly ChangedFile[]): Content {
  const files = changed.map(({ path, mode, sha256, baseBlob: base }) => ({ path, mode, sha256, base }));
  const bytes = encodeUtf8(canonicalJson({ files }));
  return { sha: sha256Hex(bytes), bytes, files };
}
