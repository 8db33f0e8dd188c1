import { decodeHTMLStrict } from 'entities/decode';
import { Code, isEscapable, skipBlanks, trimBlanksEnd } from './character-class.ts';
import { type Delimiter, DelimiterStack, flanking } from './emphasis.ts';
import { InlineHtmlScanner } from './inline-html.ts';
import { normalizeLabel, scanDestination, scanLabel, scanTitle, skipInlineSpace } from './link-definition.ts';

const ENTITY = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|[A-Za-z][A-Za-z0-9]{1,31});/y;

interface Bracket {
  readonly isImage: boolean;
  readonly slot: number;
  /** Where the text between the brackets begins. */
  readonly textStart: number;
  readonly delimiters: Delimiter | null;
  /** A label holds no bracket, so a later one rules out that this text is a label. */
  holdsBracket: boolean;
}

/** A longer text is no heading anybody wrote; it stays as it is, so that hostile markup in it costs nothing. */
const MAX_RENDERED = 10_000;
const MARKUP = /[\\`*_[\]<&\r\n\0]/;
const NEXT_MARKUP = /[\\`*_[\]!<&\n]/g;

/**
 * The plain text of CommonMark inline content: what a reader sees. Line breaks become spaces, an image its alt text,
 * raw HTML tags disappear; a source over 10,000 code units stays as written. `labels` is asked for the defined link labels only when the content could refer to one.
 *
 * @example
 * ```ts
 * import { renderInlineText } from '@batonkit/markdown/scan';
 *
 * renderInlineText('*Auth* &amp; `login`', () => new Set()); // => 'Auth & login'
 * ```
 */
export function renderInlineText(source: string, labels: () => ReadonlySet<string>): string {
  if (source.length > MAX_RENDERED || !MARKUP.test(source)) return source;
  const lines = source.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/);
  const normalized = lines.length === 1 ? (lines[0] ?? '') : joinLines(lines);
  return new InlineRenderer(normalized, labels).render();
}

/** White space around a line ending belongs to the line break. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.slice(skipBlanks(line, 0, line.length), trimBlanksEnd(line, 0, line.length)))
    .join('\n');
}

class InlineRenderer {
  readonly #text: string;
  readonly #labels: () => ReadonlySet<string>;
  readonly #html: InlineHtmlScanner;
  readonly #output: string[] = [];
  readonly #delimiters = new DelimiterStack();
  readonly #brackets: Bracket[] = [];
  /** Links cannot nest: below this height of the bracket stack, `[` no longer opens one. */
  #inactiveLinks = 0;
  /** Behind it no inline link can end, so none is looked for. */
  readonly #lastCloseParen: number;
  #lastBackticks: Map<number, number> | null = null;
  #position = 0;

  constructor(text: string, labels: () => ReadonlySet<string>) {
    this.#text = text;
    this.#labels = labels;
    this.#html = new InlineHtmlScanner(text);
    this.#lastCloseParen = text.lastIndexOf(')');
  }

  render(): string {
    const text = this.#text;
    while (this.#position < text.length) {
      NEXT_MARKUP.lastIndex = this.#position;
      const next = NEXT_MARKUP.exec(text)?.index ?? text.length;
      if (next > this.#position) this.#output.push(text.slice(this.#position, next));
      this.#position = next;
      if (next < text.length) this.#readMarkup(text.charCodeAt(next));
    }
    this.#pairEmphasis(null);
    return this.#output.join('');
  }

  #readMarkup(code: number): void {
    const start = this.#position;
    switch (code) {
      case Code.lineFeed:
        return this.#emit(' ', start + 1);
      case Code.backslash:
        return this.#readEscape();
      case Code.backtick:
        return this.#readCode();
      case Code.star:
      case Code.underscore:
        return this.#readDelimiters(code);
      case Code.ampersand: {
        const entity = decodeEntity(this.#text, start);
        return entity === null ? this.#emit('&', start + 1) : this.#emit(entity.decoded, entity.end);
      }
      case Code.less: {
        const html = this.#html.scan(start);
        return html === null ? this.#emit('<', start + 1) : this.#emit(html.text, html.end);
      }
      case Code.openBracket:
        return this.#openBracket('[', false);
      case Code.closeBracket:
        return this.#closeBracket();
      default:
        if (this.#text.charCodeAt(start + 1) === Code.openBracket) return this.#openBracket('![', true);
        return this.#emit('!', start + 1);
    }
  }

  #emit(output: string, end: number): void {
    this.#output.push(output);
    this.#position = end;
  }

  #readEscape(): void {
    const next = this.#text.charCodeAt(this.#position + 1);
    if (isEscapable(next)) this.#emit(String.fromCharCode(next), this.#position + 2);
    else if (next === Code.lineFeed) this.#emit(' ', this.#position + 2);
    else this.#emit('\\', this.#position + 1);
  }

  #readCode(): void {
    const text = this.#text;
    const start = this.#position;
    const length = runLength(text, start);
    this.#lastBackticks ??= lastBacktickRuns(text);
    if ((this.#lastBackticks.get(length) ?? -1) <= start) return this.#emit('`'.repeat(length), start + length);
    let close = text.indexOf('`', start + length);
    for (let found = runLength(text, close); found !== length; found = runLength(text, close)) {
      close = text.indexOf('`', close + found);
    }
    const content = text.slice(start + length, close).replaceAll('\n', ' ');
    const isPadded = content.startsWith(' ') && content.endsWith(' ') && /[^ ]/.test(content);
    this.#emit(isPadded ? content.slice(1, -1) : content, close + length);
  }

  #readDelimiters(code: number): void {
    const text = this.#text;
    const start = this.#position;
    let end = start + 1;
    while (text.charCodeAt(end) === code) end += 1;
    const slot = this.#output.length;
    this.#emit(text.slice(start, end), end);
    const { canOpen, canClose } = flanking(text, start, end, code);
    this.#delimiters.push(slot, code, end - start, canOpen, canClose);
  }

  #pairEmphasis(bottom: Delimiter | null): void {
    if (this.#delimiters.last === bottom) return;
    this.#delimiters.pair(bottom, ({ slot, code, count }) => {
      this.#output[slot] = String.fromCharCode(code).repeat(count);
    });
  }

  #openBracket(marks: string, isImage: boolean): void {
    const outer = this.#brackets.at(-1);
    if (outer !== undefined) outer.holdsBracket = true;
    const textStart = this.#position + marks.length;
    const delimiters = this.#delimiters.last;
    this.#brackets.push({ isImage, slot: this.#output.length, textStart, delimiters, holdsBracket: false });
    this.#emit(marks, textStart);
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    const height = this.#brackets.length;
    const isActive = bracket !== undefined && (bracket.isImage || height >= this.#inactiveLinks);
    const end = isActive ? (this.#inlineLinkEnd() ?? this.#referenceEnd(bracket)) : null;
    this.#inactiveLinks = Math.min(this.#inactiveLinks, height);
    if (bracket === undefined || end === null) return this.#emit(']', this.#position + 1);
    this.#pairEmphasis(bracket.delimiters);
    this.#output[bracket.slot] = '';
    this.#position = end;
    if (!bracket.isImage) this.#inactiveLinks = height;
  }

  /** The end of `(destination "title")` after the closing bracket. */
  #inlineLinkEnd(): number | null {
    const text = this.#text;
    if (text.charCodeAt(this.#position + 1) !== Code.openParen || this.#position > this.#lastCloseParen) return null;
    const destination = skipInlineSpace(text, this.#position + 2);
    const destinationEnd = scanDestination(text, destination);
    if (destinationEnd === -1) return null;
    let end = skipInlineSpace(text, destinationEnd);
    if (end > destinationEnd && destinationEnd > destination) {
      const titleEnd = scanTitle(text, end);
      if (titleEnd !== -1) end = skipInlineSpace(text, titleEnd);
    }
    return text.charCodeAt(end) === Code.closeParen ? end + 1 : null;
  }

  /** The end of a full, collapsed or shortcut reference to a defined label. */
  #referenceEnd(bracket: Bracket): number | null {
    const text = this.#text;
    const close = this.#position;
    const labelEnd = text.charCodeAt(close + 1) === Code.openBracket ? scanLabel(text, close + 1) : -1;
    if (labelEnd > close + 3) {
      return this.#labels().has(normalizeLabel(text.slice(close + 2, labelEnd - 1))) ? labelEnd : null;
    }
    if (bracket.holdsBracket || close - bracket.textStart > 999) return null;
    if (!this.#labels().has(normalizeLabel(text.slice(bracket.textStart, close)))) return null;
    return labelEnd === -1 ? close + 1 : labelEnd;
  }
}

function runLength(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === Code.backtick) end += 1;
  return end - start;
}

/** Where the last run of each length starts: a run without a later equal one is plain text. */
function lastBacktickRuns(text: string): Map<number, number> {
  const runs = new Map<number, number>();
  for (let start = text.indexOf('`'); start !== -1;) {
    const length = runLength(text, start);
    runs.set(length, start);
    start = text.indexOf('`', start + length);
  }
  return runs;
}

/** The entity or numeric character reference that starts at `start`, decoded, or null when there is none. */
function decodeEntity(text: string, start: number): { decoded: string; end: number } | null {
  ENTITY.lastIndex = start;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const [source, hex, decimal] = match;
  const end = start + source.length;
  if (hex !== undefined) return { decoded: fromCodePoint(Number.parseInt(hex, 16)), end };
  if (decimal !== undefined) return { decoded: fromCodePoint(Number.parseInt(decimal, 10)), end };
  const decoded = decodeHTMLStrict(source);
  return decoded === source ? null : { decoded, end };
}

function fromCodePoint(point: number): string {
  const isScalar = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isScalar ? String.fromCodePoint(point) : '\ufffd';
}
