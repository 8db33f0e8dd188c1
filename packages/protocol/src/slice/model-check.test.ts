import { describe, expect, test } from 'vitest';
import type { Guard } from '../guards/guard.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { decideFast, envOf, initialWorld, movesIn, step, type World } from './model-check.fixture.ts';
import { keyOf } from './model-key.fixture.ts';
import type { Transition } from '../guards/transitions.ts';

interface Explored {
  readonly states: number;
  readonly tried: number;
  readonly violations: readonly string[];
}

/** Breadth first over everything that can happen; the invariants are checked on every step, dead ends at the end. */
function explore(
  table: ProtocolTable,
  maxRewinds: number,
  isOver: (violations: ReadonlySet<string>) => boolean = () => false,
): Explored {
  const numbers = new Map<string, number>();
  const worlds: World[] = [];
  const before: number[][] = [];
  const violations = new Set<string>();
  let tried = 0;
  const add = (world: World): number => {
    const key = keyOf(world);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, worlds.length);
    before.push([]);
    return worlds.push(world) - 1;
  };
  add(initialWorld());
  for (let from = 0; from < worlds.length && !isOver(violations); from += 1) {
    const world = worlds[from]!;
    for (const broken of strangersAct(world, table)) violations.add(broken);
    for (const made of movesIn(world)) {
      tried += 1;
      const next = step(world, made, table, maxRewinds);
      if (next === null) continue;
      for (const broken of breaks(world, next)) violations.add(`${broken} by ${made.name}`);
      before[add(next)]!.push(from);
    }
    // The old worlds are only needed for their keys.
    if (worlds[from]!.record.protocol?.state !== 'CLEANUP') worlds[from] = { ...world, record: worlds[0]!.record };
  }
  const stuck = findStuck(worlds, before);
  if (stuck > 0) violations.add(`${stuck} states lead nowhere`);
  return { states: worlds.length, tried, violations: [...violations] };
}

function breaks({ record: { protocol: was } }: World, { record: { protocol: is }, content }: World): readonly string[] {
  if (is === null) return [];
  const broken: string[] = [];
  const isPlanApproved = is.plan !== null && is.checkpoints.plan.approved?.covers === is.plan.sha;
  const isChangeApproved = is.checkpoints.change.approved?.covers === content;
  const entered = was?.state === is.state ? null : is.state;
  if (entered === 'IMPLEMENTATION' && was?.state === 'SYNTHESIS' && !isPlanApproved) broken.push('work without a plan');
  if (entered === 'AWAITING_USER_APPROVAL' && !isPlanApproved) broken.push('changes without a plan');
  if (entered === 'COMPLETE' && !(isPlanApproved && isChangeApproved)) broken.push('COMPLETE without both approvals');
  if (was?.state === 'COMPLETE' && entered === 'CLEANUP' && !(isPlanApproved && isChangeApproved)) {
    broken.push('merged without both approvals');
  }
  const isOtherOwner = is.owner !== null && is.owner.session !== was?.owner?.session;
  if (isOtherOwner && is.owner.fence <= (was?.fence ?? 0)) broken.push('two owners with one fencing number');
  if (isOtherOwner && was !== null && was.owner !== null && is.owner.fence !== was.fence + 1)
    broken.push('a takeover that is no takeover');
  return broken;
}

function strangersAct(world: World, table: ProtocolTable): readonly string[] {
  const owner = world.record.protocol?.owner ?? null;
  if (owner === null || world.record.completion !== null) return [];
  const stranger = owner.session === 'run-1' ? 'run-2' : 'run-1';
  const env = envOf(world, stranger);
  const commands = [
    { type: 'advance', to: undefined },
    { type: 'check-compliance' },
    { type: 'release-task' },
  ] as const;
  return commands
    .filter((command) => decideFast(world.record, command, env, table).isOk())
    .map(({ type }) => `two owners: a stranger may ${type}`);
}

/** How many states CLEANUP cannot be reached from. */
function findStuck(worlds: readonly World[], before: readonly (readonly number[])[]): number {
  const reaching = new Set<number>();
  const pending = worlds.flatMap(({ record }, index) => (record.protocol?.state === 'CLEANUP' ? [index] : []));
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (reaching.has(index)) continue;
    reaching.add(index);
    pending.push(...before[index]!);
  }
  return worlds.length - reaching.size;
}

function withoutGuard(id: string, isIn: (row: Transition) => boolean = () => true): ProtocolTable {
  const drop = (guards: readonly Guard[]): readonly Guard[] => guards.filter((guard) => guard.id !== id);
  return {
    ...PROTOCOL_TABLE,
    rows: PROTOCOL_TABLE.rows.map((row) => (isIn(row) ? { ...row, guards: drop(row.guards) } : row)),
  };
}

describe('the whole machine', () => {
  test('never completes without both approvals, never gets stuck, never has two owners', () => {
    const deep = Number(process.env['BATONKIT_MODEL_REWINDS'] ?? 0);
    const { states, tried, violations } = explore(PROTOCOL_TABLE, deep);
    console.log(`Model check: ${states} states, ${tried} moves tried, tasks go back up to ${deep} times.`);
    expect(violations).toEqual([]);
    expect(states).toBeGreaterThan(deep === 0 ? 2000 : 10_000);
  }, 300_000);

  const short: Transition = { from: 'REVIEW', to: 'COMPLETE', trigger: 'advance', kind: 'forward', guards: [] };
  const unguarded = { ...PROTOCOL_TABLE.commands, 'record-merge': [] };
  const planted: readonly (readonly [string, ProtocolTable, RegExp])[] = [
    ['the plan approval at SYNTHESIS is not demanded', withoutGuard('plan-approved'), /without a plan/],
    ['the change approval is not demanded', withoutGuard('change-approved'), /COMPLETE without both approvals/],
    [
      'REVIEW leads straight to COMPLETE, and a merge is recorded without a look at the approval',
      {
        ...PROTOCOL_TABLE,
        rows: [short, ...PROTOCOL_TABLE.rows],
        common: { ...PROTOCOL_TABLE.common, forward: [] },
        commands: unguarded,
      },
      /without both/,
    ],
    [
      'COMPLETE does not look at compliance, nor the record of a merge at the approval',
      {
        ...PROTOCOL_TABLE,
        commands: unguarded,
        common: {
          ...PROTOCOL_TABLE.common,
          forward: PROTOCOL_TABLE.common.forward.filter(({ id }) => id !== 'compliant'),
        },
      },
      /merged without both approvals/,
    ],
    [
      'nothing leads to CLEANUP',
      { ...PROTOCOL_TABLE, rows: PROTOCOL_TABLE.rows.filter(({ to }) => to !== 'CLEANUP') },
      /lead nowhere/,
    ],
    [
      'the short path ends at SYNTHESIS and cannot be given up',
      {
        ...PROTOCOL_TABLE,
        rows: PROTOCOL_TABLE.rows.filter(
          ({ from, to, kind }) =>
            kind !== 'abandon' && !(from === 'SYNTHESIS' && kind !== 'forward') && to !== 'AWAITING_USER_APPROVAL',
        ),
      },
      /lead nowhere/,
    ],
  ];
  test.each(planted)(
    'would be caught when %s',
    (_name, table, expected) => {
      const isFound = (violations: ReadonlySet<string>): boolean =>
        [...violations].some((broken) => expected.test(broken));
      expect(explore(table, 0, isFound).violations.join('\n')).toMatch(expected);
    },
    300_000,
  );
});
