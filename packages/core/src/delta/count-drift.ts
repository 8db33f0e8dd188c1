import type { CommitError, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import { failure, type Failure } from '../result/failure.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { formatDriftReport, type DriftReport } from './drift-report.ts';

/** The working tree is not what was handed off. `counted` is false when that could not be written to the record. */
export type DriftDetected = Failure<'DriftDetected', { readonly report: DriftReport; readonly counted: boolean }>;

/** The drift as a failure; its message is the report for a person. */
export function driftDetected(report: DriftReport, counted: boolean, cause?: CommitError): DriftDetected {
  return failure('DriftDetected', formatDriftReport(report, { counted }), { report, counted }, cause);
}

/**
 * Adds a failed verification to the record: one more on the role's drift budget, the report as an artifact, an audit entry. The caller's
 * operation id is not used up by that: what it names can still be done once the drift is resolved.
 */
export async function countDrift(
  committer: TaskCommitter,
  report: DriftReport,
  head: string,
  { operationId, ...options }: MutationOptions,
): Promise<DriftDetected> {
  const bytes = encodeUtf8(canonicalJson(report));
  const files = new Set(report.checks.flatMap(({ path }) => (path === null ? [] : [path]))).size;
  const committed = await committer.commit({
    taskId: report.task_id,
    command: {
      type: 'record-drift',
      role: report.expected_role,
      report: sha256Hex(bytes),
      checks: report.checks.length,
      files,
    },
    options,
    artifacts: [bytes],
    head,
  });
  return committed.match(
    () => driftDetected(report, true),
    (error) => driftDetected(report, false, error),
  );
}
