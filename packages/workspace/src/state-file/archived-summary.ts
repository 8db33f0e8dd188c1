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
/** How many items there are at most, and what each has at least. */
const MAX_ITEMS = 60;
const MIN_SHARE = 30;
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
  const known = earlier === null ? [] : splitAccomplishments(earlier.accomplishments);
  return {
    from: range.reduce((a, b) => Math.min(a, b)),
    to: range.reduce((a, b) => Math.max(a, b)),
    duration: formatDuration(start, times.at(-1) ?? ''),
    accomplishments: joinAccomplishments([...known, ...done]),
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

function splitAccomplishments(text: string): string[] {
  return text
    .replace(CUT, '')
    .split('; ')
    .filter((item) => item !== '');
}

/** Every session in its share of the space: long ones are cut alike, and of very many the oldest share an item. */
function joinAccomplishments(items: readonly string[]): string {
  const joined = items.join('; ');
  if (joined.length <= MAX_ACCOMPLISHMENTS) return joined;
  const kept = shareItems(items);
  const space = MAX_ACCOMPLISHMENTS - 2 * (kept.length - 1);
  let left = space;
  let share = 0;
  // The short ones leave what they do not need to the others.
  for (const [index, { length }] of kept.toSorted((one, other) => one.length - other.length).entries()) {
    share = Math.floor(left / (kept.length - index));
    left -= Math.min(length, share);
  }
  return `${kept.map((item) => (item.length > share ? `${cutAt(item, share - 1)}…` : item)).join('; ')}${CUT}`;
}

/** At most so many items that each has room for some words; the oldest are put together in pairs. */
function shareItems(items: readonly string[]): readonly string[] {
  let kept = [...items];
  while (kept.length > MAX_ITEMS) {
    const [first = '', second = '', ...others] = kept;
    const half = MIN_SHARE - 2;
    const short = (text: string): string => (text.length > half ? `${cutAt(text, half - 1)}…` : text);
    const count = kept.length - MAX_ITEMS;
    if (count === 1) kept = [`${short(first)} + ${short(second)}`, ...others];
    else {
      const pairs = Math.min(count, Math.floor(kept.length / 2));
      const paired = Array.from(
        { length: pairs },
        (_, at) => `${short(kept[2 * at] ?? '')} + ${short(kept[2 * at + 1] ?? '')}`,
      );
      kept = [...paired, ...kept.slice(2 * pairs)];
    }
  }
  return kept;
}

function firstLine(did: string): string {
  const line = did
    .split('\n')
    .map((text) => oneLine(text.replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/, '')))
    .find((text) => text !== '');
  // The sign between two sessions stands in none.
  return cutAt((line ?? '').replaceAll('; ', ', '), MAX_PER_SESSION);
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
