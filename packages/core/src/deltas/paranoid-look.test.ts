import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { createBaton } from 'batonkit';
import { expect, test } from 'vitest';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';

test('verify and startTurn look in the paranoid way where they are asked to', async () => {
  const files = createMemoryWorktree({ files: { 'a.txt': 'one\n' } });
  const asked: (boolean | undefined)[] = [];
  const worktree: typeof files = {
    ...files,
    observe: (options) => {
      asked.push(options.paranoid);
      return files.observe(options);
    },
  };
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
  await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: { ...sampleImmutable, scope_patterns: [] } }));
  await orThrow(baton.startTurn('TASK-1', { actor: 'ada', role: 'implementer' }));
  files.edit('a.txt', 'two\n');
  await orThrow(baton.handOff('TASK-1', { actor: 'ada', role: 'implementer' }));
  asked.length = 0;
  await orThrow(baton.deltas.verify('TASK-1', { actor: 'bob', expectedRole: 'implementer' }));
  await orThrow(baton.deltas.verify('TASK-1', { actor: 'bob', expectedRole: 'implementer', paranoid: true }));
  await orThrow(baton.startTurn('TASK-1', { actor: 'bob', role: 'reviewer', paranoid: true }));
  expect(asked).toEqual([undefined, true, true]);
});
