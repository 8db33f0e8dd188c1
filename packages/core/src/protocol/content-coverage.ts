import * as z from 'zod';
import type { ChangedFile } from '../ports/git-worktree.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/** One changed file as an approval covers it. */
export interface ContentFile {
  readonly path: string;
  readonly mode: string | null;
  readonly sha256: string | null;
}

/** The content of a task at one moment, as bytes to store and the name under which approvals cover it. */
export interface Content {
  readonly sha: string;
  readonly bytes: Uint8Array;
  readonly files: readonly ContentFile[];
}

const ContentSchema = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), mode: z.string().nullable(), sha256: z.string().nullable() })),
});

/** The content that a working tree has: every path that differs from the base, with its mode and bytes; nothing else counts. */
export function contentOf(changed: readonly ChangedFile[]): Content {
  const files = changed.map(({ path, mode, sha256 }) => ({ path, mode, sha256 }));
  const bytes = encodeUtf8(canonicalJson({ files }));
  return { sha: sha256Hex(bytes), bytes, files };
}

/** Reads what {@link contentOf} made; `null` when it is something else. */
export function readContent(bytes: Uint8Array): readonly ContentFile[] | null {
  try {
    const parsed = ContentSchema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return parsed.success ? parsed.data.files : null;
  } catch {
    return null;
  }
}

/**
 * The paths for which what was said about `covered` no longer holds: a covered file that changed, or a changed file that is not covered.
 * Files in `unrelated` are left out of the latter: uncommitted edits elsewhere, which no merge takes along.
 *
 * @example
 * ```ts
 * import { findUncovered } from '@batonkit/core/protocol';
 *
 * const approved = [{ path: 'a.ts', mode: '100644', sha256: '1' }];
 * findUncovered(approved, [...approved, { path: 'notes.md', mode: '100644', sha256: '2' }], new Set(['notes.md'])); // => []
 * findUncovered(approved, [{ path: 'a.ts', mode: '100755', sha256: '1' }], new Set()); // => ['a.ts']
 * ```
 */
export function findUncovered(
  covered: readonly ContentFile[],
  current: readonly ContentFile[],
  unrelated: ReadonlySet<string>,
): readonly string[] {
  const now = new Map(current.map((file) => [file.path, file]));
  const then = new Set(covered.map(({ path }) => path));
  const changed = covered.filter(({ path, mode, sha256 }) => {
    const file = now.get(path);
    return file === undefined || file.mode !== mode || file.sha256 !== sha256;
  });
  const added = current.filter(({ path }) => !then.has(path) && !unrelated.has(path));
  return [...changed, ...added].map(({ path }) => path);
}
