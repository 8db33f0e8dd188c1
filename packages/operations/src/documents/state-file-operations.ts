import * as z from 'zod';
import { err, type Failure, failure, ok, type Result, ResultAsync } from '@batonkit/core';
import type { StateFileView, StateFileWrite } from '@batonkit/workspace/state-file';
import { defineOperation, type OperationKit } from '../operation/operation.ts';
import { stateFilesOf, taskId, toWarnings, warnings } from '../operation/operation-fields.ts';

const texts = z.array(z.string()).min(1);
const StateFileOutput = z.object({
  path: z.string(),
  status: z.string(),
  sessions: z.number(),
  criteria: z.array(z.object({ text: z.string(), checked: z.boolean() })),
  nextStep: z.string(),
  warnings,
});

function toOutput({ path, state, nextStep, warnings: found }: StateFileView): z.infer<typeof StateFileOutput> {
  return {
    path,
    status: state.metadata.status,
    sessions: state.metadata.total_sessions,
    criteria: state.criteria.map(({ text, checked }) => ({ text, checked })),
    nextStep: nextStep.text,
    warnings: toWarnings(found),
  };
}

function writeOptions({ caller }: OperationKit): StateFileWrite {
  const { actor, operationId, forceSecrets } = caller;
  return {
    actor,
    ...(operationId === undefined ? {} : { operationId }),
    ...(forceSecrets === undefined ? {} : { forceSecrets }),
  };
}

/** The progress file of a task, which people edit too. */
export const STATE_FILE_OPERATIONS = [
  defineOperation({
    name: 'task create',
    summary: 'Make the state file of a task.',
    input: z.strictObject({
      taskId,
      title: z.string(),
      requirements: z.string(),
      criteria: texts,
      dependencies: z.array(z.string()).optional(),
      repository: z.string().optional(),
    }),
    output: StateFileOutput,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId'],
      fromFile: ['requirements'],
      examples: [
        'task create 42 --title Login --requirements requirements.md --criteria "Logs in" --criteria "Logs out"',
      ],
    },
    run: (kit, { taskId: id, ...task }) =>
      stateFilesOf(kit)
        .andThen((states) => states.create(id, { ...writeOptions(kit), ...task }))
        .map(toOutput),
  }),
  defineOperation({
    name: 'task show',
    summary: 'Read the state file of a task.',
    input: z.strictObject({ taskId }),
    output: StateFileOutput,
    hints: { readOnly: true, idempotent: true },
    shell: { positional: ['taskId'], examples: ['task show 42'] },
    run: (kit, { taskId: id }) => new ResultAsync(showState(kit, id)),
  }),
  defineOperation({
    name: 'task log',
    summary: "Add a session to a task's progress log.",
    input: z.strictObject({
      taskId,
      did: texts,
      next: texts,
      issues: texts.optional(),
      commits: z.array(z.string()).optional(),
    }),
    output: StateFileOutput,
    shell: {
      positional: ['taskId'],
      examples: ['task log 42 --did "Wrote the form." --next "Test it."'],
    },
    run: (kit, { taskId: id, ...report }) =>
      stateFilesOf(kit)
        .andThen((states) => states.appendSession(id, { ...writeOptions(kit), ...report }))
        .map(toOutput),
  }),
  defineOperation({
    name: 'task check',
    summary: 'Check an acceptance criterion, or uncheck it.',
    input: z.strictObject({
      taskId,
      criterion: z.union([z.int(), z.string()]).describe('Its place from 0, or its text'),
      checked: z.boolean().optional(),
    }),
    output: StateFileOutput,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId', 'criterion'],
      negated: ['checked'],
      examples: ['task check 42 0', 'task check 42 "Logs in" --no-checked'],
    },
    run: (kit, { taskId: id, ...change }) =>
      stateFilesOf(kit)
        .andThen((states) => states.setCriterion(id, { ...writeOptions(kit), ...change }))
        .map(toOutput),
  }),
  defineOperation({
    name: 'task chain',
    summary: 'Write what a task leaves to the next ones, which completes it.',
    input: z.strictObject({
      taskId,
      summary: z.string().optional(),
      files: z.array(z.string()).optional(),
      contract: z.string().optional(),
      configuration: z.string().optional(),
      notes: texts.optional(),
      force: z.boolean().optional(),
    }),
    output: StateFileOutput,
    hints: { idempotent: true },
    shell: {
      positional: ['taskId'],
      fromFile: ['contract', 'configuration'],
      examples: ['task chain 42 --summary "The form logs people in." --files src/login.ts'],
    },
    run: (kit, { taskId: id, ...report }) =>
      stateFilesOf(kit)
        .andThen((states) => states.writeChainOutput(id, { ...writeOptions(kit), ...report }))
        .map(toOutput),
  }),
] as const;

async function showState(kit: OperationKit, id: string): Promise<Result<z.infer<typeof StateFileOutput>, Failure>> {
  const states = await stateFilesOf(kit);
  if (states.isErr()) return err(states.error);
  const found = await states.value.read(id);
  if (found.isErr()) return err(found.error);
  return found.value === null ? err(noStateFile(id)) : ok(toOutput(found.value));
}

function noStateFile(id: string): Failure {
  return failure('StateFileNotFound', `Task ${id} has no state file. Make one with task create.`, { taskId: id });
}
