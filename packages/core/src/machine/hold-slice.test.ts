import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createContextStore } from '../contexts/context-store.ts';
import { defineTask } from '../index.ts';
import type { Slice } from '../record/slice.ts';
import { ok } from '../result/result.ts';
import { coreSlices } from './core-machine.ts';
import { defineSlice } from './index.ts';

const command = z.strictObject({ type: z.literal('add-log'), text: z.string() });
const event = z.strictObject({ type: z.literal('log-added'), text: z.string() });

/** A slice of lines, of which some part is wrong. */
const log = (wrong: Record<string, unknown> = {}): Slice => ({
  ...defineSlice({
    name: 'log',
    section: z.strictObject({ log: z.array(z.string()).max(2).nullable() }),
    begin: () => ({ log: null }),
    commands: [command],
    events: [event],
    decide: { 'add-log': (_record, { text }) => ok([{ type: 'log-added', text }]) },
    evolve: { 'log-added': ({ log: lines }, { text }) => ({ log: [...(lines ?? []), text] }) },
  }),
  ...wrong,
});

async function send(slice: Slice, times = 1): Promise<readonly [string, readonly string[], string]> {
  const tasks = createMemoryTaskStore();
  const open = () => createContextStore({ tasks, slices: [...coreSlices, slice] as never });
  const store = open();
  const immutable = defineTask({ title: 'A', description: 'B' });
  const begun = await store.init('TASK-1', { immutable, actor: 'ada' });
  if (begun.isErr()) return [begun.error.code, unmetIn(begun.error), 'nothing'];
  let last: readonly [string, readonly string[]] = ['ok', []];
  for (let at = 0; at < times; at += 1) {
    const sent = await store.send('TASK-1', { actor: 'ada', command: { type: 'add-log', text: 'x' } as never });
    last = sent.isOk() ? ['ok', []] : [sent.error.code, unmetIn(sent.error)];
  }
  // Another process reads what is stored.
  const read = await open().get('TASK-1');
  return [
    ...last,
    read.isOk() ? JSON.stringify((read.value?.record as unknown as { log: unknown }).log) : read.error.code,
  ];
}

function unmetIn(error: { readonly data?: unknown }): readonly string[] {
  const { unmet = [] } = (error.data ?? {}) as { readonly unmet?: readonly { readonly detail: string }[] };
  return unmet.map(({ detail }) => detail);
}

describe('a slice that makes what it did not promise changes nothing', () => {
  test('a section that outgrows its schema', async () => {
    const [code, unmet, stored] = await send(log(), 4);
    expect([code, stored]).toEqual(['Rejected', '["x","x"]']);
    expect(unmet.join()).toContain('The slice log breaks the schema of its section: /log: Too big');
  });

  test.each([
    ['the field of another', { evolve: { 'log-added': () => ({ log: [], roles: ['me'] }) } }, 'writes "roles"'],
    ['a field of the machine', { evolve: { 'log-added': () => ({ immutable: {} }) } }, 'writes "immutable"'],
    ['a field that nobody has', { evolve: { 'log-added': () => ({ zzz: 1 }) } }, 'writes "zzz"'],
    ['the whole record', { evolve: { 'log-added': (record: object) => ({ ...record, log: [] }) } }, 'writes "version"'],
    [
      'an event of the machine',
      { decide: { 'add-log': () => ok([{ type: 'context-purged', reason: 'x' }]) } },
      '"context-purged"',
    ],
    [
      'an event of another',
      { decide: { 'add-log': () => ok([{ type: 'role-started', role: 'a' }]) } },
      '"role-started"',
    ],
    [
      'an event with more in it',
      { decide: { 'add-log': () => ok([{ type: 'log-added', text: 'x', more: 1 }]) } },
      'the schema of the event log-added',
    ],
    ['no event', { decide: { 'add-log': () => ok([null]) } }, 'no type'],
    ['no list', { decide: { 'add-log': () => ok({}) } }, 'no list of events'],
    ['a promise', { decide: { 'add-log': () => Promise.resolve(ok([])) } }, 'cannot be asynchronous'],
    ['an event that follows', { adds: { 'log-added': () => [{ type: 'x' }] } }, '"x"'],
    [
      'what its schema changes',
      {
        section: z.strictObject({
          log: z
            .array(z.string())
            .nullable()
            .transform((lines) => lines?.join() ?? null),
        }),
      },
      'read otherwise than it is written',
    ],
    [
      'what its schema leaves out',
      {
        section: z.strictObject({ log: z.array(z.object({})).nullable() }),
        evolve: { 'log-added': () => ({ log: [{ lost: 2 }] }) },
      },
      'read otherwise than it is written',
    ],
    [
      'what is no JSON',
      { section: z.strictObject({ log: z.any() }), evolve: { 'log-added': () => ({ log: 1n }) } },
      '',
    ],
  ])('%s', async (_, wrong, told) => {
    const [code, unmet, stored] = await send(log(wrong));
    expect([code, stored]).toEqual(['Rejected', 'null']);
    expect(unmet.join()).toContain(told);
  });

  test.each([
    ['a field that nobody has', { begin: () => ({ log: null, zzz: 1 }) }],
    ['nothing', { begin: () => ({}) }],
    ['what breaks its schema', { begin: () => ({ log: 7 }) }],
  ])('a task does not begin with %s', async (_, wrong) => {
    expect((await send(log(wrong))).slice(0, 1)).toEqual(['Rejected']);
  });
});
