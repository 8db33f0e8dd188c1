import type { TaskStore } from '../ports/task-store.ts';
import { contextNotFound } from '../record/context-not-found.ts';
import type { Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { err, ok, type Result, type ResultAsync } from '../result/result.ts';
import { readTask, type ReadTaskError } from './read-task.ts';

/** Why a task's record is not to be had. */
export type OpenTaskError = ReadTaskError | Rejection<'ContextNotFound'>;

/** The record of a task that must have one. */
export function openTask(tasks: TaskStore, taskId: string): ResultAsync<TaskRecord, OpenTaskError> {
  return readTask(tasks, taskId).andThen(({ record, revision }): Result<TaskRecord, OpenTaskError> => {
    return record === null ? err(contextNotFound(taskId, revision)) : ok(record);
  });
}
