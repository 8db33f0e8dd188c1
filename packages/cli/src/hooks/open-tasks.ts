import { isAbsolute, join } from 'node:path';
import type { TaskStore } from '@batonkit/core';
import { createFsTaskReader } from '@batonkit/fs-adapter';
import type { StorePlace } from '../kit/open-store.ts';

/** Tasks that can be looked at. */
export interface OpenTasks {
  readonly tasks: Pick<TaskStore, 'read' | 'list'>;
  /** The folder they are in; null when they are in none. */
  readonly directory: string | null;
  close(): Promise<void>;
}

/** Opens the store that the settings name. A folder, the usual case, is read at once; the others are loaded first. */
export async function openTasks(store: string, place: StorePlace): Promise<OpenTasks> {
  if (store !== 'git' && !/^(?:env|postgres(?:ql)?):/.test(store)) {
    const directory = isAbsolute(store) ? store : join(place.main, store);
    return { tasks: createFsTaskReader({ root: directory }), directory, close: () => Promise.resolve() };
  }
  const { openStore } = await import('../kit/open-store.ts');
  const opened = await openStore(store, place);
  if (opened.isErr()) throw new Error(opened.error.message);
  return opened.value;
}
