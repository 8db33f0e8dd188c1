import type { CommandContext } from './shell-commands.ts';
import { hasOption, readOptions } from './read-options.ts';

const MODE = /^-[ugoa]*[-+=]?[rwxXst]/;

/** Files whose mode, owner or attributes change; the first operand is the mode, unless it is given otherwise. */
export function permissionEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, []);
  // `chmod -x file` and `chattr -i file` give the mode as if it were an option.
  const isElsewhere =
    hasOption(read, '--reference') ||
    (name === 'chmod' && args.some(({ text }) => MODE.test(text))) ||
    (name === 'chattr' && args.some(({ text }) => /^-[^-R]/.test(text)));
  const files = read.operands.slice(isElsewhere ? 0 : 1).filter(({ text }) => name !== 'chattr' || !/^[+=]/.test(text));
  effects.write(name, ...files);
}

/** Files whose access list changes. */
export function accessListEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-m', '-x', '-M']);
  effects.write(name, ...read.operands);
  if (hasOption(read, '--restore')) effects.doubt('setfacl takes the names of files from a file');
}
