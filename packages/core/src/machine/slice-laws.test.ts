import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sealEvents, type AuditEntry } from '../audit/audit-entry.ts';
import { EMPTY_CHAIN } from '../audit/chain-anchor.ts';
import { replayAudit } from '../audit/replay-audit.ts';
import { reject } from '../record/rejection.ts';
import { defineSlice, type Slice, type Typed } from '../record/slice.ts';
import { ok } from '../result/result.ts';
import { roles } from '../slices/roles.ts';
import { turns } from '../slices/turns.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { type CoreMachine, coreSlices, type TaskRecord } from './core-machine.ts';
import { createMachine } from './create-machine.ts';
import { anyCommand, sampleEnv, sampleInit } from './sample-task.fixture.ts';

/** What a generated slice does. It needs some of those before it, and may follow, object to or add to what those do. */
interface Plan {
  readonly needs: readonly number[];
  readonly needsTurns: boolean;
  readonly follows: boolean;
  readonly adds: boolean;
  readonly tells: boolean;
  readonly limit: number;
  readonly alwaysAbove: number;
}
interface Counts {
  readonly n: number;
  readonly seen: number;
}
interface Do extends Typed {
  readonly by: number;
}
type Machine = CoreMachine & { readonly slices: readonly Slice[] };

const MAX_SLICES = 4;

const plans: fc.Arbitrary<readonly Plan[]> = fc
  .array(
    fc.record({
      needs: fc.uniqueArray(fc.nat(MAX_SLICES - 1), { maxLength: 2 }),
      needsTurns: fc.boolean(),
      follows: fc.boolean(),
      adds: fc.boolean(),
      tells: fc.boolean(),
      limit: fc.integer({ min: 2, max: 20 }),
      alwaysAbove: fc.integer({ min: 5, max: 60 }),
    }),
    { minLength: 1, maxLength: MAX_SLICES },
  )
  .map((given) => given.map((plan, at) => ({ ...plan, needs: plan.needs.filter((below) => below < at) })));

function makeSlice(plan: Plan, at: number, below: readonly Slice[]): Slice {
  const field = `f${at}`;
  const own = (record: unknown): Counts =>
    (record as Readonly<Record<string, Counts | null>>)[field] ?? { n: 0, seen: 0 };
  const counted = (record: unknown, n: number, seen: number): object => {
    const before = own(record);
    return { [field]: { n: before.n + n, seen: before.seen + seen } };
  };
  const full = (record: unknown): readonly object[] =>
    own(record).n > plan.limit ? [{ condition: `limit-${at}`, detail: 'Too many.' }] : [];
  const done = plan.needs.map((index) => `done-${index}`);
  const handlers = (types: readonly string[], handler: unknown): object =>
    Object.fromEntries(types.map((type) => [type, handler]));
  return defineSlice({
    name: `s${at}`,
    needs: [...(plan.needsTurns ? [roles, turns] : []), ...plan.needs.map((index) => below[index]!)],
    section: z.strictObject({ [field]: z.strictObject({ n: z.int(), seen: z.int() }).nullable() }),
    begin: () => ({ [field]: null }),
    commands: [z.strictObject({ type: z.literal(`do-${at}`), by: z.int() })],
    events: [
      z.strictObject({ type: z.literal(`done-${at}`), by: z.int() }),
      z.strictObject({ type: z.literal(`noted-${at}`) }),
    ],
    decide: {
      [`do-${at}`]: (_record: unknown, { by }: Do) => {
        if (by < 0) return reject('Rejected', [{ condition: `positive-${at}`, detail: 'Less than nothing.' }]);
        const told = plan.tells && plan.needs.length > 0 ? [{ type: done[0], by: 1 }] : [];
        return ok(by === 0 ? [] : [{ type: `done-${at}`, by }, ...told]);
      },
    } as never,
    evolve: {
      [`done-${at}`]: (record: unknown, { by }: Do) => counted(record, by, 0),
      [`noted-${at}`]: (record: unknown) => counted(record, 0, 1),
      ...(plan.follows ? handlers(done, (record: unknown) => counted(record, 0, 10)) : {}),
      ...(plan.follows && plan.needsTurns ? { 'role-started': (record: unknown) => counted(record, 1, 0) } : {}),
    },
    objections: {
      ...handlers(
        plan.needs.map((index) => `do-${index}`),
        full,
      ),
      ...(plan.needsTurns ? { 'start-turn': full } : {}),
      '*': (record: unknown) =>
        own(record).n > plan.alwaysAbove ? [{ condition: `closed-${at}`, detail: 'Closed.', code: 'NotOwner' }] : [],
    } as never,
    adds: plan.adds ? handlers(done, () => [{ type: `noted-${at}` }]) : {},
    artifacts: (record) => (own(record).n > 0 ? [String(at).repeat(64)] : []),
    summary: { shape: { [field]: z.int() }, of: (record) => ({ [field]: own(record).n }) },
  });
}

function makeMachine(given: readonly Plan[]): Machine {
  const made: Slice[] = [];
  for (const [at, plan] of given.entries()) made.push(makeSlice(plan, at, made));
  return createMachine([...coreSlices, ...made]) as unknown as Machine;
}

const doing = fc.record({
  type: fc.nat(MAX_SLICES - 1).map((at) => `do-${at}`),
  by: fc.integer({ min: -1, max: 9 }),
});
const commands = fc.array(fc.oneof({ arbitrary: doing, weight: 3 }, anyCommand), { maxLength: 25 });

interface Life {
  readonly record: TaskRecord | null;
  readonly entries: readonly AuditEntry<Typed>[];
}

/** Carries out commands one by one, as a service does, but without a store. */
function live(machine: Machine, given: readonly Typed[]): Life {
  let record: TaskRecord | null = null;
  let revision = 0;
  const entries: AuditEntry<Typed>[] = [];
  for (const command of [sampleInit, ...given]) {
    const events = machine.decide(record, command as never, sampleEnv).unwrapOr([]);
    if (events.length === 0) continue;
    revision += 1;
    const last = entries.at(-1);
    const anchor = last === undefined ? EMPTY_CHAIN : { count: last.seq, head: last.hash };
    for (const entry of sealEvents<Typed>(events, { anchor, revision, env: sampleEnv })) {
      entries.push(entry);
      record = machine.anchor(machine.evolve(record, entry.event as never), entry);
      if (entry.event.type === 'context-purged') record = null;
    }
  }
  return { record, entries };
}

/** The slices that a slice can have an effect on: itself, those that need it, and those that need these. */
function reach(given: readonly Plan[], from: number): ReadonlySet<number> {
  const reached = new Set([from]);
  for (const [at, { needs }] of given.entries()) if (needs.some((index) => reached.has(index))) reached.add(at);
  // A slice may record events of those that it needs, too.
  if (given[from]!.tells)
    for (const index of given[from]!.needs.slice(0, 1)) reach(given, index).forEach((at) => reached.add(at));
  return reached;
}

/** What both orders of two commands have to agree on: which of them were refused, and the record. */
function outcome(machine: Machine, start: TaskRecord, given: readonly Typed[]): unknown {
  let record = start;
  const refused: Record<string, unknown> = {};
  for (const command of given) {
    const decided = machine.decide(record, command as never, sampleEnv);
    refused[command.type] = decided.isErr() ? decided.error.data : null;
    record = decided.unwrapOr([]).reduce<TaskRecord>((before, event) => machine.evolve(before, event), record);
  }
  return { refused, record: canonicalJson(record) };
}

describe('for any set of slices', () => {
  test('the events replayed give the record, to the byte; it can be stored and read back', () => {
    fc.assert(
      fc.property(plans, commands, (given, asked) => {
        const machine = makeMachine(given);
        const { record, entries } = live(machine, asked);
        const replayed = replayAudit(entries, undefined, machine)._unsafeUnwrap();
        expect(replayed.purged).toBe(record === null);
        if (record === null) return;
        const body = canonicalJson(record);
        expect(canonicalJson(replayed.record)).toBe(body);
        // A machine of its own, which trusts nothing that the first one made.
        expect(canonicalJson(makeMachine(given).readRecord(body)._unsafeUnwrap())).toBe(body);
      }),
    );
  });

  test('a rejected command changes nothing, and deciding twice gives the same answer', () => {
    fc.assert(
      fc.property(plans, commands, fc.oneof(doing, anyCommand), (given, asked, command: Typed) => {
        const machine = makeMachine(given);
        const { record } = live(machine, asked);
        const before = canonicalJson(record);
        const first = machine.decide(record, command as never, sampleEnv);
        expect(machine.decide(record, command as never, sampleEnv)).toEqual(first);
        expect(canonicalJson(record)).toBe(before);
        expect(record === null || Object.isFrozen(record)).toBe(true);
        if (first.isErr()) expect(first.error.data.unmet.length).toBeGreaterThan(0);
      }),
    );
  });

  test('slices that do not know each other commute, where nothing follows both', () => {
    let compared = 0;
    fc.assert(
      fc.property(plans, commands, fc.nat(8), fc.nat(8), (given, asked, x, y) => {
        // One objects to every command: that speaks to all the others.
        const open = given.map((plan) => ({ ...plan, alwaysAbove: Infinity }));
        const machine = makeMachine(open);
        const { record } = live(machine, asked);
        if (record === null) return;
        for (let a = 0; a < open.length; a += 1)
          for (let b = a + 1; b < open.length; b += 1) {
            if ([...reach(open, a)].some((at) => reach(open, b).has(at))) continue;
            const [one, two] = [
              { type: `do-${a}`, by: x + 1 },
              { type: `do-${b}`, by: y + 1 },
            ];
            expect(outcome(machine, record, [one, two])).toEqual(outcome(machine, record, [two, one]));
            compared += 1;
          }
      }),
    );
    expect(compared).toBeGreaterThan(50);
  });

  test('a machine that lacks slices refuses a record by the names of their fields, and only when they hold something', () => {
    fc.assert(
      fc.property(plans, commands, fc.nat(MAX_SLICES), (given, asked, kept) => {
        const { record } = live(makeMachine(given), asked);
        if (record === null || record.completion !== null) return;
        const fewer = makeMachine(given.slice(0, kept));
        const read = fewer.readRecord(canonicalJson(record))._unsafeUnwrap();
        expect(canonicalJson(read)).toBe(canonicalJson(record));
        const held = given.map((_, at) => `f${at}`).slice(kept);
        const unknown = held.filter((field) => (read as unknown as Readonly<Record<string, unknown>>)[field] !== null);
        expect(fewer.unknownSections(read)).toEqual(unknown);
        const refused = fewer.decide(read, { type: 'purge-context' }, sampleEnv).match(
          () => [],
          ({ code, data }) => (code === 'UnknownSection' ? data.unmet.map(({ condition }) => condition) : []),
        );
        expect(refused).toEqual(unknown.map((field) => `/${field}`));
      }),
    );
  });
});
