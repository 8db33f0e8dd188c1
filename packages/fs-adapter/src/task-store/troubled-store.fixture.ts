import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow, type ResultAsync, type StoreError, type TaskCommit } from '@batonkit/core';
import { type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { instrument } from './fault-store.fixture.mjs';
import { createFsTaskStore } from './fs-task-store.ts';

/** The code of the system as an error. */
export const systemError = (code: string): Error => Object.assign(new Error(code), { code });

/** The failure that a call must have answered. */
export const failureOf = async <T>(answer: ResultAsync<T, StoreError>): Promise<StoreError> =>
  (await answer)._unsafeUnwrapErr();

/** A commit to `TASK-1`. */
export const commitOf = (expected: number, changes: Partial<TaskCommit> = {}): TaskCommit => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body: `body ${expected}`,
  audit: [`line ${expected}`],
  artifacts: [],
  ...changes,
});

/** Trouble that strikes at one point, whenever it is reached. */
export const failAt =
  (at: string, code: string) =>
  (point: string): void => {
    if (point === at) throw systemError(code);
  };

/** A directory with one task at revision 1, and stores on it whose disk makes trouble. */
export async function createTroubledDirectory() {
  const scratch = fs.mkdtempSync(join(tmpdir(), 'batonkit-trouble-'));
  const root = join(scratch, 'tasks');
  const sound = createFsTaskStore({ root });
  await orThrow(sound.commit(commitOf(0)));

  /** A store that does `trouble` at named points, which is told how often the point was reached. */
  const troubled = (
    trouble: (point: string, times: number) => unknown = () => undefined,
    files: FileOperations = nodeFiles,
  ) => {
    const times = new Map<string, number>();
    const reached: string[] = [];
    const reach = async (point: string): Promise<void> => {
      reached.push(point);
      times.set(point, (times.get(point) ?? 0) + 1);
      await trouble(point, times.get(point) ?? 0);
    };
    return { reached, store: createFsTaskStore({ root, files: instrument(files, { reach }) }) };
  };

  return {
    root,
    sound,
    troubled,
    taskPath: (...names: string[]): string => join(root, 'TASK-1', ...names),
    close: () => fs.rmSync(scratch, { recursive: true }),
  };
}
