import type { DecideEnv } from './decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { deepFreeze } from '../record/freeze.ts';
import { hashImmutable } from './read-record.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import type { TaskEvent } from './task-event.ts';
import type { TaskRecord } from './task-record.ts';
import { ok } from '../result/result.ts';
import { voidApprovals } from '../protocol/void-approvals.ts';
import type { ContextCommand } from '../slices/context-command.ts';

/** Replaces the immutable section as a whole; coordination, evidence and QA stay, what was approved of the old one does not. Nobody may be at work on the old one, unless told why. */
export function decideRebuild(
  record: TaskRecord,
  command: Extract<ContextCommand, { type: 'rebuild-context' }>,
  env: DecideEnv,
): Decision {
  const immutable_sha = hashImmutable(command.immutable);
  const task_file_sha = command.taskFileSha === undefined ? record.git.task_file_sha : command.taskFileSha;
  const same =
    immutable_sha === record.immutable_sha &&
    command.manifestSha === record.manifest_sha &&
    task_file_sha === record.git.task_file_sha;
  if (same) return ok([]);

  const unmet = record.roles
    .filter((role) => record.coordination[role]?.status === 'in_progress')
    .map((role): Unmet => {
      const detail = `${role} is at work on the context as it is. Wait for its hand-off, or say why not in evenInProgress.`;
      return { condition: 'no-turn-open', detail };
    });
  if (unmet.length > 0 && command.evenInProgress === undefined) return reject('Rejected', unmet);
  return ok([
    deepFreeze<TaskEvent>({
      type: 'context-rebuilt',
      rebuilt_at: env.now,
      reason: command.evenInProgress ?? null,
      immutable: command.immutable,
      immutable_sha,
      manifest_sha: command.manifestSha,
      task_file_sha,
    }),
    ...(record.protocol === null || immutable_sha === record.immutable_sha
      ? []
      : voidApprovals(record.protocol, 'rebuild-context', 'all')),
  ]);
}
