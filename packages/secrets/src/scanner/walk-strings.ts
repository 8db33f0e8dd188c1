/** One string of a value: a leaf, or the key of an object. */
export interface StringPlace {
  readonly text: string;
  /** From the root: object keys and array indexes, each with a stand-in to print should the key hold a secret. */
  readonly trail: Trail | undefined;
  /** The key name that says what `text` is for, where there is one. */
  readonly name: string | undefined;
  readonly isKey: boolean;
}

/** A path from a place back to the root, shared between the places below it. */
export interface Trail {
  readonly parent: Trail | undefined;
  readonly key: string;
  /** The key's number among its siblings, from 0. */
  readonly position: number;
  /** Set once a secret was found in the key itself: the key is never printed then. */
  hidden: boolean;
}

interface Task {
  readonly value: unknown;
  readonly trail: Trail | undefined;
  readonly name: string | undefined;
  /** Whether it stands under a key of an object or a map, not at an index. */
  readonly keyed: boolean;
}

/**
 * Every string of `value` in document order: keys and values of objects, elements of arrays, keys and values of maps, elements of sets.
 *
 * What JSON could not hold is passed over (functions, symbols, bytes), a getter that throws counts as absent, and an
 * object is entered once, so cycles end.
 */
export function* walkStrings(value: unknown): Generator<StringPlace, void> {
  const entered = new Set<object>();
  const tasks: Task[] = [{ value, trail: undefined, name: undefined, keyed: false }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { trail, name } = task;
    const current = task.value;
    if (typeof current === 'string') {
      yield { text: current, trail, name, isKey: false };
      continue;
    }
    if (typeof current !== 'object' || current === null || entered.has(current)) continue;
    entered.add(current);
    const children = childrenOf(current, trail, name);
    for (const child of children) {
      if (child.keyed && child.trail !== undefined) {
        yield { text: child.trail.key, trail: child.trail, name: undefined, isKey: true };
      }
    }
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child !== undefined) tasks.push(child);
    }
  }
}

function childrenOf(value: object, parent: Trail | undefined, name: string | undefined): Task[] {
  try {
    if (ArrayBuffer.isView(value)) return [];
    if (value instanceof String) return [{ value: value.valueOf(), trail: parent, name, keyed: false }];
    if (value instanceof Map)
      return [...(value as Map<unknown, unknown>)].map(([key, child], position) =>
        entry(keyText(key, position), child, position),
      );
    if (value instanceof Set) return [...(value as Set<unknown>)].map((child, position) => element(child, position));
    if (Array.isArray(value))
      return Object.keys(value).flatMap((key, position) =>
        read(value, key).map((child) => element(child, Number(key), position, value)),
      );
    const fields = Object.keys(value).flatMap((key, position) =>
      read(value, key).map((child) => entry(key, child, position)),
    );
    return nameFields(fields);
  } catch {
    // A proxy may refuse to be looked at; what cannot be read cannot be written either.
    return [];
  }

  function entry(key: string, child: unknown, position: number): Task {
    const told = name === MANIFEST_SECRETS ? 'secret' : nameBelow(name, key);
    return { value: child, trail: { parent, key, position, hidden: false }, name: told, keyed: true };
  }

  function element(child: unknown, index: number, position = index, list?: readonly unknown[]): Task {
    const before: unknown = typeof child === 'string' && list !== undefined ? list[index - 1] : undefined;
    const tells = list?.length === 2 && index === 1 ? /^[\w-]{2,60}$/ : /^--?[\w-]{2,60}$/;
    const flag = typeof before === 'string' && tells.test(before) ? before : name;
    // A private key that was cut into lines.
    const isHeader = typeof child === 'string' && (child.endsWith('----') || child.startsWith('Private-Lines:'));
    const text = isHeader && list !== undefined ? list.slice(index, index + 7).join('\n') : child;
    return { value: text, trail: { parent, key: String(index), position, hidden: false }, name: flag, keyed: false };
  }
}

/** What holds secrets says so of all below it, and a field called value is what the object it stands in is called. */
function nameBelow(name: string | undefined, key: string): string {
  if (name === undefined) return key;
  const inherits =
    /^(?:secrets|passwords|api_?keys|credentials)$/i.test(name) || /^(?:value|default|plain|raw|data)$/i.test(key);
  return inherits ? `${name} ${key}` : key;
}

const MANIFEST_SECRETS = 'data of a secret';

/**
 * The fields under the names that tell what they hold: `{ name: 'DB_PASSWORD', value: '...' }`, the private members of a
 * JSON Web Key, the data of a Kubernetes Secret.
 */
function nameFields(fields: Task[]): Task[] {
  if (fields.some((field) => keyOf(field) === 'kty' && typeof field.value === 'string'))
    return fields.map((field) => (/^[dk]$/.test(keyOf(field)) ? { ...field, name: 'private_key' } : field));
  if (fields.some((field) => keyOf(field) === 'kind' && field.value === 'Secret'))
    return fields.map((field) =>
      /^(?:data|stringData)$/.test(keyOf(field)) ? { ...field, name: MANIFEST_SECRETS } : field,
    );
  const named = fields.find(
    (field) => typeof field.value === 'string' && /^(?:name|key|variable)$/i.test(keyOf(field)),
  );
  if (named === undefined || typeof named.value !== 'string') return fields;
  const { value: name } = named;
  return fields.map((field) => (/^(?:value|default)$/i.test(keyOf(field)) ? { ...field, name } : field));
}

function keyOf(field: Task): string {
  return field.trail?.key ?? '';
}

function keyText(key: unknown, position: number): string {
  return typeof key === 'string' || typeof key === 'number' ? String(key) : String(position);
}

function read(value: object, key: string): unknown[] {
  try {
    return [(value as Record<string, unknown>)[key]];
  } catch {
    return [];
  }
}
