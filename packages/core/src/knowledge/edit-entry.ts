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

/** The entry with another text between its heading and its fields. */
export function replaceText(entry: KnowledgeEntry, text: string): string {
  const lines = splitRawLines(entry.raw);
  const ending = /\r\n|\r|\n/.exec(entry.raw)?.[0] ?? '\n';
  const firstField = readFields(entry.raw)[0]?.line ?? lines.length;
  const own = lines.slice(1, firstField);
  const first = own.findIndex((line) => line.trim() !== '');
  const last = own.findLastIndex((line) => line.trim() !== '');
  const written = `${text.trim().replaceAll(/\r\n|\r|\n/g, ending)}${ending}`;
  const around = first === -1 ? [own, []] : [own.slice(0, first), own.slice(last + 1)];
  const heading = (lines[0] ?? '').replace(/(?<![\r\n])$/, ending);
  return [heading, ...(around[0] ?? []), written, ...(around[1] ?? []), ...lines.slice(firstField)].join('');
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
