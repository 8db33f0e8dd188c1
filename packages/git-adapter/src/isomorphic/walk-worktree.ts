import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import type { FileNow } from '../worktree/seen-file.ts';
import { type Conversions, readRulesFile } from './conversions.ts';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts';
import type { IndexEntry, IndexFile } from './index-file.ts';
import type { Repository } from './open-repository.ts';
import { readStableFile } from './read-stable-file.ts';
import { type DirectoryEntry, type FileStat, listEntries, readIfThere, statOf } from '../host/worktree-fs.ts';

/** What a walk found. */
export interface Walked {
  /** Tracked paths that are there. */
  readonly present: ReadonlySet<string>;
  /** Tracked files that differ from the index, and untracked files that are not ignored. */
  readonly now: ReadonlyMap<string, FileNow>;
  /** What is ignored: files, and folders that are ignored as a whole, which end in a slash. */
  readonly ignored: readonly string[];
  /** Pipes, sockets and devices where nothing is tracked, and that are not ignored. */
  readonly special: readonly string[];
}

/** How a walk goes. */
export interface WalkOptions {
  readonly repository: Repository;
  readonly index: IndexFile;
  readonly tracked: ReadonlyMap<string, IndexEntry>;
  readonly conversions: Conversions;
  readonly keepContent: (size: number) => boolean;
  /** Without it, files are found and not read. */
  readonly reads: boolean;
  /** Of files that changed after this moment, git's index is not believed. Defaults to never. */
  readonly believesUntil?: number;
}

/** A list of patterns, and how much of a path is above the directory it applies to. */
interface Scope {
  readonly rules: IgnoreRules;
  readonly above: number;
}

const NUMBER_BETWEEN_BREATHS = 256;

/**
 * Walks a working tree: tracked files wherever they are, others where no rule ignores them. Links are never followed. It pauses now and
 * then, so that a caller can let others have their turn.
 */
export function* walkInSteps(options: WalkOptions): Generator<undefined, Walked> {
  const { repository, tracked, conversions, believesUntil = Infinity } = options;
  const { fs, root, settings } = repository;
  const folders = foldersOf(tracked.keys());
  const present = new Set<string>();
  const now = new Map<string, FileNow>();
  const ignored: string[] = [];
  const special: string[] = [];
  let sinceBreath = 0;

  const everywhere = settings.excludes.flatMap((file): Scope[] => {
    const rules = parseIgnoreRules(readIfThere(fs, file) ?? Buffer.alloc(0), settings);
    return rules === null ? [] : [{ rules, above: 0 }];
  });
  yield* visit('', everywhere, false);
  return { present, now, ignored, special };

  function* visit(folder: string, outer: readonly Scope[], isIgnored: boolean): Generator<undefined, void> {
    const at = join(root, folder);
    const entries = listEntries(fs, at);
    const names = new Set(entries.map(({ name }) => String(name)));
    if (folder !== '' && names.has('.git'))
      throw gitProblem('unsupported', `${folder} is a repository of its own; use the native engine`);
    if (names.size < entries.length) throw oddName(at);
    const attributes = names.has('.gitattributes') ? readRulesFile(fs, at, '.gitattributes') : null;
    if (attributes !== null) conversions.note(attributes, join(folder, '.gitattributes'));
    const patterns = names.has('.gitignore') && !isIgnored ? readRulesFile(fs, at, '.gitignore') : null;
    const rules = patterns === null ? null : parseIgnoreRules(patterns, settings);
    const prefix = folder === '' ? '' : `${folder}/`;
    const scopes = rules === null ? outer : [...outer, { rules, above: Buffer.byteLength(prefix) }];

    for (const entry of entries) {
      if ((sinceBreath += 1) % NUMBER_BETWEEN_BREATHS === 0) yield;
      const name = String(entry.name);
      if (folder === '' && name === '.git') continue;
      if (/^(\.git|git~\d+)$/i.test(name))
        throw gitProblem('unsupported', `${prefix}${name} is a name that git refuses`);
      if (name.includes('\ufffd') && statOf(fs, join(at, name)) === undefined) throw oddName(at);
      const path = prefix + name;
      if (entry.isDirectory()) {
        const isHidden = isIgnored || isIgnoredBy(scopes, path, true);
        if (!isHidden || folders.has(path)) yield* visit(path, scopes, isHidden);
        else ignored.push(`${path}/`);
      } else see(path, entry, () => isIgnored || isIgnoredBy(scopes, path, false));
    }
  }

  function see(path: string, entry: DirectoryEntry, isIgnored: () => boolean): void {
    const known = tracked.get(path);
    if (known === undefined) {
      if (!entry.isFile() && !entry.isSymbolicLink()) {
        if (!isIgnored()) special.push(path);
        return;
      }
      if (isIgnored()) {
        ignored.push(path);
        return;
      }
      const file = options.reads ? readNow(options, path, null, null) : absent;
      if (file !== null) now.set(path, file);
      return;
    }
    present.add(path);
    if (!options.reads) return;
    if (repository.trustsTimes && !known.intentToAdd) {
      const stat = statOf(fs, join(root, path));
      const isKnown = stat !== undefined && Number(stat.ctimeNs / 1_000_000n) < believesUntil;
      if (isKnown && modeOf(repository, known, stat) === known.mode && options.index.isCurrent(known, stat)) return;
    }
    const file = readNow(options, path, known, known.intentToAdd ? null : known);
    if (file === null) present.delete(path);
    else if (file.id !== known.id || file.mode !== known.mode || known.intentToAdd) now.set(path, file);
  }
}

/** A walk without pauses. */
export function walkWhole(options: WalkOptions): Walked {
  const steps = walkInSteps(options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const absent: FileNow = { mode: '', id: '', size: null, sha256: '', content: null, fingerprint: null, changedAt: null };

/** Reads one file of a working tree; `known` is what the index has of it, and `hashed` what needs no SHA-256. */
export function readNow(
  { repository, conversions, keepContent }: Pick<WalkOptions, 'repository' | 'conversions' | 'keepContent'>,
  path: string,
  known: IndexEntry | null,
  hashed: TreeEntry | null,
): FileNow | null {
  return readStableFile(repository.fs, join(repository.root, path), {
    modeOf: (stat) => modeOf(repository, known, stat),
    known: hashed,
    conversions,
    keepContent,
  });
}

/** Git's mode of a file on disk. Where the file system knows no modes or links, git believes its index. */
function modeOf({ settings }: Repository, known: IndexEntry | null, stat: FileStat): string {
  if (stat.isSymbolicLink()) return '120000';
  if (!settings.symlinks && known?.mode === '120000') return '120000';
  const isRegular = known !== null && known.mode.startsWith('100') && !known.intentToAdd;
  if (!settings.fileMode) return isRegular ? known.mode : '100644';
  return (stat.mode & 0o100n) === 0n ? '100644' : '100755';
}

function oddName(folder: string) {
  return gitProblem('unsupported', `a name in ${folder} is not valid UTF-8; use the native engine`);
}

/** The innermost list that has something to say decides. */
function isIgnoredBy(scopes: readonly Scope[], path: string, isDirectory: boolean): boolean {
  const bytes = Buffer.from(path).toString('latin1');
  for (let at = scopes.length - 1; at >= 0; at -= 1) {
    const scope = scopes[at];
    const decided = scope?.rules.decide(bytes.slice(scope.above), isDirectory) ?? null;
    if (decided !== null) return decided;
  }
  return false;
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
