import { hasOption, readOptions, valueOf } from './read-options.ts';
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
  const file = valueOf(read, '-f', '--file');
  if (hasOption(read, '-x', '--extract', '--get')) effects.write(name, valueOf(read, '-C', '--directory') ?? HERE);
  if (hasOption(read, '-c', '--create', '-r', '--append', '-u', '--update', '-A', '--delete') && file !== null)
    effects.write(name, file);
  if (
    bundled.some(({ text }) =>
      /^--(?:to-command|checkpoint-action|use-compress-program|rmt-command|rsh-command|info-script|new-volume-script)/.test(
        text,
      ),
    ) ||
    hasOption(read, '-I', '-F', '-P', '--absolute-names', '--remove-files')
  ) {
    effects.doubt('tar runs another program or writes elsewhere');
  }
}
