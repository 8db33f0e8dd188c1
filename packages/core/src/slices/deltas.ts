import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { defineSlice, type Objection, type Slice, type SliceTypes } from '../record/slice.ts';
import { LabelSchema, NoteSchema, RoleNameSchema, Sha256Schema } from '../record/stored-values.ts';
import { decideDelta } from './decide-delta.ts';
import { roles, type RolesRecord } from './roles.ts';
import { turns } from './turns.ts';
import { unmetByDrift } from './unmet-by-drift.ts';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';

/** One link of the chain of trees: what a role handed off, or what was accepted although no turn explains it. */
export const TreeLinkSchema = z.strictObject({
  /** The role that handed off; for an accepted drift, the role whose hand-off it replaces. */
  role: RoleNameSchema,
  outside: z.boolean(),
  snapshot: SnapshotSummarySchema,
});

/** Edits from outside that a restore would have overwritten, kept under a name before it did. */
export const NamedSnapshotSchema = z.strictObject({
  /** `foreign-1`, `foreign-2` and so on. */
  name: LabelSchema,
  /** The role whose hand-off they were made on. */
  role: RoleNameSchema,
  snapshot: SnapshotSummarySchema,
});

/** What can be asked of a task's chain of trees. The service has looked at the working tree already. */
const commands = [
  z.strictObject({ type: z.literal('record-snapshot'), role: z.string(), snapshot: SnapshotSummarySchema }),
  z.strictObject({
    type: z.literal('record-drift'),
    role: z.string(),
    /** The artifact with the whole report. */
    report: Sha256Schema,
    checks: z.int().positive(),
    files: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('resolve-drift'),
    role: z.string(),
    note: NoteSchema,
    /** The tree as it is now, when it is accepted; `null` when the files were put back. */
    accepted: SnapshotSummarySchema.nullable(),
  }),
  z.strictObject({ type: z.literal('clear-drift'), role: z.string() }),
  z.strictObject({ type: z.literal('keep-snapshot'), role: z.string(), snapshot: SnapshotSummarySchema }),
] as const;

const events = [NamedSnapshotSchema.extend({ type: z.literal('snapshot-kept') })] as const;

/** A snapshot that belongs to no turn, with its name. */
export type NamedSnapshot = DeepReadonly<z.infer<typeof NamedSnapshotSchema>>;

/** One link of the chain of trees. */
export type TreeLink = DeepReadonly<z.infer<typeof TreeLinkSchema>>;

/** What {@link deltas} adds to a machine. */
export interface DeltasTypes extends SliceTypes {
  readonly fields: { readonly tree_chain: readonly TreeLink[]; readonly named_snapshots: readonly NamedSnapshot[] };
  readonly command: DeepReadonly<z.infer<(typeof commands)[number]>>;
  readonly input: DeepReadonly<z.input<(typeof commands)[number]>>;
  readonly event: DeepReadonly<z.infer<(typeof events)[number]>>;
  readonly facts: object;
  readonly summary: object;
}

/** A record as {@link deltas} sees it. */
export type DeltasRecord = RolesRecord & DeltasTypes['fields'];

/** The chain of trees: what each hand-off left behind, and drift, which stops everybody until it is resolved. */
export const deltas: Slice<DeltasTypes> = defineSlice({
  name: 'deltas',
  isServed: true,
  needs: [roles, turns],
  section: z.strictObject({
    tree_chain: z.array(TreeLinkSchema),
    named_snapshots: z.array(NamedSnapshotSchema).default([]),
  }),
  begin: () => ({ tree_chain: [], named_snapshots: [] }),
  commands,
  events,
  decide: {
    'record-snapshot': decideDelta,
    'record-drift': decideDelta,
    'resolve-drift': decideDelta,
    'clear-drift': decideDelta,
    'keep-snapshot': decideDelta,
  },
  evolve: {
    'snapshot-taken': ({ tree_chain }, { role, snapshot }) => ({
      tree_chain: [...tree_chain, { role, outside: false, snapshot }],
    }),
    'drift-resolved': ({ tree_chain }, { role, accepted }) =>
      accepted === null ? {} : { tree_chain: [...tree_chain, { role, outside: true, snapshot: accepted }] },
    'snapshot-kept': ({ named_snapshots }, { name, role, snapshot }) => ({
      named_snapshots: [...named_snapshots, { name, role, snapshot }],
    }),
  },
  objections: {
    'start-turn': (record, { verifiedLinks }) => [
      ...drifted(record),
      ...(verifiedLinks === undefined || verifiedLinks === record.tree_chain.length
        ? []
        : [
            {
              // A verification counts only for the hand-off it looked at; somebody may have handed off since.
              condition: 'verification-current',
              detail: 'Somebody handed off while the working tree was being verified. Start the turn again.',
            },
          ]),
    ],
    'update-coordination': (record, { role, status }, env) => {
      const current = record.coordination[role]?.status;
      if (status === 'in_progress' && current !== status) return drifted(record);
      return status === 'done' && current === 'in_progress' ? unmetBySnapshot(record, role, env.facts.head) : [];
    },
    'complete-task': drifted,
  },
  artifacts: ({ tree_chain, named_snapshots }) =>
    [...tree_chain, ...named_snapshots].flatMap(({ snapshot }) => [snapshot.details, ...snapshot.artifacts]),
  requests: {
    facts: {
      'record-snapshot': ['snapshot'],
      'record-drift': ['report'],
      'resolve-drift': isAccepted,
      'keep-snapshot': ['snapshot'],
    },
  },
});

/** Which tree is accepted is found out; that one is accepted is asked. */
function isAccepted(key: string, value: unknown): boolean {
  return key === 'accepted' && value !== null;
}

function drifted(record: DeltasRecord): readonly Objection[] {
  return unmetByDrift(record).map((unmet) => ({ ...unmet, code: 'DriftUnresolved' }));
}

/** A role is not set to done by hand, without the snapshot that its hand-off would take. */
function unmetBySnapshot(record: DeltasRecord, role: string, head: string | null): readonly Objection[] {
  const last = record.tree_chain.at(-1);
  const isTaken = last?.role === role && !last.outside;
  const isSeen = head !== null || last !== undefined;
  const detail = `${role} works in a git working tree, and no snapshot of it says what ${role} did. Hand off, which takes one.`;
  return isSeen && !isTaken ? [{ condition: 'snapshot-taken', detail }] : [];
}
