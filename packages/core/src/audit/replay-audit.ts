import { evolve } from '../machine/evolve.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { anchorRecord } from './anchor-record.ts';
import { AuditEntrySchema, type AuditEntry } from './audit-entry.ts';
import type { ChainAnchor } from './chain-anchor.ts';
import { verifyAudit, type AuditBroken } from './verify-audit.ts';

/** What an audit amounts to. */
export interface Replayed {
  /** The record as the last entry left it, or as it was when it was purged; `null` for an empty audit. */
  readonly record: TaskRecord | null;
  /** True when the last life ended in a purge. */
  readonly purged: boolean;
}

/**
 * Rebuilds a task's record from its audit entries alone, after verifying them. The result equals the stored record to the
 * byte, which makes any edit of the stored one visible, and a lost one recoverable.
 *
 * Fails with `AuditBroken`.
 *
 * @example
 * ```ts
 * import { replayAudit } from '@batonkit/core';
 *
 * replayAudit([]).unwrapOr(null); // => { record: null, purged: false }
 * ```
 */
export function replayAudit(entries: readonly unknown[], anchor?: ChainAnchor): Result<Replayed, AuditBroken> {
  return verifyAudit(entries, anchor).andThen((): Result<Replayed, AuditBroken> => {
    let record: TaskRecord | null = null;
    let purged = false;
    for (const [index, entry] of entries.entries()) {
      const parsed = AuditEntrySchema.safeParse(entry);
      const next: TaskRecord | null = parsed.success ? applyEntry(record, parsed.data) : null;
      if (next === null) return notReplayable(index);
      record = next;
      purged = parsed.data?.event.type === 'context-purged';
    }
    return ok({ record, purged });
  });
}

function applyEntry(record: TaskRecord | null, entry: AuditEntry): TaskRecord | null {
  try {
    return anchorRecord(evolve(record, entry.event), entry);
  } catch {
    // evolve throws only on events that no decision made in this order, so the entry was not written by Batonkit.
    return null;
  }
}

function notReplayable(index: number): Result<never, AuditBroken> {
  const message = `Audit entry ${index + 1} holds an event that this Batonkit did not write or does not know. Use the Batonkit that wrote it.`;
  return err(failure('AuditBroken', message, { index, reason: 'malformed' }));
}
