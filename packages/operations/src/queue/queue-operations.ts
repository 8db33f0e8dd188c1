import * as z from 'zod';
import { ResultAsync } from '@batonkit/core';
import { askQueue } from './ask-queue.ts';
import { defineOperation } from '../operation/operation.ts';
import { replayed, taskId, warnings } from '../operation/operation-fields.ts';
import { workOnTrees } from './work-on-trees.ts';

const names = z.array(z.string()).optional();
const Queued = z.array(z.object({ taskId, title: z.string(), owner: z.string().nullable(), since: z.string() }));

/** Several tasks one after the other, and a working tree for each. */
export const QUEUE_OPERATIONS = [
  defineOperation({
    name: 'queue',
    summary: 'The unfinished tasks; with take, claim the next one.',
    input: z.strictObject({
      take: z.boolean().optional(),
      request: z.string().optional().describe('In words: work on all phase 1 tasks'),
      phases: names,
      types: names,
      names,
    }),
    output: z.object({
      taken: z.string().nullable(),
      how: z.string(),
      replayed,
      own: Queued,
      free: Queued,
      held: Queued,
      blocked: z.array(z.object({ taskId, reason: z.string() })),
      damaged: z.array(z.object({ taskId, reason: z.string() })),
      warnings,
    }),
    shell: {
      positional: ['request'],
      examples: [
        'queue',
        'queue --take',
        'queue "work on all phase 1 tasks" --take',
        'queue --types web --names TASK-0824',
      ],
    },
    run: (kit, input) => new ResultAsync(askQueue(kit, input)),
  }),
  defineOperation({
    name: 'worktree',
    summary: 'The linked working tree of a task or of one of its agents.',
    input: z.strictObject({
      action: z
        .enum(['list', 'create', 'merge', 'refresh', 'land', 'remove'])
        .describe('land: forward main to the task'),
      taskId: taskId.optional(),
      agent: z.string().optional(),
      base: z.string().optional(),
      keepBranch: z.boolean().optional(),
    }),
    output: z.object({
      trees: z.array(
        z.object({
          taskId,
          agent: z.string().nullable(),
          branch: z.string(),
          path: z.string(),
          state: z.string(),
        }),
      ),
      outcome: z.string(),
      replayed,
      warnings,
    }),
    hints: { destructive: true },
    shell: {
      positional: ['action', 'taskId', 'agent'],
      examples: [
        'worktree list',
        'worktree create TASK-0824 style-updater',
        'worktree merge TASK-0824 style-updater',
        'worktree remove TASK-0824 style-updater --keep-branch',
        'worktree land TASK-0824',
      ],
    },
    run: (kit, input) => workOnTrees(kit, input),
  }),
] as const;
