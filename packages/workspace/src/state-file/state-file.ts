import { markFencedLines, splitLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { readBlock, readHeadingText } from '../documents/text-block.ts';
import { err, ok, type Result } from '@batonkit/core';
import { type SchemaProblem, type SchemaViolation, schemaViolation } from '../documents/schema-violation.ts';
import { readArchivedSummary, type ArchivedSummary } from './archived-summary.ts';
import { readChainInputs, type ChainInput } from './chain-inputs.ts';
import { readChainOutput, type ChainOutput } from './chain-output.ts';
import { readCriteria, type Criterion } from './criteria.ts';
import { readSession, type Session } from './session-entry.ts';
import type { TextEdit } from './reread-headings.ts';
import {
  type DocumentPart,
  editDocument,
  findSection,
  readDocument,
  type SectionName,
  type StateDocument,
} from './state-document.ts';
import { readMetadata, type FoundMetadata, type StateMetadata } from './state-metadata.ts';

/** A part of a state file: a section with a meaning, one of somebody's own (`name` is null), or what stands above all of them. */
export interface StateSection {
  readonly name: SectionName | null;
  /** The part to the byte, heading included. */
  readonly text: string;
}

/** A state file, read. */
export interface StateFile {
  readonly title: string;
  readonly metadata: StateMetadata;
  readonly epic: string | null;
  readonly repository: string | null;
  readonly requirements: string;
  readonly criteria: readonly Criterion[];
  readonly inputs: readonly ChainInput[];
  /** What became of sessions that were moved to the archive. */
  readonly archived: ArchivedSummary | null;
  readonly sessions: readonly Session[];
  /** Null until it was written. */
  readonly output: ChainOutput | null;
  /** All of the file in order; {@link formatStateFile} puts it together again. */
  readonly sections: readonly StateSection[];
}

/** A state file with the marks that an edit needs. */
export interface OpenStateFile {
  readonly file: string;
  readonly document: StateDocument;
  readonly metadata: FoundMetadata;
  readonly state: StateFile;
}

/**
 * Reads a state file. People and agents edit it, so that only its metadata must be right: sections may be missing, moved or
 * added. Fails with `SchemaViolation`, naming file and line, when the metadata is not, a section with a meaning is there twice,
 * or a merge conflict is not resolved.
 *
 * @example
 * ```ts
 * import { parseStateFile } from '@batonkit/workspace/state-file';
 *
 * const text = '# Task #7: Add search\n\n## 0. Metadata\n~~~json\n{ "task_id": 7, "status": "in_progress", "total_sessions": 0 }\n~~~\n\n## 1. Context\n\n### Acceptance Criteria\n- [x] Finds names\n- [ ] Is fast\n';
 * const parsed = parseStateFile(text, 'task-7-state.md');
 * parsed.isOk() && parsed.value.criteria.map(({ text, checked }) => `${checked} ${text}`); // => ['true Finds names', 'false Is fast']
 * const broken = parseStateFile('# Task\n', 'task-8-state.md');
 * broken.isErr() && broken.error.data.problems[0]?.line; // => 1
 * ```
 */
export function parseStateFile(text: string, file: string): Result<StateFile, SchemaViolation> {
  return openStateFile(text, file).map(({ state }) => state);
}

/**
 * The text of a state file that was read: the same bytes.
 *
 * @example
 * ```ts
 * import { formatStateFile, parseStateFile } from '@batonkit/workspace/state-file';
 *
 * const text = '## Metadata\r\n~~~json\r\n{ "task_id": 7, "status": "x", "total_sessions": 0 }\r\n~~~\r\n## My own notes\r\n';
 * parseStateFile(text, 'a.md').map(formatStateFile).unwrapOr(''); // => text
 * ```
 */
export function formatStateFile({ sections }: Pick<StateFile, 'sections'>): string {
  return sections.map(({ text }) => text).join('');
}

/** Reads a state file together with the marks that an edit needs. */
export function openStateFile(text: string, file: string): Result<OpenStateFile, SchemaViolation> {
  return openDocument(readDocument(text), file);
}

/** Reads a state file again after edits, which costs as much as what they touch. */
export function editStateFile(
  { document, file }: Pick<OpenStateFile, 'document' | 'file'>,
  edits: readonly TextEdit[],
): Result<OpenStateFile, SchemaViolation> {
  return openDocument(editDocument(document, edits), file);
}

function openDocument(document: StateDocument, file: string): Result<OpenStateFile, SchemaViolation> {
  const { text } = document;
  const metadata = readMetadata(document, file);
  const problems = [
    ...findMergeMarkers(document, file),
    ...findDoubles(document, file),
    ...(metadata.isErr() ? [metadata.error] : []),
  ];
  if (metadata.isErr() || problems.length > 0) return err(schemaViolation(problems));

  const inContext = document.parts.filter(({ section }) => section === 'context');
  const inLog = document.parts.filter(({ section, start }) => section === 'log' && isWithin(document, 'log', start));
  const requirements = inContext.find(({ name }) => /^requirements$/i.test(plainName(name)));
  const field = (name: string): string | null => readContextField(document, name);
  const state: StateFile = {
    title: readHeadingText(document.title).replace(/^Task\s+#?[^\s:]+:\s*/i, ''),
    metadata: metadata.value.value,
    epic: field('Epic'),
    repository: field('Repository'),
    requirements: requirements === undefined ? '' : readBlock(text.slice(requirements.bodyStart, requirements.end)),
    criteria: readCriteria(document).map(({ text: criterion, checked }) => ({ text: criterion, checked })),
    inputs: readChainInputs(document),
    archived: inLog.map((part) => readArchivedSummary(text, part)).find((summary) => summary !== null) ?? null,
    sessions: inLog.flatMap((part) => readSession(text, part) ?? []),
    output: readChainOutput(document),
    sections: splitSections(document),
  };
  return ok({ file, document, metadata: metadata.value, state });
}

/** Whether an offset lies in a section itself, not in one of somebody's own below it. */
export function isWithin(document: StateDocument, name: SectionName, offset: number): boolean {
  const section = findSection(document, name);
  return section !== null && offset >= section.start && offset < section.end;
}

function splitSections({ text, sections }: StateDocument): StateSection[] {
  const head = text.slice(0, sections[0]?.start ?? text.length);
  return [
    ...(head === '' ? [] : [{ name: null, text: head }]),
    ...sections.map(({ section, start, end }) => ({ name: section, text: text.slice(start, end) })),
  ];
}

const MERGE_MARKER = /^(?:<{7}|>{7}|\|{7}) \S/;

/** Both sides of a merge that nobody resolved; neither is what the file says. */
function findMergeMarkers({ text }: StateDocument, file: string): SchemaProblem[] {
  if (!text.includes('<<<<<<< ') && !text.includes('>>>>>>> ')) return [];
  const lines = splitLines(text);
  const fenced = markFencedLines(lines, TOP_LEVEL_FENCE);
  // The metadata is fenced, and a marker in it is none of its JSON.
  const json = lines.findIndex((line) => /^ {0,3}(?:`{3,}|~{3,})[ \t]*json/i.test(line));
  const jsonEnd = fenced.findIndex((isFenced, index) => index > json && !isFenced);
  return lines.flatMap((line, index) => {
    const isSample = fenced[index] === true && !(index > json && index < jsonEnd);
    if (isSample || !MERGE_MARKER.test(line)) return [];
    const detail = `A merge conflict is not resolved here: ${line.slice(0, 60)}`;
    return [{ file, line: index + 1, detail }];
  });
}

function findDoubles({ sections }: StateDocument, file: string): SchemaProblem[] {
  const first = new Map<SectionName, DocumentPart>();
  return sections.flatMap((part) => {
    if (part.section === null) return [];
    const earlier = first.get(part.section);
    if (earlier === undefined) first.set(part.section, part);
    if (earlier === undefined) return [];
    return [
      {
        file,
        line: part.line,
        detail: `The section "${part.name.slice(0, 60)}" is there twice, first on line ${earlier.line}.`,
      },
    ];
  });
}

/** A line such as `**Epic:** UI Polish (#15)` of the context section. */
function readContextField(document: StateDocument, name: string): string | null {
  const section = findSection(document, 'context');
  if (section === null) return null;
  const end = document.parts.find(({ start }) => start > section.start)?.start ?? section.end;
  const lines = document.text.slice(section.bodyStart, Math.min(end, section.end)).split(/\r\n|\r|\n/);
  const mark = `**${name}:**`;
  return (
    lines
      .find((line) => line.startsWith(mark))
      ?.slice(mark.length)
      .trim() ?? null
  );
}
