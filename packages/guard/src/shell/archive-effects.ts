import { hasOption, otherOptions, readOptions, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';
import { HERE } from './shell-token.ts';

/** Where an archive is unpacked, or that it is written. */
export function archiveEffects({ name, args, effects }: CommandContext): void {
  const [first, ...rest] = args;
  const bundled =
    first !== undefined && /^[A-Za-z]+$/.test(first.text)
      ? [{ ...first, text: `-${first.text}`, prefix: `-${first.prefix}` }, ...rest]
      : args;
  const read = readOptions(bundled, ['-f', '--file', '-C', '--directory', '-T', '-X', '-I']);
  const folders = valuesOf(read, '-C', '--directory');
  if (hasOption(read, '-x', '--extract', '--get')) {
    effects.writeTree(name, ...(folders.length === 0 ? [HERE] : folders));
    effects.noteLinks();
  }
  if (folders.length > 1) effects.doubt('tar changes its directory several times');
  if (hasOption(read, '-c', '--create', '-r', '--append', '-u', '--update', '-A', '--delete'))
    effects.write(name, ...valuesOf(read, '-f', '--file'));
  if (hasOption(read, '-c', '--create', '-r', '--append', '-u', '--update'))
    effects.readTree(name, ...(folders.length === 0 ? read.operands : [...folders, ...read.operands]));
  const known = [
    '-x',
    '-c',
    '-t',
    '-f',
    '-C',
    '-z',
    '-j',
    '-J',
    '-v',
    '-r',
    '-u',
    '-A',
    '--file',
    '--directory',
    '--extract',
    '--create',
    '--list',
    '--gzip',
    '--verbose',
    '--exclude',
    '--strip-components',
  ];
  if (otherOptions(read, ...known).length > 0)
    effects.doubt('tar has options that may run programs or write elsewhere');
}
