import { markFencedLines, splitLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import {
  isStaleLine,
  type KnowledgeEntry,
  readFields,
  splitRawLines,
  STALE_MARK,
  withoutStaleMark,
} from './knowledge-bank.ts';

/** A feature's number as the bank writes it. */
export function formatFeature(feature: number): string {
  return `Feature #${String(feature).padStart(3, '0')}`;
}

/** The entry with a field's value replaced, or the field added after the last one; only that line changes. */
export function setField(raw: string, name: string, value: string): string {
  const field = readFields(raw).find((found) => found.name.toLowerCase() === name.toLowerCase());
  if (field === undefined) return addLine(raw, `- ${name}: ${value}`);
  return editLine(raw, field.line, (line) =>
    line.replace(/^([^:]*:(?:\*\*)?[ \t]*)(.*?)([ \t]*)$/, (_, lead: string) => `${lead.trimEnd()} ${value}`),
  );
}

/** The entry with a line added after its last field, or after its text when it has none. */
export function addLine(raw: string, line: string): string {
  const lines = splitRawLines(raw);
  const ending = /\r\n|\r|\n/.exec(raw)?.[0] ?? '\n';
  const fields = readFields(raw);
  const lastText = lines.findLastIndex((text) => text.trim() !== '');
  const after = fieldEnd(lines, fields.at(-1)?.line ?? lastText);
  const before = lines
    .slice(0, after + 1)
    .map((text, index) => (index === after && !/[\r\n]$/.test(text) ? text + ending : text));
  return [...before, `${line}${ending}`, ...lines.slice(after + 1)].join('');
}

/** The entry with a mark that says it is stale; once only. */
export function markStale(raw: string): string {
  return splitRawLines(raw).some(isStaleLine) ? raw : addLine(raw, `- ${STALE_MARK}`);
}

/** The entry without that mark: a line that holds nothing else goes, from any other line only the mark. */
export function unmarkStale(raw: string): string {
  return splitRawLines(raw)
    .map((line) => {
      if (!isStaleLine(line)) return line;
      const rest = withoutStaleMark(line);
      return /^[-*+]?\s*$/.test(rest) ? '' : rest;
    })
    .join('');
}

/** What would end a text where it is read back (a heading, a field), or swallow what follows (a fence or HTML that stays open). */
const OPENING =
  /^( {0,3})(?=#{1,6}(?:\s|$)|[-*+](?:\s|$)|(?:=+|-+)[ \t]*$|`{3}|~{3}|<(?:[!?/]|[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)))/;

/** The lines of a text as an entry can hold them: whatever opens something is escaped, but for code in a closed fence. */
export function guardText(text: string): readonly string[] {
  const lines = splitLines(text.trim());
  const fenced = markFencedLines(lines, TOP_LEVEL_FENCE);
  return lines.map((line, index) => (fenced[index] === true ? line : line.replace(OPENING, '$1\\')));
}

/** The entry with another text between its heading and its fields. */
export function replaceText(entry: KnowledgeEntry, text: string): string {
  const lines = splitRawLines(entry.raw);
  const ending = /\r\n|\r|\n/.exec(entry.raw)?.[0] ?? '\n';
  const [heading = '', ...own] = lines.slice(0, readFields(entry.raw)[0]?.line ?? lines.length);
  const first = own.findIndex((line) => line.trim() !== '');
  const last = own.findLastIndex((line) => line.trim() !== '');
  const [above, below] = first === -1 ? [own, []] : [own.slice(0, first), own.slice(last + 1)];
  const written = guardText(text).map((line) => line + ending);
  return [heading.replace(/(?<![\r\n])$/, ending), ...above, ...written, ...below, ...lines.slice(1 + own.length)].join(
    '',
  );
}

function editLine(raw: string, wanted: number, edit: (line: string) => string): string {
  return splitRawLines(raw)
    .map((line, index) => {
      if (index !== wanted) return line;
      const text = line.replace(/[\r\n]+$/, '');
      return edit(text) + line.slice(text.length);
    })
    .join('');
}

/** The last line of the list item that begins at a line: indented lines below it belong to it. */
function fieldEnd(lines: readonly string[], start: number): number {
  let end = start;
  while (/^[ \t]+\S/.test(lines[end + 1] ?? '')) end += 1;
  return end;
}
