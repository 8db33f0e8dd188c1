import { lstatSync } from 'node:fs';
import { convertFiles } from './convert-files.ts';
import { findConversions } from './find-conversions.ts';
import { GitProblem, gitProblem } from './git-problem.ts';
import { editTree, type TreeEntry } from './git-tree.ts';
import type { Repository } from './locate-repository.ts';
import { type Look, look } from './look.ts';
import { openObjectReader } from './object-reader.ts';
import { fingerprintOf } from './read-stable-file.ts';
import { readStatus } from './read-status.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { joinPacks } from './sweep-store.ts';
import type { PackObject } from './write-pack.ts';

/** A look whose whole state is stored. */
export interface Captured {
  readonly look: Look;
  readonly tree: string;
  readonly baseTree: string;
}

const ATTEMPTS = 3;

/** Looks at the working tree and stores it: what the base commit does not have goes into the store. */
export async function captureTree(repository: Repository, store: SnapshotStore, base: string): Promise<Captured> {
  for (let attempt = 1; ; attempt += 1) {
    const captured = await captureOnce(repository, store, base);
    if (captured !== null) return captured;
    if (attempt === ATTEMPTS) throw gitProblem('changed-meanwhile', 'files kept changing while they were stored');
  }
}

/** `null` when the working tree was not the same before and after. */
async function captureOnce(repository: Repository, store: SnapshotStore, wanted: string): Promise<Captured | null> {
  store.prepare();
  const reader = openObjectReader(store.place);
  try {
    const seen = await look(repository, wanted, true);
    // One status at the end shows that nothing moved while files were read one after the other.
    const again = readStatus(repository);
    again.catch(() => undefined); // awaited below; until then its failure must not end the process
    const converted = await convertFiles(repository, seen.base, await findConversions(repository, seen.files));
    const root = await reader.read(`${seen.base}^{tree}`);
    if (root?.type !== 'tree') throw gitProblem('unknown-commit', seen.base);

    const changes = new Map<string, TreeEntry | null>();
    const objects: PackObject[] = [];
    for (const { key, name, now, base } of seen.files) {
      if (now === null) {
        changes.set(key, null);
        continue;
      }
      const other = converted.get(key);
      const id = other?.id ?? now.id;
      changes.set(key, { mode: now.mode, id });
      const isBorrowed = id === base?.id || now.mode === '160000' || now.fingerprint === null;
      if (isBorrowed) continue;
      const file = Buffer.concat([Buffer.from(`${repository.root}/`), name]);
      const content = other?.content ?? now.content;
      objects.push({ id, type: 'blob', size: content?.length ?? now.size ?? 0, content: content ?? { file } });
    }
    const edited = await editTree(reader, repository.hash, root.id, changes);
    const trees = edited.made.map(({ id, content }): PackObject => ({
      id,
      type: 'tree',
      size: content.length,
      content,
    }));
    await store.add([...objects, ...trees]);
    if (!(await again).equals(seen.status) || !isUntouched(repository, seen)) return null;
    store.recordCapture(edited.root, seen.base);
    // A sweep may have taken objects that this capture relied on; from here on it knows the tree.
    await store.add([...objects, ...trees]);
    await joinPacks(store);
    return { look: seen, tree: edited.root, baseTree: root.id };
  } catch (error) {
    if (
      error instanceof GitProblem &&
      'reason' in error.failure.data &&
      error.failure.data.reason === 'changed-meanwhile'
    )
      return null;
    throw error;
  } finally {
    reader.close();
  }
}

/** True when every file that was read is still the one that was read. */
function isUntouched({ root }: Repository, { files }: Look): boolean {
  return files.every(({ name, now }) => {
    if (now === null || now.fingerprint === null) return true;
    const stat = lstatSync(Buffer.concat([Buffer.from(`${root}/`), name]), { bigint: true, throwIfNoEntry: false });
    return stat !== undefined && fingerprintOf(stat) === now.fingerprint;
  });
}
