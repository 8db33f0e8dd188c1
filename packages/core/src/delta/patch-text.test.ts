import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeDiff } from '../text/normalize-diff.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { encodeBase64 } from './encode-base64.ts';
import { matchScope } from './match-scope.ts';
import { normalizePatch } from './normalize-patch.ts';

describe('normalizePatch', () => {
  test('equals normalizeDiff on every text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', 'ü', '😀') });
    fc.assert(
      fc.property(text, (patch) => {
        expect([...normalizePatch(encodeUtf8(patch))]).toEqual([...encodeUtf8(normalizeDiff(patch))]);
      }),
    );
  });

  test('keeps bytes that are no text', () => {
    expect([...normalizePatch(Uint8Array.of(0xff, 13, 10, 0xfe))]).toEqual([0xff, 10, 0xfe, 10]);
  });
});

test('encodeBase64 equals Buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }),
  );
});

describe('matchScope', () => {
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
    ['*.md', 'docs/README.md', false],
    ['**/*.md', 'docs/README.md', true],
    ['src/[id]/page.ts', 'src/[id]/page.ts', true],
    ['.github/**', '.github/ci.yml', true],
    ['The login form', 'src/login.ts', false],
  ])('%s covers %s: %s', (pattern, path, covered) => {
    expect(matchScope([pattern]).includes(path)).toBe(covered);
  });

  test('without patterns everything is in scope', () => {
    expect(matchScope([]).includes('anything')).toBe(true);
  });

  test('one pattern that covers a path is enough', () => {
    const scope = matchScope(['docs', 'src']);
    expect(['docs/a', 'src/a', 'test/a'].map((path) => scope.includes(path))).toEqual([true, true, false]);
  });

  test('the hash tells which files in scope exist', () => {
    const scope = matchScope(['src/**']);
    expect(scope.hashOf(['src/a', 'doc/b'])).toBe(scope.hashOf(['src/a']));
    expect(scope.hashOf(['src/a', 'src/b'])).not.toBe(scope.hashOf(['src/a']));
  });
});
