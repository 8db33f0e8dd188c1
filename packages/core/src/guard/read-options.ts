import type { ShellWord } from './shell-token.ts';

/** The arguments of a command, options apart from operands. */
export interface CommandArguments {
  readonly operands: readonly ShellWord[];
  /** Short (`-i`) and long (`--in-place`) options as they are named, with the value of those that take one. */
  readonly options: ReadonlyMap<string, ShellWord | null>;
}

/**
 * Reads arguments the way getopt does: clusters of short options, `--name=value`, `--`. `valued` names the options that take the next
 * argument as their value when it is not attached.
 */
export function readOptions(words: readonly ShellWord[], valued: readonly string[] = []): CommandArguments {
  const operands: ShellWord[] = [];
  const options = new Map<string, ShellWord | null>();
  const takesValue = (name: string): boolean => valued.some((known) => isMeant(name, known));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--' && !word.isDynamic) {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') {
      operands.push(word);
    } else if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = equals === -1 ? text : text.slice(0, equals);
      if (equals !== -1) options.set(name, after(word, equals + 1));
      else if (takesValue(name)) options.set(name, words[(index += 1)] ?? null);
      else options.set(name, null);
    } else {
      for (let at = 1; at < text.length; at += 1) {
        const name = `-${text[at] ?? ''}`;
        if (!takesValue(name)) options.set(name, null);
        else {
          options.set(name, at + 1 < text.length ? after(word, at + 1) : (words[(index += 1)] ?? null));
          break;
        }
      }
    }
  }
  return { operands, options };
}

/** True when one of the options is given. */
export function hasOption({ options }: CommandArguments, ...names: readonly string[]): boolean {
  return [...options.keys()].some((given) => names.some((name) => isMeant(given, name)));
}

/** The value of the first of some options that is given. */
export function valueOf({ options }: CommandArguments, ...names: readonly string[]): ShellWord | null {
  for (const name of names) {
    for (const [given, value] of options) if (value !== null && isMeant(given, name)) return value;
  }
  return null;
}

/** The options given that are none of these. */
export function otherOptions({ options }: CommandArguments, ...names: readonly string[]): readonly string[] {
  return [...options.keys()].filter((given) => !names.includes(given));
}

/** GNU programs take any unambiguous beginning of a long option for it. */
function isMeant(given: string, name: string): boolean {
  return given === name || (given.length > 2 && name.startsWith('--') && name.startsWith(given));
}

function after({ text, prefix, isDynamic }: ShellWord, start: number): ShellWord {
  return { text: text.slice(start), prefix: prefix.slice(start), isDynamic };
}
