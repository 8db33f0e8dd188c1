/** Read-only at every depth. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** Freezes a JSON value in place, at every depth. A part that is frozen already is taken to be frozen to its leaves. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  const pending: unknown[] = [value];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part !== 'object' || part === null || Object.isFrozen(part)) continue;
    Object.freeze(part);
    for (const child of Object.values(part)) if (typeof child === 'object' && child !== null) pending.push(child);
  }
  return value as DeepReadonly<T>;
}
