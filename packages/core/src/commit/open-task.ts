import { contextNotFound } from '../record/context-not-found.ts';
import type { Rejection } from '../record/rejection.ts';
import { unknownSection, type UnknownSection } from '../record/unknown-section.ts';
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

/** As {@link openTask}, for whoever means to write: a record with a section that nothing here knows is refused before anything else is looked at. */
export function openTaskToWrite<Task extends TaskRecord>(
  room: Room<Task>,
  taskId: string,
): ResultAsync<Task, OpenTaskError | UnknownSection> {
  return openTask(room, taskId).andThen((record) => requireKnown(room.machine, record).map(() => record));
}

/** Somebody may own a task through a section that nothing here knows, and a commit would sweep its artifacts. */
export function requireKnown<Task extends TaskRecord>(
  machine: Room<Task>['machine'],
  record: Task,
): Result<null, UnknownSection> {
  const unknown = machine.unknownSections(record);
  return unknown.length > 0 ? err(unknownSection(record.task_id, unknown)) : ok(null);
}
