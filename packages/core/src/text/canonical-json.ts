/** Matches a surrogate that is not part of a pair (the `u` flag joins the paired ones). */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** True when the text can be written as UTF-8 without loss. */
export function isWellFormed(text: string): boolean {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native === undefined ? !LONE_SURROGATE.test(text) : native.call(text);
}

/** Down to this depth the call stack serves; below it, cycles are looked for and the depth is limited by memory only. */
const CALL_DEPTH = 200;

/**
 * The one text form of a JSON value: RFC 8785 (keys sorted by UTF-16 code units, no white space, ECMAScript numbers),
 * then one LF.
 *
 * As in `JSON.stringify`, `toJSON` is honoured and a property whose value is `undefined` counts as absent.
 * Throws `TypeError` on anything else that JSON cannot hold: NaN, infinities, bigint, functions, symbols, `undefined`
 * in an array, cycles, lone surrogates, and objects that are neither plain nor arrays (a `Map` would come out as `{}`).
 *
 * @example
 * ```ts
 * import { canonicalJson } from '@batonkit/core/text';
 *
 * canonicalJson({ b: [1e21, -0], a: 'é' }); // => '{"a":"é","b":[1e+21,0]}\n'
 * ```
 */
export function canonicalJson(value: unknown): string {
  return `${write(value, CALL_DEPTH)}\n`;
}

function write(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (depth === 0) return writeDeep(value);
  const json = applyToJson(value);
  if (typeof json !== 'object' || json === null) return scalar(json);

  let text = '';
  if (Array.isArray(json)) {
    for (let index = 0; index < json.length; index += 1) {
      text += (index === 0 ? '' : ',') + write(json[index], depth - 1);
    }
    return `[${text}]`;
  }
  const properties = json as Record<string, unknown>;
  for (const key of sortedKeys(json)) {
    const property = properties[key];
    if (property !== undefined) text += `${text === '' ? '' : ','}${quote(key)}:${write(property, depth - 1)}`;
  }
  return `{${text}}`;
}

interface Frame {
  readonly container: object;
  readonly entries: readonly (readonly [prefix: string, value: unknown])[];
  readonly close: string;
  next: number;
}

/** The same with a stack of its own. A cycle always comes down here, so only here is it looked for. */
function writeDeep(value: object): string {
  const open: Frame[] = [];
  const ancestors = new Set<object>();
  let text = '';

  const begin = (written: unknown): void => {
    const json = applyToJson(written);
    if (typeof json !== 'object' || json === null) {
      text += scalar(json);
      return;
    }
    if (ancestors.has(json)) throw new TypeError('canonicalJson: the value contains itself.');
    ancestors.add(json);
    const frame = Array.isArray(json) ? arrayFrame(json) : objectFrame(json);
    text += frame.close === ']' ? '[' : '{';
    open.push(frame);
  };

  begin(value);
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const entry = frame.entries[frame.next];
    if (entry === undefined) {
      text += frame.close;
      ancestors.delete(frame.container);
      open.pop();
      continue;
    }
    text += frame.next === 0 ? entry[0] : `,${entry[0]}`;
    frame.next += 1;
    begin(entry[1]);
  }
  return text;
}

function arrayFrame(array: readonly unknown[]): Frame {
  return { container: array, entries: Array.from(array, (item) => ['', item] as const), close: ']', next: 0 };
}

function objectFrame(object: object): Frame {
  const properties = object as Record<string, unknown>;
  const entries = sortedKeys(object)
    .filter((key) => properties[key] !== undefined)
    .map((key) => [`${quote(key)}:`, properties[key]] as const);
  return { container: object, entries, close: '}', next: 0 };
}

function applyToJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonicalJson: JSON has no ${String(value)}.`);
    return String(value === 0 ? 0 : value);
  }
  throw new TypeError(`canonicalJson: JSON cannot hold a value of type ${typeof value}.`);
}

/** For short strings, which most keys and values are, this test costs less than a call of JSON.stringify. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  if (text.length <= 40 && NEEDS_NO_ESCAPE.test(text)) return `"${text}"`;
  if (!isWellFormed(text)) throw new TypeError('canonicalJson: a string holds a lone surrogate.');
  return JSON.stringify(text);
}

function sortedKeys(object: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError('canonicalJson: JSON cannot hold an object that is neither plain nor an array.');
  }
  const keys = Object.keys(object);
  return keys.length > 24 ? keys.sort() : insertionSort(keys);
}

/** In place, by UTF-16 code units; on the few keys of a usual object faster than Array.prototype.sort. */
function insertionSort(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    let gap = index;
    for (let before = keys[gap - 1]; before !== undefined && before > key; before = keys[gap - 1]) {
      keys[gap] = before;
      gap -= 1;
    }
    keys[gap] = key;
  }
  return keys;
}
