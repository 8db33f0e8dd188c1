import { type StoreError, storeErrors } from '@batonkit/core';
import { GaveUp } from './gave-up.ts';
import { ConnectionLost, sqlState } from './postgres-pool.ts';

const REASONS: Readonly<Record<string, string>> = {
  '25006': 'the server is read-only; is it a standby?',
  '28000': 'the server refused this login',
  '28P01': 'the server refused this password',
  '3D000': 'there is no such database',
  '3F000': 'the schema is missing; run migrate() first',
  '42501': 'the role may not do this; see applicationRoleSql()',
  '42883': 'the functions are missing; run migrate() first',
  '42P01': 'the tables are missing; run migrate() first',
  '42703': 'the tables have another layout; run migrate() first',
  '53100': 'the disk of the server is full',
  '53200': 'the server is out of memory',
  '57014': 'the server cancelled the statement',
};

/** True when a lock was not to be had in time. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/**
 * An error of the database as a failure. The server's own words are left out, also as a cause: they may quote rows. An error that is
 * neither PostgreSQL's nor the connection's is a bug and is thrown on.
 */
export function sqlFailure(operation: string, thrown: unknown): StoreError {
  const error = thrown instanceof GaveUp ? thrown.lastError : thrown;
  if (error instanceof ConnectionLost) {
    return storeErrors.storageFailure(operation, `the database cannot be reached (${error.message})`);
  }
  const state = sqlState(error);
  if (state === null) throw error;
  return storeErrors.storageFailure(operation, `${REASONS[state] ?? 'PostgreSQL refused'} (SQLSTATE ${state})`);
}
