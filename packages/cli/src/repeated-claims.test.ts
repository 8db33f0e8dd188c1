import { expect, test } from 'vitest';
import { createShop, type Answer } from './scratch-shop.fixture.ts';

test('a claim that is repeated after the task went to somebody else is no claim any more', async () => {
  const shop = createShop();
  const as = (session: string, ...argv: string[]): Promise<Answer> => shop.ask(...argv, '--session', session);
  const claim = ['claim', 'TASK-1', '--operation-id', 'claim-1'];
  const takeOver = (id: string) =>
    ['take-over', 'TASK-1', '--confirmed-by', 'grace', '--reason', 'It is gone.', '--operation-id', id] as const;
  expect((await shop.ask('init', 'TASK-1')).error).toBeNull();
  expect(await as('run-1', ...claim)).toMatchObject({ success: true, data: { replayed: false } });
  expect(await as('run-1', ...claim)).toMatchObject({ success: true, data: { replayed: true } });

  expect(await as('run-2', ...takeOver('take-1'))).toMatchObject({ success: true, data: { replayed: false } });
  const late = await as('run-1', ...claim);
  expect(late.error?.code).toBe('NotOwner');
  expect(late.error?.message).toContain('run-2');
  expect(await as('run-2', ...takeOver('take-1'))).toMatchObject({ success: true, data: { replayed: true } });

  expect((await as('run-3', ...takeOver('take-2'))).error).toBeNull();
  expect((await as('run-2', ...takeOver('take-1'))).error).toMatchObject({ code: 'NotOwner' });
  expect((await as('run-3', 'release', 'TASK-1')).error).toBeNull();
  // Nor is it one after a release: nobody holds the task.
  expect((await as('run-3', ...takeOver('take-2'))).error).toMatchObject({ code: 'Rejected' });
  expect((await as('run-1', ...claim)).error).toMatchObject({ code: 'Rejected' });
  expect(await as('run-1', 'claim', 'TASK-1', '--operation-id', 'claim-2')).toMatchObject({ success: true });
});
