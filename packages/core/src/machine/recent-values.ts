/** A few values by key, the least recently used forgotten first. */
export interface RecentValues<Value> {
  readonly recall: (key: string) => Value | undefined;
  readonly remember: (key: string, value: Value) => void;
}

/** Remembers up to `most` values. For frozen values under a key that determines them: what is recalled is what would be made again. */
export function createRecentValues<Value>(most: number): RecentValues<Value> {
  const values = new Map<string, Value>();
  return {
    recall: (key) => {
      const value = values.get(key);
      if (value !== undefined && values.delete(key)) values.set(key, value);
      return value;
    },
    remember: (key, value) => {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
}
