import type { Verdict } from './judge-store.ts';

/** One line of the lab's table. */
export interface FaultRow extends Verdict {
  readonly scenario: string;
  /** How many faults struck. */
  readonly faults: number;
  /** The longest time from a fault to the next acknowledged commit, in milliseconds; null where that says nothing. */
  readonly recoveryMs: number | null;
  /** Why the scenario was not run here. */
  readonly skipped?: string;
}

/** A scenario that this machine cannot run. */
export function skippedRow(scenario: string, reason: string): FaultRow {
  return { scenario, faults: 0, ...NOTHING, recoveryMs: null, skipped: reason };
}

/** The verdict on no store at all. */
export const NOTHING: Verdict = { acknowledged: 0, lost: 0, torn: 0, replays: 0, violations: [] };

/** Several verdicts as one. */
export function addVerdicts(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce(
    (sum, next) => ({
      acknowledged: sum.acknowledged + next.acknowledged,
      lost: sum.lost + next.lost,
      torn: sum.torn + next.torn,
      replays: sum.replays + next.replays,
      violations: [...sum.violations, ...next.violations],
    }),
    NOTHING,
  );
}
