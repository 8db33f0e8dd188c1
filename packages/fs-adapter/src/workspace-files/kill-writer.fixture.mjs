import fs from 'node:fs';
import { createContextTiers, createStateFiles } from '@batonkit/workspace';
import { orThrow } from '@batonkit/core';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';

// node kill-writer.fixture.mjs <root> <compact|append> <n> <steps|all>
// Does its work on a directory and kills itself, as kill -9 would, at the n-th step: before or after a file takes its new content or
// goes away; with `all`, at every call that changes the disk. Prints the number of steps when it lives to the end.
const [root = '', work = '', at = '0', which = 'steps'] = process.argv.slice(2);
const CALLS =
  which === 'all'
    ? ['openSync', 'writeSync', 'fsyncSync', 'mkdirSync', 'linkSync', 'renameSync', 'unlinkSync', 'rmdirSync']
    : ['linkSync', 'renameSync', 'unlinkSync', 'rmdirSync'];

let steps = 0;
const reach = () => {
  steps += 1;
  if (steps === Number(at)) process.kill(process.pid, 'SIGKILL');
};
const calls = /** @type {Record<string, (...args: unknown[]) => unknown>} */ (/** @type {unknown} */ (fs));
for (const name of CALLS) {
  const original = calls[name];
  calls[name] = (...args) => {
    reach();
    const answer = original?.apply(fs, args);
    reach();
    return answer;
  };
}

const files = createFsWorkspaceFiles({ root });
if (work === 'compact') await orThrow(createContextTiers({ files }).compact());
else
  await orThrow(
    createStateFiles({ files }).appendSession(1, { did: 'x'.repeat(11_000), next: 'y', operationId: 's8' }),
  );
console.log(steps);
