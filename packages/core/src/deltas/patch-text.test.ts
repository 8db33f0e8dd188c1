import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeDiff } from '../text/normalize-diff.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { encodeBase64 } from './encode-base64.ts';
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
