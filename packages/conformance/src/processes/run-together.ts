import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Starts several processes of a worker of this package, lets them go at the same moment, and waits until all have succeeded. */
export async function runTogether(worker: string, argumentLists: readonly (readonly string[])[]): Promise<void> {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@batonkit/conformance/package.json'));
  const children = argumentLists.map((args) =>
    fork(join(packageFolder, 'worker', worker), [...args], { execArgv: [] }),
  );
  const exits = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child, index) => Promise.race([once(child, 'message'), exits[index]])));
  for (const child of children) if (child.connected) child.send('go');
  for (const exit of exits) assert.deepEqual((await exit)[0], 0, `a process of ${worker} failed`);
}
