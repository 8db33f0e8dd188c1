import type { SecretProbe } from './secret-probe.ts';

/** One anchor of one probe, as the pass meets it. */
export interface AnchoredProbe {
  readonly probe: SecretProbe;
  /** Its place in the list of probes, where the scan keeps how far the probe has looked. */
  readonly index: number;
  readonly anchor: string;
  /** How far behind the anchor's first character the three characters end that the table knows it by. */
  readonly reach: number;
  readonly folded: boolean;
  readonly atWordStart: boolean;
  /** One bit for each kind of character that may stand right behind the three. */
  readonly behind: number;
}

/** Which anchors may stand where three characters of the given kinds end. */
export interface AnchorTable {
  /** A bucket's number for each triple of kinds, 0 for none. */
  readonly slots: Uint16Array;
  readonly buckets: readonly (readonly AnchoredProbe[])[];
  /** By bucket, one bit for each kind of character that may stand right before or behind the three. */
  readonly befores: Int32Array;
  readonly behinds: Int32Array;
  /** By bucket, how far before the end of the three every anchor has to start a word; 0 where they do not agree. */
  readonly wordStarts: Uint8Array;
}

/** In an anchor: any digit. One anchor instead of ten. */
export const DIGIT = '\0';

const ANY_KIND = -1;
const DIGITS = 27;
const DASHES = 28;

/**
 * The kinds of characters, 0 to 31, so that the table of all triples stays in a fast cache: letters of both cases are one
 * kind each, then digits, dashes, slash, dot and colon; everything else is 0.
 */
export const KINDS: Uint8Array = listKinds();

function listKinds(): Uint8Array {
  const kinds = new Uint8Array(1 << 16);
  for (let letter = 1; letter <= 26; letter++) kinds[64 + letter] = kinds[96 + letter] = letter;
  kinds.fill(DIGITS, 48, 58);
  kinds[DIGIT.charCodeAt(0)] = DIGITS;
  for (const [index, chars] of ['-_', '/', '.', ':'].entries())
    for (const char of chars) kinds[char.charCodeAt(0)] = DASHES + index;
  return kinds;
}

/** The kind of one character. */
export function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

/** The kinds of the three characters that end at `at`. */
export function tripleAt(text: string, at: number): number {
  return (kindAt(text, at - 2) << 10) | (kindAt(text, at - 1) << 5) | kindAt(text, at);
}

// How rare each kind is in texts and programs, in the order of kinds.
const RARITY = [
  0, 2, 19, 11, 9, 0, 15, 16, 7, 4, 22, 21, 10, 13, 5, 3, 18, 24, 8, 6, 1, 12, 20, 14, 23, 17, 25, 3, 9, 8, 6, 9,
];

/** The table of every anchor of `probes`. An anchor of one or two characters counts only between letters, digits and dashes. */
export function createAnchorTable(probes: readonly SecretProbe[]): AnchorTable {
  const slots = new Uint16Array(1 << 15);
  const buckets: AnchoredProbe[][] = [[]];
  const befores = [0];
  const behinds = [0];
  const short = new Map<string, AnchoredProbe[]>();
  for (const [index, probe] of probes.entries()) {
    const { anyCase: folded = false, atWordStart = false, notBefore = '' } = probe;
    for (const written of new Set(probe.anchors)) {
      const anchor = folded ? written.toLowerCase() : written;
      const offset = rarestOffset(anchor);
      const behind = offset + 3 < anchor.length ? 1 << kindAt(anchor, offset + 3) : ~kindsOf(notBefore);
      const entry = { probe, index, anchor, reach: offset + 2, folded, atWordStart, behind };
      if (anchor.length < 3) {
        short.set(anchor, [...(short.get(anchor) ?? []), entry]);
        continue;
      }
      const before = offset > 0 ? 1 << kindAt(anchor, offset - 1) : atWordStart ? WORD_START : ANY_KIND;
      const triple = tripleAt(anchor, offset + 2);
      const slot = (slots[triple] ||= buckets.push([]) - 1);
      buckets[slot]?.push(entry);
      befores[slot] = (befores[slot] ?? 0) | before;
      behinds[slot] = (behinds[slot] ?? 0) | behind;
    }
  }
  // The longer first: the shortest have most places, and share one bucket where nothing else stands.
  for (const [anchor, entries] of [...short].sort(([left], [right]) => right.length - left.length)) {
    const shared = buckets.push(entries) - 1;
    befores[shared] = behinds[shared] = ANY_KIND;
    for (const triple of triplesAround(anchor)) {
      const slot = (slots[triple] ||= shared);
      if (slot === shared) continue;
      const joined = buckets.push([...(buckets[slot] ?? []), ...entries]) - 1;
      slots[triple] = joined;
      befores[joined] = behinds[joined] = ANY_KIND;
    }
  }
  const wordStarts = Uint8Array.from(buckets, commonWordStart);
  return { slots, buckets, befores: Int32Array.from(befores), behinds: Int32Array.from(behinds), wordStarts };
}

function commonWordStart(bucket: readonly AnchoredProbe[]): number {
  const reach = bucket[0]?.reach ?? 0;
  return bucket.every((entry) => entry.atWordStart && entry.reach === reach) ? reach : 0;
}

function kindsOf(chars: string): number {
  let kinds = 0;
  for (let at = 0; at < chars.length; at++) kinds |= 1 << kindAt(chars, at);
  return kinds;
}

// What `startsToken` lets stand before a token: anything but a letter, save those that end an escape.
const WORD_START = ~kindsOf('ghijklmopqsuwxyz');

/** Where in `anchor` the three neighbouring characters begin that texts have least; before its start for a lone character. */
function rarestOffset(anchor: string): number {
  let best = anchor.length - 2;
  let highest = -1;
  let first = rarityAt(anchor, 0);
  let second = rarityAt(anchor, 1);
  for (let offset = 0; offset + 3 <= anchor.length; offset++) {
    const third = rarityAt(anchor, offset + 2);
    if (first + second + third >= highest) {
      highest = first + second + third;
      best = offset;
    }
    first = second;
    second = third;
  }
  return best;
}

function rarityAt(anchor: string, at: number): number {
  return RARITY[kindAt(anchor, at)] ?? 0;
}

/** The triples that hold an anchor of one or two characters, with letters, digits or dashes around it. */
function triplesAround(anchor: string): number[] {
  let triples = [0];
  for (let at = anchor.length - 2; at <= anchor.length; at++) {
    const kinds = at >= 0 && at < anchor.length ? [kindAt(anchor, at)] : WORD_KINDS;
    triples = triples.flatMap((triple) => kinds.map((kind) => (triple << 5) | kind));
  }
  return triples;
}

const WORD_KINDS = Array.from({ length: DASHES }, (_, index) => index + 1);

const LOWER_CASE = 32;

/** Whether the anchor of `entry` stands in `text` at `at`. */
export function standsAt(text: string, at: number, { anchor, folded }: AnchoredProbe): boolean {
  if (at < 0) return false;
  // From the end: the beginning of an anchor is what texts made of anchors share.
  for (let index = anchor.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(at + index);
    const expected = anchor.charCodeAt(index);
    if (code === expected) continue;
    const alike = expected === 0 ? code >= 48 && code <= 57 : folded && code < 91 && (code | LOWER_CASE) === expected;
    if (!alike) return false;
  }
  return true;
}
