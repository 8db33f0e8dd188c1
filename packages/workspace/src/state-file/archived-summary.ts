import { splitLines } from '@batonkit/markdown/scan';
import { plainName } from '../documents/marked-document.ts';
import { oneLine } from '@batonkit/core/text';
import type { Session } from './session-entry.ts';
import type { DocumentPart } from './state-document.ts';

/** What a state file still says of sessions that are in the archive. */
export interface ArchivedSummary {
  readonly from: number;
  readonly to: number;
  readonly duration: string;
  readonly accomplishments: string;
  readonly commits: readonly string[];
  /** The path of the archive. */
  readonly archive: string;
}

const HEADING = /^Archived Summary \(Sessions? (\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?\)$/i;
const MAX_ACCOMPLISHMENTS = 2000;
const MAX_PER_SESSION = 120;
const CUT = ' ... (the rest is in the archive)';

/** Reads a summary, or null when a part is none. */
export function readArchivedSummary(text: string, { name, bodyStart, end }: DocumentPart): ArchivedSummary | null {
  const [, from, to = from] = HEADING.exec(plainName(name)) ?? [];
  if (from === undefined) return null;
  const lines = splitLines(text.slice(bodyStart, end));
  const field = (key: string): string =>
    lines
      .find((line) => line.startsWith(`**${key}:**`))
      ?.slice(key.length + 5)
      .trim() ?? '';
  return {
    from: Number(from),
    to: Number(to),
    duration: field('Duration'),
    accomplishments: field('Accomplishments'),
    commits: field('Commits')
      .split(/[\s,]+/)
      .filter((commit) => commit !== '' && commit !== 'None'),
    archive: lines.map((line) => /^\[Full details: (.*)\]$/.exec(line)?.[1]).find((path) => path !== undefined) ?? '',
  };
}

/** The summary of what was archived before, if anything, and of further sessions. */
export function summarizeSessions(
  earlier: ArchivedSummary | null,
  sessions: readonly Session[],
  archive: string,
): ArchivedSummary {
  const numbers = sessions.map(({ number }) => number);
  const range = earlier === null ? numbers : [earlier.from, earlier.to, ...numbers];
  const times = sessions.map(({ at }) => oneLine(at)).filter((at) => at !== '');
  const start = earlier === null ? (times[0] ?? '') : startOf(earlier.duration);
  const done = sessions.map(({ did }) => firstLine(did)).filter((line) => line !== '');
  const accomplishments = [...(earlier === null ? [] : [earlier.accomplishments.replace(CUT, '')]), ...done].join('; ');
  return {
    from: range.reduce((a, b) => Math.min(a, b)),
    to: range.reduce((a, b) => Math.max(a, b)),
    duration: formatDuration(start, times.at(-1) ?? ''),
    accomplishments:
      accomplishments.length > MAX_ACCOMPLISHMENTS
        ? `${cutAt(accomplishments, MAX_ACCOMPLISHMENTS)}${CUT}`
        : accomplishments,
    commits: [...new Set([...(earlier?.commits ?? []), ...sessions.flatMap(({ commits }) => commits.map(shorten))])],
    archive,
  };
}

/** A summary as it stands in the progress log, LF between lines and none at the end. */
export function formatArchivedSummary(summary: ArchivedSummary): string {
  const { from, to, duration, accomplishments, commits, archive } = summary;
  return [
    `### Archived Summary (Sessions ${from}-${to})`,
    `**Duration:** ${duration}`,
    `**Accomplishments:** ${accomplishments}`,
    `**Commits:** ${commits.join(', ') || 'None'}`,
    `[Full details: ${archive}]`,
  ].join('\n');
}

function firstLine(did: string): string {
  const line = did
    .split('\n')
    .map((text) => oneLine(text.replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/, '')))
    .find((text) => text !== '');
  return cutAt(line ?? '', MAX_PER_SESSION);
}

function shorten(commit: string): string {
  return /^[0-9a-f]{13,64}$/.test(commit) ? commit.slice(0, 12) : commit;
}

/** `2024-11-26 10:00 - 14:00` within a day, both dates otherwise. */
function formatDuration(start: string, end: string): string {
  const day = /^\d{4}-\d{2}-\d{2} /.exec(start)?.[0];
  return `${start} - ${day !== undefined && end.startsWith(day) ? end.slice(day.length) : end}`;
}

function startOf(duration: string): string {
  return duration.split(' - ')[0] ?? duration;
}

function cutAt(text: string, length: number): string {
  // Never between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, length)) ? length - 1 : length;
  return text.length <= length ? text : text.slice(0, end).trimEnd();
}
