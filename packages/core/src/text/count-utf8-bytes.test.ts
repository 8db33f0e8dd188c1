import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUtf8Bytes } from './count-utf8-bytes.ts';
import { encodeByHand } from './encode-utf8.ts';

test('counts what encoding would give, lone surrogates included', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(countUtf8Bytes(text)).toBe(encodeByHand(text).length);
      },
    ),
  );
});
