import type { ShellWord } from './shell-token.ts';

/** What running a command line may do to files. */
export interface ShellEffects {
  /** Files and folders that are written, created, moved, changed or removed. */
  readonly writes: readonly ShellPath[];
  /** Every other file that is named, as far as can be told. */
  readonly mentions: readonly ShellPath[];
  /** Why it cannot be told what else is written. Empty when all is known. */
  readonly unclear: readonly string[];
}

/** A path on a command line. */
export interface ShellPath {
  /** Relative to the directory the command line starts in, absolute, or with a leading `~`. */
  readonly path: string;
  /** True when only the beginning is fixed: the shell fills in the rest. */
  readonly isPartial: boolean;
  /** The command that names it. */
  readonly by: string;
  /** The whole word, with what the shell would fill in left out and globs as they are written. */
  readonly word: string;
}

/** Collects the effects of a command line while it is read. */
export class EffectCollector implements ShellEffects {
  readonly writes: ShellPath[] = [];
  readonly mentions: ShellPath[] = [];
  readonly unclear: string[] = [];
  /** The directories the next command may run in, relative to where the line started; null when that is not known. */
  directories: readonly string[] | null = [''];

  write(by: string, ...words: readonly ShellWord[]): void {
    for (const word of words) this.#add(this.writes, by, word);
  }

  /** A path written that stands in a text of its own, such as the value of an option. */
  writePath(by: string, path: string): void {
    this.write(by, { text: path, isDynamic: false, prefix: path });
  }

  mention(by: string, word: ShellWord): void {
    if ((word.prefix !== '' || word.isDynamic) && !word.prefix.startsWith('-')) this.#add(this.mentions, by, word);
    const value = word.prefix.slice(word.prefix.indexOf('=') + 1);
    if (value !== word.prefix && value !== '') this.#add(this.mentions, by, { ...word, prefix: value });
  }

  doubt(reason: string): void {
    if (!this.unclear.includes(reason)) this.unclear.push(reason);
  }

  #add(list: ShellPath[], by: string, { text, prefix, isDynamic }: ShellWord): void {
    if (isDynamic && list === this.writes) this.doubt(`${by} writes to a path that the shell fills in`);
    if (this.directories === null && !/^[/~]/.test(prefix)) {
      if (list === this.writes) this.doubt(`${by} writes in a directory that is not known`);
      return;
    }
    for (const directory of /^[/~]/.test(prefix) ? [''] : (this.directories ?? [])) {
      const path = directory === '' ? prefix : `${directory}/${prefix}`;
      list.push({ path, isPartial: isDynamic, by, word: text });
    }
  }
}
