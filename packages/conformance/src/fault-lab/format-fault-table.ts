import type { FaultRow } from './fault-row.ts';

/**
 * The rows of the lab as a Markdown table, with what went wrong below it.
 *
 * @example
 * ```ts
 * import { formatFaultTable } from '@batonkit/conformance/fault-lab';
 *
 * const row = { scenario: 'kill -9', faults: 1, acknowledged: 2, lost: 0, torn: 0, replays: 1, recoveryMs: 3, violations: [] };
 * const lines = formatFaultTable([row]).split('\n');
 * lines.length; // => 3
 * lines[2]; // => '| kill -9 | 1 | 2 | 0 | 0 | 1 | 3 ms |'
 * ```
 */
export function formatFaultTable(rows: readonly FaultRow[]): string {
  const lines = rows.map((row) =>
    row.skipped === undefined
      ? `| ${[row.scenario, row.faults, row.acknowledged, row.lost, row.torn, row.replays, recovery(row)].join(' | ')} |`
      : `| ${row.scenario} | skipped: ${row.skipped} | | | | | |`,
  );
  const violations = rows.flatMap(({ scenario, violations: found }) => found.map((text) => `- ${scenario}: ${text}`));
  return [
    '| scenario | faults injected | acknowledged | lost | torn | replays | longest recovery |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...(violations.length === 0 ? [] : ['', ...violations]),
  ].join('\n');
}

function recovery({ recoveryMs }: FaultRow): string {
  return recoveryMs === null ? '' : `${Math.round(recoveryMs)} ms`;
}
