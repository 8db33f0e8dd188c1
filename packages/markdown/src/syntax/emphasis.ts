import { Code, isEscapable, isInlineSpace } from './character-class.ts';

/** A run of `*` or `_` that may open or close emphasis; `slot` is where its characters stand in the output. */
export interface Delimiter {
  readonly slot: number;
  readonly code: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Characters not yet used up by emphasis. */
  count: number;
  previous: Delimiter | null;
  next: Delimiter | null;
}

const UNICODE_SPACE = /^\p{Zs}$/u;
const UNICODE_PUNCTUATION = /^[\p{P}\p{S}]$/u;

type Neighbour = 'space' | 'punctuation' | 'other';

/** What stands next to a run; the edge of the text counts as white space. */
function classify(character: string): Neighbour {
  const code = character.charCodeAt(0);
  // Most neighbours are ASCII, and a Unicode property test costs a hundred times as much.
  if (code < 128) {
    if (isInlineSpace(code) || code === 12 || code === 13) return 'space';
    return isEscapable(code) ? 'punctuation' : 'other';
  }
  if (character === '' || UNICODE_SPACE.test(character)) return 'space';
  return UNICODE_PUNCTUATION.test(character) ? 'punctuation' : 'other';
}

function characterBefore(text: string, position: number): string {
  const unit = text.charCodeAt(position - 1);
  const isPair = unit >= 0xdc00 && unit <= 0xdfff && position > 1;
  return isPair ? text.slice(position - 2, position) : text.charAt(position - 1);
}

function characterAfter(text: string, position: number): string {
  const unit = text.charCodeAt(position);
  return unit >= 0xd800 && unit <= 0xdbff ? text.slice(position, position + 2) : text.charAt(position);
}

/** Whether the run of `code` in `text` from `start` to `end` can open and close emphasis. */
export function flanking(
  text: string,
  start: number,
  end: number,
  code: number,
): { canOpen: boolean; canClose: boolean } {
  const before = classify(characterBefore(text, start));
  const after = classify(characterAfter(text, end));
  const left = after !== 'space' && (after === 'other' || before !== 'other');
  const right = before !== 'space' && (before === 'other' || after !== 'other');
  if (code === Code.star) return { canOpen: left, canClose: right };
  return {
    canOpen: left && (!right || before === 'punctuation'),
    canClose: right && (!left || after === 'punctuation'),
  };
}

/** The delimiter runs of one text, a linked list as in CommonMark's parsing strategy. */
export class DelimiterStack {
  last: Delimiter | null = null;

  push(slot: number, code: number, length: number, canOpen: boolean, canClose: boolean): void {
    const previous = this.last;
    const entry = { slot, code, length, canOpen, canClose, count: length, previous, next: null };
    if (previous !== null) previous.next = entry;
    this.last = entry;
  }

  /** Pairs the runs above `bottom`, reporting those that lost characters, and forgets them. */
  pair(bottom: Delimiter | null, onUsed: (delimiter: Delimiter) => void): void {
    // Where the search for an opener already failed, per kind of closer: what keeps pairing linear.
    const floors: (Delimiter | null | undefined)[] = [];
    let closer = this.#firstAbove(bottom);
    while (closer !== null) {
      if (!closer.canClose) {
        closer = closer.next;
        continue;
      }
      const kind = closerKind(closer);
      const floor = floors[kind];
      const opener = findOpener(closer, bottom, floor === undefined ? bottom : floor);
      if (opener === null) {
        floors[kind] = closer.previous;
        const next: Delimiter | null = closer.next;
        if (!closer.canOpen) this.#remove(closer);
        closer = next;
        continue;
      }
      const used = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
      opener.count -= used;
      closer.count -= used;
      onUsed(opener);
      onUsed(closer);
      opener.next = closer;
      closer.previous = opener;
      if (opener.count === 0) this.#remove(opener);
      if (closer.count === 0) {
        const next: Delimiter | null = closer.next;
        this.#remove(closer);
        closer = next;
      }
    }
    this.last = bottom;
    if (bottom !== null) bottom.next = null;
  }

  #firstAbove(bottom: Delimiter | null): Delimiter | null {
    let first: Delimiter | null = null;
    for (let entry = this.last; entry !== null && entry !== bottom; entry = entry.previous) first = entry;
    return first;
  }

  #remove(entry: Delimiter): void {
    if (entry.previous !== null) entry.previous.next = entry.next;
    if (entry.next === null) this.last = entry.previous;
    else entry.next.previous = entry.previous;
  }
}

function findOpener(closer: Delimiter, bottom: Delimiter | null, floor: Delimiter | null): Delimiter | null {
  for (let opener = closer.previous; opener !== null && opener !== bottom && opener !== floor;) {
    if (opener.code === closer.code && opener.canOpen && !isOddMatch(opener, closer)) return opener;
    opener = opener.previous;
  }
  return null;
}

/** CommonMark's rule of three, which keeps `*foo**bar*` one emphasis. */
function isOddMatch(opener: Delimiter, closer: Delimiter): boolean {
  if (!closer.canOpen && !opener.canClose) return false;
  return closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0;
}

function closerKind(closer: Delimiter): number {
  return (closer.code === Code.star ? 6 : 0) + (closer.canOpen ? 3 : 0) + (closer.length % 3);
}
