import { renderInlineText } from '@batonkit/markdown/scan';

/** The longest requirement that a citation holds, in characters. */
export const MAX_REQUIREMENT = 140;

/** Only the beginning of a paragraph can become a requirement; what is longer is not looked at. */
const LOOKED_AT = 2000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const NOT_PROSE = /^\s*(#{1,6}(\s|$)|\||<|(=+|-+)\s*$|([-*_]\s*){3,}$)/;
const MARKER = /^\s*(?:>\s?|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)+/;
const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s|$)/g;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|dr|mr|mrs|st|\p{L})\.$/iu;

/** The first sentence of a section's text as plain text, at most 140 characters, cut at a word; '' when it has no text. */
export function firstSentence(lines: readonly string[]): string {
  const paragraph = renderInlineText(firstParagraph(lines), () => new Set());
  const plain = paragraph.replace(/\s+/gu, ' ').trim();
  return cutAtWord(sentenceOf(plain), MAX_REQUIREMENT);
}

/** Cuts a text at the last word that fits with an ellipsis; a single longer word is cut where it must be. */
export function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const kept = characters.slice(0, limit - 1).join('');
  const space = characters[limit - 1] === ' ' ? kept.length : kept.lastIndexOf(' ');
  return `${(space > 0 ? kept.slice(0, space) : kept).replace(/[\s,;:–—-]+$/u, '')}…`;
}

function sentenceOf(text: string): string {
  for (const end of text.matchAll(SENTENCE_END)) {
    const stop = end.index + end[0].length;
    if (!ABBREVIATION.test(text.slice(Math.max(0, end.index - 10), end.index + 1))) return text.slice(0, stop);
  }
  return text;
}

function firstParagraph(lines: readonly string[]): string {
  let fence: string | null = null;
  let paragraph = '';
  for (const line of lines) {
    const marker: string | undefined = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (marker !== undefined && marker.startsWith(fence)) fence = null;
      continue;
    }
    const stripped = line.slice(0, LOOKED_AT).replace(MARKER, '');
    const startsItem = stripped.length !== line.slice(0, LOOKED_AT).length;
    const isProse = marker === undefined && stripped.trim() !== '' && !NOT_PROSE.test(line);
    if (paragraph !== '' && (!isProse || startsItem || paragraph.length > LOOKED_AT)) return paragraph;
    if (marker !== undefined) fence = marker;
    else if (isProse) paragraph += paragraph === '' ? stripped.trim() : `\n${stripped.trim()}`;
  }
  return paragraph;
}
