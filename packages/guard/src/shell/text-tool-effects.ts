import { hasOption, otherOptions, readOptions } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';

/** Files edited in place, and scripts that may write or run. */
export function sedEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-e', '--expression', '-f', '--file', '-l']);
  const scripts = args.flatMap((word, index) => {
    const { text } = word;
    const attached =
      /^-[nrsuzE]*e([^]*)$/.exec(text)?.[1] ?? (text.startsWith('--expression=') ? text.slice(13) : null);
    if (attached !== null && attached !== '') return [{ ...word, text: attached }];
    const next = args[index + 1];
    return (attached === '' || text === '--expression') && next !== undefined ? [next] : [];
  });
  const hasScript = scripts.length > 0 || hasOption(read, '-f', '--file', '-e', '--expression');
  const files = hasScript ? read.operands : read.operands.slice(1);
  if (hasOption(read, '-i', '--in-place', '-I') || args.some(({ text }) => /^-[a-zA-Z]*i/.test(text)))
    effects.write(name, ...files);
  // A suffix with a slash puts the old content elsewhere.
  if (args.some(({ text, isDynamic }) => /^-(?:[a-zA-Z]*i|-in?-?)/.test(text) && (isDynamic || /[/*]/.test(text))))
    effects.doubt('sed keeps the old content in another file');
  const texts = hasScript ? scripts : read.operands.slice(0, 1);
  if (hasOption(read, '-f', '--file')) effects.doubt('sed takes its script from a file');
  if (texts.some(({ text, isDynamic }) => isDynamic || !isHarmlessSed(text)))
    effects.doubt('the sed script may write files or run commands');
}

/** A list of simple commands: addresses, `p d q =`, and substitutions without the flags that write or run. */
function isHarmlessSed(script: string): boolean {
  const address = '(?:\\d{1,9}|\\$|/[^/\\n]{0,200}/I?)';
  const one = new RegExp(
    `^\\s*(?:--expression=)?(?:${address}(?:,\\s*(?:${address}|\\+\\d{1,9}))?)?\\s*!?\\s*(?:[pdqD=GgHhNnPx]|s([/|#,@])(?:(?!\\1)[^\\\\\\n]|\\\\.){0,500}\\1(?:(?!\\1)[^\\\\\\n]|\\\\.){0,500}\\1[gpiImM0-9]{0,5})?\\s*$`,
  );
  return script.length < 2000 && script.split(/[;\n]/).every((part) => one.test(part));
}

/** Files edited in place, and programs that may write or run. */
export function awkEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-F', '-v', '-f', '-i', '--include']);
  if (hasOption(read, '-i', '--include')) effects.write(name, ...read.operands.slice(1));
  if (hasOption(read, '-f', '--file')) effects.doubt('awk takes its program from a file');
  if (otherOptions(read, '-F', '-v').length > 0) effects.doubt('awk has options that may load or write files');
  const program = read.operands[0];
  if (program?.isDynamic !== false || /[>|]|system|getline|close|fflush|@/.test(program.text)) {
    effects.doubt('the awk program may write files or run commands');
  }
}
