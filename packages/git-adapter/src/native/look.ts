import nodeFs, { readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Surroundings, TreePath } from '@batonkit/core';
import { convertFiles } from './convert-files.ts';
import { findChangedFolders, findLostSpecial, findSpecial } from './find-special.ts';
import { findConversions } from './find-conversions.ts';
import { gitProblem, isChangedMeanwhile } from '../host/git-problem.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import type { Repository } from './locate-repository.ts';
import { createFileLooker, type FileLooker } from './look-at-file.ts';
import { parseRawDiff, type RawChange } from './parse-raw-diff.ts';
import { parseStatus, type StatusEntry } from './parse-status.ts';
import { isNestedThere, openNested } from './nested-repositories.ts';
import { readSettings } from './own-programs.ts';
import { isHidden as isFlagged, readIndexFlags } from './read-index-flags.ts';
import { readStatus } from './read-status.ts';
import { resolveCommit } from './resolve-commit.ts';
import { runGit, tryGit } from './run-git.ts';
import { seeHidden, seeStagedHidden } from './see-hidden.ts';
import { statIfThere } from './stat-in-tree.ts';
import { isSparse, listOddPaths, readSurroundings, specialFacts } from '../worktree/surroundings.ts';
import { writeUntrustingIndex } from './untrusting-index.ts';
import type { SeenFile } from '../worktree/seen-file.ts';
import { byCodePoint, fromTreePath, toTreePath } from '../objects/tree-path.ts';

/** A working tree at one moment, with what is needed to store it. */
export interface Look {
  readonly head: string;
  readonly branch: string | null;
  readonly base: string;
  readonly status: Buffer;
  /** When git was asked. */
  readonly startedAt: number;
  /** Of this working tree itself, by code point of their paths. */
  readonly files: readonly SeenFile[];
  /** What was seen in the working trees inside this one. */
  readonly nested: readonly NestedLook[];
  /** Those of the working trees inside included. */
  readonly surroundings: Surroundings;
}

/** A look at a working tree inside another one. */
export interface NestedLook {
  /** Its folder in the outer one. */
  readonly name: Buffer;
  readonly repository: Repository;
  readonly look: Look;
}

/** How to look. */
export interface LookOptions {
  /** Holds what is to be stored. */
  readonly keepContent?: boolean;
  /** The content of files is compared that git's index was told about after this moment. */
  readonly since?: number | undefined;
  /** What was there at that moment and git says nothing of. */
  readonly special?: readonly TreePath[] | undefined;
  /** The content of all files is compared. */
  readonly paranoid?: boolean | undefined;
}

const ATTEMPTS = 3;

/** Looks at everything that differs from `base`; looks again when something moved under its eyes. */
export async function look(repository: Repository, base: string, options: LookOptions): Promise<Look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lookOnce(repository, base, options);
    } catch (error) {
      if (!isChangedMeanwhile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Everything that was seen, with the paths of the outermost working tree. */
export function filesOf({ files, nested }: Look): readonly SeenFile[] {
  if (nested.length === 0) return files;
  const inside = nested.flatMap(({ name: folder, look: inner }) =>
    filesOf(inner).map((file) => {
      const name = Buffer.concat([folder, Buffer.from('/'), file.name]);
      return { ...file, name, key: name.toString('latin1'), path: toTreePath(name) };
    }),
  );
  return [...files, ...inside].sort((one, other) => byCodePoint(one.path, other.path));
}

/** `wanted` is `null` for HEAD itself. */
async function lookOnce(repository: Repository, wanted: string | null, options: LookOptions): Promise<Look> {
  const { keepContent = false, since, special: before = [], paranoid = false } = options;
  const startedAt = Date.now();
  const indexBefore = indexStamp(repository);
  const untrusting = paranoid ? await writeUntrustingIndex(repository) : null;
  const running = readStatus(repository, untrusting === null ? {} : { GIT_INDEX_FILE: untrusting }).finally(() => {
    if (untrusting !== null) rmSync(dirname(untrusting), { recursive: true, force: true });
  });
  // Node is idle while git works; a failure of several is reported as that of status.
  const folders = new Set<string>();
  const marks = readIndexFlags(repository, paranoid ? Infinity : since, folders);
  const isWhole = paranoid || since === undefined;
  const changedFolders = marks.then(() =>
    isWhole ? ['', ...folders] : findChangedFolders(repository.root, folders, since),
  );
  const configuration = readSettings(repository.place);
  const [report] = await Promise.all([
    running,
    marks.catch(() => undefined),
    configuration.catch(() => undefined),
    changedFolders.catch(() => undefined),
  ]);
  const { status, ignored } = report;
  const { head, branch, entries: listed } = parseStatus(status);
  if (head === null) throw gitProblem('no-commit', repository.root);
  const marked = await marks;
  const settings = await configuration;
  if (indexStamp(repository) !== indexBefore) throw gitProblem('changed-meanwhile', 'the index');
  const sparse = isSparse(settings);
  const leftOut = new Set(
    sparse ? marked.filter((each) => each.skipWorktree).map(({ name }) => name.toString('latin1')) : [],
  );
  // Without its flag, git takes for removed what a sparse checkout leaves out.
  const entries = paranoid
    ? listed.filter(({ name, xy }) => xy !== '.D' || !leftOut.has(name.toString('latin1')))
    : listed;
  const hidden = paranoid ? [] : marked.filter(isFlagged);
  const doubted = paranoid ? [] : marked.filter((each) => !isFlagged(each) && each.mode !== '160000');
  const flagged = marked.filter(isFlagged).map((each) => ({ ...each, isThere: isThere(repository, each.name) }));
  const paths = await readPaths(repository, listOddPaths(settings));
  const around = readSurroundings(placeOf(repository), { startedAt, settings, flagged, ignored, paths });
  const insides = [
    ...marked.filter(({ name, mode }) => mode === '160000' && isNestedThere(repository, name)).map(({ name }) => name),
    ...entries.filter(({ name }) => name.at(-1) === 0x2f).map(({ name }) => name.subarray(0, -1)),
  ];
  const special = await findUntold(repository, {
    since: since ?? 0,
    isWhole,
    folders,
    changed: await changedFolders,
    repositories: insides.map((name) => name.toString('latin1')),
    entries: listed,
    ignored,
  });
  const base = wanted === null || wanted === head ? head : await resolveCommit(repository, wanted);
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
    ...(await seeStagedHidden(hashing, entries.filter(isHidden), movedByKey, hiddenByKey, sparse)),
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
      sparse,
    )),
    ...(await seeHidden(
      repository,
      hashing,
      doubted.filter(({ name }) => !known.has(name.toString('latin1'))),
      movedByKey,
      sparse,
    )),
  ];
  const byKey = new Map([...unlisted, ...files].map((file) => [file.key, file]));
  const changed = await dropUnchanged(repository, base, [...byKey.values()], base !== head);
  changed.sort((a, b) => byCodePoint(a.path, b.path));
  const nested: NestedLook[] = [];
  for (const name of insides) {
    const folder = `${toTreePath(name)}/`;
    const below = before.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    nested.push(await lookInside(repository, name, { ...options, special: below }));
  }
  const own = nested.reduce(
    (paths, { name }) => paths.filter((path) => !path.startsWith(`${toTreePath(name)}/`)),
    before,
  );
  const told = since === undefined ? { ...around, ...(special.length > 0 && { special }) } : around;
  const names = own.map((path) => fromTreePath(path).toString('latin1'));
  const lost = since === undefined ? [] : findLostSpecial(repository.root, names, since);
  const fresh = since === undefined ? [] : special.filter((path) => !own.includes(path));
  const surroundings = nested.reduce(joinSurroundings, {
    ...told,
    facts: {
      ...around.facts,
      ...specialFacts(
        fresh,
        lost.map((name) => toTreePath(Buffer.from(name, 'latin1'))),
      ),
    },
  });
  return {
    head,
    branch: branch ?? oddBranch(repository),
    base,
    status,
    startedAt,
    files: changed,
    nested,
    surroundings,
  };
}

interface UntoldSearch {
  readonly since: number;
  readonly isWhole: boolean;
  readonly folders: Set<string>;
  readonly changed: readonly string[];
  readonly repositories: readonly string[];
  readonly entries: readonly StatusEntry[];
  readonly ignored: readonly Buffer[];
}

/** What git says nothing of and does not ignore, made or changed after a moment. */
async function findUntold(
  { root, place }: Repository,
  { since, isWhole, folders, changed, repositories, entries, ignored }: UntoldSearch,
): Promise<readonly TreePath[]> {
  const others = new Set<string>();
  for (const { name } of entries) {
    const key = name.toString('latin1');
    for (let slash = key.lastIndexOf('/', key.length - 2); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const folder = key.slice(0, slash);
      if (!folders.has(folder)) others.add(folder);
    }
  }
  const names = new Set(ignored.map((name) => name.toString('latin1')));
  const found = findSpecial({
    root,
    since,
    folders: new Set([...folders, ...others]),
    repositories,
    changed: [...changed, ...others],
    isIgnored: (name) => names.has(name),
    isWhole,
  });
  if (found.length === 0) return [];
  const input = Buffer.from(found.map((name) => `${name}\0`).join(''), 'latin1');
  const { stdout } = await tryGit(place, ['check-ignore', '-z', '--stdin'], input);
  const hidden = new Set(stdout.toString('latin1').split('\0'));
  return found.filter((name) => !hidden.has(name)).map((name) => toTreePath(Buffer.from(name, 'latin1')));
}

async function lookInside(outer: Repository, name: Buffer, options: LookOptions): Promise<NestedLook> {
  const repository = await openNested(outer, name);
  return { name, repository, look: await lookOnce(repository, null, options) };
}

function isThere({ root }: Repository, name: Buffer): boolean {
  return statIfThere(Buffer.concat([Buffer.from(`${root}/`), name])) !== undefined;
}

/** Paths in settings as git reads them. */
async function readPaths(repository: Repository, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  for (const key of keys) {
    const { code, stdout } = await tryGit(repository.place, ['config', '--type=path', '-z', '--get', key]);
    if (code === 0) paths.set(key, stdout.toString('utf8').replace(/\0$/, ''));
  }
  return paths;
}

/** Where git reads its rules on this host. */
function placeOf(repository: Repository) {
  const home = process.env['HOME'] ?? homedir();
  const set = process.env['XDG_CONFIG_HOME'];
  const configHome = set === undefined || set === '' ? join(home, '.config') : set;
  return { ...repository, fs: nodeFs, home, configHome, isHost: process.platform !== 'win32' };
}

/** What was found inside counts under the name of its folder. */
function joinSurroundings(outer: Surroundings, { name, look: { surroundings: inner } }: NestedLook): Surroundings {
  const folder = toTreePath(name);
  const below = <T>(found: Readonly<Record<string, T>>, between: string): Record<string, T> =>
    Object.fromEntries(Object.entries(found).map(([key, value]) => [`${folder}${between}${key}`, value]));
  const special = [...(outer.special ?? []), ...(inner.special ?? []).map((path) => `${folder}/${path}`)];
  return {
    ...(special.length > 0 && { special }),
    lookedAt: outer.lookedAt,
    facts: { ...outer.facts, ...below(inner.facts, ': ') },
    hiddenRules: { ...outer.hiddenRules, ...below(inner.hiddenRules, '/') },
    ignored: outer.ignored + inner.ignored,
  };
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
