import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
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
  const unknown = await orThrow(bank.validate({ feature: 2, actions: [{ entryName: 'b', action: 'stale' }] }));
  expect(unknown.warnings).toEqual([{ code: 'UnknownEntry', message: 'There is no entry "b".', where: 'docs/h.md' }]);
  const features = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(await orThrow(bank.stale(features))).toEqual([{ name: 'a', featuresSince: 10 }]);
  const retired = await orThrow(
    bank.resolve({ name: 'a', feature: 12, resolution: { decision: 'retire', reason: 'old' } }),
  );
  expect(retired).toEqual({ changed: ['a'], warnings: [], note: 'Retired: a — old' });
  expect(await orThrow(bank.read())).toEqual([]);
});

test('a secret is not written, whichever method brings it, unless it is forced', async () => {
  const files = createMemoryWorkspaceFiles();
  const bank = createKnowledgeBank({ files, path: 'docs/h.md' });
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const refused = (await bank.add({ ...ENTRY, name: 'a', text: `Use ${token}.` }))._unsafeUnwrapErr();
  expect(refused).toMatchObject({
    code: 'SecretFound',
    data: { findings: [{ rule: 'github-token', path: '/text' }] },
  });
  expect(refused.message).not.toContain(token);
  expect(await orThrow(files.read('docs/h.md'))).toBeNull();
  await orThrow(bank.add({ ...ENTRY, name: 'a' }));
  const challenged = { entryName: 'a', action: 'challenged', reason: token } as const;
  const validated = await bank.validate({ feature: 2, actions: [challenged] });
  expect(validated._unsafeUnwrapErr().code).toBe('SecretFound');
  const update = { name: 'a', feature: 2, resolution: { decision: 'update', text: token } } as const;
  expect((await bank.resolve(update))._unsafeUnwrapErr().code).toBe('SecretFound');
  expect((await orThrow(files.read('docs/h.md')))?.text).not.toContain(token);
  await orThrow(bank.resolve({ ...update, forceSecrets: true }));
  expect((await orThrow(files.read('docs/h.md')))?.text).toContain(token);
  const trusting = createKnowledgeBank({ files, path: 'docs/t.md', scanSecrets: () => [] });
  await orThrow(trusting.add({ ...ENTRY, name: 'a', text: token }));
});
