import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeKeptName, encodeKeptName } from './kept-name.ts';

const sha256Tree = 'ab'.repeat(32);
const taskId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/).filter((id) => !id.includes('..'));
const keptName = fc.oneof(
  fc.tuple(taskId, fc.constantFrom('cd'.repeat(20), sha256Tree)).map(([id, tree]) => `${id}/${tree}`),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const worstNames = ['A', 'a', 'A.', '-', 'Z.a'].map((part) => `${`X${part.repeat(128)}`.slice(0, 128)}/${sha256Tree}`);

test('every name comes back from a file name of at most 250 bytes', () => {
  const check = (name: string): void => {
    const file = encodeKeptName(name);
    expect(decodeKeptName(file)).toBe(name);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(250);
    expect(file).toMatch(/^k[-+][!-~]+$/);
  };
  worstNames.forEach(check);
  fc.assert(fc.property(keptName, check));
});

test('names that differ in case only differ where case does not count', () => {
  const other = fc.tuple(keptName, fc.infiniteStream(fc.boolean())).map(([name, flips]) => {
    const flip = (letter: string): string => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase());
    return [name, name.replaceAll(/[A-Za-z]/g, (letter) => (flips.next().value ? flip(letter) : letter))] as const;
  });
  fc.assert(
    fc.property(other, ([name, recased]) => {
      fc.pre(name !== recased);
      expect(encodeKeptName(recased).toLowerCase()).not.toBe(encodeKeptName(name).toLowerCase());
    }),
  );
});

test('a short name has the file that it always had', () => {
  expect(encodeKeptName('TASK-1/a.b')).toBe('k-%54%41%53%4b-1%2fa%2eb');
  expect(decodeKeptName('k-%54%41%53%4b-1%2fa%2eb')).toBe('TASK-1/a.b');
});

test('git takes the file names for refs', () => {
  const names = [
    ...worstNames,
    `${'a.lock'.repeat(21)}/${sha256Tree}`,
    `${'X'.repeat(100)}..y.`,
    'a.lock',
    'a b~^:?*[\\',
  ];
  for (const name of names) execFileSync('git', ['check-ref-format', `refs/batonkit/${encodeKeptName(name)}`]);
});

test.each(['%zz', 'k-%zz', 'k-A', 'k-', 'k+a+0', 'k+', 'tmp_1_ab', 'HEAD', 'k-%41.lock'])(
  '%s was not made here, and names nothing',
  (file) => {
    expect(decodeKeptName(file)).toBeNull();
  },
);

test('an empty name, and one that no file can have, are refused', () => {
  for (const name of ['', 'ä'.repeat(60)]) expect(() => encodeKeptName(name)).toThrow(/250 bytes/);
});
