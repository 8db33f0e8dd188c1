import { encodeUtf8 } from '../text/encode-utf8.ts';
import type { QaRun } from './qa-result.ts';

/** How many QA runs a record keeps of each role; older ones are in the audit. */
const KEPT_RUNS = 5;

/** How many it keeps of all roles together, so that a hundred agents do not fill it. */
const KEPT_RUNS_OF_ALL = 60;

/** How many bytes all runs may have: half of what a record holds. */
const MAX_BYTES = 128 * 1024;

/** What of that is left to the runs without names. */
const BRIEF_BYTES = 32 * 1024;

/**
 * The runs that a record keeps after a new one, which is the last. A role's last run names its failures, as long as there is room; an
 * earlier one is brief: it keeps its counts, its log, and of each list of verdicts the first name and how many more there are.
 */
export function keepQaRuns(runs: readonly QaRun[]): readonly QaRun[] {
  const kept: QaRun[] = [];
  const seen = new Map<string, number>();
  let room = MAX_BYTES;
  for (const run of runs.toReversed()) {
    const later = seen.get(run.role) ?? 0;
    seen.set(run.role, later + 1);
    if (later >= KEPT_RUNS) continue;
    const isNamed = kept.length === 0 || (later === 0 && sizeOf(run) <= room - BRIEF_BYTES);
    const shown = isNamed ? run : toBrief(run);
    room -= sizeOf(shown);
    if (kept.length > 0 && (room < 0 || kept.length >= KEPT_RUNS_OF_ALL)) break;
    kept.push(shown);
  }
  return kept.reverse();
}

/** Of each list the first name and how many more; a list that was shortened stays as it is. */
function toBrief(run: QaRun): QaRun {
  const verdicts = Object.entries(run.verdicts).map(([verdict, names]) => [
    verdict,
    names.length > 2 ? [names[0], `and ${names.length - 1} more`] : names,
  ]);
  return {
    ...run,
    results: run.results.map((result) => ({ ...result, failures: [] })),
    verdicts: Object.fromEntries(verdicts) as QaRun['verdicts'],
  };
}

function sizeOf(run: QaRun): number {
  return encodeUtf8(JSON.stringify(run)).length;
}
