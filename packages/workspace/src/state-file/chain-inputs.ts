import { splitLines } from '@batonkit/markdown/scan';
import { sha256Hex } from '@batonkit/core/text';
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
  /** Whether a person wrote or changed the quote since it was taken. */
  readonly isEdited: boolean;
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
const LINK = /^\[Full chain output\]\(.*\)(?: sha256:([0-9a-f]{64}))?(?: quote:([0-9a-f]{16}))?[ \t]*$/;
const NOT_YET = '(Not available yet)';

/** Reads the section of chain inputs. */
export function readChainInputs(document: StateDocument): ChainInput[] {
  return inputParts(document).map((input) => readInput(document, input));
}

function readInput(
  document: StateDocument,
  { taskId, title, part }: { readonly taskId: string; readonly title: string; readonly part: DocumentPart },
): ChainInput {
  const lines = splitLines(document.text.slice(part.bodyStart, part.end));
  const quoted = lines.filter((line) => line.startsWith('>')).map((line) => line.replace(/^> ?/, ''));
  const [, sha = null, quote = null] = lines.map((line) => LINK.exec(line)).find((found) => found !== null) ?? [];
  const text = normalizeBlock(quoted.join('\n'));
  return { taskId, title, text, sha, isEdited: text === '' ? false : quote !== hashQuote(text) };
}

/** Names the text of a quote, so that it is known later whether a person changed it. */
function hashQuote(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

/** The inputs of a new file, as the body of their section. */
export function formatChainInputs(upstreams: readonly Upstream[]): string {
  return upstreams.map((upstream) => `${formatHeading(upstream)}\n${formatInput(upstream)}`).join('\n\n');
}

/**
 * The edits that bring the inputs up to what is upstream. Only the quote and the link of an input are replaced, and a title
 * that was not known; an upstream that has left nothing takes nothing away, and a quote that a person edited stays.
 */
export function editChainInputs(
  document: StateDocument,
  upstreams: readonly Upstream[],
): { readonly start: number; readonly end: number; readonly by: string }[] {
  const { text, eol } = document;
  const known = inputParts(document);
  const missing = upstreams.filter(({ taskId }) => known.every((input) => input.taskId !== taskId));
  const edits = upstreams.flatMap((upstream) => {
    const input = known.find(({ taskId }) => taskId === upstream.taskId);
    if (input === undefined) return [];
    const { part } = input;
    const named = fillInTitle(text, input, upstream);
    if (upstream.output === null || readInput(document, input).isEdited) return named;
    const taken = generatedRange(text, part);
    const by = formatInput(upstream).replaceAll('\n', eol);
    if (taken !== null && text.slice(taken.start, taken.end) === by) return named;
    if (taken !== null) return [...named, { ...taken, by }];
    const below = endOfHeading(text, part);
    // The heading's own line ends where the quote is put in.
    return named.length === 0
      ? [{ start: below, end: below, by: `${eol}${by}` }]
      : named.map((edit) => ({ ...edit, by: `${edit.by}${eol}${by}` }));
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

/** `From Task #7: unknown` gets its title when there is one by now. */
function fillInTitle(
  text: string,
  { title, part }: { readonly title: string; readonly part: DocumentPart },
  upstream: Upstream,
): { start: number; end: number; by: string }[] {
  if (upstream.title === null || upstream.title === '' || !/^(?:unknown)?$/i.test(title.trim())) return [];
  const end = endOfHeading(text, part);
  return [{ start: part.start, end, by: formatHeading({ ...upstream }) }];
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
  const said = parts.join('\n\n');
  const quote = said.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
  return `${quote.join('\n')}\n\n[Full chain output](${file}) sha256:${output.sha} quote:${hashQuote(normalizeBlock(said))}`;
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
