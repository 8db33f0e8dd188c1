import { createAnchorTable, KINDS, kindAt, standsAt, type AnchorTable } from './anchor-table.ts';
import type { SecretProbe, TextScan } from './secret-probe.ts';
import { settleFindings, type TextFinding } from './settle-findings.ts';
import { startsToken } from '../values/token-boundary.ts';

/**
 * A function that finds the secrets in one text.
 *
 * It reads the text once, through a table of the three rarest neighbouring characters of every anchor; only where those
 * stand is a probe asked. So the time is that of one pass plus the true anchors.
 */
export function createTextScanner(probes: readonly SecretProbe[]): (text: string) => TextFinding[] {
  const table = createAnchorTable(probes);

  return (text) => {
    if (text.length < 8) return [];
    const scan = startScan(text);
    const cursor: Cursor = { at: -1, triple: 0, slot: 0, behind: 0 };
    let lookedUntil: Int32Array | undefined;
    let ranked: TextFinding[][] | undefined;
    while (advance(cursor, text, table)) {
      for (const entry of table.buckets[cursor.slot] ?? []) {
        if ((entry.behind & cursor.behind) === 0) continue;
        const { probe, index } = entry;
        const at = cursor.at - entry.reach;
        if (lookedUntil !== undefined && at < (lookedUntil[index] ?? 0)) continue;
        if (!standsAt(text, at, entry) || (entry.atWordStart && !startsToken(text, at))) continue;
        const span = probe.find(scan, at, entry.anchor);
        if (span === undefined) continue;
        lookedUntil ??= new Int32Array(probes.length);
        lookedUntil[index] = span.end;
        if (!span.secret) continue;
        ranked ??= [[], [], []];
        ranked[probe.rank ?? 0]?.push({ rule: probe.id, start: span.start, end: span.end });
      }
    }
    return ranked === undefined ? [] : settleFindings(ranked);
  };
}

/** Where the pass stands: at the end of three characters that the table knows. */
interface Cursor {
  at: number;
  triple: number;
  slot: number;
  /** The bit of the kind of character that comes next. */
  behind: number;
}

/** Moves the cursor to the next place where a probe may have to be asked; false at the end of the text. Small, so that it is compiled soon. */
function advance(cursor: Cursor, text: string, { slots, befores, behinds, wordStarts }: AnchorTable): boolean {
  const { length } = text;
  let { triple } = cursor;
  for (let at = cursor.at + 1; at < length; at++) {
    const before = triple >> 10;
    triple = ((triple << 5) & 0x7fff) | (KINDS[text.charCodeAt(at)] ?? 0);
    const slot = slots[triple] ?? 0;
    if (slot === 0 || (((befores[slot] ?? 0) >> before) & 1) === 0) continue;
    const behind = 1 << kindAt(text, at + 1);
    if (((behinds[slot] ?? 0) & behind) === 0) continue;
    const reach = wordStarts[slot] ?? 0;
    if (reach !== 0 && !startsToken(text, at - reach)) continue;
    cursor.at = at;
    cursor.triple = triple;
    cursor.slot = slot;
    cursor.behind = behind;
    return true;
  }
  return false;
}

function startScan(text: string): TextScan {
  return {
    text,
    nameStart: 0,
    nameEnd: 0,
    valueEnd: 0,
    valueTries: 0,
    commandAt: -10_000,
    commandFlag: '',
    manifestsFrom: 0,
  };
}
