import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { faults } from './faulty-task-stores.fixture.ts';
import { taskStoreSuite, type StoreUnderTest } from './task-store-suite.ts';

/** Runs the whole suite outside vitest and collects which cases failed. */
async function failuresOf(createStore: () => StoreUnderTest): Promise<string[]> {
  const cases: { name: string; body: () => Promise<void> }[] = [];
  taskStoreSuite({ test: (name, body) => cases.push({ name, body }), createStore });
  const failures: string[] = [];
  for (const { name, body } of cases) await body().catch(() => failures.push(name));
  return failures;
}

describe('taskStoreSuite', () => {
  test('passes on a sound store', async () => {
    expect(await failuresOf(() => ({ store: createMemoryTaskStore() }))).toEqual([]);
  });

  test.each(Object.entries(faults))('fails on a store with this fault: %s', async (_, breakStore) => {
    expect(await failuresOf(() => ({ store: breakStore(createMemoryTaskStore()) }))).not.toEqual([]);
  });

  const module = new URL('./directory-store.fixture.mjs', import.meta.url);

  test.each([
    { atomic: true, failures: [] },
    {
      atomic: false,
      failures: ['a counter under several processes loses no increment, where the store promises that'],
    },
  ])('judges a store for many processes: atomic=$atomic', async ({ atomic, failures }) => {
    const root = mkdtempSync(join(tmpdir(), 'batonkit-counter-'));
    const { openStore } = (await import(module.href)) as { openStore: (argument: unknown) => StoreUnderTest['store'] };
    const argument = { root, atomic };
    const cases: (() => Promise<void>)[] = [];
    taskStoreSuite({
      test: (name, body) => name.startsWith('a counter under several processes') && cases.push(body),
      createStore: () => ({
        store: openStore(argument),
        shared: { module, argument },
        close: () => rmSync(root, { recursive: true }),
      }),
    });
    const outcome = await Promise.allSettled(cases.map((body) => body()));
    expect(outcome.map(({ status }) => status)).toEqual([failures.length === 0 ? 'fulfilled' : 'rejected']);
  });

  test('asks how another process opens a store that promises more than one', async () => {
    const sound = createMemoryTaskStore();
    const store = { ...sound, capabilities: { ...sound.capabilities, scope: 'host' as const } };
    expect(await failuresOf(() => ({ store }))).toContain(
      'a counter under several processes loses no increment, where the store promises that',
    );
  });
});
