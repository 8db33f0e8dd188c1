import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isWellFormed } from './canonical-json.ts';

// Its types describe a default export that CommonJS does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string;

const bitsToNumber = (bits: string): number =>
  new DataView(BigUint64Array.of(BigInt(`0x${bits}`)).buffer).getFloat64(0, true);

describe('RFC 8785', () => {
  test('3.2.2 and 3.2.3: the sample object', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}` +
        '\n',
    );
  });

  test('3.2.3: keys are sorted by UTF-16 code units', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(parseOrdered(canonicalJson(sample)))).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: %s is %s', (bits, expected) => {
    expect(canonicalJson(bitsToNumber(bits))).toBe(`${expected}\n`);
  });

  test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])('appendix B: %s is an error', (bits) => {
    expect(() => canonicalJson(bitsToNumber(bits))).toThrow(TypeError);
  });

  test.each([
    [
      'integer-like keys',
      { 1: { f: { f: 'hi', F: 5 }, '\n': 56.0 }, 10: {}, '': 'empty', a: {}, 111: [{ e: 'yes', E: 'no' }], A: {} },
      String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
    ],
    ['no locale', { peach: 1, péché: 2, pêche: 3, sin: 4 }, '{"peach":1,"péché":2,"pêche":3,"sin":4}'],
    ['no Unicode normalization', ['A\u030a'], '["A\u030a"]'],
    ['no escape beyond ASCII', '\u007f\u0080\u2028\u2029\ufeff</script>', '"\u007f\u0080\u2028\u2029\ufeff</script>"'],
    [
      'short escapes, then four digits in lower case',
      '\b\t\n\f\r"\\\u0000\u001f',
      String.raw`"\b\t\n\f\r\"\\\u0000\u001f"`,
    ],
    ['a key named __proto__', JSON.parse('{"b":1,"__proto__":{"a":2}}') as unknown, '{"__proto__":{"a":2},"b":1}'],
  ])('%s', (_name, value, expected) => {
    expect(canonicalJson(value)).toBe(`${expected}\n`);
  });
});

/** JSON.parse moves integer-like keys to the front; this keeps the order of the text. */
function parseOrdered(json: string): Record<string, string> {
  const pairs = json.matchAll(/"((?:[^"\\]|\\.)*)":"((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, key, value]) => [`key ${key}`, value ?? '']));
}

const jsonValues = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 });

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, property]) => [key, withKeysReversed(property)] as const);
  return Object.fromEntries(entries.reverse());
}

function withKeysSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysSorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, property]) => [key, withKeysSorted(property)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

describe('laws', () => {
  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalJson(withKeysReversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test('survives JSON.parse', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(text.endsWith('\n')).toBe(true);
      }),
    );
  });

  test('is JSON.stringify of the value with sorted keys, where no key looks like an index', () => {
    const keys = fc.string().filter((key) => key !== '__proto__' && !/^\d+$/.test(key));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        jsonValues.filter((value) => typeof value !== 'object'),
        fc.array(tie('tree')),
        fc.dictionary(keys, tie('tree'), { maxKeys: 40 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(canonicalJson(value)).toBe(`${JSON.stringify(withKeysSorted(value))}\n`);
      }),
    );
  });

  test('is what the package canonicalize writes', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalJson(value)).toBe(`${canonicalize(value)}\n`);
      }),
      { numRuns: 1_000 },
    );
  });

  test('sorts objects with few and with many keys', () => {
    const manyKeys = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 0, maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(manyKeys, (keys) => {
        const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
        const expected = keys.toSorted().map((key) => `${JSON.stringify(key)}:0`);
        expect(text).toBe(`{${expected.join(',')}}\n`);
      }),
    );
  });
});

class Point {
  x = 1;
}
const cycle: { self?: unknown } = {};
cycle.self = [{ cycle }, cycle];
const deepCycle: unknown[] = [];
deepCycle.push(nest(1_000, deepCycle));

describe('throws TypeError on', () => {
  test.each([
    ['undefined', undefined],
    ['NaN', NaN],
    ['infinity', [-Infinity]],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a function as property', { a: () => 1 }],
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array(2)],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set()],
    ['bytes', Uint8Array.of(1)],
    ['an instance of a class', new Point()],
    ['a boxed number', Object(1) as unknown],
    ['NaN out of toJSON', { toJSON: () => NaN }],
    ['a cycle', cycle],
    ['a long cycle', deepCycle],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a long string', `${'é'.repeat(100)}\udc00`],
    ['a reversed pair', '\udc00\ud800'],
    ['a lone surrogate in a key', { '\ud800': 1 }],
  ])('%s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson(nest(300, value))).toThrow(TypeError);
  });
});

function nest(depth: number, core: unknown): unknown {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { k: value };
  return value;
}

test('a property that is undefined counts as absent, at any depth', () => {
  const value = { b: undefined, a: 1, c: { d: undefined } };
  expect(canonicalJson(value)).toBe('{"a":1,"c":{}}\n');
  expect(canonicalJson(nest(300, value))).toContain('{"a":1,"c":{}}');
});

test('honours toJSON once, and takes objects without prototype and from other realms', () => {
  expect(canonicalJson(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"\n');
  expect(canonicalJson([{ toJSON: () => ({ toJSON: 1 }) }])).toBe('[{"toJSON":1}]\n');
  expect(canonicalJson(Object.assign(Object.create(null) as object, { a: 1 }))).toBe('{"a":1}\n');
  expect(canonicalJson(structuredClone({ a: [1] }))).toBe('{"a":[1]}\n');
});

test('one object in two places is no cycle', () => {
  const shared = { a: 1 };
  expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]\n');
  expect(canonicalJson(nest(300, [shared, shared]))).toContain('[{"a":1},{"a":1}]');
});

test.each([1, 199, 200, 201, 100_000])('nesting of %i levels', (depth) => {
  const arrays = (text: string): string => text.repeat(Math.ceil(depth / 2));
  const text = canonicalJson(nest(depth, 0));
  expect(text.length).toBe(2 * depth + 4 * Math.floor(depth / 2) + 2);
  expect(text.startsWith(depth % 2 === 0 ? '{"k":[' : '[')).toBe(true);
  expect(text.replaceAll(/[^\]]/g, '')).toBe(arrays(']'));
});

test('isWellFormed finds lone surrogates with and without the help of the runtime', () => {
  const samples = ['', 'a', '\u{1F600}', '\ud800', 'a\udc00', '\udc00\ud800', '\ud800\ud800\udc00'];
  const expected = [true, true, true, false, false, false, false];
  expect(samples.map(isWellFormed)).toEqual(expected);
  const native = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed');
  Reflect.deleteProperty(String.prototype, 'isWellFormed');
  try {
    expect(samples.map(isWellFormed)).toEqual(expected);
  } finally {
    if (native !== undefined) Object.defineProperty(String.prototype, 'isWellFormed', native);
  }
});
