import type { TaskRecord } from '../record/task-record.ts';
import type { MutationOptions } from './task-committer.ts';

/** Whether the record knows this request: then it is answered as done, whatever the tree and the files are like now. */
export function isRepeated({ operations }: TaskRecord, { operationId }: MutationOptions): boolean {
  return operations.some(({ id }) => id === operationId);
}
