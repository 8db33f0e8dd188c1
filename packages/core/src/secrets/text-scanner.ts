import type { SecretProbe, TextScan } from './secret-probe.ts';
import { isAlphanumeric, startsToken } from './token-boundary.ts';

/** A secret in one text: which rule knows it and where it stands. */
export interface TextFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

const DOT = 46;
const DASH = 45;
const UNDERSCORE = 95;
const TABLE_SIZE = 1 << 16;
const ASCII = 127;

interface AnchoredProbe {
  readonly probe: SecretProbe;
  /** Its place in the list of probes, where the scan keeps how far the probe has looked. */
  readonly index: number;
  readonly anchor: string;
  readonly codes: readonly number[];
  /** Where in the anchor the three characters stand that the table knows it by. */
  readonly offset: number;
  readonly folded: boolean;
  readonly atWordStart: boolean;
}

/**
 * A function that finds the secrets in one text.
 *
 * It reads the text once, through a table of the three rarest neighbouring characters of every anchor; only where those
 * stand is a probe asked. So the time is that of one pass plus the true anchors.
 */
export function createTextScanner(probes: readonly SecretProbe[]): (text: string) => TextFinding[] {
  const table = new Uint16Array(TABLE_SIZE);
  const buckets: AnchoredProbe[][] = [[]];
  const dotted: AnchoredProbe[] = [];
  for (const [index, probe] of probes.entries()) {
    const { anyCase: folded = false, atWordStart = false } = probe;
    for (const anchor of new Set(probe.anchors)) {
      const text = folded ? anchor.toLowerCase() : anchor;
      const codes = Array.from(text, (char) => char.charCodeAt(0));
      const entry = { probe, index, anchor: text, codes, offset: rarestOffset(text), folded, atWordStart };
      if (anchor === '.') dotted.push({ ...entry, offset: 0 });
      else for (const slot of slotsOf(entry)) bucketAt(table, buckets, slot).push(entry);
    }
  }

  const gates: Gates = {
    table,
    pairs: knownPairs(buckets),
    wordStarts: Int8Array.from(buckets, commonWordStart),
    follows: buckets.map(commonFollow),
  };

  return (text) => {
    if (text.length < 8) return [];
    const scan: TextScan = { text, valueEnd: 0, valueTries: 0, commandAt: -10_000, commandFlag: '', manifestsFrom: 0 };
    const ranked: TextFinding[][] = [[], [], []];
    const lookedUntil = new Int32Array(probes.length);
    const cursor = { at: -1, bucket: 0 };
    while (advance(cursor, text, gates)) {
      if (cursor.bucket !== 0) ask(buckets[cursor.bucket] ?? [], cursor.at - 2);
      if (isInnerDot(text, cursor.at)) ask(dotted, cursor.at);
    }
    return settle(ranked);

    function ask(entries: readonly AnchoredProbe[], found: number): void {
      for (const entry of entries) {
        const at = found - entry.offset;
        if (at < (lookedUntil[entry.index] ?? 0) || (entry.atWordStart && !startsToken(text, at))) continue;
        if (!standsAt(text, at, entry)) continue;
        const { probe } = entry;
        const span = probe.find(scan, at, entry.anchor);
        if (span === undefined) continue;
        lookedUntil[entry.index] = span.end;
        if (span.secret) ranked[probe.rank ?? 0]?.push({ rule: probe.id, start: span.start, end: span.end });
      }
    }
  };
}

/** What the pass checks by itself before a probe is asked, by bucket. */
interface Gates {
  readonly table: Uint16Array;
  /** Which two neighbours end three characters that the table knows: small enough to stay in the fastest cache. */
  readonly pairs: Uint8Array;
  readonly wordStarts: Int8Array;
  readonly follows: readonly (Uint8Array | undefined)[];
}

/** Where the pass stands: at the end of three characters that the table knows, or at a dot. */
interface Cursor {
  at: number;
  bucket: number;
}

/** Moves the cursor to the next place where a probe is to be asked; false at the end of the text. */
function advance(cursor: Cursor, text: string, { table, pairs, wordStarts, follows }: Gates): boolean {
  const { length } = text;
  const from = cursor.at + 1;
  let first = from > 1 ? text.charCodeAt(from - 2) : 0;
  let second = from > 0 ? text.charCodeAt(from - 1) : 0;
  for (let at = from; at < length; at++) {
    const third = text.charCodeAt(at);
    if (pairs[pairOf(second, third)] !== 0) {
      let bucket = table[slotOf(first, second, third)] ?? 0;
      if (bucket !== 0) {
        const offset = wordStarts[bucket] ?? -1;
        if (offset >= 0 && !startsToken(text, at - 2 - offset)) bucket = 0;
        else if (follows[bucket]?.[text.charCodeAt(at + 1)] === 0) bucket = 0;
      }
      if (bucket !== 0 || isInnerDot(text, at)) {
        cursor.at = at;
        cursor.bucket = bucket;
        return true;
      }
    }
    first = second;
    second = third;
  }
  return false;
}

function pairOf(second: number, third: number): number {
  return ((second & ASCII) << 7) | (third & ASCII);
}

/** The pairs of every anchor's three characters, and every dot behind a letter or a digit. */
function knownPairs(buckets: readonly (readonly AnchoredProbe[])[]): Uint8Array {
  const pairs = new Uint8Array(1 << 14);
  for (const { codes, offset, folded } of buckets.flat()) {
    const [seconds = [], thirds = []] = [codes[offset + 1] ?? 0, codes[offset + 2] ?? 0].map((code) =>
      cases(code, folded),
    );
    for (const second of seconds) for (const third of thirds) pairs[pairOf(second, third)] = 1;
  }
  for (let code = 0; code <= ASCII; code++) if (isWordCode(code)) pairs[pairOf(code, DOT)] = 1;
  return pairs;
}

function cases(code: number, folded: boolean): number[] {
  return folded && code >= 97 && code <= 122 ? [code, code - 32] : [code];
}

/** A dot between letters or digits, as tokens have it; those between words and sentences are passed over. */
function isInnerDot(text: string, at: number): boolean {
  return text.charCodeAt(at) === DOT && isWordCode(text.charCodeAt(at - 1)) && isWordCode(text.charCodeAt(at + 1));
}

function isWordCode(code: number): boolean {
  return isAlphanumeric(code) || code === UNDERSCORE || code === DASH;
}

function slotOf(first: number, second: number, third: number): number {
  return (Math.imul(first, 7919) + Math.imul(second, 263) + third) & (TABLE_SIZE - 1);
}

/** How far before its three characters every anchor of a bucket has to start a word; -1 where they do not agree. */
function commonWordStart(bucket: readonly AnchoredProbe[]): number {
  const offset = bucket[0]?.offset ?? -1;
  return bucket.every((entry) => entry.atWordStart && entry.offset === offset) ? offset : -1;
}

const LETTERS_BY_FREQUENCY = 'etaoinshrdlcumwfgypbvkjxqz';
const COMMON_PUNCTUATION = ' ."-/=:';

/** Where in `anchor` the three neighbouring characters begin that texts have least. */
function rarestOffset(anchor: string): number {
  const rarity = (char: string): number => {
    const rank = LETTERS_BY_FREQUENCY.indexOf(char);
    return rank >= 0 ? rank : COMMON_PUNCTUATION.includes(char) ? 10 : 28;
  };
  let best = 0;
  let highest = -1;
  for (let offset = 0; offset + 3 <= anchor.length; offset++) {
    const sum = [...anchor.slice(offset, offset + 3)].reduce((total, char) => total + rarity(char), 0);
    if (sum <= highest) continue;
    highest = sum;
    best = offset;
  }
  return best;
}

function slotsOf({ codes, offset, folded }: AnchoredProbe): Set<number> {
  const variants = codes.slice(offset, offset + 3).map((code) => cases(code, folded));
  const [firsts = [], seconds = [], thirds = []] = variants;
  return new Set(
    firsts.flatMap((first) => seconds.flatMap((second) => thirds.map((third) => slotOf(first, second, third)))),
  );
}

/** The characters that may follow, where every anchor of a bucket ends with its three characters and says what follows. */
function commonFollow(bucket: readonly AnchoredProbe[]): Uint8Array | undefined {
  if (
    bucket.length === 0 ||
    bucket.some(({ probe, offset, codes }) => probe.follow === undefined || offset + 3 < codes.length)
  )
    return undefined;
  return Uint8Array.from({ length: 128 }, (_, code) =>
    bucket.some(({ probe }) => probe.follow?.test(String.fromCharCode(code))) ? 1 : 0,
  );
}

function bucketAt(table: Uint16Array, buckets: AnchoredProbe[][], slot: number): AnchoredProbe[] {
  const known = table[slot] ?? 0;
  if (known !== 0) return buckets[known] ?? [];
  table[slot] = buckets.length;
  const bucket: AnchoredProbe[] = [];
  buckets.push(bucket);
  return bucket;
}

function standsAt(text: string, at: number, { codes, folded }: AnchoredProbe): boolean {
  if (at < 0) return false;
  // From the end: the beginning of an anchor is what texts made of anchors share.
  for (let index = codes.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(at + index);
    if (code === codes[index]) continue;
    if (!folded || code < 65 || code > 90 || code + 32 !== codes[index]) return false;
  }
  return true;
}

/** Keeps, of findings that share text, the one whose probe knows most: by rank, then the one that begins first, then the longer. */
function settle(ranked: readonly TextFinding[][]): TextFinding[] {
  let kept: TextFinding[] = [];
  for (const findings of ranked) {
    findings.sort((left, right) => left.start - right.start || right.end - left.end);
    kept = merge(kept, findings);
  }
  return kept;
}

function merge(kept: readonly TextFinding[], candidates: readonly TextFinding[]): TextFinding[] {
  const merged: TextFinding[] = [];
  let next = 0;
  let covered = 0;
  for (const candidate of candidates) {
    for (let rival = kept[next]; rival !== undefined && rival.start < candidate.end; rival = kept[++next]) {
      merged.push(rival);
      covered = Math.max(covered, rival.end);
    }
    if (candidate.start < covered) continue;
    merged.push(candidate);
    covered = candidate.end;
  }
  return [...merged, ...kept.slice(next)].sort((left, right) => left.start - right.start);
}
