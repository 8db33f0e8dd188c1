import type { Clock, SecretScanner } from '@batonkit/core';
import { toWellFormed } from '@batonkit/core/text';
import type { ToolUse } from './guard-policy.ts';

/** The line of the guard's log for a refusal. A reason shows paths and commands, cut short; one that could show a secret is left out. */
export async function formatRefusal(
  clock: Clock,
  uses: readonly ToolUse[],
  reason: string,
  given?: SecretScanner,
): Promise<string> {
  // Refusals are rare: who meets none does not load the scanner.
  const scan = given ?? (await import('@batonkit/secrets')).scanForSecrets;
  const tool = uses[0]?.tool ?? '';
  const entry = {
    time: new Date(clock.now()).toISOString(),
    decision: 'deny',
    tool: scan(tool).length === 0 ? toWellFormed(tool.slice(0, 100)) : WITHHELD,
    reason: scan([reason, uses]).length === 0 ? toWellFormed(reason) : WITHHELD,
  };
  return `${JSON.stringify(entry)}\n`;
}

const WITHHELD = '(left out: the tool was given what looks like a secret)';
