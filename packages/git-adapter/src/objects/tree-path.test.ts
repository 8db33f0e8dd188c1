import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byCodePoint, fromTreePath, toTreePath } from './tree-path.ts';

describe('text forms of names', () => {
  test.each([
    ['plain.txt', 'plain.txt'],
    ['caf\xe9.txt', '"caf\\351.txt"'],
    ['caf\xc3\xa9.txt', 'café.txt'],
    ['"quoted"', '"\\"quoted\\""'],
    ['in "the" middle', 'in "the" middle'],
    ['new\nline', 'new\nline'],
    ['back\\slash', 'back\\slash'],
    ['\xff\n\t\\"\x01 ', '"\\377\\n\\t\\\\\\"\\001 "'],
  ])('%j', (bytes, text) => {
    expect(toTreePath(Buffer.from(bytes, 'latin1'))).toBe(text);
    expect(fromTreePath(text).toString('latin1')).toBe(bytes);
  });

  test('every name has one text form and comes back from it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 30 }), (bytes) => {
        const text = toTreePath(Buffer.from(bytes));
        expect(fromTreePath(text)).toEqual(Buffer.from(bytes));
        expect(toTreePath(fromTreePath(text))).toBe(text);
      }),
    );
  });

  test('any text at all is taken without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fromTreePath(text).length >= 0));
    fc.assert(fc.property(fc.string(), (text) => fromTreePath(`"${text}`).length >= 0));
  });

  test('the order is that of the bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });
});
