import type { Warning } from '@batonkit/core';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import type { ProtocolSummary } from '../section/protocol-summary.ts';

/** What a person should know of a task that began anew, or whose brief changed. */
export function warnOfProtocol(
  before: ProtocolRecord | null,
  after: ProtocolRecord,
  earlier: { readonly protocol?: ProtocolSummary | undefined } | null,
): readonly Warning[] {
  return before === null ? warnOfRejections(after, earlier?.protocol?.rejected_by ?? []) : warnOfVoided(before, after);
}

/** Says that the work of an earlier life was rejected, since nothing else of that life is left to see; the claim keeps the rejection. */
function warnOfRejections({ task_id }: ProtocolRecord, names: readonly string[]): readonly Warning[] {
  if (names.length === 0) return [];
  const message = `${task_id} ended before while the rejection of ${names.join(', ')} stood. The rejection counts here too: once the task is claimed, they review it again. The audit says what they want changed.`;
  return [{ code: 'RejectedBefore', message }];
}

/** Lists the approvals that a rebuild voided, because they were given for another brief. */
function warnOfVoided(before: ProtocolRecord, after: ProtocolRecord): readonly Warning[] {
  const checkpoints = (['plan', 'change'] as const).filter(
    (checkpoint) =>
      (before.protocol?.checkpoints[checkpoint].approved ?? null) !== null &&
      after.protocol?.checkpoints[checkpoint].approved === null,
  );
  const reviewers = Object.entries(before.protocol?.agents ?? {})
    .filter(([name, agent]) => agent.decision !== null && after.protocol?.agents[name]?.decision === null)
    .map(([name]) => name);
  const voided = [...checkpoints.map((checkpoint) => `of the ${checkpoint}`), ...reviewers.map((name) => `by ${name}`)];
  if (voided.length === 0) return [];
  const message = `The brief of ${before.task_id} changed, so these approvals are void: ${voided.join(', ')}. Present and review again.`;
  return [{ code: 'ApprovalsVoided', message }];
}
