import { describe, expect, test } from 'vitest';
import { migrateRecord, type Migration } from './migrate-record.ts';

const rename: Migration = ({ old_name, ...rest }) => ({ ...rest, version: 2, name: old_name });
const count: Migration = (stored) => ({ ...stored, version: 3, count: 0 });

describe('migrateRecord', () => {
  test('walks the chain to the target and leaves its input alone', () => {
    const stored = Object.freeze({ version: 1, old_name: 'x' });
    expect(migrateRecord(stored, { 1: rename, 2: count }, 3)._unsafeUnwrap()).toEqual({
      version: 3,
      name: 'x',
      count: 0,
    });
    expect(stored).toEqual({ version: 1, old_name: 'x' });
  });

  test.each([{ version: 4 }, { version: 0 }, { version: 1.5 }, { version: null }, { version: 'constructor' }, {}])(
    'refuses %j by name',
    (stored) => {
      expect(migrateRecord(stored, { 1: rename, 2: count }, 3)._unsafeUnwrapErr().code).toBe('UnsupportedVersion');
    },
  );

  test('a refusal names the version it found, and those it reads', () => {
    const error = (version: unknown) => migrateRecord({ version }, {}, 3)._unsafeUnwrapErr();
    expect(error(4)).toMatchObject({
      message: expect.stringMatching(/^The record has version 4, and this Batonkit reads versions up to 3\./) as string,
      data: { unmet: [{ condition: 'version-supported' }] },
    });
    expect(error('4').message).toMatch(/^The record has no version number, and/);
  });

  test('a version that only looks like a number starts no migration', () => {
    expect(migrateRecord({ version: '1' }, { 1: rename }, 2).isErr()).toBe(true);
  });

  test('a migration that goes nowhere is a bug', () => {
    expect(() => migrateRecord({ version: 1 }, { 1: (stored) => stored }, 2)).toThrow('does not lead to the next one');
  });
});
