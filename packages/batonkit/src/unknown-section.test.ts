import { orThrow, type TaskStore } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { sampleImmutable } from '../../core/src/machine/sample-task.fixture.ts';
import { type Desk, MUTATING_CALLS, openDesk, openTree } from './mutating-calls.fixture.ts';

const TASK = 'TASK-1';

async function addSection(tasks: TaskStore, id: string, change: object = { costs: { spent: 3 } }): Promise<void> {
  const { revision, body } = await orThrow(tasks.read(id));
  const artifacts: string[] = [];
  for (const [sha] of (body ?? '').matchAll(/\b[0-9a-f]{64}\b/g))
    if ((await tasks.getArtifact(id, sha)).isOk()) artifacts.push(sha);
  const changed = canonicalJson({ ...(JSON.parse(body ?? '') as object), ...change });
  const given = { id, expected: revision, operationId: `foreign-${revision}`, audit: [] };
  await orThrow(tasks.commit({ ...given, body: changed, artifacts: [...new Set(artifacts)].sort() }));
}

/** A desk at which the call would succeed, were it not for a section that something else wrote. */
async function foreignDesk(name: string): Promise<Desk & { readonly record: string }> {
  const desk = openDesk(createMemoryTaskStore(), TASK, openTree());
  const { prepare, call, record = TASK } = MUTATING_CALLS[name]!;
  await prepare(desk);
  if ((await orThrow(desk.tasks.read(record))).body === null) await orThrow(call(desk, {}));
  await addSection(desk.tasks, record);
  return { ...desk, record };
}

describe('a record with a section that no slice knows', () => {
  test.each(Object.keys(MUTATING_CALLS))('is not changed by %s, under no operation id either', async (name) => {
    const desk = await foreignDesk(name);
    const before = await orThrow(desk.tasks.read(desk.record));
    for (const named of [{}, { operationId: 'op-1' }]) {
      const answer = await MUTATING_CALLS[name]!.call(desk, named);
      if (name === 'queue.take') expect(answer._unsafeUnwrap()).toMatchObject({ task: null, blocked: [{}] });
      else expect(answer._unsafeUnwrapErr()).toMatchObject({ code: 'UnknownSection' });
    }
    expect(await orThrow(desk.tasks.read(desk.record))).toEqual(before);
  });

  test('that is damaged besides is not purged either: it may say whose it is', async () => {
    const desk = openDesk(createMemoryTaskStore(), TASK, openTree());
    const { record } = await orThrow(desk.baton.contexts.init(TASK, { actor: 'ada', immutable: sampleImmutable }));
    for (const damage of [{ created_at: 'yesterday' }, { immutable_sha: '0'.repeat(64) }]) {
      await addSection(desk.tasks, TASK, { costs: { spent: 3 }, ...damage });
      const refused = await desk.baton.contexts.purge(TASK, { actor: 'ada', force: true });
      expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'UnknownSection' });
    }
    await addSection(desk.tasks, TASK, { ...record, costs: null });
    expect((await orThrow(desk.baton.contexts.purge(TASK, { actor: 'ada' }))).purged).toBe(true);
  });

  test('is restored from only into a folder of its own', async () => {
    const desk = await foreignDesk('deltas.resolveDrift');
    const restore = { role: 'implementer', actor: 'ada' };
    expect((await desk.baton.deltas.restore(TASK, restore))._unsafeUnwrapErr().code).toBe('UnknownSection');
    expect(
      (await desk.baton.deltas.verify(TASK, { ...restore, expectedRole: 'implementer' }))._unsafeUnwrapErr().code,
    ).toBe('UnknownSection');
    expect((await desk.baton.deltas.inspect(TASK)).isOk()).toBe(true);
  });
});
