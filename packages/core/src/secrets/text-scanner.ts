import type { SecretProbe, TextScan } from './secret-probe.ts';

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
  readonly folded: boolean;
}

/**
 * A function that finds the secrets in one text.
 *
 * It reads the text once, three characters at a time, through a table of the first three characters of every anchor;
 * only where one of those stands is a probe asked. So the time is that of one pass plus the true anchors.
 */
export function createTextScanner(probes: readonly SecretProbe[]): (text: string) => TextFinding[] {
  const table = new Uint16Array(1 << HASH_BITS);
  const buckets: AnchoredProbe[][] = [[]];
  const dotted: AnchoredProbe[] = [];
  for (const [index, probe] of probes.entries()) {
    for (const anchor of new Set(probe.anchors)) {
      const entry = {
        probe,
        index,
        anchor: probe.anyCase === true ? anchor.toLowerCase() : anchor,
        folded: probe.anyCase === true,
      };
      if (anchor === '.') dotted.push(entry);
      else for (const slot of slotsOf(anchor, entry.folded)) bucketAt(table, buckets, slot).push(entry);
    }
  }

  return (text) => {
    const scan: TextScan = { text, valueEnd: 0, valueTries: 0, commandAt: -10_000, manifestsFrom: 0 };
    const ranked: TextFinding[][] = [[], [], []];
    const lookedUntil = new Int32Array(probes.length);
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      hash = ((hash << 5) ^ code) & HASH_MASK;
      const bucket = table[hash];
      if (bucket !== 0) ask(buckets[bucket ?? 0] ?? [], at - 2);
      if (code === DOT) ask(dotted, at);
    }
    return settle(ranked);

    function ask(entries: readonly AnchoredProbe[], at: number): void {
      for (const { probe, index, anchor, folded } of entries) {
        if (at < (lookedUntil[index] ?? 0) || !standsAt(text, at, anchor, folded)) continue;
        const span = probe.find(scan, at, anchor);
        if (span === undefined) continue;
        lookedUntil[index] = span.end;
        if (span.secret) ranked[probe.rank ?? 0]?.push({ rule: probe.id, start: span.start, end: span.end });
      }
    }
  };
}

function slotsOf(anchor: string, folded: boolean): Set<number> {
  let slots = new Set([0]);
  for (const char of anchor.slice(0, 3)) {
    const codes = folded ? [char.toLowerCase(), char.toUpperCase()] : [char];
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
