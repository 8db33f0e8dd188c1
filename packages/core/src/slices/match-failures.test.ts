import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchFailures } from './match-failures.ts';

/** The names that formats give to one test. */
const word = fc.constantFrom('adds', 'sum', 'a - b', 'is "quoted"', '№ 1', 'x', 'adds more');
const aTest = fc.record({
  file: fc.constantFrom('a.test.ts', 'pkg/b.test.ts', 'pkg/deep/c.spec.js'),
  path: fc.array(word, { minLength: 1, maxLength: 3 }),
});
type Named = (given: { readonly file: string; readonly path: readonly string[] }) => string;
const FORMATS: Readonly<Record<string, Named>> = {
  'vitest log, JUnit and TAP': ({ file, path }) => [file, ...path].join(' > '),
  'vitest JSON': ({ file, path }) => [`/repo/${file}`, ...path].join(' > '),
  'jest log': ({ file, path }) => [file, ...path].join(' › '),
  'jest JSON': ({ file, path }) => [`/repo/${file}`, ...path].join(' › '),
  CTRF: ({ file, path }) => [`/repo/${file}`, file, ...path].join(' > '),
};
const identityOf: Named = ({ file, path }) => JSON.stringify([file, path.join(' ')]);

const CTRFS = [FORMATS['CTRF'], FORMATS['CTRF']] as [Named, Named];

test('a test is the same in every format that names its file, and no other test is', () => {
  const format = fc.constantFrom(...Object.values(FORMATS));
  const tests = fc.uniqueArray(aTest, { selector: identityOf, maxLength: 8 });
  fc.assert(
    fc.property(tests, tests, format, format, (before, now, nameBefore, nameNow) => {
      const pairs = matchFailures(before.map(nameBefore), now.map(nameNow));
      const old = new Map(before.map((one) => [identityOf(one), nameBefore(one)]));
      const expected = now.flatMap((one) => {
        const was = old.get(identityOf(one));
        return was === undefined ? [] : [[nameNow(one), was]];
      });
      expect([...pairs].sort()).toEqual(expected.sort());
    }),
    {
      examples: [
        [[{ file: 'a.test.ts', path: ['adds', 'adds more'] }], [{ file: 'a.test.ts', path: ['adds more'] }], ...CTRFS],
      ],
    },
  );
});

test('whatever the names are, no failure of either run is paired twice', () => {
  const names = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('a', 'x.js > a', '/r/x.js › a', 'y.js: a', 'y.js did not load')),
  );
  fc.assert(
    fc.property(names, names, (before, now) => {
      const pairs = matchFailures(before, now);
      expect(new Set(pairs.values()).size).toBe(pairs.size);
      for (const [one, other] of pairs) {
        expect(now).toContain(one);
        expect(before).toContain(other);
      }
      for (const name of now) if (before.includes(name)) expect(pairs.get(name)).toBe(name);
    }),
  );
});

test.each([
  ['a report that leaves the file out', 'sum.test.js › sum › adds', 'sum adds'],
  [
    'pytest by class and by function',
    'tests/test_a.py::TestA::test_b[1 - 2]',
    '/repo/tests/test_a.py::TestA::test_b[1 - 2]',
  ],
  ['mocha in TAP', 'sum > adds', 'sum adds'],
  ['a file that did not load', 'src/a.test.ts [ src/a.test.ts ]', '/repo/src/a.test.ts did not load'],
  ['the same in jest', 'a.test.js › Test suite failed to run', './a.test.js'],
  ['a finding of a linter', '/repo/a.js: Unused x. no-unused', 'a.js: Unused x. no-unused'],
  ['Windows', 'C:\\repo\\src\\a.test.ts > adds', 'src/a.test.ts > adds'],
])('%s', (_name, before, now) => {
  expect([...matchFailures([before], [now])]).toEqual([[now, before]]);
  expect([...matchFailures([now], [before])]).toEqual([[before, now]]);
});

test('what may be either of two is neither', () => {
  expect(matchFailures(['a.js > adds', 'b.js > adds'], ['adds']).size).toBe(0);
  expect(matchFailures(['adds'], ['a.js > adds', 'b.js > adds']).size).toBe(0);
  expect(matchFailures(['a.js > adds'], ['b.js > adds']).size).toBe(0);
  expect(matchFailures(['src/a.js > adds'], ['/repo/lib/a.js > adds']).size).toBe(0);
});
