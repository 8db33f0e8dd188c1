import { describe, expect, test } from 'vitest';
import { matchScope } from './match-scope.ts';

describe('a scope', () => {
  test.each(['', '.', './', '/', './/', './.'])('%j is the whole repository', (pattern) => {
    const scope = matchScope([pattern]);
    expect(['a.ts', 'src/b.ts', '.github/x.yml'].every((path) => scope.includes(path))).toBe(true);
    expect(scope.hashOf(['src/b.ts'])).toBe(matchScope([]).hashOf(['src/b.ts']));
  });

  test('a directory covers what is below it, and not its namesakes', () => {
    const scope = matchScope(['./src/', 'docs']);
    expect(['src/a.ts', 'docs/b.md', 'docs'].every((path) => scope.includes(path))).toBe(true);
    expect(['src2/a.ts', 'a.ts', 'x/docs/b.md'].some((path) => scope.includes(path))).toBe(false);
  });

  test('an entry that no matcher takes covers only what it names', () => {
    const long = 'x'.repeat(70_000);
    expect(matchScope([long]).includes(long)).toBe(true);
    expect(matchScope([long]).includes('x')).toBe(false);
  });
});
