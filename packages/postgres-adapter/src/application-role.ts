import { functionSignatures } from './store-functions.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';

/**
 * The SQL that gives an existing role exactly what a store needs, to be run by the owner of the tables. The role can read everything and
 * call the three functions that write; it can neither change nor remove what stands in the audit, nor write past compare-and-set.
 * Time-outs are set for the role, which also holds behind a transaction pooler.
 *
 * @example
 * ```ts
 * import { applicationRoleSql } from '@batonkit/postgres-adapter';
 *
 * applicationRoleSql({ role: 'orchestrator' }).includes('GRANT USAGE ON SCHEMA batonkit TO orchestrator;'); // => true
 * ```
 */
export function applicationRoleSql(options: { readonly role: string; readonly schema?: string }): string {
  const schema = checkSqlName(options.schema ?? DEFAULT_SCHEMA, 'schema');
  const role = checkSqlName(options.role, 'role');
  const executes = functionSignatures(schema).map((signature) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${role};`);
  return `GRANT USAGE ON SCHEMA ${schema} TO ${role};
GRANT SELECT ON ${schema}.tasks, ${schema}.revisions, ${schema}.artifacts TO ${role};
${executes.join('\n')}
ALTER ROLE ${role} SET statement_timeout = '15s';
ALTER ROLE ${role} SET lock_timeout = '10s';
ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '15s';
`;
}
