import type * as z from 'zod';
import { openTask } from '../commit/open-task.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { Failure } from '../result/failure.ts';
import { ok, ResultAsync } from '../result/result.ts';
import type { OperationKit } from './operation.ts';
import { optionsOf, toWritten, type Written } from './operation-fields.ts';

/** What {@link classifyTask} is told. */
export interface ClassifyRequest {
  readonly taskId: string;
  readonly paths?: readonly string[];
  readonly level?: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly changes?: readonly string[];
}

/** A task whose risk and agents are recorded. */
export type ClassifiedTask = z.infer<typeof Written> & {
  readonly level: string;
  readonly path: string[];
  readonly agents: string[];
};

/** Judges the risk of a task by the rules, then records it and the agents that it calls for. */
export function classifyTask(kit: OperationKit, request: ClassifyRequest): ResultAsync<ClassifiedTask, Failure> {
  const { protocol } = kit.baton;
  const options = optionsOf(kit);
  return openTask(kit.tasks, request.taskId)
    .andThen((record) => new ResultAsync(judge(record, request).then((judged) => ok(judged))))
    .andThen(({ risk, agents }): ResultAsync<ClassifiedTask, Failure> => {
      const { operationId, ...unnamed } = options;
      return protocol
        .send(request.taskId, { ...options, command: { type: 'classify-task', ...risk } })
        .andThen(() =>
          // The second write is another operation than the first, and repeating it is harmless.
          protocol.send(request.taskId, {
            ...unnamed,
            command: { type: 'select-agents', agents: agents.map((name) => ({ name })) },
          }),
        )
        .map((context) => ({
          ...toWritten(context),
          level: risk.level,
          path: [...(context.record.protocol?.risk?.path ?? [])],
          agents,
        }));
    });
}

async function judge(record: TaskRecord, request: ClassifyRequest) {
  const { classifyChange, classifyRisk, selectAgents } = await import('../protocol/index.ts');
  const { repo_paths, task_snapshot } = record.immutable;
  const paths = request.paths ?? repo_paths;
  const { description } = task_snapshot;
  const { level, variant, reasons } = classifyRisk({ paths, description, override: request.level });
  const { agents } = selectAgents({ level, paths, description, changes: request.changes });
  const change_kind = classifyChange(paths);
  return { risk: { level, variant, change_kind, reasons: reasons.slice(0, MAX_REASONS) }, agents };
}

/** As many as a record holds. */
const MAX_REASONS = 50;
