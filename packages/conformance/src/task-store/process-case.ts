import assert from 'node:assert/strict';
import type { TaskStore } from '@batonkit/core';
import { runTogether } from '../processes/run-together.ts';
import { expectOk } from './suite-case.ts';

const PROCESSES = 4;
const INCREMENTS = 25;

/** How another process opens the store under test. */
export interface SharedStore {
  /** URL of a plain JavaScript module that exports `openStore(argument)`. */
  readonly module: string | URL;
  /** Passed to `openStore`, as JSON. */
  readonly argument: unknown;
}

/** Several processes increment one counter: none of them may lose an update. For stores that promise more than one process. */
export async function countAcrossProcesses(store: TaskStore, shared: SharedStore | undefined): Promise<void> {
  const { scope } = store.capabilities;
  assert.ok(shared !== undefined, `the store has scope ${scope}: tell the suite how another process opens it`);
  const args = [String(shared.module), JSON.stringify(shared.argument), 'COUNTER', String(INCREMENTS)];
  await runTogether(
    'increment.mjs',
    Array.from({ length: PROCESSES }, () => args),
  );

  const total = PROCESSES * INCREMENTS;
  assert.deepEqual(await expectOk(store.read('COUNTER')), { revision: total, body: String(total) });
  const audit = await expectOk(store.readAudit('COUNTER', { afterRevision: 0, limit: total + 1 }));
  const exact = Array.from({ length: total }, (_, index) => ({ revision: index + 1, lines: [`to ${index + 1}`] }));
  assert.deepEqual(audit, exact);
}
