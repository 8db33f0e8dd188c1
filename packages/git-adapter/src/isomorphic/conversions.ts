import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { Settings } from './settings.ts';
import { readIfThere, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

/**
 * Keeps watch over files that git may store with other bytes than they have on disk. This engine converts nothing: it goes by
 * whether a repository's attributes mention a conversion at all, and refuses a file that holds something to convert.
 */
export class Conversions {
  #text: 'none' | 'auto' | 'always';
  #ident = false;
  #writesCrlf: boolean;

  constructor({ autocrlf, writesCrlf }: Settings) {
    this.#text = autocrlf ? 'auto' : 'none';
    this.#writesCrlf = writesCrlf;
  }

  /** Takes note of a file of attributes; one that names filters or encodings is refused. */
  note(content: Buffer, file: string): void {
    for (const line of content.toString('latin1').split('\n')) {
      if (/^\s*(#|$)/.test(line)) continue;
      // A pattern may be quoted and hold spaces; words of it that look like attributes are taken for some, which errs on the safe side.
      for (const word of line.trim().split(/\s+/)) {
        const [, name = '', value] = /^!?([\w.-]+)(?:=(.*))?$/.exec(word) ?? [];
        if (name === 'filter' || name === 'working-tree-encoding')
          throw gitProblem('unsupported', `${file} sets ${name}; use the native engine`);
        if (name === 'ident') this.#ident = true;
        if (name === 'text' || name === 'crlf' || name === 'eol') {
          if (name !== 'text' || value !== 'auto') this.#text = 'always';
          else if (this.#text === 'none') this.#text = 'auto';
          if (name === 'eol' && value !== 'lf') this.#writesCrlf = true;
        }
      }
    }
  }

  /** True when content has to be shown to {@link require}. */
  get isWatching(): boolean {
    return this.#text !== 'none' || this.#ident;
  }

  /** Refuses a file whose stored form git may make different from these bytes. */
  require(path: string, { hasCrlf, hasNul, hasIdent }: ContentMarks): void {
    // Git takes what holds a NUL for binary, unless an attribute says that it is text.
    const isText = hasCrlf && (this.#text === 'always' || (this.#text === 'auto' && !hasNul));
    if (isText) throw gitProblem('unsupported', `git may convert the line ends of ${path}; use the native engine`);
    if (hasIdent && this.#ident)
      throw gitProblem('unsupported', `git may expand $Id$ in ${path}; use the native engine`);
  }

  /** Refuses to write files where a checkout might write other bytes than are stored. */
  requirePlainCheckout(): void {
    if (this.#ident || (this.#writesCrlf && this.isWatching))
      throw gitProblem('unsupported', 'a checkout converts files here; use the native engine');
  }
}

/** What in a file's content matters to conversions. */
export interface ContentMarks {
  readonly hasCrlf: boolean;
  readonly hasNul: boolean;
  readonly hasIdent: boolean;
}

/** Collects the marks of content that comes in parts. */
export class MarkFinder implements ContentMarks {
  hasCrlf = false;
  hasNul = false;
  hasIdent = false;
  #tail = Buffer.alloc(0);

  add(part: Buffer): void {
    this.hasCrlf ||= part.includes('\r\n');
    this.hasNul ||= part.includes(0);
    this.hasIdent ||= part.includes('$Id');
    const seam = Buffer.concat([this.#tail, part.subarray(0, 2)]);
    this.hasCrlf ||= seam.includes('\r\n');
    this.hasIdent ||= seam.includes('$Id');
    this.#tail = Buffer.from(part.subarray(-2));
  }
}

/** Starts the watch with the attributes that apply everywhere; those of directories are added as they are met. */
export function watchConversions(fs: WorktreeFs, settings: Settings): Conversions {
  const conversions = new Conversions(settings);
  for (const file of settings.attributes) {
    const content = readIfThere(fs, file);
    if (content !== null) conversions.note(content, file);
  }
  return conversions;
}

/** Reads a `.gitignore` or `.gitattributes` of a directory; whether git follows one that is a link depends on its version. */
export function readRulesFile(fs: WorktreeFs, directory: string, name: string): Buffer | null {
  const path = join(directory, name);
  const stat = statOf(fs, path);
  if (stat === undefined || stat.isDirectory()) return null;
  if (!stat.isFile()) throw gitProblem('unsupported', `${path} is not an ordinary file`);
  return readIfThere(fs, path);
}
