import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orThrow } from '@batonkit/core';
import { expect, test } from 'vitest';
import { ScratchRepository, testEnvironment } from '../native/scratch-repository.fixture.ts';
import { createLinkedWorktrees } from './create-linked-worktrees.ts';

const program = fileURLToPath(new URL('./merge-worker.fixture.mjs', import.meta.url));
const ROUNDS = 3;

/** Runs an agent's process to its end; killed, with all its git processes, so long after it said that it merges. */
async function runWorker(directory: string, agent: string, kills: readonly number[]): Promise<number> {
  const left = [...kills];
  for (let starts = 1; starts < 10; starts += 1) {
    const child = fork(program, [directory, agent, String(ROUNDS)], {
      env: testEnvironment,
      execArgv: [],
      detached: true,
      silent: true,
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (message) => {
      clearTimeout(timer);
      if (message === 'committing') child.send('go on');
      const delay = message === 'merging' ? left.shift() : undefined;
      if (delay !== undefined) timer = setTimeout(() => killGroup(child), delay);
    });
    const ended = await new Promise<number | null>((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    if (ended === 0) return starts;
    if (ended !== null) throw new Error(errors);
  }
  throw new Error(`${agent} never comes to its end.`);
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

test('processes that merge into one task at once, some of them killed, lose nothing and do nothing twice', async () => {
  const repository = ScratchRepository.create({ 'a.txt': 'one\n' });
  try {
    const agents = ['one', 'two', 'three'];
    const starts = await Promise.all([
      runWorker(repository.root, 'one', [20, 60, 100]),
      runWorker(repository.root, 'two', [150]),
      runWorker(repository.root, 'three', []),
    ]);
    expect(starts[0]).toBeGreaterThan(1);
    const trees = createLinkedWorktrees({ directory: repository.root });
    for (const agent of agents) await orThrow(trees.merge({ taskId: 'TASK-1', agent }));
    const listed = await orThrow(trees.list({ taskId: 'TASK-1' }));
    expect(listed.map(({ agent }) => agent)).toEqual(['one', 'shared', 'three', 'two', null]);
    const task = repository.at(listed.find(({ agent }) => agent === null)?.path ?? '');
    const subjects = task.git('log', '--format=%s', 'main..HEAD').split('\n').sort();
    expect(subjects).toEqual(agents.flatMap((agent) => [1, 2, 3].map((number) => `[${agent}] ${number}`)).sort());
    expect(task.git('log', '--format=%H', '--merges')).toBe('');
    for (const { path } of listed) expect(repository.at(path).git('status', '--porcelain')).toBe('');
    for (const agent of agents)
      for (const number of [1, 2, 3]) {
        const file = `${agent}-${number}.txt`;
        expect(readFileSync(join(task.root, file), 'utf8')).toBe(`${file}\n`.repeat(50));
      }
    const own = readdirSync(join(repository.root, '.git/batonkit/linked/TASK-1'));
    expect(own.filter((name) => name.startsWith('lock-'))).toHaveLength(1);
    expect(own).not.toContain('move.json');
  } finally {
    repository.close();
  }
}, 120_000);
