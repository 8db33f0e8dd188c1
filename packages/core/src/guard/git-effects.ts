import { HERE, type ShellWord } from './shell-token.ts';
import { hasOption, otherOptions, readOptions, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';

const READING = new Set(
  `annotate blame cat-file check-attr check-ignore cherry count-objects describe diff diff-files diff-index diff-tree for-each-ref fsck grep
  help log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-branch show-ref status
  var verify-commit verify-tag version whatchanged`.split(/\s+/),
);
/** Subcommands that rewrite files of the working tree, which ones depends on the repository. */
const WHOLE_TREE = new Set(
  'am apply bisect checkout cherry-pick clean merge pull read-tree rebase reset revert stash submodule switch checkout-index lfs sparse-checkout'.split(
    ' ',
  ),
);

/** Subcommands that make a repository, a working tree or an archive, and the options of theirs that do no more. */
const MAKES_TREE = new Set(['clone', 'init', 'worktree', 'archive', 'format-patch']);
const HARMLESS = [
  ...[
    '-b',
    '-B',
    '-q',
    '-v',
    '-o',
    '--quiet',
    '--verbose',
    '--depth',
    '--branch',
    '--bare',
    '--single-branch',
    '--detach',
  ],
  ...['--output', '--output-directory', '--format', '--prefix', '--stdout', '--no-checkout', '--initial-branch'],
];
const CHANGING = [
  ...['--delete', '--move', '--copy', '--force', '--edit-description', '--set-upstream-to', '--unset-upstream'],
  ...['--create-reflog', '--track'],
];

/** What a git command writes: paths it names, the whole working tree, or the repository itself. */
export function gitEffects({ name, args, effects }: CommandContext): void {
  let index = 0;
  let folder: ShellWord = HERE;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    if (!text.startsWith('-')) break;
    if (text === '-C') {
      const next = args[(index += 1)] ?? HERE;
      folder = isAnchored(next) || folder === HERE ? next : below(folder, next);
    } else if (text === '-c' || text.startsWith('--config-env') || text.startsWith('--exec-path=')) {
      effects.doubt('git runs with settings of its own');
      if (text === '-c') index += 1;
    } else if (text === '--git-dir' || text === '--work-tree' || text === '--namespace') {
      effects.doubt('git works on another repository');
      index += 1;
    } else if (/^--(?:git-dir|work-tree)=/.test(text)) effects.doubt('git works on another repository');
  }
  const subcommand = args[index];
  if (subcommand === undefined) return;
  const rest = args.slice(index + 1);
  const by = `${name} ${subcommand.text}`;
  // A folder that looks like a repository is one to git, with settings that name programs.
  effects.enter(by, folder);
  const write = (...words: readonly ShellWord[]): void => {
    for (const word of words) effects.write(by, isAnchored(word) || folder === HERE ? word : below(folder, word));
  };
  const writePaths = (words: readonly ShellWord[]): void => {
    write(...words);
    // `:/src` starts at the top, whatever the directory.
    if (words.some(({ text }) => text.startsWith(':'))) effects.doubt(`${by} names files in a way of its own`);
  };
  const read = readOptions(rest, [
    '-o',
    '--output',
    '--output-directory',
    '-b',
    '-B',
    '-s',
    '--source',
    '-m',
    '-C',
    '-O',
  ]);

  const writeFirst = (files: readonly ShellWord[]): void => write(...(files.length === 0 ? [HERE] : files));

  if (hasOption(read, '--pathspec-from-file')) effects.doubt(`${by} takes the names of files from a file`);
  if (subcommand.text !== 'archive' && subcommand.text !== 'format-patch') write(...valuesOf(read, '--output'));
  if (MAKES_TREE.has(subcommand.text) && otherOptions(read, ...HARMLESS).length > 0)
    effects.doubt(`${by} has options that may run programs or write elsewhere`);
  if (subcommand.isDynamic) effects.doubt('it cannot be told which git command runs');
  else if (READING.has(subcommand.text)) {
    if (hasOption(read, '--ext-diff', '--textconv', '--open-files-in-pager', '-O') && subcommand.text !== 'diff')
      effects.doubt(`${by} may run another program`);
  } else if (
    subcommand.text === 'branch' ||
    subcommand.text === 'tag' ||
    subcommand.text === 'remote' ||
    subcommand.text === 'reflog'
  ) {
    const isListing =
      read.operands.length === 0 && !hasOption(read, '-d', '-D', '-m', '-M', '-c', '-C', '-f', '-u', ...CHANGING);
    if (!isListing) effects.doubt(`${by} changes the repository`);
  } else if (subcommand.text === 'rm' || subcommand.text === 'mv' || subcommand.text === 'restore')
    writePaths(read.operands);
  else if (subcommand.text === 'checkout' && rest.some(({ text }) => text === '--')) {
    writePaths(rest.slice(rest.findIndex(({ text }) => text === '--') + 1));
  } else if (subcommand.text === 'stash' && ['list', 'show'].includes(read.operands[0]?.text ?? '')) return;
  else if (WHOLE_TREE.has(subcommand.text)) write(HERE);
  else if (subcommand.text === 'config') write({ text: '.git/config', isDynamic: false, prefix: '.git/config' });
  else if (subcommand.text === 'clone') write((read.operands.length > 1 ? read.operands.at(-1) : undefined) ?? HERE);
  else if (subcommand.text === 'init') write(read.operands.at(-1) ?? HERE);
  else if (subcommand.text === 'worktree' && read.operands[0]?.text === 'list') return;
  else if (subcommand.text === 'worktree') write(...read.operands.slice(1, 2));
  else if (subcommand.text === 'archive' || subcommand.text === 'format-patch')
    writeFirst(valuesOf(read, '-o', '--output', '--output-directory'));
  else effects.doubt(`${by} changes the repository`);
}

function isAnchored({ prefix }: ShellWord): boolean {
  return /^[/~]/.test(prefix);
}

function below(folder: ShellWord, word: ShellWord): ShellWord {
  return {
    text: `${folder.text}/${word.text}`,
    isDynamic: folder.isDynamic || word.isDynamic,
    prefix: folder.isDynamic ? folder.prefix : `${folder.prefix}/${word.prefix}`,
  };
}
