import type { ShellWord } from './shell-token.ts';

/** What running a command line may do to files. */
export interface ShellEffects {
  /** Files and folders that are written, created, moved, changed or removed. */
  readonly writes: readonly ShellPath[];
  /** Every other file that is named, as far as can be told. */
  readonly mentions: readonly ShellPath[];
  /** Folders whose content decides what a command does. */
  readonly entered: readonly ShellPath[];
  /** Folders in which a build tool or a script runs, which writes nobody knows where below. */
  readonly roams: readonly ShellPath[];
  /** Files that are run. */
  readonly runs: readonly ShellPath[];
  /** Why a person has to decide, though it is known what happens. */
  readonly decisions: readonly string[];
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
  /** True when everything below it is meant too: a folder that is copied, or that files are unpacked into. */
  readonly isTree?: boolean;
  /** What it may come to when it is partial; from where `path` starts. */
  readonly pattern?: string;
  /** The whole word, with what the shell would fill in left out and globs as they are written. */
  readonly word: string;
}

const MAX_STEPS = 20_000;

/** Collects the effects of a command line while it is read. */
export class EffectCollector implements ShellEffects {
  readonly writes: ShellPath[] = [];
  readonly mentions: ShellPath[] = [];
  readonly entered: ShellPath[] = [];
  readonly roams: ShellPath[] = [];
  readonly runs: ShellPath[] = [];
  readonly decisions: string[] = [];
  readonly unclear: string[] = [];
  /** The directories the next command may run in, relative to where the line started; null when that is not known. */
  directories: readonly string[] | null = [''];
  #mayHaveLinks = false;
  #madeLinks = false;
  #steps = 0;

  /** Counts what is looked at; false when it is too much, which is a doubt. */
  step(cost = 1): boolean {
    this.#steps += cost;
    if (this.#steps <= MAX_STEPS) return true;
    this.doubt('the command line does too much to be looked at');
    return false;
  }

  /** The command may leave symbolic links, which later commands could write through. */
  noteLinks(): void {
    this.#madeLinks = true;
  }

  /** A new command starts: what the ones before it made is there. */
  startCommand(): void {
    this.#mayHaveLinks ||= this.#madeLinks;
  }

  write(by: string, ...words: readonly ShellWord[]): void {
    for (const word of words) this.#add(this.writes, by, word);
  }

  /** Folders that are written with whatever a source holds. */
  writeTree(by: string, ...words: readonly ShellWord[]): void {
    for (const word of words) this.#add(this.writes, by, word, true);
  }

  /** Folders that are read with everything in them. */
  readTree(by: string, ...words: readonly ShellWord[]): void {
    for (const word of words) this.#add(this.mentions, by, word, true);
  }

  /** A build tool or a script runs in a folder and writes what nobody can tell. */
  roam(by: string, folder: ShellWord): void {
    if (folder.isDynamic || (this.directories === null && !/^[/~]/.test(folder.prefix)))
      this.doubt(`${by} runs in a directory that is not known`);
    else this.#add(this.roams, by, folder);
  }

  /** A file is run. */
  run(by: string, file: ShellWord): void {
    if (file.isDynamic || (this.directories === null && !/^[/~]/.test(file.prefix)))
      this.doubt(`${by} runs a file that is not known`);
    else this.#add(this.runs, by, file);
  }

  /** A path written that stands in a text of its own, such as the value of an option. */
  writePath(by: string, path: string): void {
    this.write(by, { text: path, isDynamic: false, prefix: path });
  }

  mention(by: string, word: ShellWord): void {
    if ((word.prefix !== '' || word.isDynamic) && !word.prefix.startsWith('-')) this.#add(this.mentions, by, word);
    const equals = word.prefix.indexOf('=') + 1;
    const pattern = (word.pattern ?? word.text).slice(equals);
    if (equals > 0 && pattern !== '')
      this.#add(this.mentions, by, { ...word, prefix: word.prefix.slice(equals), pattern });
  }

  /** A command works in a folder and heeds what it finds there. */
  enter(by: string, folder: ShellWord): void {
    if (this.directories === null && !/^[/~]/.test(folder.prefix))
      this.doubt(`${by} works in a directory that is not known`);
    else this.#add(this.entered, by, folder);
    if (folder.isDynamic) this.doubt(`${by} works in a directory that the shell fills in`);
  }

  /** What happens is known, and is not an agent's to decide. */
  leaveToPerson(reason: string): void {
    if (!this.decisions.includes(reason)) this.decisions.push(reason);
  }

  doubt(reason: string): void {
    if (!this.unclear.includes(reason)) this.unclear.push(reason);
  }

  #add(list: ShellPath[], by: string, word: ShellWord, isTree = false): void {
    const { text, isDynamic } = word;
    // `~+` is where the shell is.
    const prefix = word.prefix.replace(/^~\+(?=\/|$)/, '.');
    const pattern = (word.pattern ?? text).replace(/^~\+(?=\/|$)/, '.');
    if (!this.step()) return;
    const coversContent = isTree || (word.standsForContent === true && list === this.writes);
    if (this.#mayHaveLinks && list === this.writes)
      this.doubt(`${by} may write through a link that an earlier command leaves`);
    if (isDynamic && list === this.writes) this.doubt(`${by} writes to a path that the shell fills in`);
    if (this.directories === null && !/^[/~]/.test(prefix)) {
      if (list === this.writes) this.doubt(`${by} writes in a directory that is not known`);
      return;
    }
    for (const directory of /^[/~]/.test(prefix) ? [''] : (this.directories ?? [])) {
      const path = directory === '' ? prefix : `${directory}/${prefix}`;
      const whole = directory === '' ? pattern : `${directory}/${pattern}`;
      list.push({
        path,
        isPartial: isDynamic,
        by,
        word: text,
        ...(isDynamic ? { pattern: whole } : {}),
        ...(coversContent ? { isTree: true } : {}),
      });
    }
  }
}
