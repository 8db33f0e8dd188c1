import assert from 'node:assert/strict';
import {
  createContextStore,
  createMachine,
  coreSlices,
  createTurns,
  defineSlice,
  defineTask,
  ok,
  replayAudit,
  type ResultAsync,
  type TaskStore,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import * as z from 'zod';
import { expectOk, type SuiteCase } from './suite-case.ts';

const RECEIPT = new TextEncoder().encode('6.50 USD\n');
const SHA = sha256Hex(RECEIPT);
const actor = 'ada';

const costs = defineSlice({
  name: 'costs',
  section: z.strictObject({ costs: z.strictObject({ receipts: z.array(z.string()) }).nullable() }),
  begin: () => ({ costs: null }),
  commands: [z.strictObject({ type: z.literal('record-cost'), receipt: z.string() })],
  events: [z.strictObject({ type: z.literal('cost-recorded'), receipt: z.string() })],
  decide: { 'record-cost': (_record, { receipt }) => ok([{ type: 'cost-recorded', receipt }]) },
  evolve: {
    'cost-recorded': ({ costs: known }, { receipt }) => ({
      costs: { receipts: [...(known?.receipts ?? []), receipt] },
    }),
  },
  artifacts: ({ costs: known }) => known?.receipts ?? [],
});

/** Two programs over one store: one has a slice of its own, the other has never heard of it. */
function openBoth(tasks: TaskStore) {
  const slices = [costs] as const;
  const machine = createMachine([...coreSlices, ...slices]);
  return {
    machine,
    owner: createContextStore({ tasks, slices }),
    other: createContextStore({ tasks }),
    turns: createTurns({ tasks }),
  };
}

async function begin(tasks: TaskStore): Promise<ReturnType<typeof openBoth>> {
  const both = openBoth(tasks);
  const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
  assert.equal(await codeOf(both.owner.init('TASK-1', { actor, immutable })), 'ok');
  return both;
}

async function codeOf(given: ResultAsync<unknown, { readonly code: string }>): Promise<string> {
  const settled = await given;
  return settled.isOk() ? 'ok' : settled.error.code;
}

/** What a program that lacks a slice may do to a task that has its section: read it, and nothing else. */
export const unknownSectionCases: readonly SuiteCase[] = [
  {
    name: 'a section that a program does not know is read, kept byte for byte, and lets nobody write or sweep',
    run: async (tasks) => {
      const { owner, other, turns, machine } = await begin(tasks);
      const paid = { actor, command: { type: 'record-cost', receipt: SHA }, artifacts: [RECEIPT] } as const;
      assert.equal(await codeOf(owner.send('TASK-1', paid)), 'ok');
      const before = await expectOk(tasks.read('TASK-1'));

      const turn = { role: 'implementer', actor };
      const immutable = defineTask({ title: 'Another', description: 'Another.' });
      const writes = {
        init: other.init('TASK-1', { actor, immutable }),
        update: other.updateCoordination('TASK-1', { ...turn, status: 'in_progress' }),
        block: other.markBlocked('TASK-1', { ...turn, finding: 'red' }),
        attach: other.attachEvidence('TASK-1', { actor, type: 'note', path: 'note.md', content: RECEIPT }),
        rebuild: other.rebuild('TASK-1', { actor, immutable }),
        start: turns.startTurn('TASK-1', turn),
        'hand-off': turns.handOff('TASK-1', turn),
        complete: other.complete('TASK-1', { actor, force: true }),
        purge: other.purge('TASK-1', { actor, force: true }),
      };
      for (const [name, write] of Object.entries(writes))
        assert.deepEqual([name, await codeOf(write)], [name, 'UnknownSection']);

      await expectOk(tasks.sweep({ olderThanMs: 0 }));
      assert.deepEqual(await expectOk(tasks.getArtifact('TASK-1', SHA)), RECEIPT);
      assert.deepEqual(await expectOk(tasks.read('TASK-1')), before);

      const read = await other.get('TASK-1');
      const section = (read._unsafeUnwrap()?.record as unknown as { readonly costs: unknown } | undefined)?.costs;
      assert.deepEqual(section, { receipts: [SHA] });
      const { entries, anchor } = (await other.trail('TASK-1'))._unsafeUnwrap();
      assert.equal(replayAudit(entries, anchor)._unsafeUnwrapErr().code, 'UnknownSection');
      const replayed = replayAudit(entries, anchor, machine)._unsafeUnwrap().record;
      assert.deepEqual(replayed, JSON.parse(before.body ?? ''));

      assert.equal(await codeOf(owner.markBlocked('TASK-1', { ...turn, finding: 'red' })), 'ok');
    },
  },
  {
    name: 'a section that is null is not unknown, and still there after the write of another program',
    run: async (tasks) => {
      const { owner, other, turns } = await begin(tasks);
      assert.equal(await codeOf(turns.startTurn('TASK-1', { role: 'implementer', actor })), 'ok');
      assert.match((await expectOk(tasks.read('TASK-1'))).body ?? '', /"costs":null/);
      const paid = { actor, command: { type: 'record-cost', receipt: SHA }, artifacts: [RECEIPT] } as const;
      assert.equal(await codeOf(owner.send('TASK-1', paid)), 'ok');
      assert.equal(await codeOf(other.purge('TASK-1', { actor })), 'UnknownSection');
      assert.equal(await codeOf(owner.purge('TASK-1', { actor })), 'ok');
    },
  },
];
