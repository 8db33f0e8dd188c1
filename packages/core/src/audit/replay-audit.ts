import { coreMachine, type TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import { reject } from '../record/rejection.ts';
import type { UnknownSection } from '../record/unknown-section.ts';
import type { Typed } from '../record/slice.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { auditEntrySchema, type AuditEntry } from './audit-entry.ts';
import type { ChainAnchor } from './chain-anchor.ts';
import { verifyAudit, type AuditBroken } from './verify-audit.ts';

/** What an audit amounts to. */
export interface Replayed<Task extends TaskRecord = TaskRecord> {
  /** The record as the last entry left it, or as it was when it was purged; `null` for an empty audit. */
  readonly record: Task | null;
  /** True when the last life ended in a purge. */
  readonly purged: boolean;
}

/**
 * Rebuilds a task's record from its audit entries alone, after verifying them. The result equals the stored record to the
 * byte, which makes any edit of the stored one visible, and a lost one recoverable.
 *
 * Fails with `AuditBroken`, or with `UnknownSection` when an entry is of a slice that the machine does not have.
 *
 * @example
 * ```ts
 * import { replayAudit } from '@batonkit/core';
 *
 * replayAudit([]).unwrapOr(null); // => { record: null, purged: false }
 * ```
 */
export function replayAudit<Task extends TaskRecord = TaskRecord>(
  entries: readonly unknown[],
  anchor?: ChainAnchor,
  machine: Machine<Task> = coreMachine as unknown as Machine<Task>,
): Result<Replayed<Task>, AuditBroken | UnknownSection> {
  type Answer = Result<Replayed<Task>, AuditBroken | UnknownSection>;
  const schema = auditEntrySchema(machine);
  return verifyAudit(entries, anchor).andThen((): Answer => {
    let record: Task | null = null;
    let purged = false;
    for (const [index, entry] of entries.entries()) {
      const unknown = findUnknown(entry, machine);
      if (unknown !== null) return unknownEvent(index, unknown);
      const parsed = schema.safeParse(entry);
      const next: Task | null = parsed.success ? applyEntry(machine, record, parsed.data) : null;
      if (next === null) return notReplayable(index);
      record = next;
      purged = parsed.data?.event.type === 'context-purged';
    }
    return ok({ record, purged });
  });
}

function applyEntry<Task extends TaskRecord>(
  machine: Machine<Task>,
  record: Task | null,
  entry: AuditEntry<Typed>,
): Task | null {
  try {
    return machine.anchor(machine.evolve(record, entry.event), entry);
  } catch {
    // evolve throws only on events that no decision made in this order, so the entry was not written by Batonkit.
    return null;
  }
}

const MAX_NAME = 60;

/** What of an entry no slice of this machine knows; `null` when it knows everything, or when it is no event. */
function findUnknown(entry: unknown, machine: Pick<Machine, 'unknownIn'>): string | null {
  return machine.unknownIn((entry as { readonly event?: unknown }).event);
}

function unknownEvent(index: number, pointer: string): Result<never, UnknownSection> {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const what = pointer.startsWith('/summary/') ? 'a part of a summary' : 'the event';
  const detail = `Audit entry ${index + 1} holds ${what} ${JSON.stringify(name.slice(0, MAX_NAME))}, of a section that no loaded slice knows, so the audit cannot be replayed here. Its chain is whole. Use the program that wrote it, or load the slice that brings it.`;
  return reject('UnknownSection', [{ condition: `/event${pointer.slice(0, MAX_NAME + 1)}`, detail }]);
}

function notReplayable(index: number): Result<never, AuditBroken> {
  const message = `Audit entry ${index + 1} holds an event that this Batonkit did not write or does not know. Use the Batonkit that wrote it.`;
  return err(failure('AuditBroken', message, { index, reason: 'malformed' }));
}
