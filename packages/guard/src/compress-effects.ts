import type { CommandContext } from './shell-commands.ts';
import { otherOptions, readOptions } from './read-options.ts';

const HARMLESS = [
  ...['--keep', '--stdout', '--to-stdout', '--decompress', '--uncompress', '--force', '--quiet', '--verbose'],
  ...['--best', '--fast', '--test', '--list', '--recursive', '--no-name', '--rm'],
];

/** Files that are replaced by their compressed or plain form. Long options may name others, or a list of them. */
export function compressEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args);
  effects.write(name, ...read.operands);
  if (otherOptions(read, ...HARMLESS).some((option) => option.startsWith('--') || option === '-S'))
    effects.doubt(`${name} has options that may name other files`);
}
