import { describe, expect, test } from 'vitest';
import { matchScope, type Scope } from './match-scope.ts';

const scopeOf = (scope_patterns: readonly string[], scope_out: readonly string[] = []): Scope =>
  matchScope({ scope_patterns, task_snapshot: { scope_out } });

describe('a scope', () => {
  test.each(['.', './', '/', './/', './.'])('%j is the whole repository', (pattern) => {
    const scope = scopeOf([pattern]);
    expect(['a.ts', 'src/b.ts', '.github/x.yml'].every((path) => scope.includes(path))).toBe(true);
    expect(scope.hashOf(['src/b.ts'])).toBe(scopeOf([]).hashOf(['src/b.ts']));
  });

  test.each([[['']], [['', '!']], [['!', '']]])('empty entries bring nothing into scope: %j', (patterns) => {
    expect(scopeOf(patterns).includes('a.ts')).toBe(false);
    expect(scopeOf([...patterns, 'src']).includes('src/b.ts')).toBe(true);
    expect(scopeOf([...patterns, 'src']).includes('a.ts')).toBe(false);
  });

  test('a directory covers what is below it, and not its namesakes', () => {
    const scope = scopeOf(['./src/', 'docs']);
    expect(['src/a.ts', 'docs/b.md', 'docs'].every((path) => scope.includes(path))).toBe(true);
    expect(['src2/a.ts', 'a.ts', 'x/docs/b.md'].some((path) => scope.includes(path))).toBe(false);
  });

  test('an entry that no matcher takes covers only what it names', () => {
    const long = 'x'.repeat(70_000);
    expect(scopeOf([long]).includes(long)).toBe(true);
    expect(scopeOf([long]).includes('x')).toBe(false);
  });
});

describe('scope patterns', () => {
  test.each([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'test/a.ts', false],
    ['src', 'src/a.ts', true],
    ['src/', 'src/a.ts', true],
    ['./src', 'src/a.ts', true],
    ['src', 'srcs/a.ts', false],
    ['src//', 'src/a.ts', true],
    ['lib/./src', 'lib/src/a.ts', false],
    ['src/a.ts', 'src/a.ts', true],
    ['src', 'src', true],
    ['src/@(a|b).ts', 'src/a.ts', false],
    ['*.md', 'README.md', true],
    ['*.md', 'docs/README.md', true],
    ['./*.md', 'docs/README.md', false],
    ['**/*.md', 'docs/README.md', true],
    ['src/[id]/page.ts', 'src/[id]/page.ts', true],
    ['.github/**', '.github/ci.yml', true],
    ['The login form', 'src/login.ts', false],
  ])('%s covers %s: %s', (pattern, path, covered) => {
    expect(scopeOf([pattern]).includes(path)).toBe(covered);
  });

  test('without patterns everything is in scope', () => {
    expect(scopeOf([]).includes('anything')).toBe(true);
  });

  test('one pattern that covers a path is enough', () => {
    const scope = scopeOf(['docs', 'src']);
    expect(['docs/a', 'src/a', 'test/a'].map((path) => scope.includes(path))).toEqual([true, true, false]);
  });

  test('the hash tells which files in scope exist', () => {
    const scope = scopeOf(['src/**']);
    expect(scope.hashOf(['src/a', 'doc/b'])).toBe(scope.hashOf(['src/a']));
    expect(scope.hashOf(['src/a', 'src/b'])).not.toBe(scope.hashOf(['src/a']));
  });
});

describe('what is out of scope', () => {
  test('an excluded pattern never widens the scope', () => {
    const scope = scopeOf(['src/**', '!src/generated/**']);
    expect(['src/a.ts', 'src/generated/b.ts', 'docs/c.md'].filter((path) => scope.includes(path))).toEqual([
      'src/a.ts',
    ]);
  });

  test('the last pattern that matches decides', () => {
    const scope = scopeOf(['src', '!src/generated/', 'src/generated/kept.ts']);
    expect(scope.includes('src/generated/kept.ts')).toBe(true);
    expect(scope.includes('src/generated/other.ts')).toBe(false);
  });

  test('exclusions alone leave nothing in scope', () => {
    expect(['src/a.ts', 'docs/c.md'].some((path) => scopeOf(['!docs/**']).includes(path))).toBe(false);
  });

  test('scope_out excludes, with and without patterns, and whatever they say', () => {
    const out = ['src/billing/**\n', 'the password rules', '', ' \n'];
    for (const scope of [scopeOf([], out), scopeOf(['src/**', 'src/billing/a.ts'], out)]) {
      expect(scope.includes('src/a.ts')).toBe(true);
      expect(scope.includes('src/billing/a.ts')).toBe(false);
      expect(scope.hashOf(['src/a.ts', 'src/billing/a.ts'])).toBe(scope.hashOf(['src/a.ts']));
    }
    expect(scopeOf([], out).includes('docs/c.md')).toBe(true);
  });
});
