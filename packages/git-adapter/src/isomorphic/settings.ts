import { join, resolve } from 'node:path';
import { type GitProblem, gitProblem } from '../host/git-problem.ts';
import type { Setting } from '../worktree/surroundings.ts';
import { type ConfigEntry, parseConfigBoolean, parseGitConfig } from './git-config.ts';
import { readIfThere, type WorktreeFs } from '../host/worktree-fs.ts';

/** What of a user's configuration can change a result. */
export interface Settings {
  readonly fileMode: boolean;
  readonly symlinks: boolean;
  readonly ignoreCase: boolean;
  readonly autocrlf: boolean;
  /** True where a checkout may write other line ends than are stored. */
  readonly writesCrlf: boolean;
  /** Files of ignore patterns and of attributes that apply everywhere, weakest first; not all of them exist. */
  readonly excludes: readonly string[];
  readonly attributes: readonly string[];
  /** All of them, the strongest last. */
  readonly all: readonly Setting[];
  /** Why this engine cannot look at the repository. */
  readonly refusals: readonly GitProblem[];
  /** Why its answers may differ from git's in rare cases. */
  readonly reductions: readonly string[];
}

interface Place {
  readonly fs: WorktreeFs;
  readonly root: string;
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  readonly home: string | null;
  readonly configHome: string | null;
  readonly isHost: boolean;
}

const relevant =
  /^(core\.(bare|worktree|filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|excludesfile|attributesfile)|extensions\.)/;

/** Reads the configuration files as git does: the system's, the user's, the repository's, the working tree's. */
export function readSettings(place: Place): Settings {
  const { root, gitDirectory, commonDirectory, configHome, isHost } = place;
  const refusals: GitProblem[] = [];
  const refuse = (detail: string): void =>
    void refusals.push(gitProblem('unsupported', `${detail}; use the native engine`));
  const files = [
    ...(isHost && process.platform !== 'win32' ? ['/etc/gitconfig'] : []),
    ...(configHome === null ? [] : [join(configHome, 'git', 'config')]),
    ...(place.home === null ? [] : [join(place.home, '.gitconfig')]),
    join(commonDirectory, 'config'),
  ];
  const own = join(commonDirectory, 'config');
  const all: Setting[] = [];
  const entries = files.flatMap((file) => {
    const found = readConfig(place, file, refuse, 0);
    all.push(...found.map((entry) => settingOf(entry, file === own ? 'local' : 'global')));
    return found;
  });
  const last = (name: string): ConfigEntry | undefined => entries.findLast((entry) => entry.name === name);
  const isOn = (name: string, otherwise: boolean): boolean => {
    const entry = last(name);
    return entry === undefined ? otherwise : (parseConfigBoolean(entry.value) ?? otherwise);
  };

  for (const { name, value } of entries.filter(({ name: key }) => key.startsWith('extensions.'))) {
    const isKnown =
      /^extensions\.(noop|relativeworktrees|preciousobjects)$/.test(name) ||
      (name === 'extensions.objectformat' && value === 'sha1') ||
      (name === 'extensions.refstorage' && value === 'files') ||
      (name === 'extensions.worktreeconfig' && parseConfigBoolean(value) === false);
    if (!isKnown) refuse(`the repository uses ${name} = ${value ?? 'true'}`);
  }
  if (isOn('core.bare', false) && gitDirectory === commonDirectory) refusals.push(gitProblem('bare', root));
  const elsewhere = last('core.worktree')?.value;
  if (typeof elsewhere === 'string' && resolve(gitDirectory, elsewhere) !== root)
    refuse('core.worktree names another directory');
  if (place.fs.existsSync(join(commonDirectory, 'objects', 'info', 'alternates')))
    refuse('the repository borrows objects of another one (objects/info/alternates)');

  const global = (name: string, file: string): string[] => {
    const set = last(name)?.value;
    if (/^~[^/]/.test(set ?? '')) refuse(`${name} is in somebody's home directory`);
    if (typeof set === 'string') return set === '' ? [] : [expandHome(place, set)];
    return configHome === null ? [] : [join(configHome, 'git', file)];
  };
  const autocrlf =
    last('core.autocrlf')?.value?.toLowerCase() ?? (last('core.autocrlf') === undefined ? 'false' : 'true');
  const converts = autocrlf === 'input' || parseConfigBoolean(autocrlf) === true;
  const ignoreCase = isOn('core.ignorecase', false);
  return {
    fileMode: isOn('core.filemode', true),
    symlinks: isOn('core.symlinks', true),
    ignoreCase,
    autocrlf: converts,
    writesCrlf: (converts && autocrlf !== 'input') || last('core.eol')?.value?.toLowerCase() === 'crlf',
    excludes: [...global('core.excludesfile', 'ignore'), join(commonDirectory, 'info', 'exclude')],
    attributes: [
      ...(isHost && process.platform !== 'win32' ? ['/etc/gitattributes'] : []),
      ...global('core.attributesfile', 'attributes'),
      join(commonDirectory, 'info', 'attributes'),
    ],
    all,
    refusals,
    reductions: [
      ...(ignoreCase ? ['core.ignoreCase: names that differ in case only are told apart here'] : []),
      ...(isOn('core.precomposeunicode', false) ? ['core.precomposeUnicode: names are taken as they are on disk'] : []),
      ...(isHost && process.platform === 'win32' ? ['the system-wide git configuration is not read on Windows'] : []),
    ],
  };
}

/** As git itself lists it. */
function settingOf({ name, subsection, value }: ConfigEntry, scope: string): Setting {
  const dot = name.indexOf('.');
  const key = subsection === null ? name : `${name.slice(0, dot)}.${subsection}${name.slice(dot)}`;
  return { scope, key, value: value ?? 'true' };
}

const DEEPEST_INCLUDE = 10;

function readConfig(place: Place, file: string, refuse: (detail: string) => void, depth: number): ConfigEntry[] {
  const content = readIfThere(place.fs, file);
  if (content === null) return [];
  const entries = parseGitConfig(content.toString('utf8'));
  if (entries === null || depth > DEEPEST_INCLUDE) {
    refuse(`the configuration file ${file} cannot be read`);
    return [];
  }
  return entries.flatMap((entry) => {
    if (entry.value === null || !/^include(if)?\.path$/.test(entry.name)) return [entry];
    const target = expandHome({ home: place.home, root: join(file, '..') }, entry.value);
    const included = readConfig(place, target, refuse, depth + 1);
    if (entry.name === 'include.path') return included;
    // Whether the condition holds is git's to say; where it cannot matter, nobody has to ask.
    if (included.some(({ name }) => relevant.test(name)))
      refuse(`${file} includes ${target} on a condition, and that sets what changes results`);
    return [];
  });
}

function expandHome({ home, root }: Pick<Place, 'home' | 'root'>, path: string): string {
  if (home !== null && path.startsWith('~/')) return join(home, path.slice(2));
  return resolve(root, path);
}
