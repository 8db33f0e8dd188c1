import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineSlice } from '../record/slice.ts';
import { ok } from '../result/result.ts';
import { orThrow } from '../result/or-throw.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { createContextStore } from './context-store.ts';

const actor = 'ada';
const Rate = z.number();

/** What work costs; the rate is a fact that a service looks up. */
const costs = defineSlice({
  name: 'costs',
  section: z.strictObject({
    costs: z.strictObject({ usd: z.number(), bill: z.string(), note: z.string() }).nullable(),
  }),
  begin: () => ({ costs: null }),
  commands: [z.strictObject({ type: z.literal('bill'), hours: z.number(), bill: z.string(), note: z.string() })],
  events: [z.strictObject({ type: z.literal('billed'), usd: z.number(), bill: z.string(), note: z.string() })],
  facts: z.strictObject({ rate: Rate }),
  decide: {
    bill: (_record, { hours, bill, note }, env) =>
      ok([{ type: 'billed', usd: hours * (env.facts.costs?.rate ?? 0), bill, note }]),
  },
  evolve: { billed: (_record, { usd, bill, note }) => ({ costs: { usd, bill, note } }) },
  artifacts: ({ costs: known }) => (known === null || known.bill === '' ? [] : [known.bill]),
  shows: { trail: { billed: ({ usd }) => `${usd} USD` }, status: ({ costs: known }) => known && `${known.usd} USD` },
});

async function begin() {
  const tasks = createMemoryTaskStore();
  const contexts = createContextStore({ tasks, slices: [costs] });
  await orThrow(contexts.init('TASK-1', { actor, immutable: sampleImmutable }));
  return { tasks, contexts };
}
const bill = { type: 'bill', hours: 2, bill: '', note: '' } as const;

describe('a command of a slice of your own', () => {
  test('is decided with the facts that come with it, and its artifacts are kept', async () => {
    const { tasks, contexts } = await begin();
    const bytes = new TextEncoder().encode('The bill.');
    const sha = sha256Hex(bytes);
    const command = { ...bill, bill: sha };
    const sent = { actor, command, facts: { costs: { rate: 40 } }, artifacts: [bytes] };
    const { record } = await orThrow(contexts.send('TASK-1', sent));
    expect(record.costs).toEqual({ usd: 80, bill: sha, note: '' });
    await orThrow(tasks.sweep({ olderThanMs: 0 }));
    expect(await orThrow(tasks.getArtifact('TASK-1', sha))).toEqual(bytes);
  });

  test('counts once under one operation id', async () => {
    const { contexts } = await begin();
    const sent = { actor, command: bill, operationId: 'bill-1' };
    expect(await orThrow(contexts.send('TASK-1', sent))).toMatchObject({ revision: 2, replayed: false });
    expect(await orThrow(contexts.send('TASK-1', sent))).toMatchObject({ revision: 2, replayed: true });
    const other = { ...sent, command: { ...bill, hours: 3 } };
    expect((await contexts.send('TASK-1', other))._unsafeUnwrapErr().code).toBe('OperationIdReused');
  });

  test('is scanned for secrets, checked by its schema and held to the size of a record', async () => {
    const { contexts } = await begin();
    const send = async (note: string) =>
      (await contexts.send('TASK-1', { actor, command: { ...bill, note } })).match(
        () => 'ok',
        ({ code }) => code,
      );
    const facts = { costs: { rate: 'much' } };
    expect(await send(['AKIA', 'Z7Q2MXKTY4WNB5HR'].join(''))).toBe('SecretFound');
    expect(await send('words '.repeat(50_000))).toBe('RecordTooLarge');
    expect(await send(3 as never)).toBe('InvalidInput');
    expect((await contexts.send('TASK-1', { actor, command: bill, facts }))._unsafeUnwrapErr().code).toBe(
      'InvalidInput',
    );
    expect((await orThrow(contexts.get('TASK-1')))?.revision).toBe(1);
  });

  test('is none of core: those have methods of their own, which look up what decisions need', async () => {
    const { contexts } = await begin();
    for (const type of ['start-turn', 'hand-off', 'purge-context', 'record-qa', 'pay']) {
      const command = { type, role: 'implementer' } as never;
      const refused = (await contexts.send('TASK-1', { actor, command }))._unsafeUnwrapErr();
      expect(refused).toMatchObject({ code: 'InvalidInput', data: { unmet: [{ condition: '/command/type' }] } });
    }
    const none = await contexts.send('TASK-1', { actor, command: undefined as never });
    expect(none._unsafeUnwrapErr().code).toBe('InvalidInput');
  });
});
