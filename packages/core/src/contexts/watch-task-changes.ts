import { type Clock, systemClock } from '../ports/clock.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';

/** A task that is at another revision than when it was last told of. */
export interface TaskChange {
  readonly id: string;
  readonly revision: number;
}

/** Calls `hear` for each commit it is told of, until the signal is aborted; then it resolves. It may miss some. */
export type ChangeListener = (hear: (change: TaskChange) => void, signal: AbortSignal) => Promise<void>;

/** What {@link watchTaskChanges} takes. */
export interface WatchOptions {
  readonly store: Pick<TaskStore, 'list'>;
  /** Only tasks whose id starts with this. */
  readonly prefix?: string;
  /** How often to look at all tasks. Default 1,000 ms; with `listen`, a minute is enough. */
  readonly everyMs?: number;
  /** Also hear of commits at once, where a store tells of them: `listenForChanges` of `@batonkit/postgres-adapter`. */
  readonly listen?: ChangeListener;
  /** Ends the watch. */
  readonly signal?: AbortSignal;
  /** Hears of looks that failed, and once of each task that cannot be read; the watch goes on. */
  readonly onError?: (error: StoreError) => void;
  readonly clock?: Pick<Clock, 'sleep'>;
}

const PAGE = 1000;

/**
 * Tells which tasks changed: first every task there is, then each change. A hint is only a reason to look: several commits may come as
 * one, and what counts is what `read` answers then. Looking at the list is what it relies on; notifications only make it quicker, and one
 * that gets lost is made up for by the next look. Works with every `TaskStore`.
 *
 * @example
 * ```ts
 * import { okAsync, watchTaskChanges } from '@batonkit/core';
 *
 * const store = { list: () => okAsync([{ id: 'TASK-1', revision: 3, purged: false }]) };
 * const changes = watchTaskChanges({ store });
 * const first = await changes.next();
 * await changes.return();
 * first.value; // => { id: 'TASK-1', revision: 3 }
 * ```
 */
export async function* watchTaskChanges(options: WatchOptions): AsyncGenerator<TaskChange, void, void> {
  const { store, prefix = '', everyMs = 1000, listen, signal, onError, clock = systemClock } = options;
  const known = new Map<string, number>();
  const heard: TaskChange[] = [];
  const damaged = new Set<string>();
  const ending = new AbortController();
  const ended = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
  let wake = (): void => undefined;
  const listening = listen?.((change) => {
    heard.push(change);
    wake();
  }, ended);

  try {
    let isDue = true;
    while (!ended.aborted) {
      for (const change of heard.splice(0)) if (change.id.startsWith(prefix) && isNews(change)) yield change;
      if (isDue) {
        for await (const change of listEverything()) if (isNews(change)) yield change;
        isDue = false;
        void clock.sleep(everyMs, ended).then(() => {
          isDue = true;
          wake();
        });
      }
      const woken = new Promise<void>((resolve) => (wake = resolve));
      if (heard.length === 0 && !isDue) await woken;
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
      for (const { id, revision, problem } of page.value) {
        if (problem === undefined) {
          damaged.delete(id);
          yield { id, revision };
        } else if (!damaged.has(id)) {
          damaged.add(id);
          onError?.(problem);
        }
      }
      if (page.value.length < PAGE) return;
      after = page.value.at(-1)?.id;
    }
  }
}
