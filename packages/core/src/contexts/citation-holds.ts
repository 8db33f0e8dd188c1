import type { ImmutableSection } from '../record/envelope.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

type StandardsCitation = ImmutableSection['standards_citations'][number];

const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** How far a moved section is looked for, in times the length of the text; beyond it, it counts as changed. */
const SEARCH_EFFORT = 20;

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
  const { levels, nextText } = outline(lines);
  let effort = SEARCH_EFFORT * lines.length;
  const standsAt = (start: number): boolean => {
    const end = start + length;
    // What follows a whole section is a heading of the same or a higher level, or nothing.
    const next = nextText[end] ?? lines.length;
    const isWhole = next >= lines.length || (levels[next] ?? 7) <= (levels[start] ?? 6);
    if (end > lines.length || !isWhole) return false;
    effort -= length;
    return sha256Hex(lines.slice(start, end).join('\n')).startsWith(content_sha);
  };
  if (standsAt(first - 1)) return true;
  for (let start = 0; start < lines.length && effort > 0; start += 1) {
    if (levels[start] !== null && standsAt(start)) return true;
  }
  return false;
}

/** For each line the level of the heading that seems to begin there, and the first line from there on that is not blank. */
function outline(lines: readonly string[]): {
  readonly levels: readonly (number | null)[];
  readonly nextText: readonly number[];
} {
  const levels: (number | null)[] = [];
  const nextText: number[] = [];
  let underlined: number | null = null;
  for (let line = lines.length - 1; line >= 0; line -= 1) {
    const below = lines[line + 1] ?? '';
    const underline = UNDERLINE.exec(below)?.[1];
    if (underline !== undefined) underlined = underline.startsWith('=') ? 1 : 2;
    else if (below.trim() === '') underlined = null;
    const text = lines[line] ?? '';
    levels[line] = ATX.exec(text)?.[1]?.length ?? (text.trim() === '' ? null : underlined);
    nextText[line] = text.trim() === '' ? (nextText[line + 1] ?? lines.length) : line;
  }
  return { levels, nextText };
}
