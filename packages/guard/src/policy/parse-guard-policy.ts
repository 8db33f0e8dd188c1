import { ok, reject, type Rejection, type Result, type Unmet } from '@batonkit/core';
import { DEFAULT_GUARD_POLICY, extendGuardPolicy, type GuardPolicy, type ToolKind } from './guard-policy.ts';

const LISTS = [
  ...(['writableRoots', 'deniedGlobs', 'evidenceGlobs', 'askedGlobs', 'storeDirectories'] as const),
  ...(['coordinationGlobs', 'trustedCommands'] as const),
];
const KNOWN: ReadonlySet<string> = new Set([...LISTS, 'profile', 'tools', 'whenUnclear']);
const KINDS: ReadonlySet<unknown> = new Set(['read', 'write', 'shell', 'other']);

/**
 * A policy from data that a person wrote, such as the `guard` of a configuration file. What is left out is that of `base`, which defaults
 * to `DEFAULT_GUARD_POLICY`; a `profile` brings its writable roots, tools are added, and a tool set to null is taken away. Loads no schemas, so that a hook can
 * use it. Everything that is wrong is listed; a key that is not known is wrong, since a typing error must not open anything.
 *
 * Fails with `InvalidInput`.
 *
 * @example
 * ```ts
 * import { parseGuardPolicy } from '@batonkit/guard';
 *
 * const policy = parseGuardPolicy({ writableRoots: ['src'], tools: { WebFetch: null } });
 * policy.isOk() && policy.value.writableRoots; // => ['src']
 * parseGuardPolicy({ profile: 'planning' }).map(({ writableRoots }) => writableRoots).unwrapOr([]); // => ['docs', 'artifacts']
 * parseGuardPolicy({ writeableRoots: ['src'] }).isErr(); // => true
 * ```
 */
export function parseGuardPolicy(
  value: unknown,
  base: GuardPolicy = DEFAULT_GUARD_POLICY,
): Result<GuardPolicy, Rejection<'InvalidInput'>> {
  if (!isObject(value)) return reject('InvalidInput', [{ condition: '', detail: 'A guard policy must be an object.' }]);
  const unmet: Unmet[] = [];
  const object = (condition: string, detail: string): void => void unmet.push({ condition, detail });
  for (const key of Object.keys(value)) if (!KNOWN.has(key)) object(`/${key}`, `A guard policy has no ${key}.`);
  for (const key of LISTS) {
    const list = value[key];
    if (list !== undefined && !isTextList(list)) object(`/${key}`, `${key} must be a list of texts.`);
  }
  const { profile, whenUnclear, tools = {} } = value;
  if (profile !== undefined && profile !== 'coding' && profile !== 'planning')
    object('/profile', 'profile must be coding or planning.');
  if (whenUnclear !== undefined && whenUnclear !== 'ask' && whenUnclear !== 'deny')
    object('/whenUnclear', 'whenUnclear must be ask or deny.');
  if (!isObject(tools)) object('/tools', 'tools must be an object.');
  else
    for (const [name, tool] of Object.entries(tools))
      if (tool !== null && !isToolKind(tool))
        object(
          `/tools/${name}`,
          `The tool ${name} must be null or have a kind (read, write, shell, other) and fields.`,
        );
  if (unmet.length > 0) return reject('InvalidInput', unmet);
  const merged = Object.entries({ ...base.tools, ...(tools as Record<string, ToolKind | null>) });
  return ok(
    extendGuardPolicy(base, {
      ...(value as Partial<GuardPolicy>),
      tools: Object.fromEntries(merged.flatMap(([name, tool]) => (tool === null ? [] : [[name, tool]]))),
    }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isToolKind(value: unknown): boolean {
  return isObject(value) && KINDS.has(value['kind']) && isTextList(value['fields']);
}
