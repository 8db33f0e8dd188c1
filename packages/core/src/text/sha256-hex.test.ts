import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { portableSha256Hex, sha256Hex } from './sha256-hex.ts';

// FIPS 180-4 and the examples NIST published with it.
const vectors: [name: string, data: string | Uint8Array, digest: string][] = [
  ['empty', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['one block', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'two blocks',
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  [
    'four blocks',
    'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  ],
  ['a million a', 'a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ['the byte bd', Uint8Array.of(0xbd), '68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b'],
  ['55 zero bytes', new Uint8Array(55), '02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7'],
  ['64 zero bytes', new Uint8Array(64), 'f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b'],
];

describe.each([
  ['native', sha256Hex],
  ['portable', portableSha256Hex],
])('%s', (_name, hash) => {
  test.each(vectors)('%s', (_vector, data, digest) => {
    expect(hash(data)).toBe(digest);
  });
});

test('native and portable agree on every string and on bytes, and a string is its UTF-8', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800'), fc.uint8Array({ maxLength: 300 })),
      (data) => {
        expect(sha256Hex(data)).toBe(portableSha256Hex(data));
        const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
        expect(sha256Hex(data)).toBe(createHash('sha256').update(bytes).digest('hex'));
      },
    ),
  );
});

test('hashes a view, not the buffer behind it', () => {
  const view = Uint8Array.from([0, 0x61, 0x62, 0x63, 0]).subarray(1, 4);
  expect(sha256Hex(view)).toBe(sha256Hex('abc'));
  expect(portableSha256Hex(view)).toBe(sha256Hex('abc'));
});
