import { hasOption, otherOptions, readOptions, valueOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';
import { HERE } from './shell-token.ts';

/** The files that curl downloads to. */
export function curlEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, [
    '-o',
    '--output',
    '-d',
    '--data',
    '-H',
    '--header',
    '-X',
    '--request',
    '-u',
    '--output-dir',
    '-D',
    '--dump-header',
    '-c',
    '--cookie-jar',
    '-K',
    '--config',
    '-A',
    '-e',
    '-b',
    '-F',
    '-m',
  ]);
  for (const option of ['-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar']) {
    const file = valueOf(read, option);
    if (file !== null) effects.write(name, file);
  }
  if (hasOption(read, '-O', '--remote-name', '-J', '--remote-header-name')) effects.write(name, HERE);
  const known = [
    '-o',
    '--output',
    '--output-dir',
    '-D',
    '--dump-header',
    '-c',
    '--cookie-jar',
    '-O',
    '--remote-name',
    '-J',
    '-s',
    '-S',
    '-L',
    '-f',
    '-I',
    '-i',
    '-k',
    '-v',
    '-H',
    '--header',
    '-X',
    '--request',
    '-d',
    '--data',
    '-A',
    '-m',
    '--silent',
    '--show-error',
    '--location',
    '--fail',
  ];
  if (otherOptions(read, ...known).length > 0) effects.doubt('curl has options that may write elsewhere');
}

/** The files that wget downloads to: a name taken from the address, unless it is told one. */
export function wgetEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-O', '--output-document', '-P', '--directory-prefix', '-o', '--output-file', '-a']);
  const files = ['-O', '--output-document', '-P', '--directory-prefix', '-o', '--output-file', '-a'].map((option) =>
    valueOf(read, option),
  );
  for (const file of files) if (file !== null) effects.write(name, file);
  if (valueOf(read, '-O', '--output-document', '-P', '--directory-prefix') === null) effects.write(name, HERE);
  const known = [
    '-O',
    '--output-document',
    '-P',
    '--directory-prefix',
    '-o',
    '--output-file',
    '-a',
    '-q',
    '--quiet',
    '-c',
  ];
  if (otherOptions(read, ...known).length > 0) effects.doubt('wget has options that may write elsewhere');
}
