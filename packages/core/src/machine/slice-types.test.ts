import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { type ContextStore, createContextStore } from '../contexts/context-store.ts';
import type { LifeCommandInput, LifeEvent } from '../record/life.ts';
import { defineSlice, type TypesIn } from '../record/slice.ts';
import { ok } from '../result/result.ts';
import { coreSlices, type CoreSlices } from './core-machine.ts';
import { type CommandInputOf, createMachine, type EventOf } from './create-machine.ts';
import { sampleEnv } from './sample-task.fixture.ts';

const costs = defineSlice({
  name: 'costs',
  section: z.strictObject({ costs: z.strictObject({ usd: z.number() }).nullable() }),
  begin: () => ({ costs: null }),
  commands: [z.strictObject({ type: z.literal('pay'), usd: z.number(), note: z.string().default('') })],
  events: [z.strictObject({ type: z.literal('paid'), usd: z.number() })],
  decide: { pay: (_record, { usd }) => ok([{ type: 'paid', usd }]) },
  evolve: { paid: (_record, { usd }) => ({ costs: { usd } }) },
});
const notes = defineSlice({
  name: 'notes',
  section: z.strictObject({ notes: z.array(z.string()).nullable() }),
  begin: () => ({ notes: null }),
  commands: [z.strictObject({ type: z.literal('note'), text: z.string() })],
  events: [z.strictObject({ type: z.literal('noted'), text: z.string() })],
  facts: z.strictObject({ author: z.string() }),
  decide: { note: (_record, { text }, { facts }) => ok([{ type: 'noted', text: `${facts.notes?.author}: ${text}` }]) },
  evolve: { noted: ({ notes: known }, { text }) => ({ notes: [...(known ?? []), text] }) },
});
const tags = defineSlice({
  name: 'tags',
  needs: [notes],
  section: z.strictObject({ tags: z.array(z.string()).nullable() }),
  begin: () => ({ tags: null }),
  commands: [z.strictObject({ type: z.literal('tag'), tag: z.string() })],
  events: [z.strictObject({ type: z.literal('tagged'), tag: z.string() })],
  decide: { tag: (_record, { tag }) => ok([{ type: 'tagged', tag }]) },
  evolve: { tagged: ({ tags: known }, { tag }) => ({ tags: [...(known ?? []), tag] }) },
  summary: { shape: { tags: z.number() }, of: ({ tags: known }) => ({ tags: known?.length ?? 0 }) },
});

type Pay = { readonly type: 'pay'; readonly usd: number; readonly note?: string | undefined };
type Note = { readonly type: 'note'; readonly text: string };
type Tag = { readonly type: 'tag'; readonly tag: string };

describe('the types of a machine of three slices', () => {
  const three = [costs, notes, tags] as const;
  type Three = typeof three;
  const machine = createMachine(three);
  type Input = Parameters<typeof machine.decide>[1];
  type Record = NonNullable<Parameters<typeof machine.decide>[0]>;

  test('commands are exactly the union of theirs and of the machine', () => {
    expectTypeOf<Input['type']>().toEqualTypeOf<LifeCommandInput['type'] | 'pay' | 'note' | 'tag'>();
    expectTypeOf<Exclude<Input, LifeCommandInput>>().branded.toEqualTypeOf<Pay | Note | Tag>();
    expectTypeOf<Input>().toEqualTypeOf<CommandInputOf<Three>>();
  });

  test('so are events, fields, facts and the summary', () => {
    expectTypeOf<EventOf<Three>['type']>().toEqualTypeOf<LifeEvent['type'] | 'paid' | 'noted' | 'tagged'>();
    expectTypeOf<TypesIn<Three>['event']>().branded.toEqualTypeOf<
      | { readonly type: 'paid'; readonly usd: number }
      | { readonly type: 'noted'; readonly text: string }
      | { readonly type: 'tagged'; readonly tag: string }
    >();
    expectTypeOf<Pick<Record, 'costs' | 'notes' | 'tags'>>().branded.toEqualTypeOf<{
      readonly costs: { readonly usd: number } | null;
      readonly notes: readonly string[] | null;
      readonly tags: readonly string[] | null;
    }>();
    expectTypeOf<Record>().not.toHaveProperty('coordination');
    expectTypeOf<NonNullable<Record['completion']>['summary']['tags']>().toEqualTypeOf<number>();
    const facts = { head: null, notes: { author: 'ada' } };
    expect(machine.decide(null, { type: 'note', text: 'x' }, { ...sampleEnv, facts }).isErr()).toBe(true);
  });

  test('a command of a slice that is not loaded does not compile', () => {
    // @ts-expect-error No slice of this machine knows it.
    const refused = machine.decide(null, { type: 'start-turn', role: 'implementer' }, sampleEnv);
    expect(refused._unsafeUnwrapErr().code).toBe('InvalidInput');
    // @ts-expect-error A field is missing.
    expect(machine.decide(null, { type: 'pay' }, sampleEnv).isErr()).toBe(true);
    // @ts-expect-error No slice of core knows it.
    expect(createMachine(coreSlices).decide(null, { type: 'pay', usd: 3 }, sampleEnv).isErr()).toBe(true);
    // @ts-expect-error Facts are those of the slices.
    expect(machine.decide(null, { type: 'tag', tag: 'x' }, { ...sampleEnv, facts: { head: null, tags: 1 } }).isErr());
  });
});

test('a slice cannot write what is not its own, nor record what it does not know', () => {
  const define = (): unknown => [
    defineSlice({
      name: 'thief',
      needs: [costs],
      section: z.strictObject({ loot: z.number().nullable() }),
      begin: () => ({ loot: null }),
      commands: [z.strictObject({ type: z.literal('take'), by: z.number() })],
      events: [z.strictObject({ type: z.literal('taken'), by: z.number() })],
      // @ts-expect-error An event of a slice that it does not need.
      decide: { take: (_record, { by }) => ok([{ type: 'noted', text: `${by}` }]) },
      // @ts-expect-error A field of another slice.
      evolve: { taken: (_record, { by }) => ({ costs: { usd: by } }) },
    }),
    defineSlice({
      name: 'forgetful',
      section: z.strictObject({}),
      begin: () => ({}),
      events: [z.strictObject({ type: z.literal('taken') })],
      // @ts-expect-error The event `taken` is not evolved.
      evolve: {},
    }),
  ];
  expect(define).not.toThrow();
});

test('a slice without fields, which only objects, leaves the fields of others as they are', () => {
  const rule = defineSlice({
    name: 'rule',
    needs: [costs],
    section: z.strictObject({}),
    begin: () => ({}),
    objections: { pay: ({ costs: known }) => (known === null ? [] : [{ condition: 'once', detail: 'Paid already.' }]) },
  });
  const machine = createMachine([costs, rule]);
  type Record = NonNullable<Parameters<typeof machine.decide>[0]>;
  expectTypeOf<Record['costs']>().toEqualTypeOf<{ readonly usd: number } | null>();
  expectTypeOf<Record['task_id']>().toEqualTypeOf<string>();
  expect(machine.slices).toHaveLength(2);
});

test('a context store takes the commands of the slices that it was given, and no other', async () => {
  const tasks = createMemoryTaskStore();
  const store = createContextStore({ tasks, slices: [costs, notes] });
  type Sent = Parameters<typeof store.send>[1]['command'];
  expectTypeOf<Sent>().branded.toEqualTypeOf<Pay | Note>();
  expectTypeOf<Parameters<ContextStore['send']>[1]['command']>().toEqualTypeOf<never>();
  type Core = Parameters<typeof createContextStore<CoreSlices>>[0]['slices'];
  expectTypeOf<Core>().toEqualTypeOf<CoreSlices | undefined>();
  // @ts-expect-error Its slice is not loaded.
  const refused = await store.send('TASK-1', { actor: 'ada', command: { type: 'tag', tag: 'x' } });
  expect(refused.isErr()).toBe(true);
});
