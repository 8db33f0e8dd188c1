import type { TaskStore } from '@batonkit/core';

/** How the lab strikes: an instrumented store calls `reach` before and after each of its steps. */
export interface FaultHooks {
  /**
   * Names the place the store is at, such as `before link revision`. May never return (the process is killed here), return late
   * (it was stopped), or reject with an error of the file system, which the store must take for its own step's.
   */
  reach(point: string): Promise<void>;
}

/** What the lab imports to open a store: a plain JavaScript module that exports this. */
export interface FaultStoreModule {
  /** Opens the store that `argument` describes. A store without steps to instrument ignores `hooks`. */
  openStore(argument: unknown, hooks?: FaultHooks): TaskStore | Promise<TaskStore>;
}

/** How another process opens the store under test. */
export interface FaultStore {
  /** URL of a {@link FaultStoreModule}. */
  readonly module: string | URL;
  /** Passed to `openStore`, as JSON. */
  readonly argument: unknown;
}

/** Opens a store in this process. */
export async function openFaultStore({ module, argument }: FaultStore, hooks?: FaultHooks): Promise<TaskStore> {
  const imported = (await import(String(module))) as FaultStoreModule;
  return imported.openStore(argument, hooks);
}

/** Hooks that write down every place, in order. */
export function recordingHooks(): FaultHooks & { readonly points: string[] } {
  const points: string[] = [];
  return {
    points,
    reach: (point) => {
      points.push(point);
      return Promise.resolve();
    },
  };
}

/** Hooks that act once, at the `at`-th place (counted from 0). */
export function strikingHooks(at: number, strike: (point: string) => Promise<void>): FaultHooks {
  let reached = -1;
  return {
    reach: (point) => {
      reached += 1;
      return reached === at ? strike(point) : Promise.resolve();
    },
  };
}

/** An error as the file system reports it. */
export function fileSystemError(code: string, point: string): Error {
  return Object.assign(new Error(`${code}: injected fault, ${point}`), { code });
}
