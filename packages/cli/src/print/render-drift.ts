import { type DriftReport, DriftReportSchema } from '@batonkit/core';
import { oneLine } from './plain-text.ts';
import { renderPatch } from './render-patch.ts';
import { renderTable } from './render-table.ts';
import type { ViewContext } from './view-context.ts';

/** The drift report of a failure; null when it has none. */
export function readDriftReport(data: object): DriftReport | null {
  if (!('report' in data)) return null;
  const checked = DriftReportSchema.safeParse(data.report);
  return checked.success ? checked.data : null;
}

/** What is shown of a drift report. */
export type SeenDrift = Pick<DriftReport, 'task_id' | 'expected_role' | 'checks'> & {
  readonly handed_off_at: string | null;
  /** The changed lines as a patch. */
  readonly lines?: string;
  /** False when somebody only looked: then there is nothing to resolve yet. */
  readonly isCounted?: boolean;
};

/** A drift report that a person can act on: file by file, what was handed off and what is there. */
export function renderDrift(drift: SeenDrift, context: ViewContext): string {
  const { task_id, expected_role, handed_off_at, checks, lines = '', isCounted = true } = drift;
  const shown = lines === '' ? '' : `\n${renderPatch(lines, context)}\n`;
  const { paint } = context;
  const rows = checks.map(({ path, check, expected, found }, index) => {
    const place = path === null ? '(the whole tree)' : oneLine(path);
    const isSame = index > 0 && checks[index - 1]?.path === path;
    return [isSame ? '' : paint.bold(place), check, paint.green(short(expected)), paint.red(short(found))];
  });
  const when = handed_off_at === null ? '' : ` at ${handed_off_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}`;
  return `${task_id}: the working tree is not what ${expected_role} handed off${when}.\n\n${renderTable(
    ['file', 'check', 'handed off', 'found'],
    rows,
    context,
  )}${shown}\nbaton diff ${task_id} ${expected_role} --type drift shows all changed lines. ${
    isCounted
      ? 'Nobody may start until this is resolved.'
      : `The next start will find this and refuse. Put the files back, or have it counted by baton verify ${task_id} ${expected_role}; then baton resolve-drift can accept it.`
  }\n`;
}

/** A digest is told apart by its first digits. */
function short(text: string): string {
  return oneLine(text).replace(/\b([0-9a-f]{12})[0-9a-f]{28,}\b/g, '$1');
}
