import type { ProtocolRecord } from '../section/protocol-record.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import { decideFast, envOf, evolveFast, type World } from './model-check.fixture.ts';
import { apply, byPerson, CONTENT_A, CONTENT_B, envFor, follow, samplePlan, type Run } from './protocol-run.fixture.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { LATE, REVIEWERS, ROUNDS_MOVES, UPDATERS, type RoundsMove } from './rounds-moves.fixture.ts';

/** What the model knows besides the record, so that the invariants do not have to believe it. */
export interface RoundsWorld extends World {
  /** Who rejected and has not decided anew. */
  readonly rejecting: readonly string[];
  /** Who of them said that it can wait. */
  readonly deferring: readonly string[];
  /** Updaters whose own tests passed since the last merge. */
  readonly green: readonly string[];
  /** Whether the task's tests passed since the last merge. */
  readonly isTaskGreen: boolean;
}

/** A task whose four agents are about to begin their work, or all of them are done, or about to review. */
export function initialRounds(from: 'begin' | 'done' | 'review' = 'begin'): RoundsWorld {
  const names = [...REVIEWERS, ...UPDATERS];
  const plan = samplePlan('1'.repeat(64));
  let run: Run = follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
  for (const command of [
    { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] } as const,
    { type: 'select-agents', agents: names.map((name) => ({ name })) } as const,
    { ...plan, plan: { ...plan.plan, planned_agents: names } } as const,
  ]) {
    run = apply(run, command, envFor(run.record));
  }
  const { record } = follow(run, 'run-1', (reached) => {
    const protocol = reached?.protocol ?? null;
    if (from === 'review') return protocol?.state === 'REVIEW';
    const isDone =
      from === 'begin' || Object.values(protocol?.agents ?? {}).every(({ status }) => status === 'complete');
    return protocol?.state === 'IMPLEMENTATION' && isDone && (from === 'begin' || protocol.qa !== null);
  });
  if (record === null) throw new Error('The run made no record.');
  return { record, content: CONTENT_A, rewinds: 0, rejecting: [], deferring: [], green: [], isTaskGreen: true };
}

const MOVES_IN = new Map<string, readonly RoundsMove[]>();
/** What can happen in a world. */
export function roundsMovesIn(world: RoundsWorld): readonly RoundsMove[] {
  const state = world.record.protocol!.state;
  let moves = MOVES_IN.get(state);
  if (moves === undefined) MOVES_IN.set(state, (moves = ROUNDS_MOVES.filter(({ states }) => states.includes(state))));
  return moves;
}

/** The world after a move; `null` when it was refused, changed nothing, or is not tried. */
export function stepRounds(
  world: RoundsWorld,
  made: RoundsMove,
  table: ProtocolTable,
  maxRewinds: number,
): RoundsWorld | null {
  if (made.rewinds === true && world.rewinds >= maxRewinds) return null;
  if (world.record.completion !== null || made.isTried?.(world) === false) return null;
  const content = made.edits === true ? (world.content === CONTENT_A ? CONTENT_B : CONTENT_A) : world.content;
  let { record } = world;
  for (const command of made.commands(record.protocol!)) {
    const seen: World = record === world.record && content === world.content ? world : { ...world, record, content };
    const decided = decideFast(record, command, byPerson(command, envOf(seen, 'run-1')), table);
    if (decided.isErr()) return null;
    record = decided.value.reduce(evolveFast, record);
  }
  if (record === world.record && content === world.content) return null;
  const rewinds = world.rewinds + (made.rewinds === true ? 1 : 0);
  return { ...hear(world, made), record: forgetSaid(record, content), content, rewinds };
}

function hear(world: RoundsWorld, { says }: RoundsMove): RoundsWorld {
  const { rejecting, deferring, green } = world;
  switch (says?.type) {
    case 'approves':
      return { ...world, rejecting: without(rejecting, says.who), deferring: without(deferring, says.who) };
    case 'defers':
      return { ...world, deferring: withOne(deferring, says.who) };
    case 'rejects':
      return { ...world, rejecting: withOne(rejecting, says.who), deferring: without(deferring, says.who) };
    case 'starts':
      return { ...world, green: without(green, says.who) };
    case 'green':
      return { ...world, green: withOne(green, says.who) };
    case 'merges':
      return { ...world, green: [], isTaskGreen: false };
    case 'task-green':
      return { ...world, isTaskGreen: true };
    case 'task-red':
      return { ...world, isTaskGreen: false };
    case 'joins':
    case 'leaves':
    case undefined:
      return world;
  }
}

function without(names: readonly string[], gone: string): readonly string[] {
  return names.filter((name) => name !== gone);
}

function withOne(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names : [...names, name];
}

/** What was attested and estimated about a content that is gone has to be said again; decisions and approvals are kept. */
function forgetSaid(record: ProtocolRecord, content: string): ProtocolRecord {
  const { protocol } = record;
  if (protocol === null) return record;
  const isKept = (covers: string | null): boolean =>
    covers === null || covers === content || covers === protocol.plan?.sha;
  const attestations = Object.fromEntries(
    Object.entries(protocol.attestations).filter(([, { covers }]) => isKept(covers)),
  );
  const effort = protocol.effort !== null && !isKept(protocol.effort.covers) ? null : protocol.effort;
  return { ...record, protocol: { ...protocol, attestations, effort } };
}

/** Worlds with the same key behave the same from here on: the two reviewers are alike, and so are the two updaters. */
export function roundsKey({ record, content, rewinds, rejecting, deferring, green, isTaskGreen }: RoundsWorld): string {
  const protocol = record.protocol!;
  const isAtWork = (name: string): boolean => (protocol.agents[name]?.invoked_at ?? null) !== null;
  const one = (name: string): string =>
    `${describe(protocol, name, content)}${rejecting.includes(name) ? 'x' : ''}${deferring.includes(name) ? 'f' : ''}${isAtWork(name) && green.includes(name) ? 'g' : ''}`;
  const { plan, change } = protocol.checkpoints;
  // Every step attests what it needs, and what was said elsewhere is said again.
  const isClosing = protocol.state === 'AWAITING_USER_APPROVAL' || protocol.state === 'COMPLETE';
  return [
    protocol.state,
    rewinds,
    record.completion === null ? '' : 'end',
    REVIEWERS.map(one).sort().join(','),
    one(LATE),
    UPDATERS.map(one).sort().join(','),
    plan.approved === null ? '-' : 'p',
    change.approved === null || !isClosing ? '-' : change.approved.covers === content ? '=' : '~',
    protocol.qa?.passed === true && protocol.qa.change_count === protocol.change_count ? 'q' : '-',
    isTaskGreen ? 'g' : 'r',
    protocol.effort === null || protocol.state !== 'REVIEW' ? '-' : 'e',
    protocol.counts.commits > 0 ? 'c' : '',
  ].join('|');
}

function describe(protocol: ProtocolSection, name: string, content: string): string {
  const agent = protocol.agents[name];
  if (agent === undefined) return '-';
  const { status, decision, qa, scope_decision } = agent;
  const { build, branch } = protocol;
  const isWorking = agent.invoked_at !== null;
  const fault = protocol.state === 'REVIEW' ? (decision?.fault?.[0] ?? '') : '';
  const said = decision === null ? '' : `${decision.verdict[0]}${fault}`;
  // What state an approval was given in matters, and of which content it is; a rejection stands whatever becomes of the content.
  const about =
    decision?.verdict === 'APPROVED' ? `${decision.state[0]}${decision.covers === content ? '=' : '~'}` : '';
  return [
    isWorking ? 'w' : status === 'complete' || status === 'error' ? status[0] : '0',
    agent.requirements === null && agent.kind === 'reviewer' ? 'n' : '',
    agent.last_merge_sha === null ? '' : 'm',
    isWorking && qa?.passed === true && qa.merges === branch.merges ? 'q' : '',
    build?.agent === name ? build.status[0] : '',
    said,
    about,
    scope_decision === null ? '' : `${scope_decision.decision[0]}${scope_decision.covers === content ? '=' : '~'}`,
  ].join('');
}
