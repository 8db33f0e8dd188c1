import { expect, test } from 'vitest';
import { createShop, taskFile, type Answer } from './scratch-shop.fixture.ts';

test('the main tree is locked by the owner of the task alone, and taken over as the refusal says', async () => {
  const shop = createShop();
  const as = (session: string, ...argv: string[]): Promise<Answer> => shop.ask(...argv, '--session', session);
  shop.write('tasks/TASK-2.task.yaml', taskFile('TASK-2'));
  for (const id of ['TASK-1', 'TASK-2']) expect((await shop.ask('init', id)).error).toBeNull();
  const lock = ['send', 'TASK-1', 'lock-main'];

  // Nobody's task, and somebody else's.
  expect((await as('run-1', ...lock)).error?.code).toBe('NotOwner');
  expect((await as('run-1', 'claim', 'TASK-1')).error).toBeNull();
  expect((await as('run-2', 'claim', 'TASK-2')).error).toBeNull();
  expect((await as('run-2', ...lock)).error?.code).toBe('NotOwner');
  expect((await shop.ask(...lock)).error?.code).toBe('NotOwner');

  // What is not known is refused, not left out.
  for (const fields of [
    ['takeover={}'],
    ['confirmedBy=grace'],
    ['operation=lunch'],
    ['operation=git-operation', 'x=1'],
  ])
    expect((await as('run-1', ...lock, ...fields)).error?.code, fields.join(' ')).toBe('InvalidInput');
  expect((await as('run-1', 'send', 'TASK-1', 'unlock-main', 'force=true')).error?.code).toBe('InvalidInput');
  expect((await as('run-1', ...lock)).error).toBeNull();

  const held = await as('run-2', 'send', 'TASK-2', 'lock-main');
  expect(held.error?.code).toBe('NotOwner');
  const printed = /baton (send <task> lock-main .*)$/.exec(held.error?.message ?? '')?.[1] ?? '';
  const words = [...printed.matchAll(/'[^']*'|\S+/g)].map(([word]) =>
    word
      .replaceAll("'", '')
      .replace('<task>', 'TASK-2')
      .replace('<name>', 'grace')
      .replace('<why>', 'Its host is gone.'),
  );
  expect(await shop.ask(...words)).toMatchObject({ success: true });
  expect((await as('run-1', 'send', 'TASK-1', 'unlock-main')).error?.code).toBe('NotOwner');
  expect((await as('run-2', 'send', 'TASK-2', 'unlock-main')).error).toBeNull();
});

test('freeing the main tree is refused to who neither holds it nor owns the task, and says who holds it', async () => {
  const shop = createShop();
  const as = (session: string | null, ...argv: string[]): Promise<Answer> =>
    shop.ask(...argv, ...(session === null ? [] : ['--session', session]));
  shop.write('tasks/TASK-2.task.yaml', taskFile('TASK-2'));
  for (const [id, session] of [
    ['TASK-1', 'run-1'],
    ['TASK-2', 'run-2'],
  ] as const) {
    expect((await shop.ask('init', id)).error).toBeNull();
    expect((await as(session, 'claim', id)).error).toBeNull();
  }
  const unlock = ['send', 'TASK-1', 'unlock-main'];

  // Nobody ever locked it: a stranger's request is no success, and its owner learns that nothing was done.
  for (const session of ['run-2', 'run-3', null])
    expect([session, (await as(session, ...unlock)).error?.code]).toEqual([session, 'NotOwner']);
  expect(await as('run-1', ...unlock)).toMatchObject({
    success: true,
    data: { warnings: [{ code: 'NotLocked', message: expect.stringContaining('was not locked') as string }] },
  });

  expect((await as('run-1', 'send', 'TASK-1', 'lock-main')).data['warnings']).toEqual([]);
  for (const argv of [unlock, ['send', 'TASK-2', 'unlock-main'], ['send', 'TASK-2', 'lock-main']]) {
    const { error } = await as('run-2', ...argv);
    expect([argv.join(' '), error?.code]).toEqual([argv.join(' '), 'NotOwner']);
    expect(error?.message).toContain('session run-1');
    expect(error?.message).toContain('TASK-1');
  }
  expect((await as('run-1', ...unlock)).data['warnings']).toEqual([]);

  // It was locked once, and is free again.
  expect((await as('run-2', ...unlock)).error).toMatchObject({
    code: 'NotOwner',
    message: expect.stringContaining('run-1') as string,
  });
});
