import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow, type TaskStore } from '@batonkit/core';
import { callTwice, expectAllCallsKnown, MUTATING_CALLS, openDesk, openTree } from './mutating-calls.fixture.ts';

const TASK = 'TASK-1';
const PAIRS = 200;

/** A store that notes what is written to it, so that it can be written to others without deciding it again. */
function noting(tasks: TaskStore): {
  readonly noted: TaskStore;
  readonly repeatOn: (other: TaskStore) => Promise<void>;
} {
  const writes: ((other: TaskStore) => Promise<unknown>)[] = [];
  return {
    noted: {
      ...tasks,
      commit: (commit) => {
        writes.push((other) => orThrow(other.commit(commit)));
        return tasks.commit(commit);
      },
      putArtifact: (id, bytes) => {
        writes.push((other) => orThrow(other.putArtifact(id, bytes)));
        return tasks.putArtifact(id, bytes);
      },
    },
    repeatOn: async (other) => {
      for (const write of writes) await write(other);
    },
  };
}

test('every method of every service is known as a read or a write', () => {
  expectAllCallsKnown(openDesk(createMemoryTaskStore(), TASK, openTree()));
});

test.each(Object.keys(MUTATING_CALLS))(
  `%s: ${PAIRS} times two at once with one operation id, and a third one later`,
  async (name) => {
    const worktree = openTree();
    const { noted, repeatOn } = noting(createMemoryTaskStore());
    await MUTATING_CALLS[name]?.prepare(openDesk(noted, TASK, worktree));
    const wrong: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const tasks = createMemoryTaskStore();
      await repeatOn(tasks);
      // Every second pair has one clock: then both write the same bytes.
      const desks = [openDesk(tasks, TASK, worktree), openDesk(tasks, TASK, worktree, pair % 2)] as const;
      wrong.push(...(await callTwice(name, desks, `op-${pair}`)));
    }
    expect([...new Set(wrong)].slice(0, 9)).toEqual([]);
  },
);
