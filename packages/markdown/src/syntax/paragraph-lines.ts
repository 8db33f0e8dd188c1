import { Code } from './character-class.ts';
import { normalizeLabel, scanLeadingDefinitions } from './link-definition.ts';

/** What is left of a paragraph once its link reference definitions are taken off. */
interface ParagraphContent {
  readonly line: number;
  readonly start: number;
  readonly textStart: number;
  readonly textEnd: number;
}

/**
 * The open paragraph. Its lines are kept one by one only while it can hold link reference definitions, that is when it
 * starts with `[`; of any other paragraph the bounds are enough.
 */
export class ParagraphLines {
  readonly #text: string;
  /** Labels of the definitions read so far, as written. */
  readonly #labels: string[] = [];
  /** Closed paragraphs that may define labels, read when somebody asks. */
  readonly #unread: number[][] = [];
  /** Three numbers per line: where the line, its text, and its line ending start. */
  #lines: number[] | null = null;
  #defined: ReadonlySet<string> | null = null;
  #isEmpty = true;
  #line = 0;
  #start = 0;
  #textStart = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  open(): void {
    this.#isEmpty = true;
  }

  add(start: number, textStart: number, end: number, line: number): void {
    if (this.#isEmpty) {
      this.#isEmpty = false;
      this.#line = line;
      this.#start = start;
      this.#textStart = textStart;
      this.#lines = this.#text.charCodeAt(textStart) === Code.openBracket ? [] : null;
    }
    this.#end = end;
    this.#lines?.push(start, textStart, end);
  }

  close(): void {
    if (this.#lines !== null && !this.#isEmpty) this.#unread.push(this.#lines);
    this.#lines = null;
  }

  /** Takes the definitions off the front; null when nothing is left, so that the next line starts the paragraph anew. */
  withoutDefinitions(): ParagraphContent | null {
    const lines = this.#lines;
    if (lines !== null) {
      const taken = this.#takeDefinitions(lines);
      const start = lines[taken * 3];
      const textStart = lines[taken * 3 + 1];
      this.#lines = null;
      if (start === undefined || textStart === undefined) {
        this.#isEmpty = true;
        return null;
      }
      this.#line += taken;
      this.#start = start;
      this.#textStart = textStart;
    }
    return { line: this.#line, start: this.#start, textStart: this.#textStart, textEnd: this.#end };
  }

  /** Every defined label in normal form; to be asked for once all lines are read. */
  definedLabels(): ReadonlySet<string> {
    if (this.#defined === null) {
      for (const lines of this.#unread) this.#takeDefinitions(lines);
      this.#defined = new Set(this.#labels.map(normalizeLabel));
    }
    return this.#defined;
  }

  /** How many lines the definitions take. */
  #takeDefinitions(lines: readonly number[]): number {
    let content = '';
    for (let index = 0; index < lines.length; index += 3) {
      content += `${this.#text.slice(lines[index + 1], lines[index + 2])}\n`;
    }
    const { labels, end } = scanLeadingDefinitions(content);
    for (const label of labels) this.#labels.push(label);
    let taken = 0;
    for (let position = 0; position < end; taken += 1) {
      position += (lines[taken * 3 + 2] as number) - (lines[taken * 3 + 1] as number) + 1;
    }
    return taken;
  }
}
