import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ContentFile, failure } from '@batonkit/core';
import { listCommitChanges } from '../objects/list-commit-changes.ts';
import { openObjectReader } from '../native/object-reader.ts';
import { parseRawDiff, type RawChange } from '../native/parse-raw-diff.ts';
import { commandProblem } from '../native/run-git.ts';
import { toTreePath } from '../objects/tree-path.ts';
import { pathOf } from '../names/linked-name.ts';
import { LinkedProblem } from './linked-problem.ts';
import type { LinkedRepository } from './linked-repository.ts';

const SUBMODULE = '160000';

/**
 * The paths that differ between two commits and are not, with mode, content and what they were before, among the approved files. An approved file is named by its
 * bytes as checked out; where those are not the bytes that git stores, it is checked out as git does it.
 */
export async function findUnapproved(
  repository: LinkedRepository,
  { taskId, from, to }: { readonly taskId: string; readonly from: string; readonly to: string },
  files: readonly ContentFile[],
): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
  const { code, stdout, stderr } = await repository.tryGit(args);
  if (code !== 0) throw commandProblem(args, code, stderr);
  const approved = new Map(files.map((file) => [file.path, file]));
  const unapproved: string[] = [];
  const tree = pathOf(repository.root, { taskId, agent: null });
  for (const change of parseRawDiff(stdout)) {
    const path = toTreePath(change.name);
    const file = approved.get(path);
    if (file === undefined || !(await isApproved(repository, tree, { ...change, path }, file))) unapproved.push(path);
  }
  return unapproved;
}

/** The paths that commits between the two change and that are not among the approved files, or that a merge dropped. */
export async function findNeverShown(
  { commonDirectory }: LinkedRepository,
  { from, to }: { readonly from: string; readonly to: string },
  files: readonly ContentFile[],
): Promise<readonly string[]> {
  const reader = openObjectReader({ cwd: commonDirectory, env: { GIT_NO_REPLACE_OBJECTS: '1' } });
  try {
    const approved = new Set(files.map(({ path }) => path));
    const changes = await listCommitChanges(reader, { from: [from], to });
    const unshown = changes.filter(({ path, isDropped }) => isDropped || !approved.has(path));
    return [...new Set(unshown.map(({ commit, path }) => `${path} (commit ${commit.slice(0, 12)})`))];
  } finally {
    reader.close();
  }
}

async function isApproved(
  repository: LinkedRepository,
  tree: string,
  { path, from, to }: Omit<RawChange, 'name'> & { readonly path: string },
  { mode, sha256, base }: ContentFile,
): Promise<boolean> {
  if ((from?.id ?? null) !== base) return false;
  if (to === null) return sha256 === null;
  if (to.mode !== mode) return false;
  if (to.mode === SUBMODULE) return hashOf(Buffer.from(to.id)) === sha256;
  if (hashOf(await read(repository, ['cat-file', 'blob', to.id])) === sha256) return true;
  // The attributes that decide how a file is checked out are those of the task's tree.
  if (path.startsWith('"') || !existsSync(tree)) return false;
  return hashOf(await read(repository, ['cat-file', '--filters', `--path=${path}`, to.id], tree)) === sha256;
}

async function read({ tryGit }: LinkedRepository, args: readonly string[], cwd?: string): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(args, cwd === undefined ? {} : { cwd });
  if (code === 0) return stdout;
  const { message } = commandProblem(args, code, stderr);
  const detail = `A file of the change cannot be read, so nobody can tell whether it was approved: ${message}`;
  throw new LinkedProblem(failure('StaleApproval', detail, { unmet: [{ condition: 'change-approved', detail }] }));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
