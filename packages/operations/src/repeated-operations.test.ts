import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { FILES, openDesk } from './operation/operation-desk.fixture.ts';

const taskId = 'T-1';
const named = (operationId: string) => ({ caller: { actor: 'ada', session: 'run-1', operationId } });

test('init and rebuild, repeated when the files changed, are answered as replays', async () => {
  const { run, files, worktree } = openDesk();
  const edit = (path: string, text: string) => orThrow(files.write(path, text));
  expect(await run('init', { taskId }, named('init-1'))).toMatchObject({ revision: 1, replayed: false });
  await edit('tasks/T-1.yaml', FILES['tasks/T-1.yaml'].replace('It fails.', 'It fails often.'));
  worktree.edit('src/new.js', 'two\n');
  await edit('src/new.js', 'two\n');
  expect(await run('init', { taskId }, named('init-1'))).toMatchObject({ revision: 1, replayed: true });
  expect(await run('rebuild', { taskId }, named('rebuild-1'))).toMatchObject({ revision: 2, replayed: false });
  // Captured now, it would be refused.
  await edit('tasks/T-1.yaml', FILES['tasks/T-1.yaml'].replace('in_progress', 'done'));
  expect(await run('init', { taskId }, named('init-1'))).toMatchObject({ revision: 2, replayed: true });
  expect(await run('rebuild', { taskId }, named('rebuild-1'))).toMatchObject({ revision: 2, replayed: true });
});

test('init and rebuild under an id that was used for something else are refused', async () => {
  const { run, files } = openDesk();
  const other = FILES['tasks/T-1.yaml'].replace('It fails.', 'It is slow.');
  await orThrow(files.write('tasks/other.yaml', other));
  await run('init', { taskId }, named('init-1'));
  await run('start', { taskId, role: 'implementer' }, named('start-1'));
  for (const [name, id] of [
    ['init', 'start-1'],
    ['rebuild', 'start-1'],
    ['rebuild', 'init-1'],
  ] as const)
    expect([name, id, await run(name, { taskId }, named(id))]).toEqual([
      name,
      id,
      expect.objectContaining({ code: 'OperationIdReused' }),
    ]);
  const same = { taskId, taskFile: 'tasks/T-1.yaml' };
  expect(await run('init', same, named('init-1'))).toMatchObject({ replayed: true });
  const elsewhere = { taskId, taskFile: 'tasks/other.yaml' };
  expect(await run('init', elsewhere, named('init-1'))).toMatchObject({ code: 'OperationIdReused' });
});
