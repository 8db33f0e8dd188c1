import { countUtf8Bytes } from '@batonkit/core/text';
import { formatArchivedSummary, readArchivedSummary, summarizeSessions } from './archived-summary.ts';
import { readSession, type Session } from './session-entry.ts';
import { readDocument, replaceRanges } from './state-document.ts';
import { isWithin, type OpenStateFile } from './state-file.ts';
import { STATE_FILE_LIMITS } from './task-size.ts';

/** The sessions that go to the archive, and the state file without them. */
export interface Archiving {
  readonly sessions: readonly Session[];
  readonly text: string;
}

/** Moves all but the last sessions out, when the file is over the limit and there are any. Null when nothing is to be done. */
export function planArchiving(open: OpenStateFile, archivePath: string): Archiving | null {
  const { document } = open;
  const { text, eol } = document;
  if (countUtf8Bytes(text) <= STATE_FILE_LIMITS.archiveBytes) return null;
  const parts = document.parts.filter(({ start, section }) => section === 'log' && isWithin(document, 'log', start));
  const sessions = parts.flatMap((part) => {
    const session = readSession(text, part);
    return session === null ? [] : [{ part, session }];
  });
  const older = sessions.slice(0, -STATE_FILE_LIMITS.recentSessions);
  const [first] = older;
  if (first === undefined) return null;

  const earlier = parts.find((part) => readArchivedSummary(text, part) !== null);
  const before = earlier === undefined ? null : readArchivedSummary(text, earlier);
  const summary = formatArchivedSummary(
    summarizeSessions(
      before,
      older.map(({ session }) => session),
      archivePath,
    ),
  ).replaceAll('\n', eol);
  const removals = older.map(({ part }) => ({ start: part.start, end: part.end, by: '' }));
  if (earlier === undefined) {
    const [, ...rest] = removals;
    return {
      sessions: older.map(({ session }) => session),
      text: replaceRanges(text, [
        { start: first.part.start, end: first.part.end, by: `${summary}${eol}${eol}` },
        ...rest,
      ]),
    };
  }
  // Only the lines of the old summary are replaced; what a person wrote below them stays.
  const link = /^\[Full details: .*\]/m.exec(text.slice(earlier.start, earlier.end));
  const summaryEnd = link === null ? earlier.bodyStart : earlier.start + link.index + link[0].length;
  return {
    sessions: older.map(({ session }) => session),
    text: replaceRanges(text, [{ start: earlier.start, end: summaryEnd, by: summary }, ...removals]),
  };
}

/** The archive with further sessions at its end; those that are there already, to the byte, are not added again. */
export function extendArchive(archive: string | null, title: string, sessions: readonly Session[]): string {
  const known = new Set(archivedTexts(archive ?? ''));
  const missing = sessions.map(({ text }) => text.trimEnd()).filter((text) => !known.has(text));
  const head = archive ?? `# Archive of ${title}\n`;
  if (missing.length === 0) return head;
  return `${head.trimEnd()}\n\n${missing.join('\n\n')}\n`;
}

/** Whether an archive holds all of these sessions. */
export function holdsSessions(archive: string, sessions: readonly Session[]): boolean {
  const known = new Set(archivedTexts(archive));
  return sessions.every(({ text }) => known.has(text.trimEnd()));
}

/** The sessions of an archive. */
export function readArchive(archive: string): Session[] {
  const { text, parts } = readDocument(archive);
  return parts.flatMap((part) => readSession(text, part) ?? []);
}

function archivedTexts(archive: string): string[] {
  return readArchive(archive).map(({ text }) => text.trimEnd());
}
