import { ok, reject } from '@batonkit/core';
import { CommandSchema, decide, evolve, protocolOf } from './protocol-machine.fixture.ts';
import type {
  Command,
  CommandInput,
  ProtocolEnv,
  Decision,
  TaskEvent,
  ProtocolRecord,
} from '../section/protocol-record.ts';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import type { decideProtocol } from './decide-protocol.ts';
import { evolveProtocol, FOLLOWED, isProtocolEvent } from './evolve-protocol.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { unmetByFence } from './owner-fence.ts';
import {
  apply,
  attestedIn,
  byPerson,
  CONTENT_A,
  CONTENT_B,
  envFor,
  factsFor,
  passingQa,
  REVIEWER,
  samplePlan,
  UPDATER,
} from './protocol-run.fixture.ts';
import type { ProtocolCommand } from '../section/protocol-command.ts';
import type { TaskState } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';

/** What the model knows of a moment: the record, and which of the two contents the working tree holds. */
export interface World {
  readonly record: ProtocolRecord;
  readonly content: string;
  /** How often the task went back so far. */
  readonly rewinds: number;
}

/** Something that can happen: commands that are decided one after the other by a session, or an edit of the content. */
interface Move {
  readonly name: string;
  readonly session: string;
  readonly edits?: true;
  readonly rewinds?: true;
  readonly states?: readonly TaskState[];
  /** Only tried while the task never went back. */
  readonly isFresh?: true;
  readonly commands: (world: World) => readonly Command[];
}

const FIRST = 'run-1';
const SECOND = 'run-2';
const report = { sha: '2'.repeat(64), bytes: 400 };
const parse = (command: CommandInput): Command => CommandSchema.parse(command) as Command;

function move(name: string, ...commands: readonly CommandInput[]): Move {
  const parsed = commands.map(parse);
  return { name, session: FIRST, commands: () => parsed };
}

/** A move that is only tried in some states; elsewhere it would multiply the states without touching a rule. */
function only(states: readonly TaskState[], made: Move): Move {
  return { ...made, states };
}

const attestAll: Move = {
  name: 'attest',
  session: FIRST,
  commands: ({ record }) =>
    attestedIn(record.protocol?.state ?? '').map((condition) =>
      parse({ type: 'attest', condition, note: 'So it is.' }),
    ),
};

const returns = PROTOCOL_TABLE.rows
  .filter(({ kind }) => kind === 'return' || kind === 'judgement')
  .map(({ from, trigger, to }): Move => {
    const back = move(`return ${trigger}`, { type: 'return', because: trigger, to, note: 'Because.' });
    return { ...only([from], back), rewinds: true };
  });

const worktrees = (worktree: string | null): readonly CommandInput[] =>
  [null, REVIEWER, UPDATER].map((agent) => ({ type: 'record-worktree', agent, worktree }));

const agents: readonly CommandInput[] = [
  { type: 'select-agents', agents: [{ name: REVIEWER }, { name: UPDATER }] },
  ...worktrees('/work/x'),
];
const invoke = (agent: string): CommandInput => ({ type: 'invoke-agent', agent });
const decision = (verdict: 'APPROVED' | 'REJECTED'): CommandInput => ({
  type: 'record-decision',
  agent: REVIEWER,
  verdict,
});

/** Every command, by the session that owns the task; what is done together in practice is one move. */
const OWN_MOVES: readonly Move[] = [
  move(
    'set up, high risk',
    { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] },
    ...agents,
  ),
  move(
    'set up, low risk',
    { type: 'classify-task', level: 'LOW', variant: 'STREAMLINED', change_kind: 'code', reasons: [] },
    ...agents,
  ),
  only(['VALIDATION', 'CLEANUP'], move('remove worktrees', ...worktrees(null))),
  move('plan 1', samplePlan('1'.repeat(64))),
  move('plan 2', samplePlan('9'.repeat(64))),
  only(
    ['REQUIREMENTS'],
    move('reviewer reports', invoke(REVIEWER), { type: 'complete-agent', agent: REVIEWER, report }),
  ),
  only(['IMPLEMENTATION'], move('updater works', invoke(UPDATER), { type: 'complete-agent', agent: UPDATER, report })),
  only(
    ['IMPLEMENTATION'],
    move('updater fails', invoke(UPDATER), { type: 'fail-agent', agent: UPDATER, message: 'Out.' }),
  ),
  only(['REVIEW'], move('reviewer starts', invoke(REVIEWER))),
  move('approve work', invoke(REVIEWER), decision('APPROVED')),
  move('reject work', invoke(REVIEWER), decision('REJECTED')),
  attestAll,
  only(
    ['SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION'],
    move('qa and commit', passingQa, {
      type: 'record-activity',
      activity: 'commit',
      agent: UPDATER,
      commit: 'c'.repeat(40),
    }),
  ),
  {
    ...move('coordinator writes', { type: 'record-activity', activity: 'tool-use', agent: null, paths: ['src/a.ts'] }),
    isFresh: true,
  },
  move('merge', { type: 'record-merge', commit: 'c'.repeat(40), fastForward: true }),
  move('present plan', { type: 'present-checkpoint', checkpoint: 'plan' }),
  move('present change', { type: 'present-checkpoint', checkpoint: 'change' }),
  move('approve plan', { type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace' }),
  move('approve change', { type: 'approve-checkpoint', checkpoint: 'change', by: 'grace' }),
  move('reject plan', { type: 'request-changes', checkpoint: 'plan', by: 'grace', note: 'No.' }),
  {
    ...move('reject change', { type: 'request-changes', checkpoint: 'change', by: 'grace', note: 'No.' }),
    rewinds: true,
  },
  move('audit', { type: 'check-compliance' }),
  move('advance', { type: 'advance' }),
  ...returns,
  move('abandon', { type: 'abandon', reason: 'user-request', note: 'Not wanted.' }),
  move('abandon in despair', { type: 'abandon', reason: 'too complex', note: 'Too hard.' }),
  { ...move('release', { type: 'release-task' }), isFresh: true },
  move('finish', { type: 'complete-task' }),
];

const OWNERSHIP: readonly Move[] = [FIRST, SECOND].flatMap((session) => [
  { ...move(`claim by ${session}`, { type: 'claim-task', worktree: '/work/x' }), session },
  { ...move(`takeover by ${session}`, { type: 'take-over-task', confirmedBy: 'grace', reason: 'gone' }), session },
]);

const EDIT: Move = { name: 'edit', session: FIRST, edits: true, commands: () => [] };

/** Everything that can happen; what the second session may do as owner is what the first may, so only the fencing is explored. */
const MOVES: readonly Move[] = [...OWNERSHIP, ...OWN_MOVES, EDIT];

const MOVES_IN = new Map(
  TASK_STATES.map((state) => [state, MOVES.filter(({ states }) => states === undefined || states.includes(state))]),
);

/** What can happen in a world. */
export function movesIn({ record }: World): readonly Move[] {
  return MOVES_IN.get(record.protocol?.state ?? 'INIT') ?? [];
}

/** Where the exploration starts: a task with a context that nobody claimed. */
export function initialWorld(): World {
  const { record } = apply({ record: null, events: [] }, sampleInit, envFor(null));
  if (record === null) throw new Error('init made no record.');
  return { record, content: CONTENT_A, rewinds: 0 };
}

/** The world after a move; `null` when it was refused or changed nothing. The second session acts as the first would. */
export function step(world: World, made: Move, table: ProtocolTable, maxRewinds: number): World | null {
  if (made.edits === true) return forget({ ...world, content: world.content === CONTENT_A ? CONTENT_B : CONTENT_A });
  if ((made.rewinds === true && world.rewinds >= maxRewinds) || (made.isFresh === true && world.rewinds > 0))
    return null;
  const owner = world.record.protocol?.owner?.session;
  const session = OWNERSHIP.includes(made) ? made.session : (owner ?? made.session);
  let { record } = world;
  for (const command of made.commands(world)) {
    const env = envOf(record === world.record ? world : { ...world, record }, session);
    const decided = decideFast(record, command, byPerson(command, env), table);
    if (decided.isErr()) return null;
    record = decided.value.reduce(evolveFast, record);
  }
  if (record === world.record) return null;
  return forget({ ...world, record, rewinds: world.rewinds + (made.rewinds === true ? 1 : 0) });
}

/**
 * Drops what was said about a content or plan that is gone, but for the two approvals, which the invariants are about: should the old
 * content come back, it has to be said again. That leaves fewer ways open than there are, and none of them leads past an approval.
 */
function forget(world: World): World {
  const { protocol } = world.record;
  if (protocol === null) return world;
  const isGone = (covers: string | null): boolean =>
    covers !== null && covers !== world.content && covers !== protocol.plan?.sha;
  const kept = Object.entries(protocol.attestations).filter(([, { covers }]) => !isGone(covers));
  const agents = Object.entries(protocol.agents).map(([name, agent]) => {
    const isStale = agent.decision !== null && isGone(agent.decision.covers);
    return [name, isStale ? { ...agent, decision: null } : agent] as const;
  });
  const merge = protocol.merge !== null && isGone(protocol.merge.covers) ? null : protocol.merge;
  const { plan, change } = protocol.checkpoints;
  const isStill = (open: typeof plan): boolean => open.approved === null || isGone(open.approved.covers);
  const shown = (open: typeof plan): typeof plan =>
    open.presented !== null && isStill(open) && !isGone(open.presented.covers) ? open : { ...open, presented: null };
  const next = {
    ...protocol,
    merge,
    checkpoints: { plan: shown(plan), change: shown(change) },
    attestations: Object.fromEntries(kept),
    agents: Object.fromEntries(agents),
  };
  return { ...world, record: { ...world.record, protocol: next } };
}

/** `evolve` without freezing. */
export function evolveFast(record: ProtocolRecord, event: TaskEvent): ProtocolRecord {
  if (isProtocolEvent(event)) return { ...record, protocol: evolveProtocol(record, event) };
  if (event.type === 'qa-run-recorded') return { ...record, ...FOLLOWED['qa-run-recorded'](record, event) };
  return evolve(record, event);
}

/** What a session would see. */
export function envOf(world: World, session: string): ProtocolEnv {
  const known = lastEnv.world === world && lastEnv.env?.session === session ? lastEnv.env : null;
  const facts = known?.facts ?? { head: null, protocol: factsFor(world.record, world.content, session) };
  const env = known ?? { ...sampleEnv, session, facts };
  lastEnv = { world, env };
  return env;
}

// One look serves all the moves that are tried in the same world.
let lastEnv: { readonly world: World | null; readonly env: ProtocolEnv | null } = { world: null, env: null };

/** `decide` without the schemas, which every command of the model has passed once. */
export function decideFast(record: ProtocolRecord, command: Command, env: ProtocolEnv, table: ProtocolTable): Decision {
  const foreign = unmetByFence(record, command, env.session);
  if (foreign.length > 0) return reject('NotOwner', foreign);
  if (command.type === 'complete-task') return decide(record, command, env) as Decision;
  if (record.completion !== null) return ok([]);
  if (command.type !== 'record-qa') {
    const decide = protocolOf(table).decide[command.type] as unknown as typeof decideProtocol;
    return decide(record, command as ProtocolCommand, env);
  }
  const stamp = { role: command.role, recorded_at: env.now, recorded_by: env.actor, log: command.log };
  const verdicts = { fixed: [], pre_existing: [], regressed: [], new: [] };
  const results = command.results.map((result) => ({ ...result, verdict: null }));
  const event: TaskEvent = { type: 'qa-run-recorded', run: { ...stamp, results, verdicts } };
  return ok([event]);
}
