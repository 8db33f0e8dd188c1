import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { TaskCommit } from '@batonkit/core';

/** One line of a side log: what a writer is about to do, or what it was answered. */
export type SideLogEntry =
  | { readonly at: number; readonly intent: TaskCommit; readonly artifact: string | null }
  | { readonly at: number; readonly acknowledged: string; readonly revision: number; readonly replayed: boolean }
  | { readonly at: number; readonly refused: string; readonly code: string };

/** The log beside the store in which a writer keeps what it knows, so that the lab can hold the store to it. */
export interface SideLog {
  /** Appends an entry. It is on disk when this returns: an acknowledgement that could vanish would excuse a loss. */
  note(entry: SideLogEntry): void;
  close(): void;
}

/** Opens a side log for appending. A line that a killed writer left unfinished is ended first, lest it swallow the next entry. */
export function openSideLog(path: string): SideLog {
  const isUnfinished = existsSync(path) && /[^\n]$/.test(readFileSync(path, 'utf8'));
  const fd = openSync(path, 'a');
  if (isUnfinished) writeSync(fd, '\n');
  return {
    note: (entry) => {
      writeSync(fd, `${JSON.stringify(entry)}\n`);
      if (!('intent' in entry)) fsyncSync(fd);
    },
    close: () => closeSync(fd),
  };
}

/** The entries of a side log. A line cut short by a kill was never acted on and is left out. */
export function readSideLog(path: string): SideLogEntry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as SideLogEntry];
      } catch {
        return [];
      }
    });
}

/** The last intent without an answer, which a writer that was killed has to repeat. */
export function openIntent(entries: readonly SideLogEntry[]): Extract<SideLogEntry, { intent: unknown }> | null {
  const answered = new Set(
    entries.flatMap((entry) =>
      'acknowledged' in entry ? [entry.acknowledged] : 'refused' in entry ? [entry.refused] : [],
    ),
  );
  return (
    entries
      .filter((entry) => 'intent' in entry)
      .filter(({ intent }) => !answered.has(intent.operationId))
      .at(-1) ?? null
  );
}
