import { markFencedLines, splitLines } from './fenced-lines.ts';
import { readReportHeader, type ReportField, type ReportHeader } from './report-header.ts';
import { dedent } from './task-field.ts';

/** The paths a line names, and whether it says nothing else. */
interface ChangedPaths {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

const LIST_MARKER = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/u;

const QUOTED = /`([^`]+)`|\[([^\][]+)\]\([^()\s]*\)|\*\*([^*\s]+)\*\*/g;

const NOTHING = /^\(?(?:none|n\/a|nothing|no files?(?: changed)?)\)?\.?$/i;

/** An implementer's report, taken apart. */
export interface ImplementerReport {
  /** Null when the report does not say. */
  readonly implemented: string | null;
  readonly tested: string | null;
  /** Each path once, in the order of the report. */
  readonly filesChanged: string[];
  readonly selfReview: string | null;
  /** `none` when the report does not say. */
  readonly decisions: string;
  readonly deviations: string;
  readonly concerns: string;
  /** Everything that fits no field; empty when nothing is left. */
  readonly rest: string;
}

interface Part {
  readonly header: ReportHeader | null;
  readonly field: ReportField | 'rest';
  /** What the header's own line says. */
  readonly first: string;
  readonly lines: string[];
}

/**
 * Takes an agent's free-text report apart by its headers.
 *
 * A header is a markdown heading, a bold label, or a plain label before a colon or alone on its line, numbered or not,
 * that contains `implemented`, `tested`, `files changed`, `self-review`, `decisions`, `deviations` or `concerns` in any
 * case ("Implementation Decisions", "1. **What you tested:**"). Lines in fenced code are never headers. A field that
 * comes twice is joined.
 *
 * No text is lost: what fits no field comes back in `rest`, among it whole lines of the file list that say more than
 * paths, and the line of a header that says more than its field's name stays in the field's text. Never throws.
 *
 * @example
 * ```ts
 * import { parseReport } from '@batonkit/markdown';
 *
 * const report = parseReport('Hello.\n\n## What I implemented\nLogin.\n\n**Files changed:** `src/a.ts`\n\n1. Implementation Decisions: JWT');
 * report.implemented; // => 'Login.'
 * report.filesChanged; // => ['src/a.ts']
 * [report.decisions, report.deviations, report.tested, report.rest]; // => ['JWT', 'none', null, 'Hello.']
 * ```
 */
export function parseReport(text: string): ImplementerReport {
  const { lines, wrapping } = unwrapFence(splitLines(text.replace(/^\uFEFF/, '')));
  const parts = splitParts(lines);
  const filesChanged = new Set<string>();
  const leftOver: string[] = [...wrapping];
  for (const line of parts
    .filter(({ field }) => field === 'filesChanged')
    .flatMap((part) => [part.first, ...part.lines])) {
    const { paths, isComplete } = readChangedPaths(line);
    for (const path of paths) filesChanged.add(path);
    if (!isComplete) leftOver.push(line);
  }
  const textOf = (field: Part['field'], more: readonly string[] = []): string | null => {
    const texts = [
      ...parts.filter((part) => part.field === field).map(({ first, lines: further }) => dedent(first, further)),
      dedent('', more),
    ];
    const joined = texts.filter((part) => part !== '').join('\n\n');
    return joined === '' ? null : joined;
  };
  return {
    implemented: textOf('implemented'),
    tested: textOf('tested'),
    filesChanged: [...filesChanged],
    selfReview: textOf('selfReview'),
    decisions: textOf('decisions') ?? 'none',
    deviations: textOf('deviations') ?? 'none',
    concerns: textOf('concerns') ?? 'none',
    rest: textOf('rest', leftOver) ?? '',
  };
}

function splitParts(lines: readonly string[]): Part[] {
  const fenced = markFencedLines(lines);
  const parts: Part[] = [];
  let current: Part = { header: null, field: 'rest', first: '', lines: [] };
  parts.push(current);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const isUnderlined = isSetextUnderline(line, lines[index + 1]);
    const header = fenced[index] === true || line.trim() === '' ? null : readReportHeader(line, isUnderlined);
    if (header === null || !startsPart(header, current)) {
      current.lines.push(line);
      continue;
    }
    const isKnown = header.field !== null;
    current = {
      header,
      field: header.field ?? 'rest',
      first: isKnown ? header.text : '',
      lines: isKnown ? [] : [line],
    };
    parts.push(current);
    if (isUnderlined && header.field !== null) index += 1;
  }
  return parts;
}

function isSetextUnderline(line: string, next: string | undefined): boolean {
  return /^ {0,3}[^\s#>*+|-]/.test(line) && next !== undefined && /^ {0,3}(?:={2,}|-{2,})[ \t]*$/.test(next);
}

function startsPart(header: ReportHeader, current: Part): boolean {
  return header.field === null ? endsPart(header, current) : namesPart(header, current);
}

/** Whether a header of a known field opens it here, or is only a line of the part it stands in. */
function namesPart(header: ReportHeader, { header: open, field }: Part): boolean {
  if (header.shape === 'heading' || open === null || field === 'rest') return true;
  if (open.shape === 'heading') return header.indent < 4 && (header.shape === 'bold' || header.marker !== 'bullet');
  if (header.indent > open.indent + 1) return false;
  return header.shape === 'bold' || header.marker !== 'bullet' || open.marker === 'bullet';
}

/** Whether a header of no known field ends the part it stands in: only one of the same rank does. */
function endsPart(header: ReportHeader, { header: open, field, first, lines }: Part): boolean {
  if (open === null || field === 'rest') return false;
  if (header.shape === 'heading') return open.shape !== 'heading' || header.level <= open.level;
  if (open.shape !== header.shape || header.marker !== open.marker || header.indent !== open.indent) return false;
  return first !== '' || lines.some((line) => line.trim() !== '');
}

/** Agents often put a whole report into a fence; its two lines are set apart, so that headers inside count. */
function unwrapFence(lines: readonly string[]): { lines: readonly string[]; wrapping: readonly string[] } {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const opening = lines[first] ?? '';
  const closing = lines[last] ?? '';
  const [, marks = ''] = /^[ \t]*(`{3,}|~{3,})[ \t]*(?:md|markdown|te?xt)[ \t]*$/i.exec(opening) ?? [];
  if (marks === '' || first === last || !closing.trim().startsWith(marks) || /[^`~\s]/.test(closing)) {
    return { lines, wrapping: [] };
  }
  return { lines: lines.slice(first + 1, last), wrapping: [opening, closing] };
}

/** Reads paths from one line of a list of changed files. */
function readChangedPaths(line: string): ChangedPaths {
  const item = line.replace(LIST_MARKER, '').trim();
  if (NOTHING.test(item)) return { paths: [], isComplete: true };
  const paths: string[] = [];
  let remainder = item.replaceAll(QUOTED, (whole, code?: string, link?: string, strong?: string) => {
    const quoted = (code ?? link ?? strong ?? '').trim();
    if (!isPath(quoted) && !/^[\w.@-]+$/.test(quoted)) return whole;
    paths.push(quoted);
    return ' ';
  });
  if (paths.length === 0) {
    const words = remainder.split(/[\s,;]+/).filter((word) => word !== '');
    const areAllPaths = words.every(isPathOrName) && (words.length === 1 || words.every(isPath));
    // In a sentence, or before a note, a path has its punctuation behind it: `src/a.ts: new`.
    const named = areAllPaths ? words : words.map((word) => word.replace(/[:,.)]{1,3}$/, '')).filter(isFile);
    paths.push(...named);
    if (areAllPaths) remainder = '';
  }
  return { paths, isComplete: !/[\p{L}\p{N}]/u.test(remainder) };
}

function isPathOrName(word: string): boolean {
  return isPath(word) || /^[\w@-][\w.@-]*$/.test(word);
}

/** Holds a separator or an extension, and is neither an address nor a number. */
function isPath(word: string): boolean {
  if (/\s|:\/\/|[<>"|?*]/.test(word) || /^[\d.,/]+$/.test(word) || /[.:]$/.test(word)) return false;
  return /[/\\]/.test(word) || isFile(word);
}

function isFile(word: string): boolean {
  return /^[\w@.\-+~[\]()/\\]*[\w\])]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word) || /^\.[a-z][\w.-]+$/i.test(word);
}
