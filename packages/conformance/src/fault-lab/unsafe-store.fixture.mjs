import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';

/**
 * A store that acknowledges first and writes later, as one without fsync does when the power fails: it keeps all commits in
 * one file, which it writes 20 ms after it said yes.
 *
 * @param {{ root: string }} options
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} [hooks]
 */
export async function openStore({ root }, hooks) {
  mkdirSync(root, { recursive: true });
  const file = join(root, 'commits.json');
  /** @type {import('@batonkit/core').TaskCommit[]} */
  const commits = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const memory = createMemoryTaskStore();
  for (const commit of commits) {
    const replayed = await memory.commit({ ...commit, artifacts: [] });
    if (replayed.isErr()) throw new Error(replayed.error.message);
  }
  return {
    ...memory,
    /** @param {import('@batonkit/core').TaskCommit} commit */
    commit: (commit) =>
      memory.commit({ ...commit, artifacts: [] }).map((answer) => {
        if (!answer.replayed) commits.push(commit);
        void later();
        return answer;
      }),
  };

  async function later() {
    await sleep(20);
    await hooks?.reach('before write');
    // Whole or not at all: the early answer is the one fault that the lab has to find.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(commits));
    renameSync(unfinished, file);
  }
}
