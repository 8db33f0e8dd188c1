import { expect, test } from 'vitest';
import { warnOfDirtyTree } from './dirty-tree.ts';

const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}.ts`);
const tail = (count: number) => warnOfDirtyTree(files(count))[0]?.message.split('work: ')[1];

test('no change is no warning; ten files are named, and the rest is counted', () => {
  expect(warnOfDirtyTree([])).toEqual([]);
  expect(tail(1)).toBe('f0.ts.');
  expect(tail(10)).toBe(`${files(10).join(', ')}.`);
  expect(tail(12)).toBe(`${files(10).join(', ')} and 2 more.`);
});
