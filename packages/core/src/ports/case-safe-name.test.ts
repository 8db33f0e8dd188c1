import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseSafeName, type CaseSpelling, nameBehind } from './case-safe-name.ts';

const names = fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/);
const spellings: CaseSpelling[] = [
  { spelled: 'lower' },
  { spelled: 'upper' },
  { spelled: 'lower', suffixed: /\./ },
  { spelled: 'upper', suffixed: /-$/ },
];

test.each(spellings)('names that differ in case alone do so otherwise too, and lead back: %j', (spelling) => {
  fc.assert(
    fc.property(names, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (name, flips) => {
      const rival = Array.from(name, (letter, at) =>
        flips[at] === true ? letter.toUpperCase() : letter.toLowerCase(),
      ).join('');
      const safe = caseSafeName(name, spelling);
      expect(nameBehind(safe, spelling)).toBe(name);
      expect(safe.toLowerCase() === caseSafeName(rival, spelling).toLowerCase()).toBe(name === rival);
    }),
  );
});

test.each([
  ['style-updater', { spelled: 'upper' }, 'style-updater'],
  ['Style', { spelled: 'upper' }, 'Style+10'],
  ['tAsK-1', { spelled: 'lower' }, 'tAsK-1+a'],
  ['A.1', { spelled: 'lower' }, 'A.1'],
  ['A.1', { spelled: 'lower', suffixed: /\./ }, 'A.1+0'],
  ['aux', { spelled: 'upper' }, '+aux'],
  ['nul.txt', { spelled: 'lower' }, '+nul.txt+3f'],
] satisfies [string, CaseSpelling, string][])('%s, %j: %s', (name, spelling, safe) => {
  expect(caseSafeName(name, spelling)).toBe(safe);
});

test.each(['a', 'A+1', '+A', 'a+2', 'a+', '', '+', 'x+a+1', 'A+0'])('nobody is behind %j', (name) => {
  expect(nameBehind(name, { spelled: 'lower' })).toBeNull();
});
