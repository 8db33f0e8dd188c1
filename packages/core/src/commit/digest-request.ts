import type { CommandInput } from '../machine/command.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/**
 * What a service finds out by itself on the way. It may differ between two calls that ask for the same: HEAD moved, the clock went on, the
 * other call was faster.
 */
const FACTS: ReadonlySet<string> = new Set(['snapshot', 'verifiedLinks', 'taskFileSha', 'manifestSha', 'lostWork']);

/** Where the main branch was and is, as `land` found it. */
const LANDING_FACTS: ReadonlySet<string> = new Set(['commit', 'branch', 'from', 'mergedBefore']);

/** Commands that are about the session that gives them: for another session the same words ask for something else. */
const ABOUT_SESSION: ReadonlySet<string> = new Set([
  'claim-task',
  'release-task',
  'take-over-task',
  'lock-main',
  'unlock-main',
]);

/** Whether the session is part of what a command asks for. */
export function isAboutSession({ type }: CommandInput): boolean {
  return ABOUT_SESSION.has(type);
}

/** The hash of what was asked for; two calls with one operation id are the same request when it is equal. */
export function digestRequest(command: CommandInput, session: string | null): string {
  try {
    const isFact = (key: string, value: unknown): boolean => {
      if (key === 'accepted') return value !== null;
      if (key === 'git') return command.type === 'init-context';
      if (key === 'report') return command.type === 'record-drift';
      return FACTS.has(key) || (command.type === 'land-task' && LANDING_FACTS.has(key));
    };
    const withoutFacts = (key: string, value: unknown): unknown => (isFact(key, value) ? undefined : value);
    const asked = JSON.parse(JSON.stringify(command, withoutFacts)) as object;
    return sha256Hex(canonicalJson(isAboutSession(command) ? { ...asked, session } : asked));
  } catch {
    // Not JSON, so decide will refuse it; the digest is never stored.
    return '';
  }
}
