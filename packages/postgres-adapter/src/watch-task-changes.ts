import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreError, TaskStore } from '@batonkit/core';
import { listenForChanges } from './listen-for-changes.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';

/** A task that is at another revision than when it was last told of. */
export interface TaskChange {
  readonly id: string;
  readonly revision: number;
}

/** What {@link watchTaskChanges} takes. */
export interface WatchOptions {
  readonly store: Pick<TaskStore, 'list'>;
  /** Only tasks whose id starts with this. */
  readonly prefix?: string;
  /** How often to look at all tasks. Default 1,000 ms; with `listen`, a minute is enough. */
  readonly everyMs?: number;
  /** Also hear of commits at once, from stores made with `notify: true`. Needs a direct connection, not a transaction pooler. */
  readonly listen?: { readonly pool: PostgresPool; readonly schema?: string; readonly heartbeatMs?: number };
  /** Ends the watch. */
  readonly signal?: AbortSignal;
  /** Hears of looks that failed; the watch goes on. */
  readonly onError?: (error: StoreError) => void;
}

const PAGE = 1000;

/**
 * Tells which tasks changed: first every task there is, then each change. A hint is only a reason to look: several commits may come as
 * one, and what counts is what `read` answers then. Looking at the list is what it relies on; notifications only make it quicker, and one
 * that gets lost is made up for by the next look. Works with every `TaskStore`.
 *
 * @example
 * ```ts
 * import { okAsync } from '@batonkit/core';
 * import { watchTaskChanges } from '@batonkit/postgres-adapter';
 *
 * const store = { list: () => okAsync([{ id: 'TASK-1', revision: 3, purged: false }]) };
 * const changes = watchTaskChanges({ store });
 * const first = await changes.next();
 * await changes.return();
 * first.value; // => { id: 'TASK-1', revision: 3 }
 * ```
 */
export async function* watchTaskChanges(options: WatchOptions): AsyncGenerator<TaskChange, void, void> {
  const { store, prefix = '', everyMs = 1000, signal, onError } = options;
  const schema = checkSqlName(options.listen?.schema ?? DEFAULT_SCHEMA, 'schema');
  const known = new Map<string, number>();
  const heard: TaskChange[] = [];
  const ending = new AbortController();
  const ended = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
  let wake = new AbortController();
  const listening =
    options.listen === undefined
      ? Promise.resolve()
      : listenForChanges({ heartbeatMs: 15_000, ...options.listen, schema, signal: ended }, (change) => {
          heard.push(change);
          wake.abort();
        });

  try {
    let lookAt = 0;
    while (!ended.aborted) {
      for (const change of heard.splice(0)) if (change.id.startsWith(prefix) && isNews(change)) yield change;
      if (performance.now() >= lookAt) {
        for await (const change of listEverything()) if (isNews(change)) yield change;
        lookAt = performance.now() + everyMs;
      }
      if (heard.length > 0) continue;
      wake = new AbortController();
      const quiet = AbortSignal.any([ended, wake.signal]);
      await sleep(Math.max(0, lookAt - performance.now()), undefined, { signal: quiet }).catch(() => undefined);
    }
  } finally {
    ending.abort();
    await listening;
  }

  function isNews({ id, revision }: TaskChange): boolean {
    if ((known.get(id) ?? 0) >= revision) return false;
    known.set(id, revision);
    return true;
  }

  async function* listEverything(): AsyncGenerator<TaskChange> {
    for (let after: string | undefined; !ended.aborted;) {
      const page = await store.list({ prefix, limit: PAGE, ...(after !== undefined && { after }) });
      if (page.isErr()) return onError?.(page.error);
      for (const { id, revision } of page.value) yield { id, revision };
      if (page.value.length < PAGE) return;
      after = page.value.at(-1)?.id;
    }
  }
}
