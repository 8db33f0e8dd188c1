import { readChangedPaths } from './changed-paths.ts';
import { markFencedLines, splitLines } from '../syntax/fenced-lines.ts';
import { type JsonReport, looksLikeJsonReport, readJsonReport } from './json-report.ts';
import { type NearMiss, nearMiss } from '../tasks/near-miss.ts';
import { readReportHeader, type ReportField, type ReportHeader } from './report-header.ts';
import { dedent } from '../tasks/task-field.ts';

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
  /** Lines that look like a part of the report and were not read as one: unknown headers, damaged JSON. */
  readonly unread: readonly NearMiss[];
}

interface Part {
  readonly header: ReportHeader | null;
  readonly field: ReportField | 'rest';
  /** 1-based, of the header. */
  readonly line: number;
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
 * comes twice is joined, and the text below a header of two fields ("Decisions and deviations") belongs to both. A
 * report in JSON, bare or in a fence, is read by the names of its fields. Paths come back as git names them:
 * `./src/a.ts:12-40` is `src/a.ts`.
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
  const report = text.replace(/^\uFEFF/, '');
  const json = readJsonReport(report);
  // A report in markdown may show JSON; one in JSON has no headers around it.
  if (
    json !== null &&
    json.around.every((part) => splitParts(splitLines(part)).every(({ field }) => field === 'rest'))
  ) {
    return fromJson(json);
  }
  const { lines, wrapping } = unwrapFence(splitLines(report));
  const parts = splitParts(lines);
  const filesChanged = new Set<string>();
  const leftOver: string[] = [...wrapping];
  for (const line of parts
    .filter(({ field, header }) => field === 'filesChanged' || header?.alsoFields.includes('filesChanged') === true)
    .flatMap((part) => [part.first, ...part.lines])) {
    const { paths, isComplete } = readChangedPaths(line);
    for (const path of paths) filesChanged.add(path);
    if (!isComplete) leftOver.push(line);
  }
  const textOf = (field: Part['field'], more: readonly string[] = []): string | null => {
    const texts = [
      ...parts
        .filter((part) => part.field === field || part.header?.alsoFields.includes(field as ReportField) === true)
        .map(({ first, lines: further }) => dedent(first, further)),
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
    unread: unreadParts(parts, report),
  };
}

function fromJson({ texts, files, around }: JsonReport): ImplementerReport {
  const filesChanged = new Set<string>();
  const leftOver: string[] = [];
  for (const file of files) {
    const { paths, isComplete } = readChangedPaths(file);
    for (const path of paths) filesChanged.add(path);
    if (!isComplete) leftOver.push(file);
  }
  const of = (field: ReportField): string | null => texts[field].join('\n\n') || null;
  const others = [...around.map((part) => dedent('', splitLines(part)).trim()), ...texts.rest, ...leftOver];
  return {
    implemented: of('implemented'),
    tested: of('tested'),
    filesChanged: [...filesChanged],
    selfReview: of('selfReview'),
    decisions: of('decisions') ?? 'none',
    deviations: of('deviations') ?? 'none',
    concerns: of('concerns') ?? 'none',
    rest: others.filter((part) => part !== '').join('\n'),
    unread: [],
  };
}

/** Headers of no known field with text below them, and JSON that cannot be read. */
function unreadParts(parts: readonly Part[], report: string): NearMiss[] {
  if (looksLikeJsonReport(report))
    return [nearMiss(1, splitLines(report.trim())[0] ?? '', 'It looks like JSON and cannot be read.')];
  return parts.flatMap(({ header, field, line, lines }) => {
    if (header === null || field !== 'rest' || header.shape !== 'heading' || ASIDE.test(lines[0] ?? '')) return [];
    if (!lines.slice(1).some((text) => text.trim() !== '')) return [];
    return [nearMiss(line, lines[0] ?? '', 'This header names none of the fields; its text is in `rest`.')];
  });
}

/** Titles, summaries and the like: nobody expects a field of a report below them. */
const ASIDE =
  /\b(?:task|report|summary|status|overview|next|notes?|questions?|follow-?ups?|commits?|verification|usage|todos?|details)\b/i;

function splitParts(lines: readonly string[]): Part[] {
  const fenced = markFencedLines(lines);
  const parts: Part[] = [];
  let current: Part = { header: null, field: 'rest', line: 1, first: '', lines: [] };
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
      line: index + 1,
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
  // Below "Decisions and deviations" a bullet may say which of them it is.
  if (open.alsoFields.length > 0 && [open.field, ...open.alsoFields].includes(header.field)) return true;
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
