import { expect, test } from 'vitest';
import { createRecentValues } from './recent-values.ts';

test('forgets what was not asked for longest', () => {
  const recent = createRecentValues<number>(2);
  recent.remember('a', 1);
  recent.remember('b', 2);
  expect(recent.recall('a')).toBe(1);
  recent.remember('c', 3);
  expect(['a', 'b', 'c'].map(recent.recall)).toEqual([1, undefined, 3]);
  recent.remember('a', 4);
  expect(recent.recall('a')).toBe(4);
});
