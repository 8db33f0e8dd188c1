import { describe, expect, test } from 'vitest';
import { createDice } from '../scanner/dice.fixture.ts';
import { isSecretValue } from './secret-value.ts';

const dice = createDice(17);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const CONSONANTS = 'bcdfghjklmnpqrtvwxz';
const password = { promise: 'password', quoted: true } as const;

describe('what stands under the name of a password', () => {
  test.each<[string, () => string]>([
    ['letters of both cases', () => dice.of(LOWER + LOWER.toUpperCase(), 24)],
    ['letters without vowels', () => dice.of(CONSONANTS, 24)],
    ['letters and digits', () => dice.alphanumeric(20)],
    ['lower-case letters and digits', () => dice.of(`${CONSONANTS}0123456789`, 32)],
    ['symbols too', () => `${dice.alphanumeric(10)}!${dice.of('0123456789', 2)}#`],
  ])('%s at random are a secret', (_, make) => {
    // A few at random look like words; nearly all must be found.
    const found = Array.from({ length: 40 }, make).filter((value) => isSecretValue(value, password));
    expect(found.length).toBeGreaterThan(34);
  });

  test.each([
    'hasCallWithArgs',
    'authentication',
    'HttpTokenReader',
    'requirements',
    'my_password_field',
    'userPassword12',
    'Authorization',
    'readOnlyAccess',
    'user.password.reset',
    'password-reset-2024',
    'short',
    '/etc/secrets/password',
    '${PASSWORD}',
    'two words here',
  ])('%s is none', (value) => {
    for (const quoted of [true, false]) expect(isSecretValue(value, { promise: 'password', quoted })).toBe(false);
  });

  test('what is no ASCII may be a password, but no key', () => {
    const value = `pässwört${dice.of('0123456789', 3)}!X`;
    expect(isSecretValue(value, password)).toBe(true);
    expect(isSecretValue(value, { promise: 'secret', quoted: true })).toBe(false);
  });
});

describe('what stands under a name that promises little', () => {
  test('is a secret only when it is long and as random as a key', () => {
    const weak = { promise: 'weak', quoted: true } as const;
    const long = Array.from({ length: 40 }, () => dice.of(`${LOWER}0123456789`, 36));
    expect(long.filter((value) => isSecretValue(value, weak)).length).toBeGreaterThan(20);
    for (const value of ['abc123def456', LOWER.slice(3, 20), 'componentdidmountcomponentdidupdate1'])
      expect(isSecretValue(value, weak)).toBe(false);
  });
});
