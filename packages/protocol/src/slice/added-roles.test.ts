import { expect, test } from 'vitest';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { decide, evolve, type TaskRecord } from './protocol-machine.fixture.ts';

test('claiming a task changes its section of the protocol, and no role', () => {
  const fresh = decide(null, sampleInit, sampleEnv)
    ._unsafeUnwrap()
    .reduce<TaskRecord | null>(evolve, null) as TaskRecord;
  const owner = { session: 's-1', actor: 'ada', fence: 1, since: sampleEnv.now };
  const claimed = evolve(fresh, { type: 'task-claimed', owner, dependencies: [], worktree: null });
  expect(claimed?.roles).toBe(fresh.roles);
  expect(claimed?.coordination).toBe(fresh.coordination);
  expect(claimed?.protocol?.owner?.session).toBe('s-1');
});
