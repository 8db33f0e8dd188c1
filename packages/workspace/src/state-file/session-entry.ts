import { markFencedLines, splitLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { escapeBlock, normalizeBlock, readBlock } from '../documents/text-block.ts';
import { oneLine } from '@batonkit/core/text';
import type { DocumentPart } from './state-document.ts';

/** A session of the progress log. */
export interface Session {
  readonly number: number;
  /** The time as it stands in the heading. */
  readonly at: string;
  readonly did: string;
  readonly issues: string;
  readonly next: string;
  readonly commits: readonly string[];
  /** Who worked, when that was written. */
  readonly by: string | null;
  /** The request that wrote it, when it had a name. */
  readonly operationId: string | null;
  /** The session as it stands in the file, to the byte. */
  readonly text: string;
}

/** What a new session says. A list becomes bullets. */
export interface SessionReport {
  readonly did: string | readonly string[];
  /** `None` unless told. */
  readonly issues?: string | readonly string[];
  readonly next: string | readonly string[];
  readonly commits?: readonly string[];
}

const HEADING = /^Session\s+(\d{1,9})(?:\s*[-–—:]\s*(.*))?$/i;
const FIELD = /^\*\*(Did|Issues|Next|Commits|By):\*\*[ \t]*(.*)$/i;
const OPERATION = /^<!-- operation: (.*) -->[ \t]*$/;

/**
 * Reads a part of the progress log, or null when it is no session. What stands below the heading is read when somebody asks: most
 * edits of a long log look at few of its sessions.
 */
export function readSession(text: string, { name, start, bodyStart, end }: DocumentPart): Session | null {
  const [, number, at = ''] = HEADING.exec(plainName(name)) ?? [];
  if (number === undefined) return null;
  let read: SessionBody | null = null;
  const body = (): SessionBody => (read ??= readSessionBody(text.slice(bodyStart, end)));
  return {
    number: Number(number),
    at,
    get did() {
      return body().did;
    },
    get issues() {
      return body().issues;
    },
    get next() {
      return body().next;
    },
    get commits() {
      return body().commits;
    },
    get by() {
      return body().by;
    },
    get operationId() {
      return body().operationId;
    },
    text: text.slice(start, end),
  };
}

type SessionBody = Omit<Session, 'number' | 'at' | 'text'>;

function readSessionBody(text: string): SessionBody {
  const fields = new Map<string, { readonly inline: string; readonly lines: string[] }>();
  const lines = splitLines(text);
  const fenced = markFencedLines(lines, TOP_LEVEL_FENCE);
  let current: string[] = [];
  let operationId: string | null = null;
  for (const [index, line] of lines.entries()) {
    const field = fenced[index] === true ? null : FIELD.exec(line);
    const operation = fenced[index] === true ? null : OPERATION.exec(line);
    if (operation !== null) operationId = operation[1] ?? null;
    else if (field === null) current.push(line);
    else fields.set((field[1] ?? '').toLowerCase(), { inline: (field[2] ?? '').trim(), lines: (current = []) });
  }
  const field = (key: string): string => {
    const { inline, lines: below } = fields.get(key) ?? { inline: '', lines: [] };
    // What stands behind the mark needs no escapes, so none are taken out.
    return normalizeBlock(`${inline}\n${readBlock(below.join('\n'))}`);
  };
  return {
    did: field('did'),
    issues: field('issues'),
    next: field('next'),
    commits: field('commits')
      .split(/[\s,]+/)
      .filter((commit) => commit !== ''),
    by: field('by') === '' ? null : field('by'),
    operationId,
  };
}

/** A new session, LF between lines and none at the end. */
export function formatSession(
  number: number,
  at: string,
  { did, issues = 'None', next, commits = [] }: SessionReport,
  { actor, operationId }: { readonly actor?: string | undefined; readonly operationId?: string | undefined },
): string {
  const fields = [
    formatField('Did', toText(did)),
    formatField('Issues', toText(issues)),
    formatField('Next', toText(next)),
  ];
  if (commits.length > 0) fields.push(formatField('Commits', commits.map(oneLine).join(', ')));
  if (actor !== undefined) fields.push(formatField('By', oneLine(actor)));
  // Short ones stand together; as soon as one has a body of its own, blank lines keep them apart.
  const separator = fields.some((field) => field.includes('\n')) ? '\n\n' : '\n';
  const operation = operationId === undefined ? [] : [`<!-- operation: ${operationId} -->`];
  return [`### Session ${number} - ${at}`, [...fields, ...operation].join(separator)].join('\n');
}

/** Text, or the bullets of a list. */
export function toText(value: string | readonly string[]): string {
  if (typeof value === 'string') return normalizeBlock(value);
  return value.map((item) => `- ${normalizeBlock(item).replaceAll('\n', '\n  ')}`).join('\n');
}

function formatField(name: string, text: string): string {
  const isShort = !text.includes('\n') && !/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text);
  return isShort ? `**${name}:** ${text.trim()}` : `**${name}:**\n${escapeBlock(text)}`;
}
