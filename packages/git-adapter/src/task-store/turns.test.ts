import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('work on one key is done in the order of asking, also behind work that failed; other keys do not wait', async () => {
  const takeTurn = createTurns();
  const done: string[] = [];
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const first = takeTurn('A', async () => {
    await gate;
    done.push('first');
    throw new Error('first failed');
  });
  const second = takeTurn('A', () => Promise.resolve(done.push('second')));
  await takeTurn('B', () => Promise.resolve(done.push('other')));
  expect(done).toEqual(['other']);
  release();
  await expect(first).rejects.toThrow('first failed');
  await second;
  await takeTurn('A', () => Promise.resolve(done.push('third')));
  expect(done).toEqual(['other', 'first', 'second', 'third']);
});
