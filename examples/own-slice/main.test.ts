import { readFileSync } from 'node:fs';
import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { type OperationKit, OPERATIONS } from '@batonkit/operations';
import { createProtocol, PROTOCOL_TABLE, renderProtocol } from '@batonkit/protocol';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { runExample } from '../run-example.mjs';
import costs from './costs.mjs';
import protocol, { table } from './security-check.mjs';

const TASK = 'TASK-1';
const immutable = defineTask({ title: 'Accept names with a dot', description: 'Signing in fails.' });
const actor = 'ada';

async function begin() {
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, slices: [costs] });
  await orThrow(baton.contexts.init(TASK, { actor, immutable }));
  const send = (command: Parameters<typeof baton.contexts.send>[1]['command']) =>
    baton.contexts.send(TASK, { actor, command });
  const kit: OperationKit = { baton, tasks, worktree: null, files: null, root: null, caller: { actor } };
  const ask = async (name: string) => {
    const operation = OPERATIONS.find((each) => each.name === name)!;
    return orThrow<unknown>(operation.run(kit, { taskId: TASK }));
  };
  return { tasks, baton, send, ask };
}

describe('a slice of costs', () => {
  test('takes less than 80 lines', () => {
    const lines = readFileSync(new URL('./costs.mjs', import.meta.url), 'utf8').split('\n');
    expect(lines.length).toBeLessThan(80);
  });

  test('adds its section to the record, typed', async () => {
    const { send } = await begin();
    await orThrow(send({ type: 'set-budget', usd: 5 }));
    const { record } = await orThrow(send({ type: 'record-cost', role: 'implementer', usd: 2 }));
    expect(record.costs).toEqual({ budget: 5, spent: { implementer: 2 } });
    expectTypeOf(record.costs?.budget).toEqualTypeOf<number | null | undefined>();
    // @ts-expect-error No slice brings this command.
    const unknown = await send({ type: 'record-time', minutes: 3 });
    expect(unknown._unsafeUnwrapErr().code).toBe('InvalidInput');
  });

  test.each(['startTurn', 'updateCoordination'] as const)('refuses a turn over budget, by %s', async (how) => {
    const { baton, send } = await begin();
    const turn = { role: 'implementer', actor, status: 'in_progress' } as const;
    await orThrow(send({ type: 'set-budget', usd: 5 }));
    await orThrow(send({ type: 'record-cost', role: 'implementer', usd: 5 }));
    const start = () =>
      how === 'startTurn' ? baton.startTurn(TASK, turn) : baton.contexts.updateCoordination(TASK, turn);
    const refused = (await start())._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'within-budget' }] } });
    await orThrow(send({ type: 'set-budget', usd: 6 }));
    expect((await start()).isOk()).toBe(true);
  });

  test('is shown in the trail and in the status', async () => {
    const { send, ask } = await begin();
    expect(await ask('status')).toMatchObject({ slices: [] });
    await orThrow(send({ type: 'set-budget', usd: 5 }));
    await orThrow(send({ type: 'record-cost', role: 'implementer', usd: 2 }));
    expect(await ask('status')).toMatchObject({ slices: [{ slice: 'costs', text: '2 of 5 USD' }] });
    expect(await ask('trail')).toMatchObject({
      entries: [
        { event: 'context-initialized' },
        { event: 'budget-set', about: '5 USD' },
        { event: 'cost-recorded', about: 'implementer: 2 USD' },
      ],
    });
  });

  test('says nothing when everything is already so, and refuses a role that the task does not have', async () => {
    const { send } = await begin();
    const { revision } = await orThrow(send({ type: 'set-budget', usd: 5 }));
    expect(await orThrow(send({ type: 'set-budget', usd: 5 }))).toMatchObject({ revision });
    expect((await send({ type: 'record-cost', role: 'nobody', usd: 1 }))._unsafeUnwrapErr().code).toBe('Rejected');
  });

  test('is left alone by a program that does not have it, and found again', async () => {
    const { tasks, baton, send } = await begin();
    await orThrow(send({ type: 'set-budget', usd: 5 }));
    const other = createBaton({ tasks });
    const refused = await other.startTurn(TASK, { role: 'implementer', actor });
    expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'UnknownSection' });
    expect((await orThrow(baton.contexts.get(TASK)))?.record.costs?.budget).toBe(5);
  });
});

test('the program runs', async () => {
  const { stdout, stderr, code } = await runExample('own-slice');
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toContain('costs: 6.5 of 5 USD\nRejected: The budget of 5 USD is spent: 6.5 USD so far.');
  expect(stdout).toContain('cost-recorded implementer: 6.5 USD');
});

test('a protocol with a state and a guard of its own takes the place of the other', async () => {
  const baton = createBaton({ tasks: createMemoryTaskStore(), slices: [protocol, costs] });
  const owner = { actor, session: 'run-1' };
  await orThrow(baton.contexts.init(TASK, { actor, immutable }));
  await orThrow(baton.protocol.claim(TASK, owner));
  const classify = { type: 'classify-task', level: 'HIGH', change_kind: 'code', reasons: [] } as const;
  const { record } = await orThrow(baton.protocol.send(TASK, { ...owner, command: classify }));
  expect(record.protocol?.risk?.path.join(' ')).toContain('REVIEW SECURITY_CHECK AWAITING_USER_APPROVAL');
  expect(renderProtocol(table)).toContain('Evidence of the type release-notes is attached.');
  expect(createProtocol(table).table.rows.length).toBeGreaterThan(PROTOCOL_TABLE.rows.length);
});
