import { hasOption, otherOptions, readOptions, valueOf, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';
import type { EffectCollector } from './shell-effects.ts';
import { HERE, type ShellWord } from './shell-token.ts';

/** A command that copies: the last operand, or the target directory, is written; `moves` writes its sources too. */
export const copies =
  (moves: boolean, linking: readonly string[] = []): ((context: CommandContext) => void) =>
  ({ name, args, effects }) => {
    const read = readOptions(args, [
      '-t',
      '--target-directory',
      '-S',
      '--suffix',
      '-m',
      '--mode',
      '-o',
      '--owner',
      '-g',
      '--group',
      '-e',
      '--rsh',
    ]);
    const folders = valuesOf(read, '-t', '--target-directory');
    const sources = folders.length === 0 ? read.operands.slice(0, -1) : read.operands;
    const targets = folders.length === 0 ? read.operands.slice(-1) : folders;
    const isTree = moves || name === 'rsync' || hasOption(read, ...RECURSIVE);
    if (isTree && !moves) effects.readTree(name, ...sources);
    // A folder that something is put into stays; only what is moved is taken away.
    const by = moves ? `${name} to` : name;
    effects.write(by, ...targets);
    // The content of the source goes into the target itself, or the folders of the source's path are made in it.
    const isWhole = hasOption(read, '-T', '--no-target-directory', '--parents');
    for (const target of targets)
      for (const { prefix, isDynamic, standsForContent } of sources) {
        const isUnknown = isWhole || isDynamic || standsForContent === true || prefix.endsWith('/');
        writeInto(by, target, isUnknown ? '' : lastName(prefix), isTree, effects);
      }
    if (moves || hasOption(read, ...KEEPS_LINKS)) effects.noteLinks();
    // A link to a file is a second name for it, so a later write through it would change the file.
    if (moves || hasOption(read, ...linking)) effects.write(name, ...sources);
  };

const KEEPS_LINKS = [
  ...['-a', '-d', '-r', '-R', '-P', '-l', '-s'],
  ...['--archive', '--recursive', '--no-dereference', '--links', '--preserve', '--link', '--symbolic-link'],
];

const RECURSIVE = ['-a', '-r', '-R', '--archive', '--recursive'];

/** The target may be a folder; then the files in it have the names of the sources, which are not known where the shell fills them in. Of a
 * source with a slash behind it some programs copy the content. */
function writeInto(name: string, target: ShellWord, source: string, isTree: boolean, effects: EffectCollector): void {
  if (target.isDynamic) return;
  const path = `${target.prefix}/${source}`;
  if (source !== '' && !/^\.{1,2}$/.test(source)) {
    if (isTree) effects.writeTree(name, { text: path, prefix: path, isDynamic: false });
    else effects.writePath(name, path);
    // It may become the copy itself.
    if (isTree && !/(?:^|\/)\.{0,2}\/?$/.test(target.prefix)) effects.writeTree(name, target);
  } else effects.writeTree(name, target);
}

function lastName(path: string): string {
  return path.replace(/^.*\//, '');
}

/** Files copied to a target, or folders made. */
export function installEffects(context: CommandContext): void {
  const read = readOptions(context.args, ['-t', '--target-directory', '-m', '--mode', '-o', '-g', '-S']);
  if (hasOption(read, '-d', '--directory')) context.effects.write(context.name, ...read.operands);
  else copies(false)(context);
}

/** Files copied to a target, and options that may do more. */
export function rsyncEffects(context: CommandContext): void {
  const read = readOptions(context.args, ['-e', '--rsh', '-f', '--filter', '-T']);
  copies(hasOption(read, '--remove-source-files'))(context);
  const known = [
    '-a',
    '-r',
    '-v',
    '-z',
    '-n',
    '-u',
    '-q',
    '-P',
    '-h',
    '--delete',
    '--remove-source-files',
    '--exclude',
    '--include',
    '--progress',
  ];
  if (otherOptions(read, ...known).length > 0)
    context.effects.doubt('rsync has options that may run programs or write elsewhere');
}

/** Files copied to a target, here or elsewhere. */
export function scpEffects(context: CommandContext): void {
  copies(false)(context);
  context.effects.doubt('scp talks to another machine');
}

/** The link, and what it stands for: a later write through it would change that. */
export function linkEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-t', '--target-directory', '-S', '--suffix']);
  const folder = valueOf(read, '-t', '--target-directory');
  if (folder !== null) effects.write(name, folder);
  effects.noteLinks();
  const target = folder ?? read.operands.at(-1);
  const sources = folder === null && read.operands.length > 1 ? read.operands.slice(0, -1) : read.operands;
  if (folder === null && read.operands.length > 1 && target !== undefined) {
    // A link to a folder brings whatever is in that, now or later.
    effects.writeTree(name, target);
  }
  if (folder === null && read.operands.length === 1) effects.write(name, HERE);
  const isSymbolic = hasOption(read, '-s', '--symbolic');
  for (const source of sources) {
    const isFromHere = !isSymbolic || source.prefix.startsWith('/') || hasOption(read, '-r', '--relative');
    if (isFromHere) effects.write(name, source);
    else {
      // A relative symbolic link is read from where it lies, which is the target or, when that is a folder, in it.
      const base = target?.prefix.replace(/[^/]*$/, '') ?? '';
      effects.write(name, { ...source, prefix: base + source.prefix });
      if (folder !== null) effects.write(name, { ...source, prefix: `${folder.prefix}/${source.prefix}` });
    }
  }
}
