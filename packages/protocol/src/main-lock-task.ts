import type { CommandInput } from './protocol-record.ts';
import { defineTask, MAIN_LOCK_TASK } from '@batonkit/core';

/** What makes the record of {@link MAIN_LOCK_TASK}. */
export const INIT_MAIN_LOCK: CommandInput = {
  type: 'init-context',
  taskId: MAIN_LOCK_TASK,
  git: { head: null, branch: null, task_file_sha: null },
  roles: ['coordinator'],
  immutable: defineTask({
    title: 'The lock of the main working tree',
    priority: 'P2',
    area: 'protocol',
    description: 'Holds who may touch the main working tree, and what for. It is no task of its own.',
  }),
};
