import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { Surroundings, TreePath } from '@batonkit/core';
import { listOddPaths, readSurroundings, specialFacts } from '../worktree/surroundings.ts';
import { gitProblem, isChangedMeanwhile } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { parseTree, type TreeEntry } from '../objects/git-tree.ts';
import type { FileNow, SeenFile } from '../worktree/seen-file.ts';
import { byCodePoint, toTreePath } from '../objects/tree-path.ts';
import { type Conversions, watchConversions } from './conversions.ts';
import { type IndexEntry, type IndexFile, parseIndexFile } from './index-file.ts';
import type { Repository } from './open-repository.ts';
import { fingerprintOf } from './read-stable-file.ts';
import { readHead, resolveCommit } from './resolve-commit.ts';
import { readNow, walkInSteps } from './walk-worktree.ts';
import { readIfThere, statOf } from '../host/worktree-fs.ts';

/** A working tree at one moment, with what is needed to store it. */
export interface Look {
  readonly head: string;
  readonly branch: string | null;
  readonly base: string;
  readonly baseTree: string;
  readonly startedAt: number;
  /** True when nothing else in this process ran while files were looked at. */
  readonly isAtOnce: boolean;
  readonly surroundings: Surroundings;
  /** By code point of their paths; each with what HEAD has. */
  readonly files: readonly LookedAt[];
}

/** A path that differs from the base, and what HEAD says about it. */
export interface LookedAt extends SeenFile {
  readonly head: TreeEntry | null;
}

/** How to look. */
export interface LookOptions {
  /** Holds what is to be stored. */
  readonly keepContent?: boolean;
  /** The content of files is compared that changed after this moment. */
  readonly since?: number | undefined;
  /** What was there at that moment and git says nothing of. */
  readonly special?: readonly TreePath[] | undefined;
  /** The content of all files is compared. */
  readonly paranoid?: boolean | undefined;
}

const ATTEMPTS = 3;
/** File systems keep time in steps of some milliseconds. */
const CLOCK_STEP = 50;
/** File systems are behind the clock by up to one step. */
const SLACK = 10;
const LARGEST_HELD = 8 * 1024 * 1024;
const MOST_HELD = 128 * 1024 * 1024;

/** Looks at everything that differs from `base`; looks again when something moved under its eyes. */
export async function look(
  repository: Repository,
  reader: ObjectReader,
  base: string,
  options: LookOptions,
): Promise<Look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lookOnce(repository, reader, base, options);
    } catch (error) {
      if (!isChangedMeanwhile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The index as it is now, and its paths. */
export async function readIndex(
  repository: Repository,
  reader: ObjectReader,
): Promise<{ index: IndexFile; tracked: Map<string, IndexEntry>; conversions: Conversions; stamp: string }> {
  const { fs, gitDirectory, root, settings } = repository;
  const path = join(gitDirectory, 'index');
  const stat = statOf(fs, path);
  const index = parseIndexFile(readIfThere(fs, path), stat);
  const tracked = new Map(index.entries.map((entry) => [entry.path, entry]));
  const conversions = watchConversions(fs, settings);
  // Attributes of a file that is gone still count as git's index has them.
  for (const { path: file, id, intentToAdd } of index.entries) {
    if (intentToAdd || !/(^|\/)\.gitattributes$/.test(file) || statOf(fs, join(root, file)) !== undefined) continue;
    const object = await reader.read(id);
    if (object !== null) conversions.note(object.content, file);
  }
  return { index, tracked, conversions, stamp: stat === undefined ? '' : fingerprintOf(stat) };
}

async function lookOnce(
  repository: Repository,
  reader: ObjectReader,
  wanted: string,
  { keepContent = false, since = Infinity, special: known = [], paranoid = false }: LookOptions,
): Promise<Look> {
  const startedAt = Date.now();
  const { commit: head, branch } = readHead(repository);
  const { commit: base, tree: baseTree } = await resolveCommit(repository, reader, wanted);
  const { index, tracked, conversions, stamp } = await readIndex(repository, reader);
  const baseFiles = await flattenTree(reader, baseTree);
  const headFiles =
    base === head ? baseFiles : await flattenTree(reader, (await resolveCommit(repository, reader, head)).tree);
  let held = 0;
  const fits = (size: number): boolean => {
    const keeps = keepContent && size <= LARGEST_HELD && held + size <= MOST_HELD;
    if (keeps) held += size;
    return keeps;
  };
  const reading = { repository, conversions, keepContent: fits };
  const steps = walkInSteps({
    ...reading,
    index,
    tracked,
    reads: true,
    believesUntil: paranoid ? 0 : since - CLOCK_STEP,
  });
  let step = steps.next();
  const isAtOnce = step.done === true;
  for (; step.done !== true; step = steps.next()) await new Promise((resolve) => setImmediate(resolve));
  const { present, now, ignored, special } = step.value;
  const indexStat = statOf(repository.fs, join(repository.gitDirectory, 'index'));
  if ((indexStat === undefined ? '' : fingerprintOf(indexStat)) !== stamp)
    throw gitProblem('changed-meanwhile', 'the index');

  const files: LookedAt[] = [];
  for (const path of new Set([...tracked.keys(), ...baseFiles.keys(), ...headFiles.keys(), ...now.keys()])) {
    const entry = tracked.get(path) ?? null;
    const isTracked = entry !== null && !entry.intentToAdd;
    const [inBase, inHead] = [baseFiles.get(path) ?? null, headFiles.get(path) ?? null];
    const isThere = entry === null ? now.has(path) : present.has(path);
    const isAsIndex = isTracked && isThere && !now.has(path);
    if (isAsIndex && isSame(entry, inBase)) continue;
    const file = isThere ? (now.get(path) ?? readNow(reading, path, entry, null)) : null;
    if (isThere && file === null) throw gitProblem('changed-meanwhile', path);
    const inIndex = isTracked ? { mode: entry.mode, id: entry.id } : null;
    if (isSame(inIndex, inBase) && isSame(file, inBase)) continue;
    const name = Buffer.from(path);
    files.push({
      name,
      key: name.toString('latin1'),
      path: toTreePath(name),
      xy: lettersOf(inHead, entry, inIndex, file),
      base: inBase,
      head: inHead,
      index: inIndex,
      now: file,
      hidden: false,
    });
  }
  files.sort((a, b) => byCodePoint(a.path, b.path));
  const flagged = index.entries
    .filter(({ assumeUnchanged }) => assumeUnchanged)
    .map(({ path }) => ({
      name: Buffer.from(path),
      skipWorktree: false,
      assumeUnchanged: true,
      isThere: present.has(path),
    }));
  const [odd] = listOddPaths(repository.settings.all);
  if (odd !== undefined)
    throw gitProblem('unsupported', `${odd} is written in a way that only git can read; use the native engine`);
  const around = readSurroundings(
    { ...repository, isHost: repository.trustsTimes && process.platform !== 'win32' },
    { startedAt, settings: repository.settings.all, flagged, ignored: ignored.map((path) => Buffer.from(path)) },
  );
  // Of what was there when the files were handed off nobody said anything then; its own time can't be set back.
  const isNew = (path: string): boolean =>
    Number(statOf(repository.fs, join(repository.root, path))?.ctimeMs ?? 0) >= since - SLACK;
  const paths = special.map((path) => toTreePath(Buffer.from(path)));
  const isFirst = since === Infinity;
  const fresh =
    isFirst || !repository.trustsTimes ? [] : special.filter(isNew).map((path) => toTreePath(Buffer.from(path)));
  const lost = known.filter((path) => !paths.includes(path));
  const facts = {
    ...around.facts,
    ...specialFacts(
      fresh.filter((path) => !known.includes(path)),
      lost,
    ),
  };
  const untold = isFirst && paths.length > 0 ? { special: paths } : {};
  const surroundings = { ...around, ...untold, facts };
  return { head, branch, base, baseTree, startedAt, isAtOnce, surroundings, files };
}

function isSame(a: TreeEntry | FileNow | null, b: TreeEntry | FileNow | null): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

/** Git's two letters: HEAD to index, index to working tree. */
function lettersOf(
  head: TreeEntry | null,
  entry: IndexEntry | null,
  index: TreeEntry | null,
  now: FileNow | null,
): string {
  const staged = letterOf(head, index);
  if (entry !== null) return `${staged}${letterOf(index, now)}`;
  if (now === null) return `${staged}.`;
  return head === null ? '??' : `${staged}?`;
}

function letterOf(from: TreeEntry | FileNow | null, to: TreeEntry | FileNow | null): string {
  if (isSame(from, to)) return '.';
  if (from === null) return 'A';
  if (to === null) return 'D';
  return from.mode.slice(0, 3) === to.mode.slice(0, 3) ? 'M' : 'T';
}

/** Every file of a tree by its path. Submodules and names that are not valid UTF-8 are refused. */
async function flattenTree(reader: ObjectReader, root: string): Promise<Map<string, TreeEntry>> {
  const files = new Map<string, TreeEntry>();
  const open = [{ id: root, prefix: '' }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const tree = await reader.read(at.id);
    if (tree?.type !== 'tree')
      throw gitProblem('unsupported', `the tree ${at.id} is not in this repository (a partial or shallow clone?)`);
    for (const [name, entry] of parseTree(tree)) {
      const path = at.prefix + decodeName(name);
      if (entry.mode === '160000') throw gitProblem('unsupported', `${path} is a submodule; use the native engine`);
      if (entry.mode === '040000') open.push({ id: entry.id, prefix: `${path}/` });
      else if (/^(100644|100755|120000)$/.test(entry.mode)) files.set(path, entry);
      else throw gitProblem('unsupported', `${path} has the old mode ${entry.mode}; use the native engine`);
    }
  }
  return files;
}

/** The text of a name that is kept as latin1. */
function decodeName(name: string): string {
  let isPlain = true;
  for (let at = 0; at < name.length && isPlain; at += 1) isPlain = name.charCodeAt(at) < 0x80;
  if (isPlain) return name;
  const bytes = Buffer.from(name, 'latin1');
  if (!isUtf8(bytes))
    throw gitProblem('unsupported', `the name ${toTreePath(bytes)} is not valid UTF-8; use the native engine`);
  return bytes.toString('utf8');
}
