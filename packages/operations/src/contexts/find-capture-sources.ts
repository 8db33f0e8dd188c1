import {
  err,
  ok,
  type Rejection,
  rejection,
  type Result,
  type Unmet,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import type { CaptureDefaults } from '../operation/operation.ts';

/** Where a task is captured from. */
export interface CaptureSources {
  readonly taskFile: string;
  readonly standardsMap: string;
}

/** Where a task file is looked for, in this order; `{id}` is the task id. */
export const TASK_FILE_PLACES: readonly string[] = ['tasks', 'docs/tasks', '.tasks', '.'].flatMap((folder) =>
  ['task.yaml', 'task.yml', 'yaml', 'yml'].map((ending) => `${folder === '.' ? '' : `${folder}/`}{id}.${ending}`),
);

/** Where a standards map is looked for, in this order. */
export const STANDARDS_MAP_PLACES: readonly string[] = [
  ...['', 'standards/', 'docs/standards/', 'docs/'].map((folder) => `${folder}standards-map`),
  ...['standards/', 'docs/standards/'].map((folder) => `${folder}map`),
].flatMap((name) => ['yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`));

/**
 * Finds the task file and the standards map where they are said to be, or in the usual places.
 * `InvalidInput`, with the places that were tried, where there is none.
 *
 * @example
 * ```ts
 * import { findCaptureSources } from '@batonkit/operations';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles({ files: { 'tasks/T-1.yaml': '', 'docs/standards-map.yaml': '' } });
 * const found = await findCaptureSources(files, 'T-1', {});
 * found.isOk() && found.value; // => { taskFile: 'tasks/T-1.yaml', standardsMap: 'docs/standards-map.yaml' }
 * ```
 */
export async function findCaptureSources(
  files: Pick<WorkspaceFiles, 'read'>,
  taskId: string,
  said: CaptureDefaults,
): Promise<Result<CaptureSources, Rejection<'InvalidInput'> | WorkspaceFilesError>> {
  const here = (place: string): string => place.replaceAll('{id}', taskId);
  const taskFile = await findFirst(files, said.taskFile, TASK_FILE_PLACES.map(here), here);
  if (taskFile.isErr()) return err(taskFile.error);
  const standardsMap = await findFirst(files, said.standardsMap, STANDARDS_MAP_PLACES, here);
  if (standardsMap.isErr()) return err(standardsMap.error);
  const unmet: Unmet[] = [];
  if (taskFile.value === null) unmet.push(missing('task file', TASK_FILE_PLACES.map(here), 'taskFile'));
  if (standardsMap.value === null) unmet.push(missing('standards map', STANDARDS_MAP_PLACES, 'standardsMap'));
  if (taskFile.value === null || standardsMap.value === null) return err(rejection('InvalidInput', unmet));
  return ok({ taskFile: taskFile.value, standardsMap: standardsMap.value });
}

function missing(what: string, places: readonly string[], field: string): Unmet {
  const detail = `There is no ${what} in the usual places (${places.slice(0, 3).join(', ')} ...). Put one there, or say where it is (${field}).`;
  return { condition: `/${field}`, detail };
}

async function findFirst(
  files: Pick<WorkspaceFiles, 'read'>,
  said: string | undefined,
  places: readonly string[],
  here: (place: string) => string,
): Promise<Result<string | null, WorkspaceFilesError>> {
  // What was named is taken as it is: a capture tells better what is wrong with it.
  if (said !== undefined) return ok(here(said));
  for (const place of places) {
    const found = await files.read(place);
    if (found.isErr() && found.error.code !== 'NotUtf8') return err(found.error);
    if (found.isErr() || found.value !== null) return ok(place);
  }
  return ok(null);
}
