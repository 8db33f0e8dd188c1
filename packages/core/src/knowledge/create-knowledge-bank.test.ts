import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '../result/or-throw.ts';
import { createKnowledgeBank } from './create-knowledge-bank.ts';

const ENTRY = {
  type: 'H',
  text: 'x',
  provenance: 'Feature #1',
  provenanceField: 'Source',
  confidence: 'low',
  feature: 1,
} as const;

test('keeps every entry that is added at the same time', async () => {
  const bank = createKnowledgeBank({ files: createMemoryWorkspaceFiles(), path: 'docs/h.md' });
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => orThrow(bank.add({ ...ENTRY, name }))));
  expect((await orThrow(bank.read())).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('goes through a round of validation', async () => {
  const files = createMemoryWorkspaceFiles();
  const bank = createKnowledgeBank({ files, path: 'docs/h.md' });
  expect(await orThrow(bank.read())).toEqual([]);
  expect(await orThrow(bank.backfill({ approximateFeature: 1 }))).toEqual({ changed: [], warnings: [] });
  expect(await orThrow(files.read('docs/h.md'))).toBeNull();
  await orThrow(bank.add({ ...ENTRY, name: 'a' }));
  await orThrow(bank.validate({ feature: 2, actions: [{ entryName: 'a', action: 'confirmed' }] }));
  const features = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(await orThrow(bank.stale(features))).toEqual([{ name: 'a', featuresSince: 10 }]);
  const retired = await orThrow(
    bank.resolve({ name: 'a', feature: 12, resolution: { decision: 'retire', reason: 'old' } }),
  );
  expect(retired).toEqual({ changed: ['a'], warnings: [], note: 'Retired: a — old' });
  expect(await orThrow(bank.read())).toEqual([]);
});
