import { describe, expect, test } from 'vitest';
import type { ProtocolAgent } from '../section/agent-section.ts';
import type { CommandGuard, GuardedCommand } from '../guards/command-guards.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { initialRounds, roundsKey, roundsMovesIn, stepRounds, type RoundsWorld } from './rounds-model.fixture.ts';
import { LATE, REVIEWERS, type RoundsMove } from './rounds-moves.fixture.ts';

interface Explored {
  readonly states: number;
  readonly tried: number;
  readonly reached: ReadonlySet<string>;
  readonly violations: readonly string[];
}

/** Breadth first, as the model check of the whole table, from the moment the agents begin their work. */
function explore(
  table: ProtocolTable,
  maxRewinds: number,
  start: RoundsWorld = initialRounds(),
  isOver: (found: string) => boolean = () => false,
): Explored {
  const numbers = new Map<string, number>();
  const worlds: (RoundsWorld | null)[] = [];
  const before: number[][] = [];
  const ends: number[] = [];
  const violations = new Set<string>();
  const reached = new Set<string>();
  let tried = 0;
  let isFound = false;
  const add = (world: RoundsWorld): number => {
    const key = roundsKey(world);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, worlds.length);
    before.push([]);
    if (world.record.completion !== null) ends.push(worlds.length);
    reached.add(world.record.protocol!.state);
    return worlds.push(world) - 1;
  };
  add(start);
  for (let from = 0; from < worlds.length && !isFound; from += 1) {
    const world = worlds[from]!;
    for (const made of roundsMovesIn(world)) {
      tried += 1;
      const next = stepRounds(world, made, table, maxRewinds);
      if (next === null) continue;
      for (const broken of breaks(world, made, next)) {
        violations.add(`${broken} by ${made.name}`);
        isFound ||= isOver(broken);
      }
      before[add(next)]!.push(from);
    }
    worlds[from] = null;
  }
  const stuck = isFound ? 0 : countStuck(worlds.length, ends, before);
  if (stuck > 0) violations.add(`${stuck} states do not lead to the end`);
  return { states: worlds.length, tried, reached, violations: [...violations] };
}

function countStuck(states: number, ends: readonly number[], before: readonly (readonly number[])[]): number {
  const reaching = new Set<number>();
  const pending = [...ends];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (reaching.has(index)) continue;
    reaching.add(index);
    pending.push(...before[index]!);
  }
  return states - reaching.size;
}

function breaks(was: RoundsWorld, made: RoundsMove, is: RoundsWorld): readonly string[] {
  const { says } = made;
  const before = was.record.protocol!;
  const { agents, state } = is.record.protocol!;
  const broken: string[] = [];
  const entered = before.state === state ? null : state;
  const everybody = Object.entries(agents);
  if (entered === 'VALIDATION') {
    const isUnanimous = everybody.every(
      ([, { kind, decision }]) =>
        kind === 'updater' || (decision?.verdict === 'APPROVED' && decision.covers === is.content),
    );
    if (!isUnanimous) broken.push('VALIDATION without everybody');
    if (!is.isTaskGreen) broken.push('VALIDATION of a broken build');
    if (everybody.some(([, { kind, last_merge_sha }]) => kind === 'updater' && last_merge_sha === null))
      broken.push('VALIDATION without a merge');
  }
  if (entered === 'COMPLETE' && !everybody.every(([, agent]) => hasJudged(agent, is.content)))
    broken.push('COMPLETE of what was not reviewed');
  const isBehind = entered === 'VALIDATION' || entered === 'AWAITING_USER_APPROVAL' || entered === 'COMPLETE';
  // What was deferred in a negotiation stands behind it, but never in its stead.
  const isNegotiated = entered !== 'VALIDATION' && before.state !== 'REVIEW';
  const open = is.rejecting.filter((name) => !(isNegotiated && is.deferring.includes(name)));
  if (isBehind && open.length > 0) broken.push('a rejection turned into approval');
  if ((entered === 'COMPLETE' || entered === 'CLEANUP') && everybody.some(([, { status }]) => status !== 'complete'))
    broken.push(`${entered} with an unfinished agent`);
  if (says?.type === 'leaves' && was.rejecting.includes(says.who)) broken.push('a rejection was dropped');
  if (says?.type === 'joins' && was.rejecting.length > 0) broken.push('somebody joined to outvote a rejection');
  if (says?.type === 'approves' && before.agents[says.who]?.requirements === null)
    broken.push('an approval by somebody who did not catch up');
  if (says?.type === 'defers' && !was.rejecting.includes(says.who)) broken.push('somebody else deferred');
  if (says?.type === 'merges') broken.push(...breaksByMerge(was, made, says.who, is));
  return broken;
}

/** A reviewer approved the content, or rejected it and let it wait. */
function hasJudged({ kind, decision, scope_decision }: ProtocolAgent, content: string): boolean {
  const said = decision?.verdict === 'REJECTED' ? scope_decision : decision;
  return kind === 'updater' || said?.covers === content;
}

function breaksByMerge(was: RoundsWorld, { name }: RoundsMove, who: string, is: RoundsWorld): readonly string[] {
  const broken: string[] = name.endsWith('without a rebase') ? ['a merge without a rebase'] : [];
  const { build, agents } = was.record.protocol!;
  if (!was.green.includes(who)) broken.push('a merge without tests');
  const mends = build?.status === 'broken' && (build.agent === who || agents[build.agent]?.status === 'error');
  if (!was.isTaskGreen && !mends) broken.push('a merge onto a broken build');
  const standing = [...REVIEWERS, LATE].filter((name) => {
    const decision = is.record.protocol?.agents[name]?.decision;
    return decision?.verdict === 'APPROVED' && decision.covers === was.content;
  });
  if (standing.length > 0) broken.push('a merge that leaves an approval standing');
  return broken;
}

const dropped = (...ids: readonly string[]): ProtocolTable => ({
  ...PROTOCOL_TABLE,
  rows: PROTOCOL_TABLE.rows.map((row) => ({ ...row, guards: row.guards.filter(({ id }) => !ids.includes(id)) })),
});
function droppedFrom(command: GuardedCommand, id: string): ProtocolTable {
  const kept = (PROTOCOL_TABLE.commands[command] as readonly CommandGuard[]).filter((guard) => guard.id !== id);
  return { ...PROTOCOL_TABLE, commands: { ...PROTOCOL_TABLE.commands, [command]: kept } };
}

describe('two reviewers, two updaters, one that joins late', () => {
  test('nothing that was rejected passes, nobody is left out, and the end is reached from everywhere', () => {
    const deep = Number(process.env['BATONKIT_MODEL_REWINDS'] ?? 0);
    const { states, tried, reached, violations } = explore(PROTOCOL_TABLE, deep);
    console.log(`Model check of rounds: ${states} states, ${tried} moves tried, tasks go back up to ${deep} times.`);
    expect(violations).toEqual([]);
    expect([...reached]).toEqual(expect.arrayContaining(['SCOPE_NEGOTIATION', 'COMPLETE', 'CLEANUP']));
  }, 600_000);
});

describe('the model check of rounds catches', () => {
  const planted: readonly (readonly [string, ProtocolTable, 'begin' | 'done' | 'review', RegExp])[] = [
    ['VALIDATION without approvals', dropped('reviewers-approved'), 'done', /without everybody/],
    ['VALIDATION without merges', dropped('updaters-finished'), 'begin', /VALIDATION without a merge/],
    ['VALIDATION without QA', dropped('qa-passing'), 'done', /broken build/],
    // Who rejected is not complete either: the next three are stopped by two guards.
    [
      'a review that need not be unanimous',
      dropped('review-unanimous', 'agents-complete'),
      'review',
      /turned into approval/,
    ],
    [
      'a deferral that not all agree to',
      dropped('scope-deferred', 'agents-complete'),
      'review',
      /turned into approval/,
    ],
    [
      'a deferral before all were asked',
      dropped('scope-classified', 'agents-complete'),
      'review',
      /turned into approval/,
    ],
    ['changes behind the review', dropped('content-reviewed'), 'review', /not reviewed/],
    ['an end with unfinished agents', dropped('agents-complete'), 'review', /unfinished agent/],
    ['a merge without tests', droppedFrom('merge-agent', 'qa-before-merge'), 'begin', /without tests/],
    ['a merge before the last is verified', droppedFrom('merge-agent', 'last-merge-verified'), 'begin', /broken build/],
    ['a merge onto a broken build', droppedFrom('merge-agent', 'build-intact'), 'begin', /broken build/],
    ['a merge onto an older branch', droppedFrom('merge-agent', 'rebased'), 'done', /without a rebase/],
    ['an approval without catching up', droppedFrom('record-decision', 'caught-up'), 'begin', /catch up/],
    ['a reviewer that joins against a rejection', droppedFrom('add-agent', 'outvotes-nobody'), 'begin', /outvote/],
    ['a reviewer that is dropped', droppedFrom('select-agents', 'keeps-rejections'), 'begin', /rejection was dropped/],
    ['a deferral by somebody who did not reject', droppedFrom('classify-scope', 'rejected'), 'review', /somebody else/],
  ];
  test.each(planted)(
    '%s',
    (_name, table, from, expected) => {
      const { violations } = explore(table, 1, initialRounds(from), (found) => expected.test(found));
      expect(violations.join('\n')).toMatch(expected);
    },
    600_000,
  );
});
