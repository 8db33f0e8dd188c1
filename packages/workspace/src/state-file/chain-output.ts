import { splitLines } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { escapeBlock, normalizeBlock, readBlock } from '../documents/text-block.ts';
import { oneLine, sha256Hex } from '@batonkit/core/text';
import { appendBlock, findPlaceholder } from './placeholder-line.ts';
import { type DocumentPart, findSection, endOfHeading, type StateDocument } from './state-document.ts';

/** A file that a task made, with a word about it. */
export interface OutputFile {
  readonly path: string;
  readonly note: string | null;
}

/** What a task leaves to those that depend on it. */
export interface ChainOutput {
  readonly summary: string;
  readonly files: readonly OutputFile[];
  readonly contract: string | null;
  readonly configuration: string | null;
  readonly notes: string | null;
  /** The SHA-256 of the section's text; it changes with every edit but those of line endings and blank lines around it. */
  readonly sha: string;
}

/** What to write into the section. What is left out stays as it is. */
export interface ChainOutputReport {
  readonly summary?: string;
  readonly files?: readonly (string | { readonly path: string; readonly note?: string | null })[];
  /** Markdown, mostly a code block. */
  readonly contract?: string;
  readonly configuration?: string;
  readonly notes?: string | readonly string[];
}

type Field = 'summary' | 'files' | 'contract' | 'configuration' | 'notes';

const FIELDS: readonly { readonly field: Field; readonly heading: string; readonly pattern: RegExp }[] = [
  { field: 'summary', heading: 'Summary', pattern: /^summary$/i },
  { field: 'files', heading: 'Files Created', pattern: /^files\b/i },
  { field: 'contract', heading: 'API Contract', pattern: /\bcontracts?$/i },
  { field: 'configuration', heading: 'Configuration Required', pattern: /^config/i },
  { field: 'notes', heading: 'Integration Notes', pattern: /\bnotes$|^for downstream/i },
];

/** Reads the chain output; null while there is only its placeholder. */
export function readChainOutput(document: StateDocument): ChainOutput | null {
  const { text } = document;
  const section = findSection(document, 'output');
  if (section === null) return null;
  const body = normalizeBlock(text.slice(section.bodyStart, section.end));
  const placeholder = findPlaceholder(text, section.bodyStart, section.end);
  if (body === '' || (placeholder !== null && body === text.slice(placeholder.start, placeholder.end).trim()))
    return null;
  const parts = partsOf(document, section);
  const bodyOf = (field: Field): string | null => {
    const part = findPart(parts, field);
    return part === undefined ? null : readBlock(text.slice(part.bodyStart, part.end));
  };
  const intro = text.slice(section.bodyStart, parts[0]?.start ?? section.end);
  return {
    summary: bodyOf('summary') ?? normalizeBlock(intro),
    files: splitLines(bodyOf('files') ?? '').flatMap(readFile),
    contract: bodyOf('contract'),
    configuration: bodyOf('configuration'),
    notes: bodyOf('notes'),
    sha: sha256Hex(body),
  };
}

/** The edits that write a report into the section; empty when it says all of it already. */
export function editChainOutput(
  document: StateDocument,
  section: DocumentPart,
  report: ChainOutputReport,
): { readonly start: number; readonly end: number; readonly by: string }[] {
  const { text, eol } = document;
  const parts = partsOf(document, section);
  const added: string[] = [];
  const edits = FIELDS.flatMap(({ field, heading }) => {
    const body = formatField(field, report);
    if (body === null) return [];
    const part = findPart(parts, field);
    if (part === undefined) {
      added.push(`### ${heading}\n${body}`);
      return [];
    }
    // What a person put under a heading of their own stays.
    const own = document.minorStarts.find((start) => start >= part.bodyStart && start < part.end);
    const found = text.slice(part.bodyStart, own ?? part.end);
    const content = found.trim();
    const by = body.replaceAll('\n', eol);
    if (content === by) return [];
    // Where there is nothing yet it goes right below the heading: before anything else that is added behind it.
    const start = content === '' ? endOfHeading(text, part) : part.bodyStart + found.indexOf(content);
    return [{ start, end: start + content.length, by: content === '' ? `${eol}${by}` : by }];
  });
  return added.length === 0 ? edits : [...edits, ...appendBlock(document, section, added.join('\n\n'))];
}

function formatField(field: Field, report: ChainOutputReport): string | null {
  if (field === 'files') return report.files === undefined ? null : report.files.map(formatFile).join('\n') || 'None';
  const value = report[field];
  if (value === undefined) return null;
  return escapeBlock(typeof value === 'string' ? value : value.map((item) => `- ${oneLine(item)}`).join('\n'));
}

function formatFile(file: string | { readonly path: string; readonly note?: string | null }): string {
  const { path, note = null } = typeof file === 'string' ? { path: file } : file;
  return `- \`${oneLine(path)}\`${note === null || note === '' ? '' : ` - ${oneLine(note)}`}`;
}

function readFile(line: string): OutputFile[] {
  const [, quoted, plain, note] =
    /^[ \t]*[-*+][ \t]+(?:`([^`]+)`|(\S+))(?:[ \t]+[-–—][ \t]+(.*))?[ \t]*$/.exec(line) ?? [];
  const path = quoted ?? plain;
  return path === undefined ? [] : [{ path, note: note ?? null }];
}

function findPart(parts: readonly DocumentPart[], field: Field): DocumentPart | undefined {
  const pattern = FIELDS.find((known) => known.field === field)?.pattern;
  return parts.find(({ name }) => pattern?.test(plainName(name)) === true);
}

function partsOf({ parts }: StateDocument, { start, end }: DocumentPart): DocumentPart[] {
  return parts.filter((part) => part.start >= start && part.start < end);
}
