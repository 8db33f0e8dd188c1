import { splitLines } from '@batonkit/markdown/scan';
import { escapeHeadingText, normalizeBlock, readHeadingText } from '../documents/text-block.ts';
import type { ChainOutput } from './chain-output.ts';
import { type DocumentPart, findSection, endOfHeading, type StateDocument } from './state-document.ts';

/** What a task took from one that it depends on. */
export interface ChainInput {
  readonly taskId: string;
  readonly title: string;
  /** The quoted text; empty while the other task has left nothing. */
  readonly text: string;
  /** The SHA-256 of the chain output it was taken from, or null. */
  readonly sha: string | null;
}

/** A task that another depends on, as far as it is known. */
export interface Upstream {
  readonly taskId: string;
  /** Null when it has no state file. */
  readonly title: string | null;
  /** The file name, for the link. */
  readonly file: string;
  readonly output: ChainOutput | null;
}

const HEADING = /^From Task #?([^\s:]+?)(?::\s*(.*))?$/i;
const LINK = /^\[Full chain output\]\(.*\)(?: sha256:([0-9a-f]{64}))?[ \t]*$/;
const NOT_YET = '(Not available yet)';

/** Reads the section of chain inputs. */
export function readChainInputs(document: StateDocument): ChainInput[] {
  return inputParts(document).map(({ taskId, title, part }) => {
    const lines = splitLines(document.text.slice(part.bodyStart, part.end));
    const quoted = lines.filter((line) => line.startsWith('>')).map((line) => line.replace(/^> ?/, ''));
    const sha = lines.map((line) => LINK.exec(line)?.[1]).find((found) => found !== undefined) ?? null;
    return { taskId, title, text: normalizeBlock(quoted.join('\n')), sha };
  });
}

/** The inputs of a new file, as the body of their section. */
export function formatChainInputs(upstreams: readonly Upstream[]): string {
  return upstreams.map((upstream) => `${formatHeading(upstream)}\n${formatInput(upstream)}`).join('\n\n');
}

/**
 * The edits that bring the inputs up to what is upstream. Only the quote and the link of an input are replaced; an upstream
 * that has left nothing takes nothing away.
 */
export function editChainInputs(
  document: StateDocument,
  upstreams: readonly Upstream[],
): { readonly start: number; readonly end: number; readonly by: string }[] {
  const { text, eol } = document;
  const known = inputParts(document);
  const missing = upstreams.filter(({ taskId }) => known.every((input) => input.taskId !== taskId));
  const edits = upstreams.flatMap((upstream) => {
    const part = known.find(({ taskId }) => taskId === upstream.taskId)?.part;
    if (part === undefined || upstream.output === null) return [];
    const taken = generatedRange(text, part);
    const by = formatInput(upstream).replaceAll('\n', eol);
    if (taken !== null && text.slice(taken.start, taken.end) === by) return [];
    if (taken !== null) return [{ ...taken, by }];
    const below = endOfHeading(text, part);
    return [{ start: below, end: below, by: `${eol}${by}` }];
  });
  if (missing.length === 0) return edits;
  const block = formatChainInputs(missing).replaceAll('\n', eol);
  const section = findSection(document, 'inputs');
  const log = findSection(document, 'log');
  const position = section?.end ?? log?.start ?? text.length;
  const lead = position === text.length && !/[\r\n]$/.test(text) ? `${eol}${eol}` : '';
  const heading = section === null ? `## 2. Chain Inputs${eol}${eol}` : '';
  return [...edits, { start: position, end: position, by: `${lead}${heading}${block}${eol}${eol}` }];
}

function formatHeading({ taskId, title }: Upstream): string {
  return `### From Task #${taskId}: ${escapeHeadingText(title ?? 'unknown')}`;
}

function formatInput({ output, file }: Upstream): string {
  if (output === null) return NOT_YET;
  const parts = [
    output.summary,
    ...[
      { label: 'API contract', text: output.contract },
      { label: 'Configuration', text: output.configuration },
      { label: 'Notes', text: output.notes },
    ].flatMap(({ label, text }) => (text === null || text === '' ? [] : [`**${label}:**\n${text}`])),
  ];
  const quote = parts
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`));
  return `${quote.join('\n')}\n\n[Full chain output](${file}) sha256:${output.sha}`;
}

/** The lines below an input's heading that were taken from upstream: the quote, blank lines within, and the link. */
function generatedRange(text: string, { bodyStart, end }: DocumentPart): { start: number; end: number } | null {
  let offset = bodyStart;
  let start: number | null = null;
  let last = bodyStart;
  for (const piece of text.slice(bodyStart, end).split(/(?<=\r\n|\r(?!\n)|\n)/)) {
    const line = piece.replace(/[\r\n]+$/, '');
    const isOurs = line.startsWith('>') || LINK.test(line) || line.trim() === NOT_YET;
    if (isOurs) {
      start ??= offset;
      last = offset + line.length;
      if (LINK.test(line)) break;
    } else if (line.trim() !== '') break;
    offset += piece.length;
  }
  return start === null ? null : { start, end: last };
}

function inputParts(document: StateDocument): { taskId: string; title: string; part: DocumentPart }[] {
  const section = findSection(document, 'inputs');
  if (section === null) return [];
  return document.parts.flatMap((part) => {
    const [, taskId, title = ''] = HEADING.exec(part.name) ?? [];
    if (taskId === undefined || part.start < section.start || part.start >= section.end) return [];
    return [{ taskId, title: readHeadingText(title), part }];
  });
}
