import { describe, expect, test } from 'vitest';
import { machineOf } from './protocol-machine.fixture.ts';
import { type CommandInput } from '../section/protocol-record.ts';
import { COMMAND_GUARDS, type CommandGuard, type GuardedCommand } from '../guards/command-guards.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { after, entering, envFor, passingQa, REVIEWER, UPDATER, type Run } from './protocol-run.fixture.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

interface Broken {
  readonly run: Run;
  readonly command: CommandInput;
  readonly facts?: Partial<ProtocolFacts>;
}

const OTHER = 'quality-updater';
const LATE = 'security-reviewer';
const justification = 'Nobody looks at what the new endpoint lets in.';
const commit = 'd'.repeat(40);
const invoke = (agent: string): CommandInput => ({ type: 'invoke-agent', agent });
const add = (agent: string, why = justification): CommandInput => ({ type: 'add-agent', agent, justification: why });
const merge = (onto: string | null, agent = UPDATER): CommandInput => ({ type: 'merge-agent', agent, commit, onto });
const rejects: CommandInput = { type: 'record-decision', agent: REVIEWER, verdict: 'REJECTED' };
const fails = (errorClass: 'tool-limit' | 'blocker' | 'failure'): CommandInput => ({
  type: 'fail-agent',
  agent: UPDATER,
  message: 'Out.',
  errorClass,
});
const answer = { sha: '4'.repeat(64), bytes: 200 };
const scope = (deferrable: number): CommandInput => ({
  type: 'classify-scope',
  agent: REVIEWER,
  decision: 'DEFER',
  blocking: 0,
  deferrable,
  answer,
});

function edit(run: Run, change: (protocol: ProtocolSection) => Partial<ProtocolSection>): Run {
  const protocol = run.record!.protocol!;
  return { ...run, record: { ...run.record!, protocol: { ...protocol, ...change(protocol) } } };
}

/** As many roles as a task may have. */
function crowded(): Run {
  const run = work();
  const roles = Array.from({ length: 300 }, (_, index) => run.record!.roles[index] ?? `role-${index}`);
  const one = run.record!.coordination[REVIEWER]!;
  return {
    ...run,
    record: { ...run.record!, roles, coordination: Object.fromEntries(roles.map((role) => [role, one])) },
  };
}

const work = (): Run => entering('IMPLEMENTATION');
const rejected = (): Run => after(work(), invoke(REVIEWER), rejects);
const tested = (): Run => after(work(), invoke(UPDATER), { ...passingQa, role: UPDATER });
const negotiating = (): Run => edit(after(rejected(), invoke(REVIEWER)), () => ({ state: 'SCOPE_NEGOTIATION' }));
const build = (agent: string, status: 'unverified' | 'broken') => (): Partial<ProtocolSection> => ({
  build: { agent, commit, status },
});

/** A task in COMPLETE whose content is another one than that which was approved. */
const stale = (): Omit<Broken, 'command'> => ({ run: entering('COMPLETE'), facts: { coverage: {} } });

/** For each condition, what breaks it and nothing else. */
const BROKEN: Readonly<Record<string, () => Broken>> = {
  'select-agents keeps-rejections': () => ({
    run: edit(rejected(), () => ({ state: 'CLASSIFIED' })),
    command: { type: 'select-agents', agents: [{ name: LATE }, { name: UPDATER }] },
  }),
  'add-agent keeps-rejections': () => ({
    // Its addition is improper, so that it is added once more.
    run: edit(rejected(), () => ({ selected_agents: [UPDATER] })),
    command: { ...add(REVIEWER), kind: 'updater' } as CommandInput,
  }),
  'outvotes-nobody': () => ({ run: rejected(), command: add(LATE) }),
  'agent-new': () => ({ run: work(), command: add(REVIEWER) }),
  justified: () => ({ run: work(), command: add(LATE, '  because I want it ') }),
  'additions-left': () => {
    const addition = { added_at_state: 'REQUIREMENTS', at: '2026-11-16T09:00:00.000Z', by: 'ada' } as const;
    const of = (index: number) => ({ agent: `a-${index}`, ...addition, justification, rejected_by: [] });
    return {
      run: edit(work(), () => ({ agent_additions: Array.from({ length: 50 }, (_, i) => of(i)) })),
      command: add(LATE),
    };
  },
  'select-agents roles-left': () => ({
    run: edit(crowded(), () => ({ state: 'CLASSIFIED' })),
    command: { type: 'select-agents', agents: [{ name: LATE }] },
  }),
  'add-agent roles-left': () => ({ run: crowded(), command: add(LATE) }),
  'retries-left': () => {
    const again = [fails('failure'), invoke(UPDATER)];
    return { run: after(work(), invoke(UPDATER), ...again, ...again, fails('failure')), command: invoke(UPDATER) };
  },
  'blocker-cleared': () => ({ run: after(work(), invoke(UPDATER), fails('blocker')), command: invoke(UPDATER) }),
  'scope-reduced': () => ({ run: after(work(), invoke(UPDATER), fails('tool-limit')), command: invoke(UPDATER) }),
  updater: () => {
    const qa = { log: '3'.repeat(64), passed: true, cached: false, merges: 0 };
    const run = edit(after(work(), invoke(REVIEWER)), ({ agents }) => ({
      agents: { ...agents, [REVIEWER]: { ...agents[REVIEWER]!, qa } },
    }));
    return { run, command: merge(null, REVIEWER) };
  },
  rebased: () => ({
    run: edit(tested(), ({ branch }) => ({ branch: { ...branch, head: 'e'.repeat(40) } })),
    command: merge(null),
  }),
  'qa-before-merge': () => ({ run: after(work(), invoke(UPDATER)), command: merge(null) }),
  'last-merge-verified': () => ({ run: edit(tested(), build(OTHER, 'unverified')), command: merge(null) }),
  'build-intact': () => ({ run: edit(tested(), build(OTHER, 'broken')), command: merge(null) }),
  'merged-head': () => ({
    run: tested(),
    command: merge(null),
    facts: { tree: { worktree: '/work/task', head: 'e'.repeat(40), clean: true, snapshot: 'none' } },
  }),
  reviewer: () => ({ run: after(work(), invoke(UPDATER)), command: { ...rejects, agent: UPDATER } }),
  'caught-up': () => ({
    run: after(work(), add(LATE), invoke(LATE)),
    command: { type: 'record-decision', agent: LATE, verdict: 'APPROVED' },
  }),
  rejected: () => ({
    run: edit(after(entering('REVIEW'), invoke(REVIEWER)), () => ({ state: 'SCOPE_NEGOTIATION' })),
    command: scope(1),
  }),
  'scope-consistent': () => ({ run: negotiating(), command: scope(0) }),
  'record-merge change-approved': () => ({ ...stale(), command: { type: 'record-merge', commit, fastForward: true } }),
  'land-task change-approved': () => ({
    ...stale(),
    command: { type: 'land-task', commit, branch: 'main', from: 'e'.repeat(40) },
  }),
};

function decideOn({ run: { record }, command, facts }: Broken, table: ProtocolTable) {
  const env = envFor(record);
  const seen = { ...env, facts: { head: null, protocol: { ...env.facts.protocol!, ...facts } } };
  return machineOf(table).decide(record, command, seen);
}

function without(command: GuardedCommand, id: string): ProtocolTable {
  const kept = (COMMAND_GUARDS[command] as readonly CommandGuard[]).filter((guard) => guard.id !== id);
  return { ...PROTOCOL_TABLE, commands: { ...COMMAND_GUARDS, [command]: kept } };
}

const cases = (Object.keys(COMMAND_GUARDS) as GuardedCommand[]).flatMap((command) =>
  COMMAND_GUARDS[command].map(({ id }) => [command, id] as const),
);

describe('every condition of every command', () => {
  test.each(cases)('%s is refused by %s alone, and by nothing without it', (command, id) => {
    const broken = (BROKEN[`${command} ${id}`] ?? BROKEN[id])?.();
    if (broken === undefined) throw new Error(`Nothing is known to break ${id}.`);
    const refused = decideOn(broken, PROTOCOL_TABLE)._unsafeUnwrapErr();
    expect(refused.code).toBe(id === 'change-approved' ? 'StaleApproval' : 'Rejected');
    expect(refused.data.unmet.map(({ condition }) => condition)).toEqual([id]);
    expect(decideOn(broken, without(command, id)).isOk()).toBe(true);
  });
});
