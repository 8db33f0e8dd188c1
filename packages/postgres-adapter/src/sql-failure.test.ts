import { describe, expect, test } from 'vitest';
import { errorOf } from '../testing/scripted-pool.mjs';
import { GaveUp } from './gave-up.ts';
import { ConnectionLost } from './postgres-pool.ts';
import { isLockTimeout, sqlFailure } from './sql-failure.ts';

describe('sqlFailure', () => {
  test.each([
    ['25006', /read-only; is it a standby\?/],
    ['28000', /refused this login/],
    ['28P01', /refused this password/],
    ['3D000', /no such database/],
    ['3F000', /schema is missing; run migrate\(\) first/],
    ['42501', /see applicationRoleSql\(\)/],
    ['42883', /functions are missing; run migrate\(\) first/],
    ['42P01', /tables are missing; run migrate\(\) first/],
    ['42703', /another layout; run migrate\(\) first/],
    ['53100', /disk of the server is full/],
    ['53200', /out of memory/],
    ['57014', /cancelled the statement/],
    ['23505', /^PostgreSQL refused \(/],
  ])('%s says what to do', (code, reason) => {
    const failure = sqlFailure('read', errorOf(code));
    expect(failure).toMatchObject({ code: 'StorageFailure', data: { operation: 'read' } });
    expect((failure.data as { reason: string }).reason).toMatch(reason);
    expect((failure.data as { reason: string }).reason).toMatch(new RegExp(` \\(SQLSTATE ${code}\\)$`));
    expect(failure.message).not.toContain('words of the server');
  });

  test('a lost connection is told by its kind, also when trying again was in vain', () => {
    const lost = new ConnectionLost('ECONNREFUSED', false);
    for (const thrown of [lost, new GaveUp(lost, true)])
      expect(sqlFailure('list tasks', thrown).data).toEqual({
        operation: 'list tasks',
        reason: 'the database cannot be reached (ECONNREFUSED)',
      });
  });

  test.each([new TypeError('a bug'), errorOf('ENOENT'), undefined])('%s is a bug and is thrown on', (bug) => {
    const thrown = (): unknown => {
      try {
        return sqlFailure('read', bug);
      } catch (error) {
        return [error];
      }
    };
    expect(thrown()).toEqual([bug]);
  });
});

test('only 55P03 is a lock that was not to be had', () => {
  expect([errorOf('55P03'), errorOf('55P02'), new Error('55P03'), null].map(isLockTimeout)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
