import { expect, test } from 'vitest';
import { anyOf } from './any-of.ts';

test('answers what each pattern by itself does', () => {
  const patterns = [/^a|b$/, /^(x|y)\1$/, /[|(]z/i, /^\(c\|d\)/, /(?:e|^f)g/];
  const isOne = anyOf(patterns);
  const lines = ['a1', '1b', 'b1', 'xx', 'xy', '|Z', '(z', 'z', '(c|d)', '(c', 'eg', 'fg', '1fg', '1eg', ''];
  for (const line of lines) expect([line, isOne(line)]).toEqual([line, patterns.some((one) => one.test(line))]);
  expect(anyOf([])('a')).toBe(false);
});
