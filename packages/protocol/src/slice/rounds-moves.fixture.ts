import { CommandSchema } from './protocol-machine.fixture.ts';
import { type Command, type CommandInput } from '../section/protocol-record.ts';
import { PROTOCOL_TABLE } from '../guards/protocol-table.ts';
import type { RoundsWorld } from './rounds-model.fixture.ts';
import { attestedIn, deferAll, passingQa, REVIEWER, UPDATER } from './protocol-run.fixture.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

export const REVIEWERS = [REVIEWER, 'quality-reviewer'] as const;
export const UPDATERS = [UPDATER, 'quality-updater'] as const;
/** Joins late. */
export const LATE = 'security-reviewer';

/** Something that can happen: commands that are decided one after the other, all of them or none; and what it means to the model. */
export interface RoundsMove {
  readonly name: string;
  readonly states: readonly TaskState[];
  readonly commands: (protocol: ProtocolSection) => readonly Command[];
  readonly edits?: true;
  readonly rewinds?: true;
  readonly isTried?: (world: RoundsWorld) => boolean;
  /** What it says about the world, whatever the record makes of it. */
  readonly says?:
    | {
        readonly type: 'approves' | 'rejects' | 'defers' | 'joins' | 'leaves' | 'starts' | 'green' | 'merges';
        readonly who: string;
      }
    | { readonly type: 'task-green' | 'task-red' };
}

const report = { sha: '2'.repeat(64), bytes: 400 };
const parsed = new Map<string, Command>();
/** Each command is checked against the schema once. */
function parse(command: CommandInput): Command {
  const text = JSON.stringify(command);
  const known = parsed.get(text) ?? (CommandSchema.parse(command) as Command);
  parsed.set(text, known);
  return known;
}

function move(
  name: string,
  states: readonly TaskState[],
  commands: (protocol: ProtocolSection) => readonly CommandInput[],
  rest: Omit<RoundsMove, 'name' | 'states' | 'commands'> = {},
): RoundsMove {
  return { name, states, commands: (protocol) => commands(protocol).map(parse), ...rest };
}

const invoke = (agent: string): CommandInput => ({ type: 'invoke-agent', agent });
const goOn = ({ state }: ProtocolSection): readonly CommandInput[] => [
  ...attestedIn(state).map((condition): CommandInput => ({ type: 'attest', condition, note: 'So it is.' })),
  { type: 'check-compliance' },
  { type: 'advance' },
];
const taskQa = ({ build }: ProtocolSection): CommandInput => ({
  ...passingQa,
  role: build?.status === 'unverified' ? build.agent : 'implementer',
});
const failed = passingQa.results.map((result) => ({ ...result, status: 'failed' as const }));
const unreported = ({ agents }: ProtocolSection): readonly CommandInput[] =>
  Object.entries(agents)
    .filter(([, { kind, requirements }]) => kind === 'reviewer' && requirements === null)
    .flatMap(([agent]): CommandInput[] => [invoke(agent), { type: 'complete-agent', agent, report }]);
const select = (names: readonly string[]): CommandInput => ({
  type: 'select-agents',
  agents: names.map((name) => ({ name })),
});
const worktrees = (names: readonly string[], isThere: boolean): readonly CommandInput[] =>
  names.map((agent) => ({ type: 'record-worktree', agent, worktree: isThere ? `/work/${agent}` : null }));
const classify = (agent: string): CommandInput =>
  ({ ...deferAll(agent), decision: 'RESOLVE_NOW', blocking: 1 }) as never;
const isThere =
  (agent: string) =>
  ({ record }: RoundsWorld): boolean =>
    Object.hasOwn(record.protocol?.agents ?? {}, agent);
const WORK: readonly TaskState[] = ['IMPLEMENTATION'];
const nextCommit = ({ branch }: ProtocolSection): string => (branch.head === 'd'.repeat(40) ? 'e' : 'd').repeat(40);

const updaterMoves = UPDATERS.flatMap((agent): RoundsMove[] => [
  move(`${agent} starts`, WORK, () => [invoke(agent)], { says: { type: 'starts', who: agent } }),
  move(`${agent} tests`, WORK, () => [{ ...passingQa, role: agent }], {
    says: { type: 'green', who: agent },
    isTried: ({ record }) => {
      const { build, agents } = record.protocol!;
      const isAtWork = (agents[agent]?.invoked_at ?? null) !== null;
      return isAtWork && !(build?.status === 'unverified' && build.agent === agent);
    },
  }),
  move(
    `${agent} merges`,
    WORK,
    (protocol) => [{ type: 'merge-agent', agent, commit: nextCommit(protocol), onto: protocol.branch.head }],
    { edits: true, says: { type: 'merges', who: agent } },
  ),
  move(
    `${agent} merges without a rebase`,
    WORK,
    (protocol) => [{ type: 'merge-agent', agent, commit: nextCommit(protocol), onto: 'f'.repeat(40) }],
    { edits: true, says: { type: 'merges', who: agent }, isTried: ({ record }) => record.protocol!.branch.merges > 0 },
  ),
  move(`${agent} reports`, WORK, () => [{ type: 'complete-agent', agent, report }], {
    // That somebody reports without a merge is tried once, by the first that starts.
    isTried: ({ record: { protocol } }) =>
      protocol?.agents[agent]?.last_merge_sha !== null ||
      UPDATERS.every((name) => name === agent || protocol.agents[name]?.status === 'selected'),
  }),
  move(`${agent} fails`, WORK, () => [{ type: 'fail-agent', agent, message: 'Out.' }], {
    isTried: ({ record }) => record.protocol?.agents[agent]?.retries === 0,
  }),
]);

const reviewerMoves = [...REVIEWERS, LATE].flatMap((agent): RoundsMove[] => [
  ...(['APPROVED', 'REJECTED'] as const).map((verdict) =>
    move(
      `${agent} ${verdict}`,
      ['IMPLEMENTATION', 'REVIEW', 'SCOPE_NEGOTIATION'],
      () => [invoke(agent), { type: 'record-decision', agent, verdict }],
      { says: { type: verdict === 'APPROVED' ? 'approves' : 'rejects', who: agent }, isTried: isThere(agent) },
    ),
  ),
  move(
    `${agent} blames the plan`,
    ['REVIEW'],
    () => [invoke(agent), { type: 'record-decision', agent, verdict: 'REJECTED', fault: 'plan' }],
    { says: { type: 'rejects', who: agent }, isTried: isThere(agent) },
  ),
  move(`${agent} defers`, ['SCOPE_NEGOTIATION'], () => [invoke(agent), deferAll(agent)], {
    says: { type: 'defers', who: agent },
    isTried: isThere(agent),
  }),
  move(`${agent} insists`, ['SCOPE_NEGOTIATION'], () => [invoke(agent), classify(agent)], {
    says: { type: 'rejects', who: agent },
    isTried: isThere(agent),
  }),
  move(`${agent} looks`, ['REVIEW'], () => [invoke(agent)], {
    isTried: ({ record }) => record.protocol?.agents[agent]?.decision?.state === 'REVIEW',
  }),
  move(
    `without ${agent}`,
    ['CLASSIFIED'],
    (protocol) => {
      const kept = Object.keys(protocol.agents).filter((name) => name !== agent);
      return [select(kept), ...worktrees(kept, true), ...goOn(protocol)];
    },
    { says: { type: 'leaves', who: agent }, isTried: isThere(agent) },
  ),
]);

const lateMoves: readonly RoundsMove[] = [
  move(
    `${LATE} joins`,
    ['CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW', 'AWAITING_USER_APPROVAL'],
    () => [
      { type: 'add-agent', agent: LATE, worktree: `/work/${LATE}`, justification: 'Nobody looks at what it lets in.' },
    ],
    { says: { type: 'joins', who: LATE } },
  ),
  move(`${LATE} catches up`, WORK, unreported, { isTried: isThere(LATE) }),
];

const stateMoves: readonly RoundsMove[] = [
  move('select and go on', ['CLASSIFIED'], (protocol) => {
    const names = Object.keys(protocol.agents);
    return [select(names), ...worktrees(names, true), ...goOn(protocol)];
  }),
  move('report and go on', ['REQUIREMENTS'], (protocol) => [...unreported(protocol), ...goOn(protocol)]),
  move('approve the plan and go on', ['SYNTHESIS'], (protocol) => [
    ...unreported(protocol),
    { type: 'present-checkpoint', checkpoint: 'plan' },
    { type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace' },
    ...goOn(protocol),
  ]),
  move('go on', ['SYNTHESIS', 'IMPLEMENTATION', 'REVIEW', 'AWAITING_USER_APPROVAL'], goOn),
  move('QA passes', WORK, (protocol) => [taskQa(protocol)], { says: { type: 'task-green' } }),
  move('QA fails', WORK, (protocol) => [{ ...taskQa(protocol), results: failed } as CommandInput], {
    says: { type: 'task-red' },
    isTried: ({ record }) => record.protocol?.build !== null,
  }),
  move('validate and go on', ['VALIDATION'], (protocol) => [
    taskQa(protocol),
    { type: 'record-activity', activity: 'commit', agent: UPDATER, commit: 'c'.repeat(40) },
    ...goOn(protocol),
  ]),
  move('estimate', ['REVIEW'], () => [{ type: 'estimate-effort', effort: 9, scope: 4, note: 'Days.' }]),
  move('approve the changes and go on', ['AWAITING_USER_APPROVAL'], (protocol) => [
    { type: 'present-checkpoint', checkpoint: 'change' },
    { type: 'approve-checkpoint', checkpoint: 'change', by: 'grace' },
    ...goOn(protocol),
  ]),
  move(
    'reject the changes',
    ['AWAITING_USER_APPROVAL'],
    () => [{ type: 'request-changes', checkpoint: 'change', by: 'grace', note: 'No.' }],
    { rewinds: true },
  ),
  move('merge to main and go on', ['COMPLETE'], (protocol) => [
    { type: 'record-merge', commit: 'c'.repeat(40), fastForward: true },
    ...goOn(protocol),
  ]),
  move('finish', ['CLEANUP'], ({ agents }) => [
    { type: 'record-worktree', agent: null, worktree: null },
    ...worktrees(Object.keys(agents), false),
    { type: 'check-compliance' },
    { type: 'complete-task' },
  ]),
  { ...move('edit', ['VALIDATION', 'REVIEW', 'AWAITING_USER_APPROVAL', 'COMPLETE'], () => []), edits: true },
];

const DETOUR = ['scope-exceeded', 'scope-deferred'];
const returns = PROTOCOL_TABLE.rows
  .filter(({ kind, trigger }) => kind === 'judgement' || trigger === 'approval-without-coverage')
  .filter(({ trigger }) => trigger !== 'changes-requested')
  .map(({ from, trigger, to }) =>
    move(
      `return ${trigger}`,
      [from],
      () => [{ type: 'return', because: trigger, to, note: 'Because.' }],
      DETOUR.includes(trigger) ? {} : { rewinds: true },
    ),
  );

/** Everything that can happen to a task with two reviewers, two updaters and one that joins late. Nobody gives up. */
export const ROUNDS_MOVES: readonly RoundsMove[] = [
  ...updaterMoves,
  ...reviewerMoves,
  ...lateMoves,
  ...stateMoves,
  ...returns,
];
