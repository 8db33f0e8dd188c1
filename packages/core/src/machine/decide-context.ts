import { match } from 'ts-pattern';
import type { DecideEnv } from './decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { hashImmutable } from './read-record.ts';
import { reject } from '../record/rejection.ts';
import type { TaskEvent } from './task-event.ts';
import { parseTaskId } from '../record/task-id.ts';
import type { TaskRecord } from './task-record.ts';
import { ok } from '../result/result.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { ContextCommand } from '../slices/context-command.ts';
import { decideEvidence } from '../slices/decide-evidence.ts';
import { decideQa } from '../slices/decide-qa.ts';
import { decideRebuild } from './decide-rebuild.ts';
import { decideBlock, decideHandOff, decideStartTurn, decideUpdate } from '../slices/decide-role.ts';

type OpenTaskCommand = Exclude<ContextCommand, { type: 'init-context' | 'complete-task' | 'purge-context' }>;

/** The context's part of `decide`, for a task that is open. */
export function decideContext(record: TaskRecord, command: OpenTaskCommand, env: DecideEnv): Decision {
  return match(command)
    .with({ type: 'update-coordination' }, (update) => decideUpdate(record, update, env))
    .with({ type: 'block-role' }, (block) => decideBlock(record, block))
    .with({ type: 'attach-evidence' }, (attach) => decideEvidence(record, attach, env))
    .with({ type: 'record-qa' }, (qa) => decideQa(record, qa, env))
    .with({ type: 'rebuild-context' }, (rebuild) => decideRebuild(record, rebuild, env))
    .with({ type: 'start-turn' }, (start) => decideStartTurn(record, start))
    .with({ type: 'hand-off' }, (handOff) => decideHandOff(record, handOff, env))
    .exhaustive();
}

/** Makes a context where there is none. */
export function decideInit(
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
      git: command.git ?? { head: env.facts.head, branch: null, task_file_sha: null },
      immutable: command.immutable,
      immutable_sha: hashImmutable(command.immutable),
      manifest_sha: command.manifestSha,
      roles: command.roles,
    }),
  ]);
}
