/** The schema that holds the tables unless the caller names another. */
export const DEFAULT_SCHEMA = 'batonkit';

/**
 * Checks a name that goes into SQL as it is, since identifiers cannot be parameters. Lower-case letters, digits and underscores, 48
 * characters at most, so that no quoting is ever needed. Throws a `TypeError`: a schema or role name is written by a programmer.
 */
export function checkSqlName(name: string, what: 'schema' | 'role'): string {
  if (/^[a-z_][a-z0-9_]{0,47}$/.test(name) && !name.startsWith('pg_')) return name;
  throw new TypeError(
    `The ${what} name must match ^[a-z_][a-z0-9_]{0,47}$ and not start with pg_; got ${JSON.stringify(String(name).slice(0, 80))}.`,
  );
}
