import type { Machine } from '../machine/create-machine.ts';
import type { Typed } from '../record/slice.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/**
 * The hash of what was asked for; two calls with one operation id are the same request when it is equal. What a service found out for the
 * command is left out, since it may find another thing when the call is repeated.
 */
export function digestRequest(
  machine: Pick<Machine, 'isAboutSession' | 'isFoundOut'>,
  command: Typed,
  session: string | null,
): string {
  const { type } = command;
  try {
    const withoutFacts = (key: string, value: unknown): unknown =>
      machine.isFoundOut(type, key, value) ? undefined : value;
    const asked = JSON.parse(JSON.stringify(command, withoutFacts)) as object;
    return sha256Hex(canonicalJson(machine.isAboutSession(type) ? { ...asked, session } : asked));
  } catch {
    // Not JSON, so decide will refuse it; the digest is never stored.
    return '';
  }
}
