import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangedFile, ContentFile } from '@batonkit/core';
import { findUncovered } from './content-coverage.ts';
import { contentOf } from '@batonkit/core/internal';
import { readContent } from './read-content.ts';

const file = (path: string, sha256: string | null = '1', mode: string | null = '100644'): ContentFile => ({
  path,
  mode,
  sha256,
  base: null,
});
const none = new Set<string>();

describe('findUncovered', () => {
  test('tells a changed, a restored, a re-moded and an added file', () => {
    const covered = [file('a'), file('b'), file('c'), file('d')];
    const current = [file('a', '2'), file('b', '1', '100755'), file('d'), file('e')];
    expect(findUncovered(covered, current, none)).toEqual(['a', 'b', 'c', 'e']);
  });

  test('leaves out what is unrelated, but never a covered file', () => {
    expect(findUncovered([file('a')], [file('a', '2'), file('b')], new Set(['a', 'b']))).toEqual(['a']);
  });

  test('holds exactly for the same content', () => {
    const files = fc.uniqueArray(
      fc.record({
        path: fc.string(),
        mode: fc.constantFrom(null, '100644', '100755'),
        sha256: fc.constantFrom(null, '1', '2'),
        base: fc.constantFrom(null, '1'),
      }),
      { selector: ({ path }) => path, maxLength: 5 },
    );
    fc.assert(
      fc.property(files, files, (covered, current) => {
        const same = JSON.stringify([...covered].sort(byPath)) === JSON.stringify([...current].sort(byPath));
        expect(findUncovered(covered, current, none).length === 0).toBe(same);
      }),
    );
  });
});

const byPath = (a: ContentFile, b: ContentFile): number => (a.path < b.path ? -1 : 1);

describe('contentOf', () => {
  const changed: ChangedFile = {
    path: 'a',
    status: 'modified',
    xy: '.M',
    mode: '100644',
    size: 3,
    sha256: '1',
    baseBlob: null,
  };

  test('names the same content the same, committed or not', () => {
    expect(contentOf([changed]).sha).toBe(contentOf([{ ...changed, xy: 'M.', status: 'added' }]).sha);
    expect(contentOf([changed]).sha).not.toBe(contentOf([{ ...changed, mode: '100755' }]).sha);
    expect(contentOf([changed]).sha).not.toBe(contentOf([{ ...changed, baseBlob: '2' }]).sha);
  });

  test('is read back, and nothing else is taken for it', () => {
    expect(readContent(contentOf([changed]).bytes)).toEqual([file('a')]);
    expect(readContent(new TextEncoder().encode('{"change_count":1}'))).toBeNull();
    expect(readContent(Uint8Array.of(0xff))).toBeNull();
  });
});
