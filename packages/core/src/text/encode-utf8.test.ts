import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeByHand, encodeUtf8 } from './encode-utf8.ts';

const units = fc.oneof(
  fc.constantFrom(0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfffd, 0xffff),
  fc.integer({ min: 0, max: 0xffff }),
);
const texts = fc.oneof(
  fc.array(units).map((drawn) => String.fromCharCode(...drawn)),
  fc.string({ unit: 'binary' }),
);

test('by hand and by TextEncoder are the same bytes, lone surrogates included', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(encodeByHand(text)).toEqual(new TextEncoder().encode(text));
      expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
    }),
    { numRuns: 1_000 },
  );
});

test('encodes every code unit', () => {
  const all = Array.from({ length: 0x10000 }, (_, unit) => `${String.fromCharCode(unit)}.`).join('');
  expect(Buffer.compare(encodeByHand(all), new TextEncoder().encode(all))).toBe(0);
});

test('works where the runtime has no TextEncoder', () => {
  const { TextEncoder: native } = globalThis;
  Reflect.deleteProperty(globalThis, 'TextEncoder');
  try {
    expect([...encodeUtf8('é\ud800')]).toEqual([0xc3, 0xa9, 0xef, 0xbf, 0xbd]);
  } finally {
    globalThis.TextEncoder = native;
  }
});
