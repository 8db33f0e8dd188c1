import type { Warning } from '../result/warning.ts';
import type { TaskRecord } from '../machine/core-machine.ts';

/** What the caller sees of the repository now; only what is given is compared. */
export interface Observed {
  readonly head?: string | null;
  readonly branch?: string | null;
  readonly taskFileSha?: string | null;
  readonly priority?: string | null;
}

/** Warnings for what changed around a task since it was initialised. The record is still good; the caller decides. */
export function findStaleness(record: TaskRecord, observed: Observed): readonly Warning[] {
  const { git, immutable, task_id: id } = record;
  const compared = [
    { code: 'HeadMoved', what: 'HEAD', then: git.head, now: observed.head },
    { code: 'BranchChanged', what: 'the branch', then: git.branch, now: observed.branch },
    { code: 'TaskFileChanged', what: 'the task file', then: git.task_file_sha, now: observed.taskFileSha },
    { code: 'PriorityChanged', what: 'the priority', then: immutable.task_snapshot.priority, now: observed.priority },
  ] as const;
  return compared.flatMap(({ code, what, then, now }) => {
    if (now === undefined || then === null || now === then) return [];
    return [
      {
        code,
        message: `${id}: ${what} was ${then} when the context was made and is ${now ?? 'gone'} now. The context may be stale.`,
      },
    ];
  });
}
