import * as z from 'zod';
import type { Envelope } from '../record/envelope.ts';
import type { DeepReadonly } from '../record/freeze.ts';
import type { Unmet } from '../record/rejection.ts';
import { MAX_ROLES } from '../record/role-name.ts';
import { defineSlice, type Slice, type SliceTypes } from '../record/slice.ts';
import {
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '../record/stored-values.ts';
import { CoordinationSchema, RoleStatusSchema, type Coordination, type RoleStatus } from './coordination.ts';
import { decideBlock, decideUpdate } from './decide-role.ts';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';

const section = z
  .strictObject({
    /** Those named at init, and every agent that was selected since. */
    roles: z.array(RoleNameSchema).min(1).max(MAX_ROLES),
    /** Those that start in any order, because something else says who is next. */
    any_order: z.array(RoleNameSchema).max(MAX_ROLES).default([]),
    coordination: z.record(RoleNameSchema, CoordinationSchema),
  })
  .refine(
    ({ roles: names, coordination }) =>
      Object.keys(coordination).length === names.length && names.every((role) => Object.hasOwn(coordination, role)),
    { path: ['coordination'], message: 'does not hold exactly one entry for each of /roles' },
  );

const commands = [
  z.strictObject({
    type: z.literal('update-coordination'),
    role: z.string(),
    status: RoleStatusSchema.optional(),
    qaLogPath: PathSchema.nullable().optional(),
    sessionId: LabelSchema.nullable().optional(),
  }),
  z.strictObject({ type: z.literal('block-role'), role: z.string(), finding: NoteSchema }),
] as const;

const events = [
  z.strictObject({ type: z.literal('role-started'), role: RoleNameSchema }),
  z.strictObject({ type: z.literal('role-completed'), role: RoleNameSchema, completed_at: TimeSchema }),
  z.strictObject({ type: z.literal('role-blocked'), role: RoleNameSchema, finding: TextSchema.min(1) }),
  z.strictObject({ type: z.literal('role-reset'), role: RoleNameSchema, because: RoleNameSchema }),
  z.strictObject({
    type: z.literal('role-noted'),
    role: RoleNameSchema,
    qa_log_path: PathSchema.nullable(),
    session_id: LabelSchema.nullable(),
  }),
  /** More participants, who start in any order. */
  z.strictObject({ type: z.literal('roles-added'), roles: z.array(RoleNameSchema).min(1).max(MAX_ROLES) }),
  z.strictObject({ type: z.literal('snapshot-taken'), role: RoleNameSchema, snapshot: SnapshotSummarySchema }),
  z.strictObject({
    type: z.literal('drift-detected'),
    role: RoleNameSchema,
    report: Sha256Schema,
    checks: z.int().positive(),
    files: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('drift-resolved'),
    role: RoleNameSchema,
    note: TextSchema.min(1),
    accepted: SnapshotSummarySchema.nullable(),
  }),
  /** The working tree is what the role handed off again, although nobody resolved anything. */
  z.strictObject({ type: z.literal('drift-cleared'), role: RoleNameSchema, failed: z.int().positive() }),
] as const;

const summaryShape = { roles: z.record(RoleNameSchema, RoleStatusSchema) };

/** What {@link roles} adds to a machine. */
export interface RolesTypes extends SliceTypes {
  readonly fields: {
    readonly roles: readonly string[];
    readonly any_order: readonly string[];
    readonly coordination: Readonly<Record<string, Coordination>>;
  };
  readonly command: DeepReadonly<z.infer<(typeof commands)[number]>>;
  readonly input: DeepReadonly<z.input<(typeof commands)[number]>>;
  readonly event: DeepReadonly<z.infer<(typeof events)[number]>>;
  readonly facts: object;
  readonly summary: { readonly roles: Readonly<Record<string, RoleStatus>> };
}

/** A record as {@link roles} sees it. */
export type RolesRecord = Envelope & RolesTypes['fields'];

const UNTOUCHED: Coordination = {
  status: 'pending',
  completed_at: null,
  qa_log_path: null,
  session_id: null,
  blocking_findings: [],
  worktree_snapshot: null,
  drift_budget: 0,
};

/** Who takes part, how far each is, and what they tell each other. */
export const roles: Slice<RolesTypes> = defineSlice({
  name: 'roles',
  isServed: true,
  section,
  begin: ({ roles: names }) => ({
    roles: names,
    any_order: [],
    coordination: Object.fromEntries(names.map((role) => [role, UNTOUCHED])),
  }),
  commands,
  events,
  decide: { 'update-coordination': decideUpdate, 'block-role': decideBlock },
  evolve: {
    'role-started': (record, { role }) =>
      withRole(record, role, { status: 'in_progress', completed_at: null, blocking_findings: [] }),
    'role-completed': (record, { role, completed_at }) => withRole(record, role, { status: 'done', completed_at }),
    'role-blocked': (record, { role, finding }) =>
      withRole(record, role, {
        status: 'blocked',
        completed_at: null,
        blocking_findings: [...roleOf(record, role).blocking_findings, finding],
      }),
    'role-reset': (record, { role }) => withRole(record, role, { status: 'pending', completed_at: null }),
    'role-noted': (record, { role, qa_log_path, session_id }) => withRole(record, role, { qa_log_path, session_id }),
    'roles-added': (record, { roles: names }) => {
      const added = names.filter((name) => !Object.hasOwn(record.coordination, name));
      const any_order = [...new Set([...record.any_order, ...names])];
      if (added.length === 0) return { any_order };
      return {
        roles: [...record.roles, ...added],
        any_order,
        coordination: { ...record.coordination, ...Object.fromEntries(added.map((name) => [name, UNTOUCHED])) },
      };
    },
    'snapshot-taken': (record, { role, snapshot }) => withRole(record, role, { worktree_snapshot: snapshot }),
    'drift-detected': (record, { role }) =>
      withRole(record, role, { drift_budget: roleOf(record, role).drift_budget + 1 }),
    'drift-resolved': (record, { role }) => withRole(record, role, { drift_budget: 0 }),
    'drift-cleared': (record, { role }) => withRole(record, role, { drift_budget: 0 }),
  },
  objections: {
    'rebuild-context': (record, { evenInProgress }) =>
      evenInProgress !== undefined
        ? []
        : atWork(record).map((role) => ({
            condition: 'no-turn-open',
            detail: `${role} is at work on the context as it is. Wait for its hand-off, or say why not in evenInProgress.`,
          })),
    'complete-task': unmetByRoles,
  },
  summary: {
    shape: summaryShape,
    of: (record) => ({
      roles: Object.fromEntries(record.roles.map((role) => [role, record.coordination[role]?.status ?? 'pending'])),
    }),
  },
});

function atWork(record: RolesRecord): readonly string[] {
  return record.roles.filter((role) => record.coordination[role]?.status === 'in_progress');
}

/** A task is completed when nobody works on it and nothing blocks it. A role that never started is no obstacle: not every task needs it. */
function unmetByRoles(record: RolesRecord): readonly Unmet[] {
  return record.roles.flatMap((role): Unmet[] => {
    const current = record.coordination[role];
    if (current?.status === 'in_progress') {
      return [{ condition: 'no-turn-open', detail: `${role} is still at work; wait for its hand-off.` }];
    }
    if (current?.status === 'blocked') {
      const findings = current.blocking_findings.join('; ');
      return [{ condition: 'nothing-blocked', detail: `${role} is blocked: ${findings}. Resolve that first.` }];
    }
    return [];
  });
}

function withRole(
  record: RolesRecord,
  role: string,
  changes: Partial<Coordination>,
): Pick<RolesTypes['fields'], 'coordination'> {
  return { coordination: { ...record.coordination, [role]: { ...roleOf(record, role), ...changes } } };
}

function roleOf(record: RolesRecord, role: string): Coordination {
  const found = Object.hasOwn(record.coordination, role) ? record.coordination[role] : undefined;
  if (found === undefined) throw new Error(`evolve: the record has no role ${role}.`);
  return found;
}
