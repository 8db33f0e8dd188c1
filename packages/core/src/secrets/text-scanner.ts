import type { SecretProbe, TextScan } from './secret-probe.ts';
import { startsToken } from './token-boundary.ts';

/** A secret in one text: which rule knows it and where it stands. */
export interface TextFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

const DOT = 46;
const HASH_BITS = 15;
const HASH_MASK = (1 << HASH_BITS) - 1;

interface AnchoredProbe {
  readonly probe: SecretProbe;
  /** Its place in the list of probes, where the scan keeps how far the probe has looked. */
  readonly index: number;
  readonly anchor: string;
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
  const table = new Uint16Array(1 << HASH_BITS);
  const buckets: AnchoredProbe[][] = [[]];
  const dotted: AnchoredProbe[] = [];
  for (const [index, probe] of probes.entries()) {
    const { anyCase: folded = false, atWordStart = false } = probe;
    for (const anchor of new Set(probe.anchors)) {
      const text = folded ? anchor.toLowerCase() : anchor;
      const entry = { probe, index, anchor: text, offset: rarestOffset(text), folded, atWordStart };
      if (anchor === '.') dotted.push(entry);
      else for (const slot of slotsOf(entry)) bucketAt(table, buckets, slot).push(entry);
    }
  }

  const wordStarts = Int8Array.from(buckets, commonWordStart);

  return (text) => {
    if (text.length < 8) return [];
    const scan: TextScan = { text, valueEnd: 0, valueTries: 0, commandAt: -10_000, manifestsFrom: 0 };
    const ranked: TextFinding[][] = [[], [], []];
    const lookedUntil = new Int32Array(probes.length);
    for (let at = nextAnchor(text, 0, table, wordStarts); at >= 0; at = nextAnchor(text, at + 1, table, wordStarts)) {
      if (text.charCodeAt(at) === DOT) ask(dotted, at);
      const bucket = table[hashAt(text, at)] ?? 0;
      if (bucket !== 0) ask(buckets[bucket] ?? [], at - 2);
    }
    return settle(ranked);

    function ask(entries: readonly AnchoredProbe[], found: number): void {
      for (const entry of entries) {
        const at = found - entry.offset;
        if (at < (lookedUntil[entry.index] ?? 0) || (entry.atWordStart && !startsToken(text, at))) continue;
        if (!standsAt(text, at, entry.anchor, entry.folded)) continue;
        const { probe } = entry;
        const span = probe.find(scan, at, entry.anchor);
        if (span === undefined) continue;
        lookedUntil[entry.index] = span.end;
        if (span.secret) ranked[probe.rank ?? 0]?.push({ rule: probe.id, start: span.start, end: span.end });
      }
    }
  };
}

/** Where, from `from` on, three characters that the table knows end, or a dot stands; -1 at the end of the text. */
function nextAnchor(text: string, from: number, table: Uint16Array, wordStarts: Int8Array): number {
  const { length } = text;
  let hash = from === 0 ? 0 : hashAt(text, from - 1);
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at);
    hash = ((hash << 5) ^ code) & HASH_MASK;
    if (code === DOT) return at;
    const bucket = table[hash] ?? 0;
    if (bucket === 0) continue;
    const offset = wordStarts[bucket] ?? -1;
    if (offset < 0 || startsToken(text, at - 2 - offset)) return at;
  }
  return -1;
}

/** How far before its three characters every anchor of a bucket has to start a word; -1 where they do not agree. */
function commonWordStart(bucket: readonly AnchoredProbe[]): number {
  const offset = bucket[0]?.offset ?? -1;
  return bucket.every((entry) => entry.atWordStart && entry.offset === offset) ? offset : -1;
}

/** The table's slot for the three characters that end at `at`. */
function hashAt(text: string, at: number): number {
  const first = at > 1 ? text.charCodeAt(at - 2) : 0;
  const second = at > 0 ? text.charCodeAt(at - 1) : 0;
  return ((first << 10) ^ (second << 5) ^ text.charCodeAt(at)) & HASH_MASK;
}

const LETTERS_BY_FREQUENCY = 'etaoinshrdlcumwfgypbvkjxqz';

function rarestOffset(anchor: string): number {
  const rarity = (char: string): number => {
    const rank = LETTERS_BY_FREQUENCY.indexOf(char);
    return rank < 0 ? 30 : rank;
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

function slotsOf({ anchor, offset, folded }: AnchoredProbe): Set<number> {
  let slots = new Set([0]);
  for (const char of anchor.slice(offset, offset + 3)) {
    const codes = folded ? [char, char.toUpperCase()] : [char];
    slots = new Set(
      [...slots].flatMap((slot) => codes.map((variant) => ((slot << 5) ^ variant.charCodeAt(0)) & HASH_MASK)),
    );
  }
  return slots;
}

function bucketAt(table: Uint16Array, buckets: AnchoredProbe[][], slot: number): AnchoredProbe[] {
  const known = table[slot] ?? 0;
  if (known !== 0) return buckets[known] ?? [];
  table[slot] = buckets.length;
  const bucket: AnchoredProbe[] = [];
  buckets.push(bucket);
  return bucket;
}

function standsAt(text: string, at: number, anchor: string, folded: boolean): boolean {
  if (at < 0) return false;
  if (!folded) return text.startsWith(anchor, at);
  for (let index = 0; index < anchor.length; index++) {
    const code = text.charCodeAt(at + index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== anchor.charCodeAt(index)) return false;
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
