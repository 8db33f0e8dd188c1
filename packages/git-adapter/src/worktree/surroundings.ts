import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Surroundings, TreePath } from '@batonkit/core';
import { errnoOf } from '../host/git-problem.ts';
import { readOrdinary, statOf, type WorktreeFs } from '../host/worktree-fs.ts';
import { toTreePath } from '../objects/tree-path.ts';

/** One setting of git, with whose file it is from. */
export interface Setting {
  /** `system` and `global` are a person's own; `local` and `worktree` are the repository's, with all that they include. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** A file that git was told not to look at. */
interface FlaggedFile {
  readonly name: Buffer;
  readonly skipWorktree: boolean;
  readonly assumeUnchanged: boolean;
  readonly isThere: boolean;
}

/** Where the rules are read. */
interface Place {
  readonly fs: WorktreeFs;
  readonly root: string;
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  /** Where a person's own configuration is; `null` where nobody has one. */
  readonly home: string | null;
  readonly configHome: string | null;
  readonly isHost: boolean;
}

/** Settings that decide what git sees, or what it takes for the same, with their defaults. Those that only decide how it looks are pinned. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['core.filemode', 'true'],
  ['core.ignorecase', 'false'],
  ['core.symlinks', 'true'],
  ['core.precomposeunicode', 'false'],
  ['core.autocrlf', 'false'],
  ['core.eol', 'native'],
  ['core.worktree', ''],
  ['core.sparsecheckout', 'false'],
  ['attr.tree', ''],
]);
const FILTER = /^filter\..+\.(?:clean|process|required)$/s;
/** More flagged files than these are told by number. */
const MOST_NAMES = 40;

/** What {@link readSurroundings} goes by. */
export interface SeenAround {
  readonly startedAt: number;
  /** The strongest last. */
  readonly settings: readonly Setting[];
  readonly flagged: readonly FlaggedFile[];
  /** What is ignored: files, and folders that are ignored as a whole, which end in a slash. */
  readonly ignored: readonly Buffer[];
  /** What git makes of paths in settings that are written in a way only git knows, by key: see {@link listOddPaths}. */
  readonly paths?: ReadonlyMap<string, string>;
}

/** The settings with paths that begin with somebody's home (`~ann/`) or with where git is installed (`%(prefix)/`). */
export function listOddPaths(settings: readonly Setting[]): readonly string[] {
  return ['core.excludesfile', 'core.attributesfile'].filter((key) =>
    /^(?:~[^/]|%\()/.test(settings.findLast((each) => each.key === key)?.value ?? ''),
  );
}

/** What is said of pipes and the like that came, and of those that went or changed. */
export function specialFacts(fresh: readonly TreePath[], lost: readonly TreePath[]): Readonly<Record<string, string>> {
  const isGit = (path: TreePath): boolean => /(?:^|\/)\.git$/.test(path);
  const groups = {
    'new pipes, sockets or devices': fresh.filter((path) => !isGit(path)),
    'new .git that is no repository': fresh.filter(isGit),
    'pipes, sockets or devices that went': lost.filter((path) => !isGit(path)),
    '.git that is no repository and changed': lost.filter(isGit),
  };
  return Object.fromEntries(
    Object.entries(groups)
      .filter(([, paths]) => paths.length > 0)
      .map(([name, paths]) => [name, paths.join('; ')]),
  );
}

/** Whether a sparse checkout leaves files out here. */
export function isSparse(settings: readonly Setting[]): boolean {
  return normalize(settings.findLast(({ key }) => key === 'core.sparsecheckout')?.value ?? 'false') === 'true';
}

/** What decides which changes can be seen. No git is needed for it. */
export function readSurroundings(
  place: Place,
  { startedAt, settings, flagged, ignored, paths = new Map() }: SeenAround,
): Surroundings {
  const facts: Record<string, string> = {};
  for (const setting of new Map(settings.map((each) => [each.key, each])).values()) {
    const fact = factOf(setting);
    if (fact !== null) facts[`${ownerOf(setting)}setting ${setting.key}`] = fact;
  }
  for (const { name, file } of ruleFiles(place, settings, paths)) {
    const rules = summarize(readRules(place.fs, file));
    if (rules !== null) facts[name] = rules;
  }
  const begun = operationsUnderWay(place);
  if (begun !== null) facts['operations under way'] = begun;
  const sparse = isSparse(settings);
  if (sparse) {
    const patterns = readOrdinary(place.fs, join(place.gitDirectory, 'info', 'sparse-checkout'));
    facts['sparse patterns'] = summarize(patterns) ?? 'none';
  }
  const flags = flagsOf(flagged, sparse);
  if (flags !== null) facts['flagged files'] = flags;
  return { lookedAt: startedAt, facts, hiddenRules: findHiddenRules(place, ignored), ignored: ignored.length };
}

/** `null` for what says what would be so anyway, and for what decides nothing. */
function factOf({ key, value }: Setting): string | null {
  if (FILTER.test(key)) return shortHash(Buffer.from(value));
  const otherwise = SETTINGS.get(key);
  const normal = normalize(value);
  return otherwise === undefined || normal === otherwise ? null : normal;
}

function normalize(value: string): string {
  if (/^(?:true|yes|on|1)$/i.test(value)) return 'true';
  if (/^(?:false|no|off|0)?$/i.test(value)) return value === '' ? '' : 'false';
  return value;
}

function ownerOf({ scope }: Setting): '' | 'personal ' {
  return scope === 'local' || scope === 'worktree' ? '' : 'personal ';
}

interface RuleFile {
  readonly name: string;
  readonly file: string;
}

/** The files outside the tree that git reads rules from. */
function ruleFiles(
  place: Place,
  settings: readonly Setting[],
  paths: ReadonlyMap<string, string>,
): readonly RuleFile[] {
  const { home, configHome } = place;
  const named = (key: string, byDefault: string): readonly RuleFile[] => {
    const setting = settings.findLast((each) => each.key === key);
    if (setting === undefined)
      return configHome === null ? [] : [{ name: `personal ${key}`, file: join(configHome, 'git', byDefault) }];
    const isAtHome = home !== null && setting.value.startsWith('~/');
    const path = isAtHome ? join(home, setting.value.slice(2)) : (paths.get(key) ?? setting.value);
    return path === '' ? [] : [{ name: `${ownerOf(setting)}${key}`, file: resolve(place.root, path) }];
  };
  return [
    { name: '.git/info/exclude', file: join(place.commonDirectory, 'info', 'exclude') },
    { name: '.git/info/attributes', file: join(place.commonDirectory, 'info', 'attributes') },
    ...named('core.excludesfile', 'ignore'),
    ...named('core.attributesfile', 'attributes'),
    ...(place.isHost ? [{ name: 'personal /etc/gitattributes', file: '/etc/gitattributes' }] : []),
  ];
}

/** Outside the tree git follows links to rules. */
function readRules(fs: WorktreeFs, file: string): Buffer | null {
  const isLink = statOf(fs, file)?.isSymbolicLink() === true;
  try {
    return readOrdinary(fs, isLink ? String(fs.realpathSync(file)) : file);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ELOOP') return null;
    throw error;
  }
}

/** What git takes up with the next commit or `--continue`: a merge that somebody began makes of it one with another parent. */
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

function operationsUnderWay({ fs, gitDirectory }: Place): string | null {
  const found = UNDER_WAY.flatMap((name) => {
    const stat = statOf(fs, join(gitDirectory, name));
    if (stat === undefined) return [];
    const head = stat.isFile() ? ` ${readOrdinary(fs, join(gitDirectory, name))?.toString('latin1').trim() ?? ''}` : '';
    return [`${name}${head}`];
  });
  return found.length === 0 ? null : found.join('; ');
}

/** The rules of a file in short; `null` when it has none. Comments and empty lines are none. */
function summarize(content: Buffer | null): string | null {
  const lines = (content ?? Buffer.alloc(0)).toString('latin1').split(/\r?\n/);
  const rules = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (rules.length === 0) return null;
  return `${rules.length} ${rules.length === 1 ? 'line' : 'lines'} (${shortHash(Buffer.from(rules.join('\n')))})`;
}

/**
 * Which files git was told not to look at, and which of them are gone. In a sparse checkout git takes the flag off what is there all the
 * same, so only what is absent counts.
 */
function flagsOf(flagged: readonly FlaggedFile[], sparse: boolean): string | null {
  const flags = flagged.flatMap(({ name, skipWorktree, assumeUnchanged, isThere }) => {
    if (sparse && skipWorktree && isThere && !assumeUnchanged) return [];
    const names = [...(skipWorktree ? ['skip-worktree'] : []), ...(assumeUnchanged ? ['assume-unchanged'] : [])];
    return [`${toTreePath(name)} (${[...names, ...(isThere ? [] : ['absent'])].join(', ')})`];
  });
  if (flags.length === 0) return null;
  if (flags.length <= MOST_NAMES) return flags.join('; ');
  return `${flags.length} files (${shortHash(Buffer.from(flags.join('\n')))})`;
}

function findHiddenRules({ fs, root }: Place, ignored: readonly Buffer[]): Record<string, string> {
  const found = ignored.filter((name) => /(?:^|\/)\.git(?:ignore|attributes)$/.test(name.toString('latin1')));
  return Object.fromEntries(
    found.flatMap((name) => {
      const content = readOrdinary(fs, join(root, name.toString('utf8')));
      return content === null ? [] : [[toTreePath(name), createHash('sha256').update(content).digest('hex')]];
    }),
  );
}

function shortHash(content: Buffer): string {
  return `sha256 ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
