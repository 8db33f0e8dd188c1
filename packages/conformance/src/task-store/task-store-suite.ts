import type { TaskStore } from '@batonkit/core';
import { artifactCases } from './artifact-cases.ts';
import { auditCases } from './audit-cases.ts';
import { commitCases } from './commit-cases.ts';
import { concurrencyCases } from './concurrency-cases.ts';
import { inputCases } from './input-cases.ts';
import { listingCases } from './listing-cases.ts';
import { countAcrossProcesses, type SharedStore } from './process-case.ts';
import { replayCases } from './replay-cases.ts';
import { unknownSectionCases } from './unknown-section-cases.ts';

/** A store made for one test, and what to do with it afterwards. */
export interface StoreUnderTest {
  readonly store: TaskStore;
  /** How another process opens this very store; needed where `capabilities.scope` is not `process`. */
  readonly shared?: SharedStore;
  /** Gives back what the store holds (directories, connections). */
  readonly close?: () => unknown;
}

/** What {@link taskStoreSuite} needs: a test runner, and a way to make a fresh, empty store. */
export interface TaskStoreSuiteOptions {
  /** The `test` of vitest, jest, node:test or your own: called once per case. */
  readonly test: (name: string, body: () => Promise<void>) => unknown;
  readonly createStore: () => StoreUnderTest | Promise<StoreUnderTest>;
}

/**
 * Registers every promise of the `TaskStore` port as a test. Run it on your adapter: what passes can be trusted under all of
 * Batonkit. The cases read `capabilities`, so that a store is held to what it claims.
 *
 * @example
 * ```ts
 * import { taskStoreSuite } from '@batonkit/conformance';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const cases: string[] = [];
 * taskStoreSuite({
 *   test: (name, body) => cases.push(name), // pass your runner's own `test` here
 *   createStore: () => ({ store: createMemoryTaskStore() }),
 * });
 * cases.length > 30; // => true
 * ```
 */
export function taskStoreSuite({ test, createStore }: TaskStoreSuiteOptions): void {
  const cases = [
    ...commitCases,
    ...replayCases,
    ...artifactCases,
    ...auditCases,
    ...listingCases,
    ...inputCases,
    ...concurrencyCases,
    ...unknownSectionCases,
  ];
  for (const { name, run } of cases) register(name, ({ store }) => run(store));
  register(
    'a counter under several processes loses no increment, where the store promises that',
    async ({ store, shared }) => {
      if (store.capabilities.scope !== 'process') await countAcrossProcesses(store, shared);
    },
  );

  function register(name: string, run: (made: StoreUnderTest) => Promise<void>): void {
    test(name, async () => {
      const made = await createStore();
      try {
        await run(made);
      } finally {
        await made.close?.();
      }
    });
  }
}
