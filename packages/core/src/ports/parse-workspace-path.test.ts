import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkspacePath } from './parse-workspace-path.ts';

const codeOf = (path: unknown): string =>
  parseWorkspacePath(path).match(
    () => 'ok',
    (error) => error.code,
  );

describe('parseWorkspacePath', () => {
  test.each([
    'a',
    'a/b.md',
    '.agent/notes.md',
    '.gitignore',
    '.github/x',
    'git',
    'ü/名.md',
    'a b',
    'null',
    'com',
    'console.log',
  ])('takes %j', (path) => expect(codeOf(path)).toBe('ok'));

  test.each([
    '..',
    '../x',
    'a/../../x',
    'a/..',
    '/etc/passwd',
    '\\x',
    '..\\x',
    'C:\\x',
    'c:x',
    '//host/share',
    '.git',
    '.GIT/config',
    'a/.Git',
    '.git./x',
    '.git /x',
    'GIT~1',
    '.g\u200Cit/config',
    '.git::$INDEX_ALLOCATION/x',
  ])('%j escapes the root', (path) => expect(codeOf(path)).toBe('PathEscapesRoot'));

  test.each([
    '',
    '.',
    './a',
    'a//b',
    'a/',
    'a\0b',
    'a\nb',
    'a\\b',
    'ab:c',
    'a*',
    'nul',
    'NUL.txt',
    'x/Com1',
    'lpt9.a.b',
    'a.',
    'a ',
    'x'.repeat(256),
    'ü'.repeat(128),
    `${'a/'.repeat(2100)}a`,
    '\uD800',
    undefined,
    7,
    null,
  ])('%j is no path', (path) => expect(codeOf(path)).toBe('InvalidInput'));

  test('what passes resolves to a place below the root', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('.', '..', '/', '\\', 'a', '.git', ' ', ':', '\0'), { maxLength: 8 }),
        (parts) => {
          const path = parts.join('');
          if (codeOf(path) !== 'ok') return;
          const resolved = new URL(path.split('/').map(encodeURIComponent).join('/'), 'file:///root/of/it/').pathname;
          expect(resolved.startsWith('/root/of/it/')).toBe(true);
        },
      ),
    );
  });
});
