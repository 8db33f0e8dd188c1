import * as z from 'zod';
import { errAsync, rejection, MAIN_LOCK_TASK } from '@batonkit/core';
import { RoleStatusSchema } from '@batonkit/core/internal';
import { initTask } from './init-task.ts';
import { openContext } from '../operation/open-context.ts';
import { defineOperation } from '../operation/operation.ts';
import {
  expectation,
  Found,
  optionsOf,
  captureLimits,
  outOfScope,
  paranoid,
  qaHints,
  role,
  taskId,
  toFound,
  toWarnings,
  toWritten,
  Written,
} from '../operation/operation-fields.ts';
import { rebuildTask } from './rebuild-task.ts';

const force = z.boolean().optional();
const looseRecord = z.record(z.string(), z.unknown());
const SummaryRows = z.array(z.object({ field: z.string(), items: z.number(), source: z.string() }));

/** What a task is, how far its roles are. */
export const CONTEXT_OPERATIONS = [
  defineOperation({
    name: 'init',
    summary: 'Capture a task from its file and standards.',
    input: z.strictObject({
      taskId,
      taskFile: z.string().optional(),
      standardsMap: z.string().optional(),
      scopeMacros: z.string().optional(),
      allowStatus: z.string().optional().describe('"any" or a status'),
      baseCommit: z.string().optional(),
    }),
    output: z.object({ ...Written.shape, summary: SummaryRows }),
    shell: {
      positional: ['taskId'],
      paths: ['taskFile', 'standardsMap', 'scopeMacros'],
      examples: ['init TASK-0824', 'init TASK-0824 --task-file tasks/login.yaml --standards-map docs/map.yaml'],
    },
    run: (kit, input) => initTask(kit, input),
  }),
  defineOperation({
    name: 'get',
    summary: 'Read the record of a task.',
    input: z.strictObject({ taskId }),
    output: z.object({ ...Found.shape, record: looseRecord }),
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['get TASK-0824', 'get TASK-0824 --json'] },
    run: (kit, input) =>
      openContext(kit, input.taskId).map((found) => ({ ...toFound(found), record: { ...found.record } })),
  }),
  defineOperation({
    name: 'list',
    summary: 'List all tasks that have a context.',
    input: z.strictObject({}),
    output: z.object({
      tasks: z.array(
        z.object({
          taskId,
          revision: z.number().describe('0 when the task is damaged'),
          damaged: z.string().optional().describe('Why the task cannot be read'),
        }),
      ),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: { examples: ['list', 'list --json'] },
    // The lock of the main working tree is a record too, but nobody's task.
    run: ({ baton }) =>
      baton.contexts.list().map((tasks) => ({ tasks: tasks.filter((task) => task.taskId !== MAIN_LOCK_TASK) })),
  }),
  defineOperation({
    name: 'start',
    summary: "Open a role's turn, after the tree was verified.",
    input: z.strictObject({ taskId, role, expect: expectation, paranoid }),
    output: Written,
    shell: {
      positional: ['taskId', 'role'],
      examples: ['start TASK-0824 implementer', 'start TASK-0824 reviewer --expect either'],
    },
    run: (kit, { taskId: id, ...options }) => kit.baton.startTurn(id, { ...optionsOf(kit), ...options }).map(toWritten),
  }),
  defineOperation({
    name: 'hand-off',
    summary: "Close a role's turn with a snapshot of the tree.",
    input: z.strictObject({
      taskId,
      role,
      allowClean: z.boolean().optional(),
      outOfScope,
      ...captureLimits,
      qaLog: z.string().optional(),
      exitCode: qaHints.exitCode,
      qa: z.boolean().optional(),
    }),
    output: z.object({ ...Written.shape, tree: z.string().nullable(), files: z.array(z.string()) }),
    shell: {
      positional: ['taskId', 'role'],
      fromFile: ['qaLog'],
      examples: [
        'hand-off TASK-0824 implementer',
        'hand-off TASK-0824 implementer --qa',
        'hand-off TASK-0824 implementer --qa-log test.log --exit-code 0',
      ],
    },
    run: (kit, { taskId: id, qaLog: log, exitCode, qa: isRun, ...options }) => {
      if (log === undefined && exitCode !== undefined) {
        const detail = 'An exit code is that of a QA log. Give the log, too.';
        return errAsync(rejection('InvalidInput', [{ condition: '/qaLog', detail }]));
      }
      const given = log === undefined ? {} : { qaLog: exitCode === undefined ? log : { log, exitCode } };
      const qa = { ...given, ...(isRun === true ? { qa: { ...kit.following } } : {}) };
      return kit.baton.handOff(id, { ...optionsOf(kit), ...options, ...qa }).map((handed) => ({
        ...toWritten(handed),
        tree: handed.snapshot?.tree ?? null,
        files: handed.snapshot?.files_changed.map(({ path }) => path) ?? [],
      }));
    },
  }),
  defineOperation({
    name: 'update',
    summary: "Set a role's status, session or QA log path.",
    input: z.strictObject({
      taskId,
      role,
      status: RoleStatusSchema.optional(),
      qaLogPath: z.string().optional(),
      sessionId: z.string().optional(),
    }),
    output: Written,
    hints: { idempotent: true },
    shell: { positional: ['taskId', 'role'], examples: ['update TASK-0824 reviewer --session-id run-2'] },
    run: (kit, { taskId: id, ...options }) =>
      kit.baton.contexts.updateCoordination(id, { ...optionsOf(kit), ...options }).map(toWritten),
  }),
  defineOperation({
    name: 'block',
    summary: 'Block a role, saying why.',
    input: z.strictObject({ taskId, role, finding: z.string() }),
    output: Written,
    shell: {
      positional: ['taskId', 'role', 'finding'],
      examples: ['block TASK-0824 reviewer "The form loses its input on a time-out."'],
    },
    run: (kit, { taskId: id, ...options }) =>
      kit.baton.contexts.markBlocked(id, { ...optionsOf(kit), ...options }).map(toWritten),
  }),
  defineOperation({
    name: 'export',
    summary: 'What a role needs to read, as JSON.',
    input: z.strictObject({ taskId, role, maxTokens: z.int().positive().optional() }),
    output: z.object({
      file: z.string(),
      text: z.string(),
      sha256: z.string(),
      tokens: z.number(),
      cuts: z.array(z.string()),
    }),
    hints: { readOnly: true, idempotent: true },
    shell: {
      positional: ['taskId', 'role'],
      examples: ['export TASK-0824 reviewer', 'export TASK-0824 reviewer --max-tokens 2000'],
    },
    run: ({ baton }, { taskId: id, ...options }) =>
      baton.contexts.exportFor(id, options).map((made) => ({ ...made, cuts: [...made.cuts] })),
  }),
  defineOperation({
    name: 'rebuild',
    summary: 'Capture the task again and replace what it is.',
    input: z.strictObject({
      taskId,
      evenInProgress: z.string().optional().describe('Why, although a role is at work'),
    }),
    output: z.object({ ...Written.shape, changed: z.array(z.string()) }),
    hints: { destructive: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['rebuild TASK-0824'] },
    run: (kit, input) => rebuildTask(kit, input),
  }),
  defineOperation({
    name: 'complete',
    summary: 'Complete a task; its context goes, its audit stays.',
    input: z.strictObject({ taskId, force }),
    output: z.object({ ...Written.shape, title: z.string(), auditEntries: z.number() }),
    hints: { destructive: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['complete TASK-0824'] },
    run: (kit, input) =>
      kit.baton.contexts
        .complete(input.taskId, { ...optionsOf(kit), force: input.force ?? false })
        .map((completed) => ({
          ...toWritten(completed),
          title: completed.summary.title,
          auditEntries: completed.summary.audit_entries,
        })),
  }),
  defineOperation({
    name: 'purge',
    summary: 'Forget the context of a task; its audit stays.',
    input: z.strictObject({ taskId, force }),
    output: z.object({ ...Written.shape, purged: z.boolean() }),
    hints: { destructive: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['purge TASK-0824'] },
    run: (kit, input) =>
      kit.baton.contexts
        .purge(input.taskId, { ...optionsOf(kit), force: input.force ?? false })
        .map(({ revision, purged, replayed, warnings: found }) => ({
          taskId: input.taskId,
          revision,
          purged,
          replayed,
          warnings: toWarnings(found),
        })),
  }),
] as const;
