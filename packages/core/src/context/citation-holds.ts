import type { ImmutableSection } from '../record/task-record.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

type StandardsCitation = ImmutableSection['standards_citations'][number];

const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** How far a moved section is looked for, in times the length of the text; beyond it, it counts as changed. */
const SEARCH_EFFORT = 50;

/**
 * Whether the cited lines still stand in a text, unchanged and as a whole section, be it further up or down. Needs no markdown parser, so
 * that it costs little where tasks are handed over: the lines that `captureContext` has just cited always hold, text that was edited
 * never does, and a section that moved in an unusual way may be taken for a changed one. Linear in the length of the text.
 */
export function citationHolds({ line_span, content_sha }: StandardsCitation, text: string): boolean {
  const [first = 0, last = 0] = line_span?.split('-').map((line) => Number(line.slice(1))) ?? [];
  if (content_sha === undefined || first === 0) return true;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const length = last - first + 1;
  const standsAt = (start: number): boolean =>
    start + length <= lines.length &&
    sha256Hex(lines.slice(start, start + length).join('\n')).startsWith(content_sha) &&
    endsAfter(lines, start, start + length);
  if (standsAt(first - 1)) return true;
  let effort = SEARCH_EFFORT * lines.length;
  for (let start = 0; start < lines.length && effort >= 0; start += 1) {
    if (!ATX.test(lines[start] ?? '') && !UNDERLINE.test(lines[start + 1] ?? '')) continue;
    effort -= length;
    if (standsAt(start)) return true;
  }
  return false;
}

/** What follows a whole section is a heading of the same or a higher level, or nothing. */
function endsAfter(lines: readonly string[], start: number, end: number): boolean {
  const next = lines.findIndex((line, index) => index >= end && line.trim() !== '');
  return next === -1 || (levelAt(lines, next) ?? 7) <= (levelAt(lines, start) ?? 6);
}

function levelAt(lines: readonly string[], start: number): number | null {
  const hashes = ATX.exec(lines[start] ?? '')?.[1];
  if (hashes !== undefined) return hashes.length;
  for (let line = start + 1; (lines[line] ?? '').trim() !== ''; line += 1) {
    const underline = UNDERLINE.exec(lines[line] ?? '')?.[1];
    if (underline !== undefined) return underline.startsWith('=') ? 1 : 2;
  }
  return null;
}
