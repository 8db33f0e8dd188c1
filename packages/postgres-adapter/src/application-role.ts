import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';

/**
 * The SQL that gives an existing role exactly what a store needs, to be run by the owner of the tables. The role can read everything, add
 * revisions and change the current state of a task; it can neither change nor remove what stands in the audit, nor drop a task.
 * Time-outs are set for the role, which also holds behind a transaction pooler.
 *
 * @example
 * ```ts
 * import { applicationRoleSql } from '@batonkit/postgres-adapter';
 *
 * applicationRoleSql({ role: 'orchestrator' }).includes('GRANT SELECT, INSERT ON batonkit.revisions TO orchestrator;'); // => true
 * ```
 */
export function applicationRoleSql(options: { readonly role: string; readonly schema?: string }): string {
  const schema = checkSqlName(options.schema ?? DEFAULT_SCHEMA, 'schema');
  const role = checkSqlName(options.role, 'role');
  return `GRANT USAGE ON SCHEMA ${schema} TO ${role};
GRANT SELECT, INSERT, UPDATE ON ${schema}.tasks TO ${role};
GRANT SELECT, INSERT ON ${schema}.revisions TO ${role};
GRANT SELECT, INSERT, DELETE, UPDATE (stored_at) ON ${schema}.artifacts TO ${role};
ALTER ROLE ${role} SET statement_timeout = '15s';
ALTER ROLE ${role} SET lock_timeout = '10s';
ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '15s';
`;
}
