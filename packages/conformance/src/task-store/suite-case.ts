import assert from 'node:assert/strict';
import type { Result, ResultAsync, StoreError, TaskCommit, TaskStore } from '@batonkit/core';

/** One promise of a port, as a test. */
export interface SuiteCase {
  readonly name: string;
  readonly run: (store: TaskStore) => Promise<void>;
}

/** The value of a result; a failure fails the test with its code and message. */
export async function expectOk<T>(result: Result<T, StoreError> | ResultAsync<T, StoreError>): Promise<T> {
  const settled = await result;
  if (settled.isErr()) assert.fail(`expected success, got ${settled.error.code}: ${settled.error.message}`);
  return settled.value;
}

/** The failure of a result, which must have the given code. */
export async function expectCode<Code extends StoreError['code']>(
  result: Result<unknown, StoreError> | ResultAsync<unknown, StoreError>,
  code: Code,
): Promise<Extract<StoreError, { code: Code }>> {
  const settled = await result;
  if (settled.isOk()) assert.fail(`expected ${code}, but the call succeeded`);
  assert.equal(settled.error.code, code, settled.error.message);
  return settled.error as Extract<StoreError, { code: Code }>;
}

let operations = 0;

/** A commit to `TASK-1` with a fresh operation id; override what matters. */
export function commitOf(changes: Partial<TaskCommit>): TaskCommit {
  operations += 1;
  const operationId = `op-${process.pid}-${operations}`;
  return {
    id: 'TASK-1',
    expected: 0,
    operationId,
    body: 'body',
    audit: [`line of ${operationId}`],
    artifacts: [],
    ...changes,
  };
}

/** Everything a reader can see of a task, to prove that a refused call changed nothing. */
export async function observe(store: TaskStore, id = 'TASK-1'): Promise<unknown> {
  const [task, audit, listed] = [
    await expectOk(store.read(id)),
    await expectOk(store.readAudit(id, { afterRevision: 0, limit: 10_000 })),
    await expectOk(store.list({ prefix: id, limit: 10 })),
  ];
  return { task, audit, listed };
}
