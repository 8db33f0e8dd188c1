import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinkedWorktrees } from '@batonkit/git-adapter';

// One agent's process: makes its tree, then commits and merges several times. Before each merge it says so, and after it waits to be
// told to go on, so that a kill can only hit the merge. Started again, it goes on.
const [directory = '', agent = '', count = '0'] = process.argv.slice(2);
const trees = createLinkedWorktrees({ directory });

/** @template T @param {() => import('@batonkit/core').ResultAsync<T, import('@batonkit/git-adapter').LinkedWorktreeError>} call */
async function insist(call) {
  for (let attempt = 0; ; attempt += 1) {
    const result = await call();
    if (result.isOk()) return result.value;
    if (attempt === 5) throw new Error(`${agent}: ${result.error.message}`);
  }
}

await insist(() => trees.create({ taskId: 'TASK-1' }));
await insist(() => trees.create({ taskId: 'TASK-1', agent: 'shared' }));
const { path } = await insist(() => trees.create({ taskId: 'TASK-1', agent }));
/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: path, stdio: 'pipe' });

/** @returns {Promise<unknown>} */
const goOn = () => new Promise((resolve) => process.once('message', resolve));

for (let number = 1; number <= Number(count); number += 1) {
  const file = `${agent}-${number}.txt`;
  if (!existsSync(join(path, file))) {
    process.send?.('committing');
    await goOn();
    writeFileSync(join(path, file), `${file}\n`.repeat(50));
    git('add', file);
    git('commit', '-q', '-m', `[${agent}] ${number}`);
  }
  process.send?.('merging');
  await insist(() => trees.merge({ taskId: 'TASK-1', agent }));
}
process.send?.('done');
process.disconnect?.();
