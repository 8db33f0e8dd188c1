import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scopeHash } from './scope-hash.ts';

// Expected values from the original Python function.
test.each([
  [[], '01ba4719c80b6fe9'],
  [['b', 'a'], '911169ddaaf146af'],
  [['a', 'a'], '7da0810372718aab'],
  [['a/b', 'a-b', 'a', 'a.b'], 'bc1e6b8cbb265db7'],
  [['\u{1F600}', '\ue000', '\uffff', 'a', '\u00e9'], '5a2247578608e515'],
])('%j gives %s', (paths, expected) => {
  expect(scopeHash(paths)).toBe(expected);
});

const paths = fc.array(fc.string({ unit: fc.constantFrom('a', '/', '\u00e9', '\uffff', '\u{1F600}'), maxLength: 4 }));

test('does not depend on the order, and leaves the argument alone', () => {
  fc.assert(
    fc.property(paths, (drawn) => {
      const frozen = Object.freeze([...drawn]);
      expect(scopeHash(frozen)).toBe(scopeHash(drawn.toReversed()));
      expect(frozen).toEqual(drawn);
    }),
  );
});

test('changes with every path that comes or goes', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.string({ minLength: 1 }).filter((path) => !path.includes('\n')),
        { minLength: 2 },
      ),
      (drawn) => {
        expect(scopeHash(drawn)).not.toBe(scopeHash(drawn.slice(1)));
      },
    ),
  );
});
