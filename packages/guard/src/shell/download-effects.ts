import { hasOption, otherOptions, readOptions, valuesOf } from './read-options.ts';
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
  effects.write(name, ...valuesOf(read, '-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar'));
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
  const targets = valuesOf(read, '-O', '--output-document', '-P', '--directory-prefix');
  effects.write(name, ...targets, ...valuesOf(read, '-o', '--output-file', '-a'));
  if (targets.length === 0) effects.write(name, HERE);
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
