import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { testEnvironment } from './native/scratch-repository.fixture.ts';

const FILES = [
  'a.txt',
  'b.txt',
  'dir/c.txt',
  'dir/deep/d.txt',
  'run.sh',
  'new.txt',
  'more.log',
  'dir/.hidden',
  'sp ace',
];
const TEXTS = ['one', 'two', 'six', 'one\\n', 'longer text\\n', '\\0\\1bin', 'cr\\r\\n', ''];
const RULES = ['*.log', 'new.txt', '/dir/', 'sp*', '!more.log', '.hidden', '*'];
const ATTRIBUTES = ['* text=auto', '*.txt -text', 'b.txt filter=up', '*.txt eol=crlf'];
const SETTINGS = [
  ...[
    'core.fileMode false',
    'core.ignoreCase true',
    'core.symlinks false',
    'core.autocrlf input',
    'core.autocrlf true',
  ],
  ...['core.trustctime false', 'core.checkStat minimal', 'core.untrackedCache true', 'core.splitIndex true'],
  ...['index.version 4', 'status.showUntrackedFiles no', 'diff.ignoreSubmodules all', 'core.fsmonitor true'],
  ...[
    'core.excludesFile ../excludes',
    'core.preloadIndex false',
    'filter.up.clean "tr a-z A-Z"',
    'core.sparseCheckout true',
  ],
  ...['submodule.sub.ignore all', 'core.quotePath false', 'feature.manyFiles true', 'core.ignoreStat true'],
];

/** What can happen to a repository, as shell scripts over a file, another one, and a text. What fails halfway has still happened. */
const ACTIONS: readonly ((file: string, other: string, text: string, pick: number) => string)[] = [
  (file, _, text) => `mkdir -p "$(dirname "${file}")"; printf '${text}' >"${file}"`,
  (file, _, text) => `printf '${text}' >>"${file}"`,
  (file, _, text) => `touch -r "${file}" ../stamp; printf '${text}' >"${file}"; touch -r ../stamp "${file}"`,
  (file) => `rm -rf "${file}"`,
  (file) => `rm -rf "$(dirname "${file}")/deep"`,
  (file) => `chmod +x "${file}"`,
  (file) => `chmod -x "${file}"`,
  (file, other) => `rm -rf "${file}"; ln -s "${other}" "${file}"`,
  (file) => `rm -rf "${file}"; mkfifo "${file}"`,
  (file) => `rm -rf "${file}"; mkdir -p "${file}"; printf x >"${file}/inside"`,
  (file, other) => `mv "${file}" "${other}"`,
  (file, other) => `cp -p "${file}" "${other}"`,
  (file, other) => `rm -f "${other}"; ln "${file}" "${other}"`,
  (file) => `touch "${file}"`,
  (file) => `git add -f "${file}"`,
  (file) => `git add -N "${file}"`,
  () => 'git add -A',
  (file) => `git rm -q --cached "${file}"`,
  (file) => `git reset -q -- "${file}"`,
  () => 'git reset -q',
  (file) => `git checkout -q -- "${file}"`,
  (file, _, text) =>
    `git update-index --add --cacheinfo 100644,$(printf '${text}' | git hash-object -w --stdin),"${file}"`,
  (file) => `git update-index --chmod=+x "${file}"`,
  (file) => `git update-index --assume-unchanged "${file}"`,
  (file) => `git update-index --skip-worktree "${file}"`,
  (file) => `git update-index --no-assume-unchanged --no-skip-worktree "${file}"`,
  (file) => `git update-index --force-remove "${file}"`,
  (file, _, text) => `git update-index --assume-unchanged "${file}"; printf '${text}' >"${file}"`,
  () => 'git commit -q -m work',
  () => 'git commit -q --allow-empty --amend -m amended',
  () => 'git stash -q; git stash pop -q',
  () => 'git stash -q -u',
  () => 'git stash pop -q --index',
  (_, __, ___, pick) => `git config ${SETTINGS[pick % SETTINGS.length] ?? ''}`,
  (_, __, ___, pick) => `git config --unset ${(SETTINGS[pick % SETTINGS.length] ?? '').split(' ')[0] ?? ''}`,
  (_, __, ___, pick) => `printf '%s\\n' '${RULES[pick % RULES.length] ?? ''}' >>.gitignore`,
  (_, __, ___, pick) => `printf '%s\\n' '${RULES[pick % RULES.length] ?? ''}' >>dir/.gitignore`,
  (_, __, ___, pick) => `mkdir -p .git/info; printf '%s\\n' '${RULES[pick % RULES.length] ?? ''}' >>.git/info/exclude`,
  (_, __, ___, pick) => `printf '%s\\n' '${RULES[pick % RULES.length] ?? ''}' >>../excludes`,
  (_, __, ___, pick) => `printf '%s\\n' '${ATTRIBUTES[pick % ATTRIBUTES.length] ?? ''}' >>.gitattributes`,
  (_, __, ___, pick) =>
    `mkdir -p .git/info; printf '%s\\n' '${ATTRIBUTES[pick % ATTRIBUTES.length] ?? ''}' >.git/info/attributes`,
  () => 'rm -f .gitignore dir/.gitignore .git/info/exclude .git/info/attributes',
  () => "mkdir -p hole; printf '*' >hole/.gitignore; printf x >hole/x",
  (file) =>
    `git config filter.m.clean 'printf same'; mkdir -p .git/info; echo '* filter=m' >.git/info/attributes; printf swap >"${file}"; git add "${file}"; git config --remove-section filter.m; rm .git/info/attributes`,
  () => 'git gc -q --prune=now',
  () => 'git repack -q -a -d; git pack-refs --all',
  () => 'git update-index --index-version 4',
  () => 'git update-index --split-index',
  () => 'git update-index --no-split-index',
  () => 'git update-index --untracked-cache; git status',
  () => 'git update-index --force-untracked-cache; git status',
  () => 'git status',
  () => 'git update-index -q --refresh',
  () => 'git update-index -q --really-refresh',
  () => 'git read-tree HEAD',
  () => 'rm .git/index; git reset -q',
  () => 'git sparse-checkout set --no-cone "/*" "!/dir/deep/"',
  () => 'git sparse-checkout set dir',
  () => 'git sparse-checkout disable',
  () => 'git checkout -q -b other; git checkout -q main',
  () => 'git tag t; git notes add -f -m n',
  (_, __, text) => `git replace -f $(git rev-parse HEAD:a.txt) $(printf '${text}' | git hash-object -w --stdin)`,
  () =>
    'git init -q -b main nested; (cd nested; printf x >x; printf "*.o" >.gitignore; git add -A; git commit -q -m n)',
  (_, __, text) => `printf '${text}' >nested/x`,
  () => 'printf y >nested/y',
  () => 'git -C nested add -A',
  () => 'git -C nested commit -q -a -m more',
  () => 'git -C nested update-index --assume-unchanged x; printf hidden >nested/x',
  () => 'mkdir -p nested/.git/info; echo y >>nested/.git/info/exclude',
  () => 'rm -rf nested/.git',
  () => 'rm -rf nested',
  () => 'git worktree add -q -f -B linked wt',
  (_, __, text) => `printf '${text}' >wt/b.txt`,
  (_, __, text) => `printf '${text}' >sub/x`,
  () => 'printf new >sub/new',
  () => 'git -C sub add -A',
  () => 'git -C sub commit -q -a -m s',
  () => 'git -C sub checkout -q .',
  () => 'git submodule --quiet deinit -f sub',
  () => 'git submodule --quiet update --init',
];

const step = fc.record({
  action: fc.nat(ACTIONS.length - 1),
  file: fc.constantFrom(...FILES),
  other: fc.constantFrom(...FILES),
  text: fc.constantFrom(...TEXTS),
  pick: fc.nat(100),
});

/** A repository, what a role did in it, and what happened after the hand-off. */
export const history = fc
  .record({
    submodule: fc.nat(5).map((dice) => dice === 0),
    turn: fc.array(step, { maxLength: 6 }),
    after: fc.array(step, { minLength: 1, maxLength: 3 }),
  })
  .map(({ submodule, turn, after }) => ({ submodule, turn: turn.map(scriptOf), after: after.map(scriptOf) }));

function scriptOf({ action, file, other, text, pick }: typeof step extends fc.Arbitrary<infer T> ? T : never): string {
  return ACTIONS[action]?.(file, other, text, pick) ?? '';
}

/** Runs scripts in a repository; any of them may fail, as it may for a person. */
export function run(root: string, scripts: readonly string[]): void {
  if (scripts.length === 0) return;
  // The index keeps whole seconds for races: what is done later has to be later.
  const script = scripts.map((each) => `{ ${each}; } >/dev/null 2>&1 </dev/null`).join('\n');
  const GIT_EDITOR = ':';
  try {
    execFileSync('sh', ['-c', script], {
      cwd: root,
      env: { ...testEnvironment, HOME: join(root, '..'), GIT_EDITOR, GIT_ALLOW_PROTOCOL: 'file' },
      stdio: 'ignore',
      timeout: 60_000,
    });
  } catch (error) {
    if (!(error instanceof Error && 'status' in error)) throw error;
  }
}

/** A copy of everything: the working tree with its git directories. */
export function copyAll(parent: string, name: string): string {
  const copy = join(parent, '..', `${name}-of-${parent.slice(parent.lastIndexOf('/') + 1)}`);
  execFileSync('cp', ['-a', parent, copy]);
  return copy;
}

interface Found {
  /** Path to what is there: kind, executable, and bytes. Git directories are left out. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders with a repository of their own; the empty text is the outermost. */
  readonly repositories: readonly string[];
  /** What each index holds, with flags, and where each HEAD is. */
  readonly indexes: string;
  /** Everything else that somebody may have changed: settings and rules in the git directories. */
  readonly rules: string;
}

/** Reads a working tree byte for byte. */
export function readAll(root: string): Found {
  const files = new Map<string, string>();
  const repositories: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      // Git never lists what is in a folder of this name, whether or not it is a repository.
      if (entry.name === '.git') repositories.push(...(isRepository(join(root, path)) ? [at] : []));
      else if (entry.isDirectory()) open.push(path);
      else files.set(path, describe(join(root, path)));
    }
  }
  const git = (folder: string, ...args: string[]): string => {
    try {
      const options = { cwd: join(root, folder), env: testEnvironment, stdio: ['ignore', 'pipe', 'ignore'] as const };
      return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
        ...options,
        stdio: [...options.stdio],
      }).toString('latin1');
    } catch {
      return 'none';
    }
  };
  const indexes = repositories
    .map((each) => [each, git(each, 'ls-files', '-s', '-v', '-z'), git(each, 'rev-parse', 'HEAD')].join('\n'))
    .sort();
  const directories = repositories.map((each) => git(each, 'rev-parse', '--absolute-git-dir').trim());
  const rules = directories.flatMap((directory) =>
    ['config', 'config.worktree', 'info/exclude', 'info/attributes', 'info/sparse-checkout', '../../excludes'].map(
      (name) => textOf(join(directory, name)),
    ),
  );
  return { files, repositories, indexes: indexes.join('\n'), rules: rules.join('\n--\n') };
}

function isRepository(git: string): boolean {
  return !lstatSync(git).isDirectory() || existsSync(join(git, 'HEAD'));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function describe(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stat.isFile()) return `kind ${(stat.mode & 0o170000).toString(8)}`;
  const bytes = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `file ${(stat.mode & 0o100) === 0 ? '-' : 'x'} ${bytes}`;
}

/** The paths that differ, and that git did not ignore before or does not ignore now. */
export function visibleDifferences(
  before: { root: string; found: Found },
  now: { root: string; found: Found },
): readonly string[] {
  const paths = [...new Set([...before.found.files.keys(), ...now.found.files.keys()])].filter(
    (path) => before.found.files.get(path) !== now.found.files.get(path),
  );
  return paths.filter((path) => !isIgnored(before, path) || !isIgnored(now, path)).sort();
}

function isIgnored({ root, found }: { root: string; found: Found }, path: string): boolean {
  const owner = found.repositories
    .filter((each) => each === '' || path.startsWith(`${each}/`))
    .sort((one, other) => other.length - one.length)[0];
  const within = owner === undefined || owner === '' ? path : path.slice(owner.length + 1);
  // A repository inside is seen only where the outer one does not ignore it.
  if (
    owner !== undefined &&
    owner !== '' &&
    isIgnored({ root, found: { ...found, repositories: found.repositories.filter((each) => each !== owner) } }, owner)
  )
    return true;
  try {
    execFileSync('git', ['-c', 'core.fsmonitor=false', 'check-ignore', '-q', '--', within], {
      cwd: join(root, owner ?? ''),
      env: { ...testEnvironment, HOME: join(root, '..') },
      stdio: 'ignore',
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'status' in error) return false;
    throw error;
  }
}
