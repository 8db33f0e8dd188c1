import {
  type ContextStore,
  type ContextStoreOptions,
  createContextStore as createCoreContextStore,
  createDeltaTracker as createCoreDeltaTracker,
  createMachine,
  type DeltaTracker,
  type DeltaTrackerOptions,
  type EventOf,
  type Machine,
  type RecordOf,
  type SendableOf,
  type Slice,
} from '@batonkit/core';
import { completeSlices } from '@batonkit/core/internal';
import { protocolMachine, type ProtocolRecord, type ProtocolSlices, protocolSlices } from '@batonkit/protocol';

/** The slices that Batonkit runs: roles, evidence, turns and deltas of core, and the protocol. */
export const defaultSlices = protocolSlices;

/** The machine of the {@link defaultSlices}, on which everything runs that is given no other slices. */
export const defaultMachine = protocolMachine;

/**
 * Decides what a command does to a task, by the {@link defaultMachine}.
 *
 * @example
 * ```ts
 * import { decide } from 'batonkit';
 *
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: null, facts: { head: null } };
 * const refused = decide(null, { type: 'hand-off', role: 'implementer' }, env);
 * refused.isErr() && refused.error.code; // => 'ContextNotFound'
 * ```
 */
export const decide: typeof protocolMachine.decide = protocolMachine.decide;

/**
 * The record after an event, by the {@link defaultMachine}.
 *
 * @example
 * ```ts
 * import { decide, evolve } from 'batonkit';
 * import { defineTask, orThrow } from '@batonkit/core';
 *
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: null, facts: { head: null } };
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * const [begun] = await orThrow(decide(null, { type: 'init-context', taskId: 'TASK-1', immutable }, env));
 * begun && evolve(null, begun).coordination.implementer?.status; // => 'pending'
 * ```
 */
export const evolve: typeof protocolMachine.evolve = protocolMachine.evolve;

/**
 * Turns a stored body into a frozen, verified record, by the {@link defaultMachine}.
 *
 * @example
 * ```ts
 * import { readRecord } from 'batonkit';
 *
 * const torn = readRecord('{"version":1,"task_id":"TAS');
 * torn.isErr() && torn.error.code; // => 'Corrupt'
 * ```
 */
export const readRecord: typeof protocolMachine.readRecord = protocolMachine.readRecord;

/**
 * Every artifact that a record still names, by the {@link defaultMachine}.
 *
 * @example
 * ```ts
 * import { createContextStore, liveArtifacts } from 'batonkit';
 * import { defineTask, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const contexts = createContextStore({ tasks: createMemoryTaskStore() });
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * const { record } = await orThrow(contexts.init('TASK-1', { actor: 'ada', immutable }));
 * liveArtifacts(record); // => []
 * ```
 */
export const liveArtifacts: typeof protocolMachine.liveArtifacts = protocolMachine.liveArtifacts;

type Without<Options> = Omit<Options, 'slices' | 'machine'>;
type AndSlices<Slices extends readonly Slice[]> = {
  /** More than the default slices, or instead of one by the same name. */
  readonly slices?: Slices;
  /** Shared with other services over the same store, in place of `slices`: it has the default ones. */
  readonly machine?: Machine<ProtocolRecord & RecordOf<Slices>>;
};

/** The machine of the default slices, and those that are given besides. */
export function machineWith(slices: readonly Slice[] | undefined): Machine<ProtocolRecord> {
  if (slices === undefined) return defaultMachine;
  return createMachine(completeSlices(defaultSlices, slices)) as unknown as Machine<ProtocolRecord>;
}

/**
 * The context store of `@batonkit/core` on the {@link defaultSlices}, so that it goes with tasks under the protocol.
 *
 * @example
 * ```ts
 * import { createContextStore } from 'batonkit';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const contexts = createContextStore({ tasks: createMemoryTaskStore() });
 * (await contexts.get('TASK-1')).unwrapOr(undefined); // => null
 * ```
 */
export function createContextStore<const Slices extends readonly Slice[] = readonly []>({
  slices,
  machine,
  ...options
}: Without<ContextStoreOptions> & AndSlices<Slices>): ContextStore<
  ProtocolRecord & RecordOf<Slices>,
  EventOf<readonly [...ProtocolSlices, ...Slices]>,
  SendableOf<Slices, ProtocolSlices>
> {
  const store = createCoreContextStore({ ...options, machine: machine ?? machineWith(slices) });
  return store as unknown as ReturnType<typeof createContextStore<Slices>>;
}

/**
 * The delta tracker of `@batonkit/core` on the {@link defaultSlices}, so that it goes with tasks under the protocol.
 *
 * @example
 * ```ts
 * import { createDeltaTracker } from 'batonkit';
 * import { createGitWorktree } from '@batonkit/git-adapter';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const worktree = createGitWorktree({ directory: '/nonexistent' });
 * const deltas = createDeltaTracker({ tasks: createMemoryTaskStore(), worktree });
 * const looked = await deltas.inspect('TASK-1');
 * looked.isErr() && looked.error.code; // => 'ContextNotFound'
 * ```
 */
export function createDeltaTracker<const Slices extends readonly Slice[] = readonly []>({
  slices,
  machine,
  ...options
}: Without<DeltaTrackerOptions> & AndSlices<Slices>): DeltaTracker<ProtocolRecord & RecordOf<Slices>> {
  const tracker = createCoreDeltaTracker({ ...options, machine: machine ?? machineWith(slices) });
  return tracker as unknown as DeltaTracker<ProtocolRecord & RecordOf<Slices>>;
}
