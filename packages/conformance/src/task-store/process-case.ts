import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TaskStore } from '@batonkit/core';
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
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@batonkit/conformance/package.json'));
  const worker = join(packageFolder, 'worker', 'increment.mjs');
  const args = [String(shared.module), JSON.stringify(shared.argument), 'COUNTER', String(INCREMENTS)];
  const children = Array.from({ length: PROCESSES }, () => fork(worker, args, { execArgv: [] }));
  const exits = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child, index) => Promise.race([once(child, 'message'), exits[index]])));
  for (const child of children) if (child.connected) child.send('go');
  for (const exit of exits) assert.deepEqual((await exit)[0], 0, 'a process of the counter failed');

  const total = PROCESSES * INCREMENTS;
  assert.deepEqual(await expectOk(store.read('COUNTER')), { revision: total, body: String(total) });
  const audit = await expectOk(store.readAudit('COUNTER', { afterRevision: 0, limit: total + 1 }));
  const exact = Array.from({ length: total }, (_, index) => ({ revision: index + 1, lines: [`to ${index + 1}`] }));
  assert.deepEqual(audit, exact);
}
