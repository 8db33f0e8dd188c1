import { contextNotFound } from '../record/context-not-found.ts';
import type { Rejection } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result, type ResultAsync } from '../result/result.ts';
import { readTask, type ReadTaskError, type Room } from './read-task.ts';

/** Why a task's record is not to be had. */
export type OpenTaskError = ReadTaskError | Rejection<'ContextNotFound'>;

/** The record of a task that must have one. */
export function openTask<Task extends TaskRecord>(room: Room<Task>, taskId: string): ResultAsync<Task, OpenTaskError> {
  return readTask(room, taskId).andThen(({ record, revision }): Result<Task, OpenTaskError> => {
    return record === null ? err(contextNotFound(taskId, revision)) : ok(record);
  });
}
