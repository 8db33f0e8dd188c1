import { Code, isLetter } from './character-class.ts';
import { scanHtmlTag } from './html-tag.ts';

const URI = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\0-\x20]*)>/y;
const EMAIL =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y;

/** Reads autolinks and raw HTML in one text, in time linear in its length over all calls. */
export class InlineHtmlScanner {
  readonly #text: string;
  /** Terminators known not to occur again, so that a thousand `<!--` do not each search to the end. */
  readonly #missing = new Set<string>();
  /** Quoted attribute values can hold `<`, so attempts may overlap; past this much work a `<` is plain text. */
  #tagBudget: number;

  constructor(text: string) {
    this.#text = text;
    this.#tagBudget = 1000 + 8 * text.length;
  }

  /** What the `<` at `start` begins: the visible text (none for HTML) and its end, or null for a plain `<`. */
  scan(start: number): { text: string; end: number } | null {
    for (const autolink of [URI, EMAIL]) {
      autolink.lastIndex = start;
      const match = autolink.exec(this.#text);
      if (match !== null) return { text: match[1] ?? '', end: autolink.lastIndex };
    }
    const end = this.#scanHtml(start);
    return end === -1 ? null : { text: '', end };
  }

  #scanHtml(start: number): number {
    const text = this.#text;
    const next = text.charCodeAt(start + 1);
    if (next === Code.question) return this.#endAfter('?>', start + 2);
    if (next !== Code.bang) return this.#scanTag(start);
    if (text.startsWith('--', start + 2)) {
      if (text.startsWith('>', start + 4)) return start + 5;
      if (text.startsWith('->', start + 4)) return start + 6;
      return this.#endAfter('-->', start + 4);
    }
    if (text.startsWith('[CDATA[', start + 2)) return this.#endAfter(']]>', start + 9);
    return isLetter(text.charCodeAt(start + 2)) ? this.#endAfter('>', start + 3) : -1;
  }

  #scanTag(start: number): number {
    if (this.#tagBudget <= 0) return -1;
    const end = scanHtmlTag(this.#text, start, this.#text.length);
    if (end >= 0) return end;
    this.#tagBudget -= ~end - start;
    return -1;
  }

  #endAfter(terminator: string, from: number): number {
    if (this.#missing.has(terminator)) return -1;
    const found = this.#text.indexOf(terminator, from);
    if (found === -1) this.#missing.add(terminator);
    return found === -1 ? -1 : found + terminator.length;
  }
}
