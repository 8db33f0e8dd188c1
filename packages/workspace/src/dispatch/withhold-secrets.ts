import { parseReport } from '@batonkit/markdown';
import type { SecretScanner } from '@batonkit/core';
import { toWellFormed } from '@batonkit/core/text';
import type { DispatchedTask } from './dispatch-state.ts';

const WITHHELD = 'Left out, because it holds what looks like a secret';

/**
 * An outcome as it may be stored. A report that holds what looks like a secret is left out as a whole, since nobody can tell where the secret
 * ends: a concern says so, and of the report only the changed files stay. A reason is left out the same way.
 */
export function withholdSecrets(outcome: DispatchedTask, scan: SecretScanner): DispatchedTask {
  const note = (text: string | null): string | null => {
    const rules = [...new Set(scan(text).map(({ rule }) => rule))];
    return rules.length === 0 ? null : `${WITHHELD} (${rules.join(', ')}).`;
  };
  const { report, reason } = outcome;
  const reportNote = note(report);
  return {
    ...outcome,
    report: report === null || reportNote === null ? report : `${listFiles(report, scan)}**Concerns:** ${reportNote}\n`,
    reason: note(reason) ?? (outcome.outcome === 'skipped' ? cut(reason ?? '') : reason),
  };
}

/** True when the report of an outcome was left out, now or before a restart. */
export function isWithheld({ report }: DispatchedTask): boolean {
  return report !== null && parseReport(report).concerns.startsWith(WITHHELD);
}

/** What was thrown may be long. It is cut behind the scan: a token that is cut short looks like none. */
function cut(thrown: string): string {
  return toWellFormed(thrown.slice(0, 1000));
}

function listFiles(report: string, scan: SecretScanner): string {
  const paths = parseReport(report).filesChanged.filter((path) => scan(path).length === 0 && !path.includes('`'));
  return paths.length === 0 ? '' : `**Files changed:** ${paths.map((path) => `\`${path}\``).join(', ')}\n\n`;
}
