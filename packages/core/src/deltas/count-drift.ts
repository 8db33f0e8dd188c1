import type { CommitError, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { formatDriftReport, type DriftReport } from './drift-report.ts';

const ALREADY_DONE = failure('AlreadyDone', 'The request that looked at the tree was done by an identical call.', {});

/** The working tree is not what was handed off. `counted` is false when that could not be written to the record. */
export type DriftDetected = Failure<
  'DriftDetected',
  {
    readonly report: DriftReport;
    readonly counted: boolean;
    /** The changed lines as a patch, cut where it is long. */
    readonly lines: string;
  }
>;

/** The drift as a failure; its message is the report for a person. */
export function driftDetected(
  { report, lines }: { readonly report: DriftReport; readonly lines: string },
  counted: boolean,
  cause?: CommitError | Failure<'AlreadyDone'>,
): DriftDetected {
  return failure('DriftDetected', formatDriftReport(report, { counted, lines }), { report, counted, lines }, cause);
}

/**
 * Adds a failed verification to the record: one more on the role's drift budget, the report as an artifact, an audit entry. The caller's
 * operation id is not used up by that: what it names can still be done once the drift is resolved. But calls with one id that looked at the
 * same record count the same drift once, and none is counted when one of them got through: then the tree is already being worked on.
 */
export async function countDrift(
  committer: TaskCommitter,
  looked: TaskRecord,
  found: { readonly report: DriftReport; readonly lines: string; readonly head: string },
  { operationId, ...options }: MutationOptions,
): Promise<DriftDetected> {
  const { report, head } = found;
  const bytes = encodeUtf8(canonicalJson(report));
  const files = new Set(report.checks.flatMap(({ path }) => (path === null ? [] : [path]))).size;
  const same = { operationId, on: looked.audit.head, checks: report.checks };
  const named = operationId === undefined ? {} : { operationId: `drift-${sha256Hex(canonicalJson(same))}` };
  const committed = await committer.commit<Failure<'AlreadyDone'>>({
    taskId: report.task_id,
    command: {
      type: 'record-drift',
      role: report.expected_role,
      report: sha256Hex(bytes),
      checks: report.checks.length,
      files,
    },
    options: { ...options, ...named },
    artifacts: [bytes],
    head,
    gather: (record) => {
      const isDone = record?.operations.some(({ id }) => id === operationId) === true;
      return Promise.resolve(isDone ? err(ALREADY_DONE) : ok({ facts: {}, artifacts: [] }));
    },
  });
  return committed.match(
    () => driftDetected(found, true),
    (error) => driftDetected(found, false, error),
  );
}
