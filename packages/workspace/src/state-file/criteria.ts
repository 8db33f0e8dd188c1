import { markFencedLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { ok, reject, type Rejection, type Result } from '@batonkit/core';
import { replaceRanges, type StateDocument } from './state-document.ts';
import type { OpenStateFile } from './state-file.ts';

/** One acceptance criterion. */
export interface Criterion {
  readonly text: string;
  readonly checked: boolean;
}

interface FoundCriterion extends Criterion {
  /** Where its line starts. */
  readonly at: number;
  /** What a box takes the place of; null where there is no place for one. */
  readonly box: { readonly start: number; readonly end: number; readonly isNew: boolean } | null;
}

/** A line near the criteria that may be one and does not count. Lines count from 1. */
export interface UncountedCriterion {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

const CRITERIA =
  /^[^\p{L}\p{N}]*(?:\d+[.)]\s*)?(?:acceptance(?: criteria| criterion)?|(?:done|success|exit|completion) criteria|criteria|definition of done|done when)(?![\p{L}\p{N}])/iu;
const LABEL = /^[ \t]*(?:\*\*|__)?([^*_:\r\n]{1,60}?)(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]*$/u;
const ITEM = /^([ \t]*(?:>[ \t]?)*(?:[-*+•‣◦]|\d{1,9}[.)])(?:[ \t]+|$))(.*)$/u;
const BOX = /^(\[)([^\]\r\n]{0,3})\](?:[ \t]+|$)/;
const SYMBOL = /^(?:[☐☑☒✅❌✔✖✗✓⬜🔲🟩🟥⏳🚧]\uFE0F?)[ \t]*/u;
const ROW = /^[ \t]*\|(.*)$/;
const FRAME = /^[ \t]*\|?[ \t:|-]*-[ \t:|-]*$/;

interface Line {
  readonly text: string;
  readonly start: number;
  readonly number: number;
}

/**
 * The criteria of a state file: every list item and table row below a heading such as "Acceptance Criteria", "Acceptance
 * Criteria for v2" or "Done when", code left out. Only `[x]` is checked, whatever other mark an item bears.
 */
export function readCriteria(document: StateDocument): FoundCriterion[] {
  return readRegions(document).found;
}

/** Lines that may be criteria and do not count: text below such a heading without any item, and boxes elsewhere. */
export function findUncounted(document: StateDocument): UncountedCriterion[] {
  return readRegions(document).uncounted;
}

function readRegions(document: StateDocument): { found: FoundCriterion[]; uncounted: UncountedCriterion[] } {
  const { text, parts, sections } = document;
  const found: FoundCriterion[] = [];
  const uncounted: UncountedCriterion[] = [];
  const starts = new Set<number>();
  for (const { name, bodyStart, end } of [
    ...parts.filter(({ section, name: title }) => section === 'context' && CRITERIA.test(plainName(title))),
    ...sections.filter(({ section, name: title }) => section === null && CRITERIA.test(plainName(title))),
  ].sort((one, other) => one.start - other.start)) {
    starts.add(bodyStart);
    const lines = linesOf(text, bodyStart, end);
    const here = readItems(lines);
    for (const criterion of here) found.push(criterion);
    const prose = lines.filter(({ text: line }) => /[\p{L}\p{N}]/u.test(line) && !/:[ \t]*$/.test(line));
    const [first] = prose;
    if (here.length > 0 || first === undefined) continue;
    const reason = `Below "${name.slice(0, 60)}" only list items and table rows are criteria.`;
    uncounted.push({ line: first.number, text: first.text.trim().slice(0, 200), reason });
  }
  for (const { section, bodyStart, end } of contextBodies(document)) {
    if (section !== 'context' || starts.has(bodyStart)) continue;
    const lines = linesOf(text, bodyStart, end);
    const label = lines.findIndex(({ text: line }) => CRITERIA.test(LABEL.exec(line)?.[1] ?? ''));
    const below = label === -1 ? [] : lines.slice(label + 1);
    const next = below.findIndex(({ text: line }) => LABEL.test(line));
    const here = readItems(next === -1 ? below : below.slice(0, next));
    for (const criterion of here) found.push(criterion);
    const counted = new Set(here.map(({ box }) => box?.start));
    for (const { box, text: criterion } of readItems(lines)) {
      if (box === null || box.isNew || counted.has(box.start)) continue;
      const line = lines.findLast(({ start }) => start <= box.start)?.number ?? 1;
      uncounted.push({
        line,
        text: criterion.slice(0, 200),
        reason: 'It has a box and is not below the acceptance criteria.',
      });
    }
  }
  found.sort((one, other) => one.at - other.at);
  return { found, uncounted };
}

/** The context section before its first part, and its parts. */
function contextBodies({
  sections,
  parts,
}: StateDocument): readonly { section: string | null; bodyStart: number; end: number }[] {
  const context = sections.find(({ section }) => section === 'context');
  if (context === undefined) return [];
  const inside = parts.filter(({ start }) => start >= context.start && start < context.end);
  return [{ section: 'context', bodyStart: context.bodyStart, end: inside[0]?.start ?? context.end }, ...inside];
}

function linesOf(text: string, from: number, to: number): Line[] {
  const pieces = text.slice(from, to).split(/(\r\n|\r|\n)/);
  const all = pieces.filter((_, index) => index % 2 === 0);
  const fenced = markFencedLines(all, TOP_LEVEL_FENCE);
  const first = text.slice(0, from).split(/\r\n|\r|\n/).length;
  const lines: Line[] = [];
  let start = from;
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0 && fenced[index / 2] !== true) lines.push({ text: piece, start, number: first + index / 2 });
    start += piece.length;
  }
  return lines;
}

function readItems(lines: readonly Line[]): FoundCriterion[] {
  const found: FoundCriterion[] = [];
  let inComment = false;
  for (const [index, { text, start }] of lines.entries()) {
    const wasComment = inComment;
    if (text.includes('<!--')) inComment = true;
    if (text.includes('-->')) inComment = false;
    if (wasComment || text.trimStart().startsWith('<!--')) continue;
    const row = ROW.exec(text);
    if (row !== null) {
      const isFrame = FRAME.test(text) || FRAME.test(lines[index + 1]?.text ?? 'x');
      if (!isFrame) found.push({ ...readRow(text, start), at: start });
      continue;
    }
    const [, lead, content = ''] = ITEM.exec(text) ?? [];
    const space = /^[ \t]*/.exec(text)?.[0] ?? '';
    const body = lead === undefined ? text.slice(space.length) : content;
    const at = start + (lead === undefined ? space.length : lead.length);
    if (lead === undefined && !BOX.test(body) && !SYMBOL.test(body)) continue;
    if (lead !== undefined && /^[-*_ \t]*$/.test(text) && text.trim().length > 2) continue;
    found.push({ ...readBox(body, at), at: start });
  }
  return found;
}

type ReadCriterion = Omit<FoundCriterion, 'at'>;

function readBox(body: string, at: number): ReadCriterion {
  const [box, , mark] = BOX.exec(body) ?? [];
  if (box !== undefined && mark !== undefined) {
    const isChecked = mark.trim().toLowerCase() === 'x';
    return {
      text: body.slice(box.length).trim(),
      checked: isChecked,
      box: { start: at + 1, end: at + 1 + mark.length, isNew: false },
    };
  }
  const [symbol = ''] = SYMBOL.exec(body) ?? [];
  const text = body.slice(symbol.length).trim();
  return { text, checked: false, box: { start: at, end: at + symbol.length, isNew: true } };
}

/** A row is checked when one of its cells is `[x]`. */
function readRow(row: string, start: number): ReadCriterion {
  const cells: { text: string; start: number }[] = [];
  let offset = row.indexOf('|') + 1;
  for (const cell of row
    .slice(offset)
    .replace(/\|[ \t]*$/, '')
    .split('|')) {
    cells.push({ text: cell.trim(), start: start + offset + (cell.length - cell.trimStart().length) });
    offset += cell.length + 1;
  }
  const isBox = (text: string): boolean => /^\[[^\]]{0,3}\]$/.test(text) || SYMBOL.exec(text)?.[0] === text;
  const marked = cells.find(({ text }) => isBox(text));
  const text = cells.flatMap((cell) => (cell === marked || cell.text === '' ? [] : [cell.text])).join(' | ');
  if (marked === undefined) return { text, checked: false, box: null };
  const { box, checked } = readBox(marked.text, marked.start);
  return { text, checked, box };
}

/** Checks or unchecks a criterion, named by its place (from 0) or its text: only its box changes. */
export function checkCriterion(
  { file, document }: OpenStateFile,
  criterion: number | string,
  checked: boolean,
): Result<string, Rejection<'InvalidInput'>> {
  const criteria = readCriteria(document);
  const wanted = typeof criterion === 'string' ? criterion.trim() : criterion;
  const matches = criteria.filter(({ text }, index) =>
    typeof wanted === 'string' ? text === wanted : index === wanted,
  );
  const [found] = matches;
  if (found === undefined || matches.length > 1) {
    const which = typeof wanted === 'string' ? JSON.stringify(wanted.slice(0, 100)) : `number ${wanted}`;
    const problem =
      found === undefined
        ? `has no criterion ${which}`
        : `has ${matches.length} criteria ${which}; name it by its place`;
    const list = criteria.map(({ text }, index) => `${index}: ${text.slice(0, 100)}`).join('; ');
    return reject('InvalidInput', [
      { condition: '/criterion', detail: `${file} ${problem}. It has ${list || 'none'}.` },
    ]);
  }
  if (found.checked === checked) return ok(document.text);
  if (found.box === null) {
    const detail = `The row "${found.text.slice(0, 100)}" of ${file} has no cell for a box. Put [ ] into one.`;
    return reject('InvalidInput', [{ condition: '/criterion', detail }]);
  }
  const { start, end, isNew } = found.box;
  const mark = checked ? 'x' : ' ';
  const isInCell = isNew && /[|]/.test(document.text.slice(end).trimStart().charAt(0));
  return ok(replaceRanges(document.text, [{ start, end, by: isNew ? `[${mark}]${isInCell ? '' : ' '}` : mark }]));
}
