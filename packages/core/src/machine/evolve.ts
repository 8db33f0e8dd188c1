import { RECORD_VERSION, type Envelope } from '../record/envelope.ts';
import { ZERO_HASH } from '../record/zero-hash.ts';
import type { Initialized, LifeEvent } from '../record/life.ts';
import type { Slice, Typed } from '../record/slice.ts';
import type { RecordReader } from './read-record.ts';

/** How many caller-named operations a record shows; the audit knows them all. */
const REMEMBERED_OPERATIONS = 32;

type Evolve = (record: Envelope, event: never) => object;

const NOTHING = (): object => ({});

/** What the events of the machine itself do to its own fields. */
const LIFE: { readonly [Type in Exclude<LifeEvent['type'], 'context-initialized'>]: Evolve } = {
  'context-rebuilt': (record, event: Extract<LifeEvent, { type: 'context-rebuilt' }>) => ({
    immutable: event.immutable,
    immutable_sha: event.immutable_sha,
    manifest_sha: event.manifest_sha,
    git: { ...record.git, task_file_sha: event.task_file_sha },
  }),
  'task-completed': (_record, { completed_by, summary }: Extract<LifeEvent, { type: 'task-completed' }>) => ({
    completion: { completed_by, summary },
  }),
  'operation-recorded': (record, { operation }: Extract<LifeEvent, { type: 'operation-recorded' }>) => ({
    operations: [...record.operations, operation].slice(-REMEMBERED_OPERATIONS),
  }),
  'context-purged': NOTHING,
  'secrets-forced': NOTHING,
};

/**
 * The record after an event. Everything but the audit anchor follows from the event alone; the anchor (`record.audit`) is set when the event is
 * sealed into its audit entry.
 */
export function createEvolve(
  slices: readonly Slice[],
  { trust }: Pick<RecordReader, 'trust'>,
): (record: Envelope | null, event: Typed) => Envelope {
  const handlers = new Map<string, Evolve[]>(Object.entries(LIFE).map(([type, evolve]) => [type, [evolve]]));
  for (const { evolve } of slices) {
    for (const [type, handler] of Object.entries(evolve)) {
      handlers.set(type, [...(handlers.get(type) ?? []), handler as Evolve]);
    }
  }
  const begin = (event: Initialized): Envelope => ({
    version: RECORD_VERSION,
    task_id: event.task_id,
    created_at: event.created_at,
    created_by: event.created_by,
    git: event.git,
    immutable: event.immutable,
    immutable_sha: event.immutable_sha,
    manifest_sha: event.manifest_sha,
    ...slices.reduce<object>((fields, slice) => ({ ...fields, ...slice.begin(event) }), {}),
    completion: null,
    operations: [],
    audit: { count: 0, head: ZERO_HASH, last_update: event.created_at, last_actor: event.created_by },
  });
  return (record, event) => {
    if (event.type === 'context-initialized') return trust(begin(event as Initialized), null);
    if (record === null) throw new Error(`evolve: the event ${event.type} needs a record, and there is none.`);
    const asked = handlers.get(event.type);
    if (asked === undefined) throw new Error(`evolve: no slice knows the event ${event.type}.`);
    // Each sees the record as it was before the event, and writes its own fields only.
    const next = { ...record };
    for (const evolve of asked) Object.assign(next, evolve(record, event as never));
    return trust(next, record);
  };
}
