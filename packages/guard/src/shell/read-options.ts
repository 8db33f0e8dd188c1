import type { ShellWord } from './shell-token.ts';

/** The arguments of a command, options apart from operands. */
export interface CommandArguments {
  readonly operands: readonly ShellWord[];
  /** Short (`-i`) and long (`--in-place`) options as they are named, with the value of those that take one. */
  readonly options: ReadonlyMap<string, ShellWord | null>;
  /** Every option with a value, in order; one may be there several times. */
  readonly values: readonly { readonly name: string; readonly value: ShellWord }[];
}

/**
 * Reads arguments the way getopt does: clusters of short options, `--name=value`, `--`. `valued` names the options that take the next
 * argument as their value when it is not attached.
 */
export function readOptions(words: readonly ShellWord[], valued: readonly string[] = []): CommandArguments {
  const operands: ShellWord[] = [];
  const options = new Map<string, ShellWord | null>();
  const values: { readonly name: string; readonly value: ShellWord }[] = [];
  const set = (name: string, value: ShellWord | null): void => {
    options.set(name, value);
    if (value !== null) values.push({ name, value });
  };
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
      if (equals !== -1) set(name, after(word, equals + 1));
      else if (takesValue(name)) set(name, words[(index += 1)] ?? null);
      else set(name, null);
    } else {
      for (let at = 1; at < text.length; at += 1) {
        const name = `-${text[at] ?? ''}`;
        if (!takesValue(name)) set(name, null);
        else {
          set(name, at + 1 < text.length ? after(word, at + 1) : (words[(index += 1)] ?? null));
          break;
        }
      }
    }
  }
  return { operands, options, values };
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

/** The values of some options, as often as they are given. */
export function valuesOf({ values }: CommandArguments, ...names: readonly string[]): readonly ShellWord[] {
  return values.filter(({ name: given }) => names.some((name) => isMeant(given, name))).map(({ value }) => value);
}

/** The options given that are none of these. */
export function otherOptions({ options }: CommandArguments, ...names: readonly string[]): readonly string[] {
  return [...options.keys()].filter((given) => !names.includes(given));
}

/** GNU programs take any unambiguous beginning of a long option for it. */
function isMeant(given: string, name: string): boolean {
  return given === name || (given.length > 2 && name.startsWith('--') && name.startsWith(given));
}

function after(word: ShellWord, start: number): ShellWord {
  const { pattern } = word;
  const cut = { ...word, text: word.text.slice(start), prefix: word.prefix.slice(start) };
  return pattern === undefined ? cut : { ...cut, pattern: pattern.slice(start) };
}
