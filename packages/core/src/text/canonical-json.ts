/** Matches a surrogate that is not part of a pair (the `u` flag joins the paired ones). */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** True when the text can be written as UTF-8 without loss. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

interface Frame {
  readonly container: object;
  readonly entries: readonly (readonly [prefix: string, value: unknown])[];
  readonly close: string;
  next: number;
}

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
  const open: Frame[] = [];
  const ancestors = new Set<object>();
  let text = '';

  // An explicit stack instead of recursion, so that the depth of the input is limited by memory only.
  const write = (written: unknown): void => {
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

  write(value);
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
    write(entry[1]);
  }
  return `${text}\n`;
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

function quote(text: string): string {
  if (!isWellFormed(text)) throw new TypeError('canonicalJson: a string holds a lone surrogate.');
  return JSON.stringify(text);
}

function arrayFrame(array: readonly unknown[]): Frame {
  return { container: array, entries: Array.from(array, (item) => ['', item] as const), close: ']', next: 0 };
}

function objectFrame(object: object): Frame {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError('canonicalJson: JSON cannot hold an object that is neither plain nor an array.');
  }
  const properties = object as Record<string, unknown>;
  const entries = Object.keys(properties)
    .filter((key) => properties[key] !== undefined)
    .sort()
    .map((key) => [`${quote(key)}:`, properties[key]] as const);
  return { container: object, entries, close: '}', next: 0 };
}
