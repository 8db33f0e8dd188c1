import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import type { Envelope } from '../record/envelope.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { LifeCommand, LifeEvent } from '../record/life.ts';
import { reject } from '../record/rejection.ts';
import type { Slice } from '../record/slice.ts';
import { parseTaskId } from '../record/task-id.ts';
import { ok, type Result } from '../result/result.ts';
import { hashImmutable } from './read-record.ts';

type CommandOf<Type extends LifeCommand['type']> = Extract<LifeCommand, { type: Type }>;
type Decision = Result<readonly LifeEvent[], DecideError>;

/** Makes a context where there is none. */
export function decideInit(record: Envelope | null, command: CommandOf<'init-context'>, env: DecideEnv): Decision {
  const id = parseTaskId(command.taskId);
  if (id.isErr()) return reject('InvalidTaskId', [{ condition: 'task-id-valid', detail: id.error.message }]);
  if (record !== null) {
    const detail = `${record.task_id} already has a context, made by ${record.created_by} at ${record.created_at}. Read it with get; a task is initialised only once.`;
    return reject('ContextExists', [{ condition: 'context-absent', detail }]);
  }
  return ok([
    deepFreeze<LifeEvent>({
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

/** Replaces the immutable section as a whole; what the slices keep stays. */
function decideRebuild(record: Envelope, command: CommandOf<'rebuild-context'>, env: DecideEnv): Decision {
  const immutable_sha = hashImmutable(command.immutable);
  const task_file_sha = command.taskFileSha === undefined ? record.git.task_file_sha : command.taskFileSha;
  const same =
    immutable_sha === record.immutable_sha &&
    command.manifestSha === record.manifest_sha &&
    task_file_sha === record.git.task_file_sha;
  if (same) return ok([]);
  return ok([
    deepFreeze<LifeEvent>({
      type: 'context-rebuilt',
      rebuilt_at: env.now,
      reason: command.evenInProgress ?? null,
      immutable: command.immutable,
      immutable_sha,
      manifest_sha: command.manifestSha,
      task_file_sha,
    }),
  ]);
}

/** How the machine itself decides; slices object, and each says its part in the summary of a completed task. */
export function createDecideLife(slices: readonly Slice[]): {
  readonly [Type in Exclude<LifeCommand['type'], 'init-context'>]: (
    record: Envelope,
    command: CommandOf<Type>,
    env: DecideEnv,
  ) => Decision;
} {
  return {
    'rebuild-context': decideRebuild,
    'complete-task': (record, { lostWork }, env) => {
      if (record.completion !== null) return ok([]);
      const summary = {
        title: record.immutable.task_snapshot.title,
        created_at: record.created_at,
        completed_at: env.now,
        audit_entries: record.audit.count + 1,
        ...(lostWork === undefined ? {} : { lost_work: lostWork }),
      };
      const said = slices.reduce((all, slice) => ({ ...all, ...slice.summary?.of(record as never) }), summary);
      return ok([{ type: 'task-completed', completed_by: env.actor, summary: said }]);
    },
    'purge-context': (_record, { reason = 'purged on request' }) => ok([{ type: 'context-purged', reason }]),
  };
}
