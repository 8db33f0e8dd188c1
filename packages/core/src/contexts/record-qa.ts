import { openTaskToWrite } from '../commit/open-task.ts';
import type { CommitError, MutatedTask, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, type Result } from '../result/result.ts';
import type { SourceError } from './look-at-sources.ts';
import { qaOutcome, readQaLog, type QaLog, type QaOutcome, type QaPorts } from './read-qa-log.ts';

/** What {@link ContextStore.recordQa} needs. */
export interface RecordQaOptions extends MutationOptions, QaLog {
  readonly role: string;
}

/** A context after QA results were recorded. */
export interface RecordedQa<Task extends TaskRecord = TaskRecord> extends MutatedTask<Task>, QaOutcome {}

/** Parses a log, stores it, and records its results. */
export async function recordQa(
  ports: QaPorts & { readonly committer: TaskCommitter },
  taskId: string,
  { role, log, taskFileSha, command: named, exitCode, ...options }: RecordQaOptions,
): Promise<Result<RecordedQa, CommitError | SourceError>> {
  const opened = await openTaskToWrite({ tasks: ports.tasks, machine: ports.committer.machine }, taskId);
  if (opened.isErr()) return err(opened.error);
  const read = await readQaLog(ports, opened.value, role, {
    log,
    ...(taskFileSha === undefined ? {} : { taskFileSha }),
    ...(named === undefined ? {} : { command: named }),
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  if (read.isErr()) return err(read.error);
  const { qa, bytes } = read.value;
  const command = { type: 'record-qa', role, ...qa } as const;
  return ports.committer.commit({ taskId, command, options, artifacts: [bytes] }).map((context) => {
    const { outcome, warnings } = qaOutcome(context.record, role, read.value);
    return { ...context, ...outcome, warnings: [...context.warnings, ...warnings] };
  });
}
