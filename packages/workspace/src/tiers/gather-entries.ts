import { splitLines } from '@batonkit/markdown/scan';
import { err, ok, type Result } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { type SchemaProblem, schemaViolation } from '../documents/schema-violation.ts';
import type { BulletEntry } from './bullet-entry.ts';
import type { ContextTiersError, TierPorts } from './context-tiers.ts';
import { readBullets } from './read-bullets.ts';
import { WORK_LOG } from './tier-layout.ts';
import type { TrackCheckpoint } from './track-checkpoint.ts';

/** What the work logs say since the last checkpoint. */
export interface GatheredEntries {
  readonly entries: readonly BulletEntry[];
  readonly logs: TrackCheckpoint['logs'];
  /** The session whose files the checkpoint names: the given one, else the last by name that wrote something new. */
  readonly session: string | null;
}

/**
 * Reads the work logs of a session, or of all of them by name, from where the last checkpoint stopped. A log that was rewritten
 * since is read from its start: what is known already changes nothing.
 */
export async function gatherEntries(
  { files, layout, clock }: TierPorts,
  session: string | null,
  before: TrackCheckpoint | null,
): Promise<Result<GatheredEntries, ContextTiersError>> {
  const listed =
    session === null ? await files.list(layout.sessions) : ok([`${layout.sessions}/${session}/${WORK_LOG}`]);
  if (listed.isErr()) return err(listed.error);
  const depth = layout.sessions.split('/').length + 2;
  const paths = listed.value
    .filter((path) => path.endsWith(`/${WORK_LOG}`) && path.split('/').length === depth)
    .sort(byCodeUnit);
  // To the day, so that the same log gives the same bytes today, whatever the hour.
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const seen = new Map((before?.logs ?? []).map((log) => [log.path, log]));
  const logs = new Map(session === null ? [] : seen);
  const entries: BulletEntry[] = [];
  const problems: SchemaProblem[] = [];
  let latest = session ?? before?.session ?? null;
  for (const path of paths) {
    const file = await files.read(path);
    if (file.isErr()) return err(file.error);
    if (file.value === null) continue;
    const { text, sha } = file.value;
    // All of it is read, since an entry may have grown and a time may stand further up; what ends before the mark was taken then.
    const known = countRead(text, seen.get(path));
    const read = splitLines(text.slice(0, known)).length - 1;
    if (session === null && known < text.length) latest = path.split('/').at(-2) ?? latest;
    const reading = readBullets(text, path, { time: today });
    problems.push(...reading.problems.filter(({ line }) => line > read));
    entries.push(...reading.entries.filter(({ to }) => to > read).map(({ entry }) => entry));
    logs.set(path, { path, length: text.length, sha256: sha });
  }
  if (problems.length > 0) return err(schemaViolation(problems));
  const sorted = [...logs.values()].sort((a, b) => byCodeUnit(a.path, b.path));
  return ok({ entries: inOrderOfTime(entries), logs: sorted, session: latest });
}

/** How much of a log the last checkpoint has seen: all of that part, or nothing when it is not what it was. */
export function countRead(text: string, log: TrackCheckpoint['logs'][number] | undefined): number {
  if (log === undefined || log.length > text.length) return 0;
  return sha256Hex(text.slice(0, log.length)) === log.sha256 ? log.length : 0;
}

/** Decisions by their time; those of the same time, and everything else, as they came. */
function inOrderOfTime(entries: readonly BulletEntry[]): BulletEntry[] {
  const timeOf = (entry: BulletEntry): string => (entry.kind === 'decision' ? (entry.at ?? '') : '');
  const decisions = entries.filter(({ kind }) => kind === 'decision').sort((a, b) => byCodeUnit(timeOf(a), timeOf(b)));
  return [...decisions, ...entries.filter(({ kind }) => kind !== 'decision')];
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
