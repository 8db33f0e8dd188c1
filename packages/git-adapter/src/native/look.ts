import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { convertFiles } from './convert-files.ts';
import { findConversions } from './find-conversions.ts';
import { gitProblem, isChangedMeanwhile } from '../host/git-problem.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import type { Repository } from './locate-repository.ts';
import { createFileLooker, type FileLooker } from './look-at-file.ts';
import { parseRawDiff, type RawChange } from './parse-raw-diff.ts';
import { parseStatus, type StatusEntry } from './parse-status.ts';
import { readIndexFlags } from './read-index-flags.ts';
import { readStatus } from './read-status.ts';
import { resolveCommit } from './resolve-commit.ts';
import { runGit } from './run-git.ts';
import { seeHidden, seeStagedHidden } from './see-hidden.ts';
import type { SeenFile } from '../worktree/seen-file.ts';
import { byCodePoint, toTreePath } from '../objects/tree-path.ts';

/** A working tree at one moment, with what is needed to store it. */
export interface Look {
  readonly head: string;
  readonly branch: string | null;
  readonly base: string;
  readonly status: Buffer;
  /** When git was asked. */
  readonly startedAt: number;
  /** By code point of their paths. */
  readonly files: readonly SeenFile[];
}

const ATTEMPTS = 3;

/** Looks at everything that differs from `base`; looks again when something moved under its eyes. */
export async function look(repository: Repository, base: string, keepContent: boolean): Promise<Look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lookOnce(repository, base, keepContent);
    } catch (error) {
      if (!isChangedMeanwhile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function lookOnce(repository: Repository, wanted: string, keepContent: boolean): Promise<Look> {
  const startedAt = Date.now();
  const indexBefore = indexStamp(repository);
  const running = readStatus(repository);
  // Node is idle while git works; a failure of both is reported as git's.
  const flags = readIndexFlags(repository);
  const [status] = await Promise.all([running, flags.catch(() => undefined)]);
  const { head, branch, entries } = parseStatus(status);
  if (head === null) throw gitProblem('no-commit', repository.root);
  const hidden = await flags;
  if (indexStamp(repository) !== indexBefore) throw gitProblem('changed-meanwhile', 'the index');

  const base = wanted === head ? head : await resolveCommit(repository, wanted);
  const moved = base === head ? [] : await changesBetween(repository, base, head);
  const looker = createFileLooker(repository, keepContent, keepContent || base !== head);
  const hashing = createFileLooker(repository, keepContent, true);
  const movedByKey = new Map(moved.map((change) => [change.name.toString('latin1'), change]));
  const hiddenByKey = new Map(hidden.map((entry) => [entry.name.toString('latin1'), entry]));
  const isHidden = ({ name, xy, indexMode }: StatusEntry): boolean =>
    xy.endsWith('.') && indexMode !== '160000' && hiddenByKey.has(name.toString('latin1'));
  const files = [
    ...(await seeEntries(
      looker,
      entries.filter((entry) => !isHidden(entry)),
      movedByKey,
    )),
    ...(await seeStagedHidden(hashing, entries.filter(isHidden), movedByKey, hiddenByKey)),
  ];
  const known = new Set(files.map(({ key }) => key));
  const unlisted = [
    ...(await seeMoved(
      looker,
      moved.filter(({ name }) => !known.has(name.toString('latin1'))),
    )),
    ...(await seeHidden(
      repository,
      hashing,
      hidden.filter(({ name }) => !known.has(name.toString('latin1'))),
      movedByKey,
    )),
  ];
  const byKey = new Map([...unlisted, ...files].map((file) => [file.key, file]));
  const changed = await dropUnchanged(repository, base, [...byKey.values()], base !== head);
  changed.sort((a, b) => byCodePoint(a.path, b.path));
  return { head, branch: branch ?? oddBranch(repository), base, status, startedAt, files: changed };
}

/** Changes whenever git writes the index. */
function indexStamp({ gitDirectory }: Repository): string {
  const stat = statSync(join(gitDirectory, 'index'), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** Status cannot tell a detached HEAD from a branch that somebody called `(detached)`. */
function oddBranch({ gitDirectory }: Repository): string | null {
  const head = readFileSync(join(gitDirectory, 'HEAD'), 'utf8');
  return head.startsWith('ref: refs/heads/(detached)') ? '(detached)' : null;
}

async function changesBetween(repository: Repository, from: string, to: string): Promise<RawChange[]> {
  const options = ['-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none', '--no-relative'];
  return parseRawDiff(await runGit(repository.place, ['diff-tree', ...options, from, to]));
}

/** Turns the lines of status into files, reading each that exists. */
async function seeEntries(
  looker: FileLooker,
  entries: readonly StatusEntry[],
  moved: ReadonlyMap<string, RawChange>,
): Promise<SeenFile[]> {
  const files = new Map<string, SeenFile>();
  let sinceBreath = 0;
  for (const entry of entries) {
    // Reading is synchronous, which is several times faster; others get their turn in between.
    if ((sinceBreath += 1) % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
    const isNested = entry.name.at(-1) === 0x2f;
    const name = isNested ? entry.name.subarray(0, -1) : entry.name;
    const key = name.toString('latin1');
    const earlier = files.get(key);
    const head = entryOf(entry.headMode, entry.headId);
    const change = moved.get(key);
    const base = change === undefined ? (earlier?.base ?? head) : change.from;
    const xy = earlier === undefined ? entry.xy : `${earlier.xy.slice(0, 1)}?`; // staged as deleted, and still there
    const isThere = entry.xy === '??' || entry.worktreeMode !== null;
    const isGitlink = isNested || entry.worktreeMode === '160000';
    let now = null;
    if (isThere) {
      const seen = isGitlink ? looker.nested(name) : looker.file(name, [entry.worktreeMode, entry.indexMode]);
      now = seen instanceof Promise ? await seen : seen;
      if (now === null) throw gitProblem('changed-meanwhile', toTreePath(name));
    }
    const index = earlier?.index ?? entryOf(entry.indexMode, entry.indexId);
    files.set(key, { name, key, path: toTreePath(name), xy, base, index, now, hidden: false });
  }
  return [...files.values()];
}

function entryOf(mode: string | null, id: string | null): TreeEntry | null {
  return mode === null || id === null ? null : { mode, id };
}

/** Files that the working tree has as HEAD does, while HEAD differs from the base. */
async function seeMoved(looker: FileLooker, moved: readonly RawChange[]): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  for (const { name, from, to } of moved) {
    const key = name.toString('latin1');
    const common = { name, key, path: toTreePath(name), xy: '..', base: from, index: to, hidden: false };
    if (to === null) files.push({ ...common, now: null });
    else {
      const seen = to.mode === '160000' ? null : await looker.file(name, [to.mode]);
      files.push({ ...common, now: seen ?? (await looker.absent(to.mode, to.id)) });
    }
  }
  return files;
}

/** Leaves out files that are, in index and working tree, just as in the base. Git's own answer against HEAD needs no such check. */
async function dropUnchanged(
  repository: Repository,
  base: string,
  files: SeenFile[],
  all: boolean,
): Promise<SeenFile[]> {
  const doubtful = files.filter(
    (file) => (all || file.hidden) && same(file.index, file.base) && file.now?.mode === file.base?.mode,
  );
  const different = doubtful.filter(({ now, base: before }) => now?.id !== before?.id);
  const converted = await convertFiles(repository, base, await findConversions(repository, different));
  const unchanged = new Set(
    doubtful.filter(({ key, now, base: before }) => (converted.get(key)?.id ?? now?.id) === before?.id),
  );
  return files.filter((file) => !unchanged.has(file));
}

function same(a: TreeEntry | null, b: TreeEntry | null): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}
