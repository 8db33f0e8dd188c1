import { createManualClock, createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { expect } from 'vitest';
import { createBaton } from 'batonkit';
import type { OperationKit } from './operation.ts';
import { OPERATIONS } from '../operations.ts';

const TASK =
  'id: T-1\ntitle: Fix login\nstatus: in_progress\npriority: P1\narea: web\ndescription: It fails.\nscope: { in: [src/**] }\n';
/** What the workspace and the first commit hold. */
export const FILES = {
  'tasks/T-1.yaml': TASK,
  'docs/standards-map.yaml': 'citations:\n  - { area: "*", file: rules.md, headings: [Input] }\n',
  'rules.md': '# Rules\n\n## Input\n\nCheck input at the border.\n',
  'src/login.js': 'one\n',
  'tasks.md': '### Task 1.1: Form\n\n**Why:** design.md "Form"\n\nWrite it.\n',
  'design.md': '# Design\n\n## Form\n\nA form.\n\n## Other\n\nMore.\n',
};

/** A kit in memory with one task that can be captured, and a way to run operations on it by name. */
export function openDesk(more: Partial<OperationKit> = {}) {
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: FILES });
  const files = createMemoryWorkspaceFiles({ files: FILES });
  const clock = createManualClock({ start: Date.parse('2026-11-16T09:00:00Z') });
  const baton = createBaton({ tasks, worktree, files, clock });
  const caller = { actor: 'ada', session: 'run-1' };
  const kit: OperationKit = { baton, tasks, worktree, files, root: null, caller, ...more };
  /** Runs an operation by name, with another kit where that is given; whatever it answers must be of its own output schema. */
  const run = async (
    name: string,
    input: Record<string, unknown> = {},
    by: Partial<OperationKit> = {},
  ): Promise<Record<string, unknown>> => {
    const operation = OPERATIONS.find((row) => row.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const result = await operation.run({ ...kit, ...by }, input);
    if (result.isErr()) return { code: result.error.code, message: result.error.message };
    expect(operation.output.safeParse(result.value).error).toBeUndefined();
    return result.value as Record<string, unknown>;
  };
  return { run, kit, worktree, files };
}
