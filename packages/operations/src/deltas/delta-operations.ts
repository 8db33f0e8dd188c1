import * as z from 'zod';
import {
  type Attribution,
  type DeltaTracker,
  err,
  errAsync,
  type Failure,
  type NamesSnapshot,
  ok,
  type Rejection,
  rejection,
  type Result,
  ResultAsync,
} from '@batonkit/core';
import { defineOperation } from '../operation/operation.ts';
import {
  toUnseen,
  unseen,
  captureLimits,
  deltasOf,
  expectation,
  optionsOf,
  outOfScope,
  paranoid,
  role,
  taskId,
  toWritten,
  Written,
} from '../operation/operation-fields.ts';

const Differences = z.array(
  z.object({ check: z.string(), path: z.string().nullable(), expected: z.string(), found: z.string() }),
);

const snapshot = z.string().optional().describe('By name (foreign-1) or tree, in place of a role');

/** Which snapshot is meant: one of the two has to say so. */
function namedBy(given: {
  readonly role?: string;
  readonly snapshot?: string;
}): Result<NamesSnapshot, Rejection<'InvalidInput'>> {
  if (given.snapshot !== undefined) return ok({ snapshot: given.snapshot });
  if (given.role !== undefined) return ok({ role: given.role });
  const detail = 'Whose hand-off? Name a role, or a snapshot by its name or its tree.';
  return err(rejection('InvalidInput', [{ condition: '/role', detail }]));
}

/** Snapshots, drift, patches, restores: what happened to the working tree. */
export const DELTA_OPERATIONS = [
  defineOperation({
    name: 'snapshot',
    summary: "Take a snapshot in the middle of a role's turn.",
    input: z.strictObject({ taskId, role, allowClean: z.boolean().optional(), outOfScope, ...captureLimits }),
    output: z.object({ ...Written.shape, tree: z.string(), files: z.array(z.string()) }),
    shell: { positional: ['taskId', 'role'], examples: ['snapshot TASK-0824 implementer'] },
    run: (kit, { taskId: id, ...options }) =>
      deltasOf(kit)
        .andThen((deltas) => deltas.snapshot(id, { ...optionsOf(kit), ...options }))
        .map((taken) => ({
          ...toWritten(taken),
          tree: taken.snapshot.tree,
          files: taken.snapshot.files_changed.map(({ path }) => path),
        })),
  }),
  defineOperation({
    name: 'verify',
    summary: 'Check that the tree is what a role handed off; drift is counted.',
    input: z.strictObject({ taskId, role, expect: expectation, paranoid }),
    output: z.object({ taskId, verdict: z.string(), cleared: z.number().optional(), ...unseen }),
    shell: {
      positional: ['taskId', 'role'],
      examples: ['verify TASK-0824 implementer', 'verify TASK-0824 reviewer --expect either'],
    },
    run: (kit, { taskId: id, role: expectedRole, ...options }) =>
      deltasOf(kit)
        .andThen((deltas) => deltas.verify(id, { ...optionsOf(kit), ...options, expectedRole }))
        .map(({ verdict, cleared, ...rest }) => ({
          taskId: id,
          verdict,
          ...(cleared !== undefined && { cleared }),
          ...toUnseen(rest),
        })),
  }),
  defineOperation({
    name: 'inspect',
    summary: 'Compare the tree with the last hand-off; nothing is counted.',
    input: z.strictObject({ taskId }),
    output: z.object({
      taskId,
      role,
      verdict: z.string(),
      counted: z.boolean(),
      differences: Differences,
      lines: z.string().optional(),
      text: z.string(),
      ...unseen,
    }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['inspect TASK-0824'] },
    run: (kit, { taskId: id }) =>
      deltasOf(kit)
        .andThen((deltas) => deltas.inspect(id))
        .map(({ role: by, verdict, counted, report, lines, text, ...rest }) => ({
          taskId: id,
          role: by,
          verdict,
          counted,
          differences: [...(report?.checks ?? [])],
          ...(lines !== undefined && { lines }),
          text,
          ...toUnseen(rest),
        })),
  }),
  defineOperation({
    name: 'resolve-drift',
    summary: 'Record what became of a drift.',
    input: z.strictObject({ taskId, role, note: z.string(), accept: z.enum(['current-tree', 'restored']) }),
    output: Written,
    shell: {
      positional: ['taskId', 'role'],
      examples: ['resolve-drift TASK-0824 implementer --accept current-tree --note "Formatted by hand."'],
    },
    run: (kit, { taskId: id, ...options }) =>
      deltasOf(kit)
        .andThen((deltas) => deltas.resolveDrift(id, { ...optionsOf(kit), ...options }))
        .map(toWritten),
  }),
  defineOperation({
    name: 'diff',
    summary: 'The patch of a role.',
    input: z.strictObject({
      taskId,
      role: role.optional(),
      type: z
        .enum(['from_base', 'incremental', 'drift', 'presented'])
        .optional()
        .describe('incremental: since the hand-off before; drift: since it'),
    }),
    output: z.object({ text: z.string(), sha: z.string() }),
    hints: { readOnly: true, idempotent: true },
    shell: {
      positional: ['taskId', 'role'],
      examples: [
        'diff TASK-0824 implementer',
        'diff TASK-0824 reviewer --type incremental',
        'diff TASK-0824 implementer --type drift',
        'diff TASK-0824 --type presented',
      ],
    },
    run: (kit, { taskId: id, role: by, type = 'from_base' }) => {
      if (type === 'presented') return kit.baton.protocol.showChange(id).map(({ text, sha }) => ({ text, sha }));
      if (by !== undefined) return deltasOf(kit).andThen((deltas) => deltas.diff(id, { role: by, type }));
      const detail = `Whose patch? Name a role, or ask for what waits for approval: baton diff ${id} --type presented`;
      return errAsync(rejection('InvalidInput', [{ condition: '/role', detail }]));
    },
  }),
  defineOperation({
    name: 'preview',
    summary: 'What a restore would change.',
    input: z.strictObject({ taskId, role: role.optional(), snapshot }),
    output: z.object({
      tree: z.string(),
      steps: z.array(
        z.object({
          path: z.string(),
          action: z.string(),
          foreign: z.boolean().describe('In no snapshot: a restore refuses'),
        }),
      ),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId', 'role'], examples: ['preview TASK-0824 implementer'] },
    run: (kit, { taskId: id, ...given }) =>
      deltasOf(kit)
        .andThen((deltas) => {
          const named = namedBy(given);
          return named.isErr() ? errAsync(named.error) : deltas.preview(id, named.value);
        })
        .map(({ tree, steps }) => ({
          tree,
          steps: steps.map(({ path, action, foreign }) => ({ path, action, foreign })),
        })),
  }),
  defineOperation({
    name: 'restore',
    summary: 'Put files back as a role handed them off.',
    input: z.strictObject({
      taskId,
      role: role.optional(),
      snapshot,
      foreign: z.enum(['refuse', 'keep']).optional(),
      paths: z.array(z.string()).optional().describe('All that differ unless told'),
      into: z.string().optional().describe('An empty directory for the whole snapshot'),
    }),
    output: z.object({ written: z.number(), removed: z.number(), kept: z.string().optional() }),
    hints: { destructive: true, idempotent: true },
    shell: {
      positional: ['taskId', 'role', 'paths'],
      paths: ['paths'],
      examples: [
        'restore TASK-0824 implementer --foreign keep',
        'restore TASK-0824 --snapshot foreign-1',
        'restore TASK-0824 implementer src/login.js',
        'restore TASK-0824 implementer --into /tmp/as-it-was',
      ],
    },
    run: (kit, { taskId: id, role: by, snapshot: name, ...options }) =>
      deltasOf(kit).andThen((deltas) => {
        const named = namedBy({ ...(by !== undefined && { role: by }), ...(name !== undefined && { snapshot: name }) });
        if (named.isErr()) return errAsync(named.error);
        return deltas.restore(id, { ...optionsOf(kit), ...options, ...named.value });
      }),
  }),
  defineOperation({
    name: 'attribute',
    summary: 'Whose each line is.',
    input: z.strictObject({ taskId, path: z.string().optional().describe('With the text of this file, like blame') }),
    output: z.object({
      files: z.array(z.object({ path: z.string(), lines: z.array(z.object({ role, count: z.number() })) })),
      trailers: z.array(z.string()).describe('For the commit message'),
      blame: z.string().optional(),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: {
      positional: ['taskId', 'path'],
      paths: ['path'],
      examples: ['attribute TASK-0824', 'attribute TASK-0824 src/login.js'],
    },
    run: (kit, { taskId: id, path }) => deltasOf(kit).andThen((deltas) => new ResultAsync(attribute(deltas, id, path))),
  }),
] as const;

async function attribute(
  deltas: DeltaTracker,
  id: string,
  path: string | undefined,
): Promise<Result<DescribedAttribution, Failure>> {
  const found = await deltas.attribute(id);
  return found.isErr() ? err(found.error) : ok(await describeAttribution(found.value, path));
}

/** An attribution without the texts, but for the file that was asked for. */
interface DescribedAttribution {
  readonly files: { readonly path: string; readonly lines: { readonly role: string; readonly count: number }[] }[];
  readonly trailers: string[];
  readonly blame?: string;
}

/** Leaves the texts out, and prints one file, or with `*` all of them, like blame. */
async function describeAttribution(
  { files, trailers }: Attribution,
  path: string | undefined,
): Promise<DescribedAttribution> {
  const described = {
    files: files.map(({ path: at, lines }) => ({ path: at, lines: [...lines] })),
    trailers: [...trailers],
  };
  if (path === undefined) return described;
  const { formatBlame } = await import('@batonkit/core/attribution');
  const asked = files.filter((file) => path === '*' || file.path === path);
  return { ...described, blame: formatBlame(asked) };
}
