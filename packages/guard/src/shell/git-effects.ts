import { HERE, mayBecomeOption, type ShellWord } from './shell-token.ts';
import { hasOption, otherOptions, readOptions, valueOf, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';

const READING = new Set(
  `annotate blame cat-file check-attr check-ignore cherry count-objects describe diff diff-files diff-index diff-tree for-each-ref fsck grep
  help log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-branch show-ref status
  var verify-commit verify-tag version whatchanged`.split(/\s+/),
);
/** Subcommands that rewrite files of the working tree, which ones depends on the repository. */
const WHOLE_TREE = new Set(
  'am apply bisect checkout cherry-pick clean merge pull read-tree rebase reset revert submodule switch checkout-index lfs sparse-checkout'.split(
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
/** What loses a branch or a tag, or changes where it leads. */
const LOSING = ['-D', '-M', '-C', '-f', '-u', '--force', '--edit-description', '--set-upstream-to', '--unset-upstream'];
/** Settings that name no program and no place. */
const HARMLESS_SETTING =
  /^(?:user\.(?:name|email)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|core\.(?:autocrlf|eol|quotepath)|merge\.conflictstyle|rerere\.enabled|commit\.gpgsign|init\.defaultbranch|advice\.\w+|color\.\w+)$/i;

/** The options that take a value, where it matters which word is a path. */
const VALUED: Readonly<Record<string, readonly string[]>> = {
  clean: ['-e', '--exclude'],
  restore: ['-s', '--source', '--pathspec-from-file'],
  checkout: ['-b', '-B', '--orphan', '--pathspec-from-file'],
  rm: ['--pathspec-from-file'],
  mv: [],
  stash: ['-m', '--message', '--pathspec-from-file'],
};
/** Where git is now: to bring that back is everyday work. */
const HEAD = /^(?:HEAD|@)$/;
const OFTEN_VALUED = ['-o', '--output', '--output-directory', '-b', '-B', '-s', '--source', '-m', '-C', '-O'];

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
    } else if (text === '-c') {
      if (!isHarmlessSetting(args[(index += 1)])) effects.doubt('git runs with settings of its own');
    } else if (text.startsWith('--config-env') || text.startsWith('--exec-path=')) {
      effects.doubt('git runs with settings of its own');
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
  const placed = (word: ShellWord): ShellWord => (isAnchored(word) || folder === HERE ? word : below(folder, word));
  const write = (...words: readonly ShellWord[]): void => effects.write(by, ...words.map(placed));
  const writePaths = (words: readonly ShellWord[]): void => {
    write(...words.map(globFolder));
    // `:/src` starts at the top, whatever the directory.
    if (words.some(({ text }) => text.startsWith(':'))) effects.doubt(`${by} names files in a way of its own`);
  };
  /** Everything that git knows, wherever in the repository the command runs. */
  const sweep = (): void => effects.write(name, placed(HERE));
  /** Brings files as a commit has them; one that is not the current one may have other settings of the hooks, or none. */
  const bring = (commit: ShellWord | null | undefined, paths: readonly ShellWord[]): void => {
    writePaths(paths);
    if (commit !== null && commit !== undefined && !HEAD.test(commit.text))
      effects.writeTree(by, ...paths.map(globFolder).map(placed));
  };
  const read = readOptions(rest, VALUED[subcommand.text] ?? OFTEN_VALUED);
  if (
    args.some((word, at) => mayBecomeOption(word) && !(subcommand.text === 'commit' && isMessage(word, args[at - 1])))
  )
    effects.doubt(`${name} has an argument that the shell fills in`);

  const writeFirst = (files: readonly ShellWord[]): void => write(...(files.length === 0 ? [HERE] : files));

  if (hasOption(read, '--pathspec-from-file')) effects.doubt(`${by} takes the names of files from a file`);
  if (subcommand.text !== 'archive' && subcommand.text !== 'format-patch') write(...valuesOf(read, '--output'));
  if (MAKES_TREE.has(subcommand.text) && otherOptions(read, ...HARMLESS).length > 0)
    effects.doubt(`${by} has options that may run programs or write elsewhere`);
  if (subcommand.isDynamic) effects.doubt('it cannot be told which git command runs');
  else if (READING.has(subcommand.text)) {
    // `HEAD:src/a.ts` names a file of a commit, `:src/a.ts` one of the index.
    for (const { text } of rest.filter((word) => !word.isDynamic && word.text.includes(':'))) {
      const path = text.slice(text.indexOf(':') + 1);
      effects.mention(by, { text: path, isDynamic: false, prefix: path });
    }
    if (hasOption(read, '--ext-diff', '--textconv', '--open-files-in-pager', '-O') && subcommand.text !== 'diff')
      effects.doubt(`${by} may run another program`);
  } else if (subcommand.text === 'branch' || subcommand.text === 'tag') {
    const isLosing = hasOption(read, ...LOSING) || (subcommand.text === 'tag' && hasOption(read, '-d', '--delete'));
    if (isLosing) effects.doubt(`${by} may lose commits`);
  } else if (subcommand.text === 'remote' || subcommand.text === 'reflog') {
    const [what = ''] = read.operands.map(({ text }) => text);
    if (!['', 'show', 'get-url', 'exists'].includes(what)) effects.doubt(`${by} changes the repository`);
  } else if (subcommand.text === 'add' || subcommand.text === 'commit') {
    if (rest.some(({ isDynamic, hasExpansion }) => isDynamic && hasExpansion === true && subcommand.text === 'add'))
      effects.doubt(`${by} has an argument that the shell fills in`);
    // What git ignores comes along.
    if (subcommand.text === 'add' && hasOption(read, '-f', '--force'))
      effects.readTree(by, ...(hasOption(read, '-A', '--all') ? [HERE] : read.operands).map(globFolder).map(placed));
  } else if (subcommand.text === 'push' || subcommand.text === 'send-email' || subcommand.text === 'request-pull')
    effects.leaveToPerson(`\`${by}\` sends the work to another machine`);
  else if (['fetch', 'pull', 'ls-remote'].includes(subcommand.text)) {
    if (
      hasOption(read, '--upload-pack') ||
      read.operands.some(({ text, isDynamic }) => isDynamic || !/^[\w./-]+$/.test(text))
    )
      effects.doubt(`${by} may run another program`);
    if (subcommand.text === 'pull') write(HERE);
  } else if (subcommand.text === 'clean') {
    if (!hasOption(read, '-n', '--dry-run')) writeFirst(read.operands.map(globFolder));
  } else if (subcommand.text === 'mv') {
    // A folder brings with it whatever it holds, to a place where another program may look for it.
    writePaths(read.operands);
    effects.writeTree(by, ...read.operands.slice(-1).map(globFolder).map(placed));
  } else if (subcommand.text === 'rm') writePaths(read.operands);
  else if (subcommand.text === 'restore') bring(valueOf(read, '-s', '--source'), read.operands);
  else if (subcommand.text === 'checkout' && rest.some(({ text }) => text === '--')) {
    const { before, behind } = splitAtDashes(rest);
    bring(readOptions(before, VALUED['checkout']).operands[0], behind);
  } else if (subcommand.text === 'checkout') {
    // The first word may be a branch or a file.
    const [first, ...paths] = read.operands;
    sweep();
    if (first !== undefined && /^\.|\.[a-z]\w*$/i.test(first.text)) write(first);
    bring(first, paths);
    if (hasOption(read, '-B')) effects.doubt(describeReset(by));
    if (first !== undefined && hasOption(read, '-f', '--force')) effects.doubt(describeForce(by));
  } else if (subcommand.text === 'stash') {
    const { before, behind } = splitAtDashes(rest);
    const [verb, ...named] = readOptions(before, VALUED['stash']).operands;
    const action = verb?.text ?? 'push';
    if (action === 'list' || action === 'show') return;
    const paths = action === 'push' ? [...named, ...behind] : behind;
    if (paths.length === 0) sweep();
    writePaths(paths);
    if (hasOption(read, '-u', '--include-untracked', '-a', '--all')) {
      if (paths.length > 0) effects.writeTree(by, ...paths.map(placed));
      else
        effects.doubt(
          `${by} would also put away files that git does not track, which may be the settings of the hooks; without that option it passes, and so it does with the folders to put away behind \`--\``,
        );
    }
    if (hasOption(read, '-a', '--all') || ['drop', 'clear', 'store'].includes(action))
      effects.doubt(`${by} may lose work`);
  } else if (WHOLE_TREE.has(subcommand.text)) {
    write(HERE);
    const [verb = ''] = read.operands.map(({ text }) => text);
    const runsMore =
      (subcommand.text === 'rebase' && hasOption(read, '-x', '--exec')) ||
      (subcommand.text === 'bisect' && verb === 'run') ||
      ['submodule', 'lfs', 'read-tree', 'checkout-index', 'sparse-checkout'].includes(subcommand.text);
    if (runsMore) effects.doubt(`${by} may run another program or write anywhere`);
    const commit = read.operands.find(({ text }) => !HEAD.test(text));
    if (subcommand.text === 'reset' && hasOption(read, '--hard', '--merge', '--keep') && commit !== undefined)
      effects.doubt(
        `${by} would bring all files of another commit, which may have other settings of the hooks; back to HEAD it passes`,
      );
    if (subcommand.text === 'switch' && hasOption(read, '-f', '--force', '--discard-changes'))
      effects.doubt(describeForce(by));
    if (subcommand.text === 'switch' && hasOption(read, '-C', '--force-create')) effects.doubt(describeReset(by));
    if (['am', 'apply'].includes(subcommand.text) && !hasOption(read, '--check', '--stat', '--numstat', '--summary'))
      effects.doubt(`${by} writes the files that the patch names`);
  } else if (subcommand.text === 'config') configure(rest, write, effects);
  else if (subcommand.text === 'clone') {
    if (read.operands.some(({ text }) => text.includes('::'))) effects.doubt(`${by} may run another program`);
    effects.writeTree(by, placed((read.operands.length > 1 ? read.operands.at(-1) : undefined) ?? HERE));
  } else if (subcommand.text === 'init') write(read.operands.at(-1) ?? HERE);
  else if (subcommand.text === 'worktree' && read.operands[0]?.text === 'list') return;
  else if (subcommand.text === 'worktree' && ['add', 'remove', 'move'].includes(read.operands[0]?.text ?? '')) {
    if (hasOption(read, '-B')) effects.doubt(describeReset(by));
    write(...read.operands.slice(1, 2));
  } else if (subcommand.text === 'archive' || subcommand.text === 'format-patch')
    writeFirst(valuesOf(read, '-o', '--output', '--output-directory'));
  else effects.doubt(`${by} changes the repository`);
}

/** The folder in which a quoted glob finds files, as git reads it: its `*` stands for folders too. */
function globFolder(word: ShellWord): ShellWord {
  const sign = word.isDynamic ? -1 : word.text.search(/[*?[]/);
  if (sign === -1 || word.text.startsWith(':')) return word;
  const folder = word.text.slice(0, word.text.lastIndexOf('/', sign) + 1) || '.';
  return { text: folder, isDynamic: false, prefix: folder };
}

function describeReset(by: string): string {
  return `${by} would move a branch that may be there already; with the option that makes a new one it passes`;
}

function describeForce(by: string): string {
  return `${by} would throw away changes and put other files in the place of those that git does not track; without force it passes`;
}

/** The words before `--`, and the paths behind it. */
function splitAtDashes(words: readonly ShellWord[]): {
  readonly before: readonly ShellWord[];
  readonly behind: readonly ShellWord[];
} {
  const at = words.findIndex(({ text }) => text === '--');
  return at === -1 ? { before: words, behind: [] } : { before: words.slice(0, at), behind: words.slice(at + 1) };
}

/** Reading a setting is free, and so are the few that name no program and no place; others change what git runs or where it writes. */
function configure(
  rest: readonly ShellWord[],
  write: (...words: readonly ShellWord[]) => void,
  effects: CommandContext['effects'],
): void {
  const read = readOptions(rest, ['-f', '--file', '--type', '--default']);
  const [first = '', second] = read.operands.map(({ text }) => text);
  if (first === 'edit') {
    effects.doubt('git config opens an editor');
    return;
  }
  const isLook =
    hasOption(read, '--get', '--get-all', '--get-regexp', '-l', '--list', '--show-origin') ||
    ['get', 'list'].includes(first) ||
    (second === undefined && !hasOption(read, '--unset', '--unset-all', '--remove-section', '--edit', '-e', '--add'));
  const isElsewhere = hasOption(read, '--global', '--system', '-f', '--file', '--worktree', '--blob', '--edit', '-e');
  const key = first === 'set' || first === 'unset' ? (second ?? '') : first;
  if (isLook && !hasOption(read, '-e', '--edit')) return;
  if (isElsewhere) effects.doubt('git config changes settings outside the repository');
  if (!HARMLESS_SETTING.test(key) || read.operands.some(({ isDynamic }, at) => isDynamic && at === 0))
    write({ text: '.git/config', isDynamic: false, prefix: '.git/config' });
}

function isHarmlessSetting(setting: ShellWord | undefined): boolean {
  if (setting === undefined || setting.isDynamic) return false;
  return setting.text === 'core.pager=cat' || HARMLESS_SETTING.test(setting.text.replace(/=.*$/s, ''));
}

/** The text of a commit's message in quotes, which is no option whatever it says. */
function isMessage({ isOneWord, prefix }: ShellWord, before: ShellWord | undefined): boolean {
  if (isOneWord !== true) return false;
  return prefix.startsWith('--message=') || /^(?:-[aqsvne]*m|--message)$/.test(before?.text ?? '');
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
