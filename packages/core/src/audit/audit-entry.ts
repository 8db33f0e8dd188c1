import * as z from 'zod';
import type { TaskEvent } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { Typed } from '../record/slice.ts';
import type { DecideEnv } from '../record/decide-env.ts';
import { deepFreeze, type DeepReadonly } from '../record/freeze.ts';
import { GitObjectIdSchema, LabelSchema, Sha256Schema, TimeSchema } from '../record/stored-values.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { ChainAnchor } from './chain-anchor.ts';

const fields = {
  seq: z.int().positive(),
  revision: z.int().positive(),
  at: TimeSchema,
  actor: LabelSchema,
  session: LabelSchema.nullable(),
  head: GitObjectIdSchema.nullable(),
  prev: Sha256Schema,
  hash: Sha256Schema,
};

/**
 * One line of a task's audit: an event in its envelope. `hash` covers the canonical JSON of everything else, `prev` is the
 * hash of the entry before (64 zeros for the first), so that no entry can change unseen.
 */
export type AuditEntry<Event extends Typed = TaskEvent> = DeepReadonly<z.infer<z.ZodObject<typeof fields>>> & {
  readonly event: Event;
};

/**
 * The schema of the audit entries of a machine: see {@link AuditEntry}.
 *
 * @example
 * ```ts
 * import { auditEntrySchema } from '@batonkit/core';
 * import { coreMachine } from '@batonkit/core/machine';
 *
 * auditEntrySchema(coreMachine).safeParse({}).success; // => false
 * ```
 */
export function auditEntrySchema(
  machine: Pick<Machine, 'EventSchema'>,
): z.ZodObject<typeof fields & { event: Machine['EventSchema'] }> {
  return z.strictObject({ ...fields, event: machine.EventSchema });
}

/** Puts events into chained envelopes that continue from `anchor`; all of them belong to one revision. */
export function sealEvents<Event extends Typed = TaskEvent>(
  events: readonly Event[],
  { anchor, revision, env }: { anchor: ChainAnchor; revision: number; env: DecideEnv },
): readonly AuditEntry<Event>[] {
  let prev = anchor.head;
  return events.map((event, index) => {
    const unsealed = {
      seq: anchor.count + index + 1,
      revision,
      at: env.now,
      actor: env.actor,
      session: env.session,
      head: env.facts.head,
      event,
      prev,
    };
    const entry = deepFreeze({ ...unsealed, hash: hashEntry(unsealed) }) as AuditEntry<Event>;
    prev = entry.hash;
    return entry;
  });
}

/** The hash an entry must carry: SHA-256 of the canonical JSON of all its other fields. */
export function hashEntry(entry: object): string {
  const { hash, ...hashed } = entry as { hash?: unknown };
  return sha256Hex(canonicalJson(hashed));
}
