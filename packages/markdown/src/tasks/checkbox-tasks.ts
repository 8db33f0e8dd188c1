import type { CandidateLine } from './candidate-lines.ts';
import type { ScannedHeading } from '../syntax/scanned-heading.ts';
import { renderInlineText } from '../syntax/render-inline-text.ts';
import { readTaskTitle, type TaskTitle } from './task-title.ts';

/** An item of a list with a box, as Spec-Kit, Kiro and people write tasks. */
export interface CheckboxItem {
  readonly line: number;
  readonly start: number;
  readonly indent: number;
  /** What stands in the box. */
  readonly mark: string;
  /** Null without a number. */
  readonly title: TaskTitle | null;
  readonly isStruck: boolean;
}

const ITEM = /^([ \t]*)(?:>[ \t]?)*(?:[-*+•‣]|(\d{1,9})[.)])[ \t]+(~~)?\[([^\]\r\n]{0,3})\](\*?)[ \t]*(.*)$/u;
const SYMBOL_ITEM = /^([ \t]*)(?:[-*+•‣][ \t]+|(\d{1,9})[.)][ \t]+)?()([☐☑☒✅❌✔✖⬜🔲])\uFE0F?()[ \t]*(.*)$/u;
const SPEC_KIT = /^(?:\*\*|`|__)?(T\d{1,5}[a-z]?)(?![\p{L}\p{N}_-])(?:\*\*|`|__)?[ \t]*(?:[:.–—-]+[ \t]*)?(.*)$/u;
const NUMBERED =
  /^(?:\*\*|__)?#?(\d{1,9}(?:\.\d{1,9})+|\d{1,9}(?=[.):]))[.):]*(?:\*\*|__)?(?![\p{L}\p{N}_])[ \t]*(?:[:–—-]+[ \t]*)?(.*)$/u;
/** Parallel and story marks of Spec-Kit and cc-sdd; they are no part of a title. */
const LABELS = /^(?:\[(?:P|US\d{1,3}|[A-Z]{1,3}\d{0,3})\][ \t]*|\(P\)[ \t]*)+/;
const MAX_LINE = 2000;

/** Reads a line as an item with a box, or answers null. */
export function readCheckboxItem(markdown: string, { line, start, end }: CandidateLine): CheckboxItem | null {
  const text = markdown.slice(start, Math.min(end, start + MAX_LINE));
  const found = ITEM.exec(text) ?? (text.charCodeAt(0) > 127 || text.length > 2 ? SYMBOL_ITEM.exec(text) : null);
  if (found === null) return null;
  const [, space = '', place, strike, mark = '', , rest = ''] = found;
  const isStruck = strike !== undefined && strike !== '' ? true : rest.startsWith('~~');
  return { line, start, indent: widthOf(space), mark, title: readItemTitle(rest, place), isStruck };
}

function readItemTitle(rest: string, place: string | undefined): TaskTitle | null {
  const [, id, named = ''] = SPEC_KIT.exec(rest) ?? [];
  if (id !== undefined) return { number: id, title: plain(named.replace(LABELS, '')) };
  const [, number, numbered = ''] = NUMBERED.exec(rest) ?? [];
  if (number !== undefined) return { number, title: plain(numbered.replace(LABELS, '')) };
  const task = readTaskTitle(plain(rest));
  if (task !== null) return task;
  return place === undefined ? null : { number: place, title: plain(rest) };
}

function plain(text: string): string {
  return renderInlineText(text.trim(), () => new Set());
}

function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width += character === '\t' ? 4 - (width % 4) : 1;
  return width;
}

const CRITERIA = /acceptance criteria|(?:success|done|exit|completion) criteria|definition of done|done when/i;
const ASIDE =
  /\b(?:done|criteria|criterion|acceptance|check-?list|success|dependenc(?:y|ies)|prerequisites?|notes?|legend|examples?|status)\b/i;

/** Whether items below a heading are acceptance criteria, which may have numbers and are no tasks all the same. */
export function holdsCriteria(title: string): boolean {
  return CRITERIA.test(title);
}

/** Whether items without a number below a heading are criteria or notes rather than tasks. */
export function holdsNotes(title: string): boolean {
  return ASIDE.test(title);
}

/** Where the items with a number end: at the next item as deep or less deep, a heading, or a line that is not theirs. */
export function endsOfItems(
  markdown: string,
  items: readonly CheckboxItem[],
  headings: readonly ScannedHeading[],
): number[] {
  const ends = new Array<number>(items.length).fill(markdown.length);
  const open: number[] = [];
  let nextItem = 0;
  let nextHeading = 0;
  let isAfterBlank = false;
  const close = (indent: number, at: number): void => {
    while (open.length > 0 && (items[open.at(-1) as number]?.indent ?? 0) >= indent) ends[open.pop() as number] = at;
  };
  for (let start = items[0]?.start ?? markdown.length; start < markdown.length;) {
    const found = /[\r\n]/.exec(markdown.slice(start, start + 400));
    let end = found === null ? -1 : start + found.index;
    if (end === -1) end = nextLineEnd(markdown, start);
    if (headings[nextHeading] !== undefined) {
      while ((headings[nextHeading]?.start ?? Infinity) < start) nextHeading += 1;
    }
    if (items[nextItem]?.start === start) {
      close(items[nextItem]?.indent ?? 0, start);
      open.push(nextItem);
      nextItem += 1;
      isAfterBlank = false;
    } else if (headings[nextHeading]?.start === start) close(0, start);
    else {
      const indent = /^[ \t]*/.exec(markdown.slice(start, Math.min(end, start + 400)))?.[0] ?? '';
      const isBlank = start + indent.length === end;
      const startsBlock = /^(?:\*\*|__|---|\*\*\*|<!--|[-*+>|]|\d{1,9}[.)])/.test(
        markdown.slice(start + indent.length, start + indent.length + 12),
      );
      if (!isBlank && (isAfterBlank || startsBlock)) close(widthOf(indent), start);
      isAfterBlank = isBlank;
    }
    start = end + (markdown.startsWith('\r\n', end) ? 2 : 1);
  }
  return ends;
}

function nextLineEnd(markdown: string, from: number): number {
  const lineFeed = markdown.indexOf('\n', from);
  return lineFeed === -1 ? markdown.length : lineFeed;
}
