import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ChangedFile, Failure, GitWorktree, Result, ResultAsync, WorktreeState } from '@batonkit/core';

/** The value of a result; a failure fails the test with its code and message. */
export async function expectValue<T>(result: Result<T, Failure> | ResultAsync<T, Failure>): Promise<T> {
  const settled = await result;
  if (settled.isErr()) assert.fail(`expected success, got ${settled.error.code}: ${settled.error.message}`);
  return settled.value;
}

/** The failure of a result, which must have the given code, and reason where one is named. */
export async function expectFailure<E extends Failure>(
  result: Result<unknown, E> | ResultAsync<unknown, E>,
  code: E['code'],
  reason?: string,
): Promise<E> {
  const settled = await result;
  if (settled.isOk()) assert.fail(`expected ${code}, but the call succeeded`);
  assert.equal(settled.error.code, code, settled.error.message);
  if (reason !== undefined) assert.equal((settled.error.data as { reason?: string }).reason, reason);
  return settled.error;
}

/** SHA-256 of text or bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Git's id of a blob, in a SHA-1 repository. */
export function blobId(content: string): string {
  const bytes = Buffer.from(content);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Git's id of the tree with these files, worked out here and not by any engine. Modes default to `100644`. */
export function treeId(files: Readonly<Record<string, string>>, modes: Readonly<Record<string, string>> = {}): string {
  const folders = new Map<string, Record<string, string>>();
  const entries: { key: string; mode: string; name: string; id: string }[] = [];
  for (const [path, content] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash === -1) entries.push({ key: path, mode: modes[path] ?? '100644', name: path, id: blobId(content) });
    else {
      const folder = path.slice(0, slash);
      folders.set(folder, { ...folders.get(folder), [path.slice(slash + 1)]: content });
    }
  }
  for (const [folder, inside] of folders) {
    const below = Object.entries(modes).filter(([path]) => path.startsWith(`${folder}/`));
    const innerModes = Object.fromEntries(below.map(([path, mode]) => [path.slice(folder.length + 1), mode]));
    entries.push({ key: `${folder}/`, mode: '40000', name: folder, id: treeId(inside, innerModes) });
  }
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  const content = Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  return createHash('sha1').update(`tree ${content.length}\0`).update(content).digest('hex');
}

/** The commit that HEAD names. */
export async function headOf(worktree: GitWorktree): Promise<string> {
  return (await expectValue(worktree.head())).commit;
}

/** What is compared between two looks: everything but the raw status. */
export function comparable({ head, branch, changed }: WorktreeState): unknown {
  return { head, branch, changed };
}

/** Looks against HEAD. */
export async function observeNow(worktree: GitWorktree): Promise<WorktreeState> {
  return expectValue(worktree.observe({ base: await headOf(worktree) }));
}

/** The one changed path; any other number of them fails the test. */
export function only(state: WorktreeState): ChangedFile {
  assert.equal(state.changed.length, 1, `expected one changed file, got ${JSON.stringify(state.changed)}`);
  const [changed] = state.changed;
  assert.ok(changed);
  return changed;
}
