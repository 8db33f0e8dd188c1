import type { BatonIo } from '../io/baton-io.ts';
import type { OpenKit } from '../kit/open-kit.ts';

/** What one check found. */
export interface DoctorFinding {
  /** What was looked at. */
  readonly check: string;
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly detail: string;
  /** What a person can safely do about it; empty where nothing is to be done. */
  readonly advice: string;
  /** What `--fix` does, in words, and how; null where a person has to decide. */
  readonly repair: { readonly plan: string; readonly run: () => Promise<string> } | null;
}

/** A check looks, and changes nothing. */
export type DoctorCheck = (open: OpenKit, io: BatonIo) => Promise<readonly DoctorFinding[]>;

/** A finding that needs nothing. */
export function fine(check: string, detail: string): DoctorFinding {
  return { check, verdict: 'ok', detail, advice: '', repair: null };
}

/** A finding for a person. */
export function found(
  check: string,
  verdict: 'note' | 'problem',
  detail: string,
  advice: string,
  repair: DoctorFinding['repair'] = null,
): DoctorFinding {
  return { check, verdict, detail, advice, repair };
}
