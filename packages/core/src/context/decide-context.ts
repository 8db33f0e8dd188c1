import { match } from 'ts-pattern';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { hashImmutable } from '../record/read-record.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import type { TaskEvent } from '../record/task-event.ts';
import { parseTaskId } from '../record/task-id.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { ok } from '../result/result.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { ContextCommand } from './context-command.ts';
import { decideCompletion } from './decide-completion.ts';
import { decideEvidence } from './decide-evidence.ts';
import { decideBlock, decideHandOff, decideStartTurn, decideUpdate } from './decide-role.ts';

/** The context's part of `decide`: the command is well formed and the record, if any, is sound. */
export function decideContext(record: TaskRecord | null, command: ContextCommand, env: DecideEnv): Decision {
  if (command.type === 'init-context') return decideInit(record, command, env);
  if (command.type === 'purge-context') {
    return ok(record === null ? [] : [{ type: 'context-purged', reason: command.reason ?? 'purged on request' }]);
  }
  if (record === null) {
    const detail = 'There is no context for this task. Call init first, or check the task id.';
    return reject('ContextNotFound', [{ condition: 'context-exists', detail }]);
  }
  if (command.type === 'complete-task') return decideCompletion(record, env);
  if (record.completion !== null) return reject('Rejected', [alreadyComplete(record)]);

  return match(command)
    .with({ type: 'update-coordination' }, (update) => decideUpdate(record, update, env))
    .with({ type: 'block-role' }, (block) => decideBlock(record, block))
    .with({ type: 'attach-evidence' }, (attach) => decideEvidence(record, attach, env))
    .with({ type: 'start-turn' }, (start) => decideStartTurn(record, start))
    .with({ type: 'hand-off' }, (handOff) => decideHandOff(record, handOff, env))
    .exhaustive();
}

function decideInit(
  record: TaskRecord | null,
  command: Extract<ContextCommand, { type: 'init-context' }>,
  env: DecideEnv,
): Decision {
  const id = parseTaskId(command.taskId);
  if (id.isErr()) return reject('InvalidTaskId', [{ condition: 'task-id-valid', detail: id.error.message }]);
  if (record !== null) {
    const detail = `${record.task_id} already has a context, made by ${record.created_by} at ${record.created_at}. Read it with get; a task is initialised only once.`;
    return reject('ContextExists', [{ condition: 'context-absent', detail }]);
  }
  return ok([
    deepFreeze<TaskEvent>({
      type: 'context-initialized',
      task_id: command.taskId,
      created_at: env.now,
      created_by: env.actor,
      git: command.git,
      immutable: command.immutable,
      immutable_sha: hashImmutable(command.immutable),
      manifest_sha: command.manifestSha,
      roles: command.roles,
    }),
  ]);
}

function alreadyComplete(record: TaskRecord): Unmet {
  const at = record.completion?.summary.completed_at ?? '';
  return {
    condition: 'task-open',
    detail: `${record.task_id} was completed at ${at}; its record takes no more changes.`,
  };
}
