import fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../text/canonical-json.ts';
import { ok } from '../result/result.ts';
import { defineSlice } from '../record/slice.ts';
import { turns } from '../slices/turns.ts';
import { roles } from '../slices/roles.ts';
import { type CommandInput, coreMachine, coreSlices, type TaskRecord } from './core-machine.ts';
import { createMachine } from './create-machine.ts';
import { typeOf } from './compose-schemas.ts';
import { sampleEnv, sampleInit } from './sample-task.fixture.ts';

const costs = defineSlice({
  name: 'costs',
  needs: [roles, turns],
  section: z.strictObject({ costs: z.strictObject({ spent: z.number() }).nullable() }),
  begin: () => ({ costs: null }),
  commands: [z.strictObject({ type: z.literal('record-cost'), usd: z.number().positive() })],
  events: [z.strictObject({ type: z.literal('cost-recorded'), usd: z.number() })],
  decide: { 'record-cost': (_record, { usd }) => ok([{ type: 'cost-recorded', usd }]) },
  evolve: { 'cost-recorded': ({ costs: known }, { usd }) => ({ costs: { spent: (known?.spent ?? 0) + usd } }) },
  artifacts: ({ costs: known }) => (known === null ? [] : ['9'.repeat(64)]),
});
const withCosts = createMachine([...coreSlices, costs]);

const begun = coreMachine
  .decide(null, sampleInit, sampleEnv)
  ._unsafeUnwrap()
  .reduce<TaskRecord | null>((record, event) => coreMachine.evolve(record, event), null) as TaskRecord;
const bodyWith = (fields: object): string => canonicalJson({ ...begun, ...fields });
const read = (fields: object): TaskRecord => coreMachine.readRecord(bodyWith(fields))._unsafeUnwrap();

/** The names of all commands that a machine takes. */
const commandsOf = ({ CommandSchema }: Pick<typeof coreMachine, 'CommandSchema'>): readonly string[] =>
  [...(CommandSchema as unknown as z.ZodDiscriminatedUnion).options].map((option) =>
    typeOf(option as unknown as z.ZodObject),
  );

describe('a section that no slice knows', () => {
  test('is read as it is, frozen, and written back byte for byte', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = bodyWith({ costs: value });
        const record = coreMachine.readRecord(body)._unsafeUnwrap();
        expect(canonicalJson(record)).toBe(body);
        expect(Object.isFrozen((record as unknown as { costs: unknown }).costs)).toBe(true);
      }),
    );
  });

  test.each(commandsOf(coreMachine))('refuses %s by its name, whatever it holds, and changes nothing', (type) => {
    const error = coreMachine
      .decide(read({ costs: { spent: 3 } }), { type } as CommandInput, sampleEnv)
      ._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'UnknownSection', data: { unmet: [{ condition: '/costs' }] } });
    expect(error.message).toContain('"costs"');
    expect(error.message).not.toMatch(/purge|delete|remove|rm /);
  });

  test('refuses the commands of the slice that is not loaded by the same name', () => {
    const command = { type: 'record-cost', usd: 1 } as unknown as CommandInput;
    expect(commandsOf(withCosts)).toHaveLength(commandsOf(coreMachine).length + 1);
    expect(coreMachine.decide(read({ costs: { spent: 3 } }), command, sampleEnv)._unsafeUnwrapErr().code).toBe(
      'UnknownSection',
    );
    expect(coreMachine.decide(read({}), command, sampleEnv)._unsafeUnwrapErr().code).toBe('InvalidInput');
  });

  test('refuses acts that are no commands, since nobody here knows whose the task is', () => {
    const act = { type: 'restore-tree', role: 'implementer' };
    expect(coreMachine.allows(read({ costs: 1 }), act, 'run-1')._unsafeUnwrapErr().code).toBe('UnknownSection');
    expect(coreMachine.allows(read({ costs: null }), act, 'run-1').isOk()).toBe(true);
  });

  test('is named, each of them', () => {
    const record = read({ costs: 1, budget: [] });
    expect(coreMachine.unknownSections(record)).toEqual(['budget', 'costs']);
  });

  test('that is null is not unknown', () => {
    const record = read({ costs: null });
    expect(coreMachine.unknownSections(record)).toEqual([]);
    expect(coreMachine.decide(record, { type: 'start-turn', role: 'implementer' }, sampleEnv).isOk()).toBe(true);
    expect(coreMachine.decide(record, { type: 'purge-context' }, sampleEnv).isOk()).toBe(true);
  });

  test('is refused for a record that was built by hand too', () => {
    const handMade = { ...begun, costs: { spent: 1 } } as TaskRecord;
    expect(coreMachine.decide(handMade, { type: 'purge-context' }, sampleEnv)._unsafeUnwrapErr().code).toBe(
      'UnknownSection',
    );
  });

  test('keeps what a slice that is not loaded said of a completed task', () => {
    const summary = { title: 't', created_at: sampleEnv.now, completed_at: sampleEnv.now, audit_entries: 1 };
    const completion = { completed_by: 'ada', summary: { ...summary, roles: {}, evidence: 0, costs: { spent: 1 } } };
    const body = bodyWith({ completion, costs: { spent: 1 } });
    expect(canonicalJson(coreMachine.readRecord(body)._unsafeUnwrap())).toBe(body);
    expect(coreMachine.readRecord(bodyWith({ completion }))._unsafeUnwrapErr().code).toBe('SchemaViolation');
  });
});

describe('a slice above those of core', () => {
  test('begins anew in a record that is older than it', () => {
    const record = withCosts.readRecord(canonicalJson(begun))._unsafeUnwrap();
    expect(record.costs).toBeNull();
    const [event] = withCosts.decide(record, { type: 'record-cost', usd: 2 }, sampleEnv)._unsafeUnwrap();
    const next = withCosts.evolve(record, event!);
    expect(next.costs).toEqual({ spent: 2 });
    expect(withCosts.liveArtifacts(next)).toEqual(['9'.repeat(64)]);
    expect(coreMachine.unknownSections(next as TaskRecord)).toEqual(['costs']);
  });

  test('trusts only its own records', () => {
    const record = withCosts.readRecord(canonicalJson(begun))._unsafeUnwrap();
    const spoiled = { ...record, costs: { spent: 'much' } } as never;
    expect(withCosts.decide(spoiled, { type: 'complete-task' }, sampleEnv)._unsafeUnwrapErr().code).toBe(
      'SchemaViolation',
    );
  });

  test('a field of core that is missing is missing', () => {
    const { coordination: _, ...without } = begun;
    const { tree_chain: __, ...chainless } = begun;
    expect(withCosts.readRecord(canonicalJson(without)).isErr()).toBe(true);
    expect(withCosts.readRecord(canonicalJson(chainless))._unsafeUnwrapErr().code).toBe('SchemaViolation');
  });
});

describe('createMachine refuses slices that do not hold together', () => {
  const bare = { section: z.strictObject({}), begin: () => ({}) } as const;
  const event = z.strictObject({ type: z.literal('x-done') });
  const command = z.strictObject({ type: z.literal('do-x') });
  test.each<[string, () => unknown, RegExp]>([
    ['without one that is needed', () => createMachine([turns]), /turns needs roles before it/],
    ['twice', () => createMachine([roles, roles]), /both have the name roles/],
    [
      'with a field that is taken',
      () =>
        createMachine([
          defineSlice({ name: 'x', section: z.strictObject({ audit: z.null() }), begin: () => ({ audit: null }) }),
        ]),
      /both have the field audit/,
    ],
    [
      'with a command that nothing decides',
      () => createMachine([defineSlice({ ...bare, name: 'x', commands: [command], decide: {} as never })]),
      /x does not say what do-x does/,
    ],
    [
      'with an event that nothing evolves',
      () => createMachine([defineSlice({ ...bare, name: 'x', events: [event], evolve: {} as never })]),
      /x does not say what x-done does/,
    ],
    [
      'that object to what there is not',
      () => createMachine([defineSlice({ ...bare, name: 'x', objections: { 'start-turn': () => [] } as never })]),
      /x speaks of start-turn/,
    ],
    [
      'that decide what is not theirs',
      () => createMachine([defineSlice({ ...bare, name: 'x', decide: { 'purge-context': () => ok([]) } })]),
      /x speaks of purge-context/,
    ],
    [
      'with a command that has no name',
      () =>
        createMachine([defineSlice({ ...bare, name: 'x', commands: [z.strictObject({ type: z.string() })] as never })]),
      /without a literal type/,
    ],
  ])('%s', (_, make, message) => expect(make).toThrow(message));
});
