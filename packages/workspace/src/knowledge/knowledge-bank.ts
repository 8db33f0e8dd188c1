import { markFencedLines } from '@batonkit/markdown/scan';
import { listHeadings } from '@batonkit/markdown';

/** Which feature an entry was last seen in. */
export interface LastObserved {
  readonly feature: number;
  /** True when the number was guessed because the entry's provenance names none. */
  readonly isApproximate: boolean;
}

/** One entry of a knowledge bank: a section `### Type: Name` with a text and fields as list items. */
export interface KnowledgeEntry {
  readonly type: string;
  readonly name: string;
  /** The section exactly as it stands in the file, up to the next heading of its level or a higher one. */
  readonly raw: string;
  /** The text between the heading and the first field, trimmed. */
  readonly text: string;
  readonly provenance: { readonly field: 'Observed in' | 'Source'; readonly value: string } | null;
  readonly confidence: string | null;
  readonly lastObserved: LastObserved | null;
  readonly observationCount: number | null;
  readonly challenges: readonly string[];
  readonly isStale: boolean;
}

/** A knowledge bank file. */
export interface KnowledgeBank {
  /** Everything before the first entry, and between entries what belongs to none, in the order of the file. */
  readonly parts: readonly (string | KnowledgeEntry)[];
  readonly entries: readonly KnowledgeEntry[];
}

/** A field of an entry and the line it is on, counted from the entry's first line. */
export interface EntryField {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const ENTRY_TITLE = /^([^:]{1,100}):\s+(.+)$/;
const FIELD = /^[-*+][ \t]+(?:\*\*)?([A-Z][A-Za-z ]{1,40}?)(?:\*\*)?:(?:\*\*)?[ \t]*(.*?)[ \t]*$/;
/** What marks an entry that nothing has confirmed for long. */
export const STALE_MARK = '⚠️ STALE';
const STALE = /⚠\uFE0F? STALE/;

/**
 * Reads a knowledge bank such as `anti-patterns.md`. Never throws. The parts put together are the file, byte for byte:
 * {@link formatKnowledgeBank} does that.
 *
 * @example
 * ```ts
 * import { formatKnowledgeBank, parseKnowledgeBank } from '@batonkit/workspace/knowledge';
 *
 * const text = '# Heuristics\n\n### Heuristic: Small steps\nCommit often.\n- Source: Feature #012\n- Confidence: high\n';
 * const bank = parseKnowledgeBank(text);
 * bank.entries.map(({ name, provenance }) => [name, provenance?.value]); // => [['Small steps', 'Feature #012']]
 * formatKnowledgeBank(bank) === text; // => true
 * ```
 */
export function parseKnowledgeBank(markdown: string): KnowledgeBank {
  const headings = listHeadings(markdown);
  const parts: (string | KnowledgeEntry)[] = [];
  let done = 0;
  const passUntil = (end: number): void => {
    if (end > done) parts.push(markdown.slice(done, end));
    done = end;
  };
  for (const [index, heading] of headings.entries()) {
    const title = heading.level === 3 ? ENTRY_TITLE.exec(heading.text.replace(STALE, '').trim()) : null;
    if (title === null || heading.start < done) continue;
    passUntil(heading.start);
    let next = index + 1;
    while ((headings[next]?.level ?? 0) > 3) next += 1;
    const end = headings[next]?.start ?? markdown.length;
    parts.push(readEntry(markdown.slice(heading.start, end), title[1] ?? '', title[2] ?? ''));
    done = end;
  }
  passUntil(markdown.length);
  return { parts, entries: parts.filter((part) => typeof part !== 'string') };
}

/**
 * The file of a knowledge bank, byte for byte what was parsed.
 *
 * @example
 * ```ts
 * import { formatKnowledgeBank, parseKnowledgeBank } from '@batonkit/workspace/knowledge';
 *
 * formatKnowledgeBank(parseKnowledgeBank('any text\r\n')); // => 'any text\r\n'
 * ```
 */
export function formatKnowledgeBank({ parts }: Pick<KnowledgeBank, 'parts'>): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.raw)).join('');
}

/** An entry's lines, each with its line ending. */
export function splitRawLines(raw: string): readonly string[] {
  return raw.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** The fields of an entry, in order, those in code left out. */
export function readFields(raw: string): readonly EntryField[] {
  const lines = splitRawLines(raw).map((line) => line.replace(/[\r\n]+$/, ''));
  const fenced = markFencedLines(lines);
  return lines.flatMap((text, line) => {
    const [, name, value] = (fenced[line] === true ? null : FIELD.exec(text)) ?? [];
    return name === undefined || line === 0 ? [] : [{ name, value: value ?? '', line }];
  });
}

/** True for a line that marks its entry as stale, be it the heading. */
export function isStaleLine(line: string): boolean {
  return STALE.test(line);
}

/** The line without the mark. */
export function withoutStaleMark(line: string): string {
  return line.replace(/[ \t]*⚠\uFE0F? STALE/, '');
}

function readEntry(raw: string, type: string, name: string): KnowledgeEntry {
  const fields = readFields(raw);
  const valueOf = (wanted: string): string | null =>
    fields.find((field) => field.name.toLowerCase() === wanted)?.value ?? null;
  const lines = splitRawLines(raw);
  const provenance = fields.find((field) => field.name === 'Observed in' || field.name === 'Source');
  const last = /#(\d{1,9})/.exec(valueOf('last observed') ?? '')?.[1];
  const count = /^\d{1,9}/.exec(valueOf('observation count') ?? '')?.[0];
  const firstField = fields[0]?.line ?? lines.length;
  return {
    type: type.trim(),
    name: name.trim(),
    raw,
    text: lines.slice(1, firstField).join('').trim(),
    provenance:
      provenance === undefined
        ? null
        : { field: provenance.name === 'Source' ? 'Source' : 'Observed in', value: provenance.value },
    confidence: valueOf('confidence'),
    lastObserved:
      last === undefined
        ? null
        : { feature: Number(last), isApproximate: /approximate/i.test(valueOf('last observed') ?? '') },
    observationCount: count === undefined ? null : Number(count),
    challenges: fields.filter((field) => field.name === 'Challenged').map(({ value }) => value),
    isStale: lines.some(isStaleLine),
  };
}
