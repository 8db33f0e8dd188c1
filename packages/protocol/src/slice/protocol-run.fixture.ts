import type { CommandInput, ProtocolEnv, TaskEvent, ProtocolRecord } from '../section/protocol-record.ts';
import { decide, evolve } from './protocol-machine.fixture.ts';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { ATTESTABLE } from '../section/attestable.ts';
import { nextActions, type NextAction } from '../status/next-actions.ts';
import { OUTLINE_SECTIONS } from '../documents/plan-document.ts';
import { coveredContents } from '../section/protocol-artifacts.ts';
import type { ProtocolCommandInput } from '../section/protocol-command.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import { UNKNOWN_FACTS } from '../section/unknown-facts.ts';
import type { AttestedCondition } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

export const REVIEWER = 'architecture-reviewer';
export const UPDATER = 'architecture-updater';
export const CONTENT_A = 'a'.repeat(64);
export const CONTENT_B = 'b'.repeat(64);
const COMMIT = 'c'.repeat(40);

/** A plan that names both agents. */
export function samplePlan(sha: string): Extract<ProtocolCommandInput, { type: 'record-plan' }> {
  const plan = { sha, bytes: 900, sections: [...OUTLINE_SECTIONS], planned_agents: [UPDATER, REVIEWER] };
  return { type: 'record-plan', plan };
}

/** What a look at the world gives when the content is `content`: whatever was said about another one has lapsed. */
export function factsFor(record: ProtocolRecord | null, content: string, session: string | null): ProtocolFacts {
  const covered = record === null || record.protocol === null ? [] : coveredContents(record.protocol);
  const coverage = Object.fromEntries(covered.map((sha) => [sha, sha === content ? [] : ['src/login/form.ts']]));
  return { ...UNKNOWN_FACTS, content, coverage, main_lock: session };
}

export function envFor(
  record: ProtocolRecord | null,
  session: string | null = 'run-1',
  content = CONTENT_A,
): ProtocolEnv {
  return { ...sampleEnv, session, facts: { head: null, protocol: factsFor(record, content, session) } };
}

/** The command that carries out what `nextActions` says, by a coordinator to whom everything succeeds. */
export function commandsFor(
  { action, subject, condition }: NextAction,
  record: ProtocolRecord | null,
): readonly CommandInput[] {
  switch (action) {
    case 'init-context':
      return [sampleInit];
    case 'claim':
      return [{ type: 'claim-task', worktree: '/work/task' }];
    case 'ask-to-take-over':
      return [{ type: 'take-over-task', confirmedBy: 'grace', reason: 'the machine is gone' }];
    case 'record-worktree':
      return [{ type: 'record-worktree', agent: subject, worktree: `/work/${subject ?? 'task'}` }];
    case 'remove-worktree':
      return [{ type: 'record-worktree', agent: subject, worktree: null }];
    case 'classify':
      return [{ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: ['src/**'] }];
    case 'select-agents':
      return [{ type: 'select-agents', agents: [{ name: REVIEWER }, { name: UPDATER }] }];
    case 'record-plan':
      return [samplePlan('1'.repeat(64))];
    case 'invoke-agent':
      return [{ type: 'invoke-agent', agent: subject ?? '' }];
    case 'complete-agent':
      return complete(subject ?? '', record);
    case 'estimate-effort':
      return [{ type: 'estimate-effort', effort: 1, scope: 1, note: 'An hour.' }];
    case 'classify-scope':
      return [deferAll(subject ?? '')];
    case 'ask-user':
      return [{ type: 'invoke-agent', agent: subject ?? '', confirmedBy: 'grace' }];
    case 'record-decision':
      return [{ type: 'record-decision', agent: subject ?? '', verdict: 'APPROVED', note: 'Sound.' }];
    case 'attest':
      return [{ type: 'attest', condition: subject as AttestedCondition, note: 'Looked at it.' }];
    case 'record-qa':
    case 'run-qa':
      return [passingQa];
    case 'commit':
      return [{ type: 'record-activity', activity: 'commit', agent: UPDATER, commit: COMMIT }];
    case 'merge':
      return [{ type: 'record-merge', commit: COMMIT, fastForward: true }];
    case 'present':
      return [{ type: 'present-checkpoint', checkpoint: subject as 'plan' | 'change' }];
    case 'await-approval':
    case 'approve':
      return [
        { type: 'approve-checkpoint', checkpoint: subject as 'plan' | 'change', by: 'grace', message: 'approved' },
      ];
    case 'compliance':
      return [{ type: 'check-compliance' }];
    case 'return':
      return [{ type: 'return', because: condition, note: 'Mended there.', to: subject as 'INIT' }];
    case 'advance':
      return [{ type: 'advance' }];
    case 'finish':
      return [{ type: 'complete-task' }];
    case 'resolve-drift':
      return [{ type: 'resolve-drift', role: subject ?? '', note: 'It was me.', accepted: null }];
    case 'release-other-task':
    case 'go-to-tree':
    case 'hand-off':
      throw new Error(`${action} does not occur here, on ${record?.task_id ?? 'nothing'}.`);
  }
}

/** An updater in a tree of its own merges before it reports. */
function complete(agent: string, record: ProtocolRecord | null): readonly CommandInput[] {
  const done: CommandInput = { type: 'complete-agent', agent, report: { sha: '2'.repeat(64), bytes: 400 } };
  const protocol = record?.protocol ?? null;
  const known = protocol?.agents[agent];
  if (protocol?.state !== 'IMPLEMENTATION' || known?.kind !== 'updater') return [done];
  const isMerged = protocol.build?.agent === agent;
  return [...(isMerged ? [{ ...passingQa, role: agent }] : mergeBy(agent, protocol.branch)), done];
}

/** QA in the agent's own tree, its merge, QA in the task's. */
export function mergeBy(
  agent: string,
  { head, merges }: { readonly head: string | null; readonly merges: number },
): readonly CommandInput[] {
  const commit = (merges + 1).toString(16).padStart(40, 'd');
  return [
    { ...passingQa, role: agent },
    { type: 'merge-agent', agent, commit, onto: head },
    { ...passingQa, role: agent },
  ];
}

/** A reviewer's word that all of what it rejected can wait. */
export function deferAll(agent: string): CommandInput {
  const answer = { sha: '4'.repeat(64), bytes: 200 };
  return { type: 'classify-scope', agent, decision: 'DEFER', blocking: 0, deferrable: 1, answer };
}

export const passingQa: Extract<CommandInput, { type: 'record-qa' }> = {
  type: 'record-qa',
  role: 'implementer',
  log: '3'.repeat(64),
  results: [
    {
      command: 'npm test',
      tool: 'vitest',
      status: 'passed',
      counts: { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 },
      failures: [],
      failures_total: 0,
      duration_ms: null,
    },
  ],
};

/** A record with the events that made it. */
export interface Run {
  readonly record: ProtocolRecord | null;
  readonly events: readonly TaskEvent[];
}

/** Approvals come from outside the session that owns the task. */
export function byPerson({ type }: { readonly type: string }, env: ProtocolEnv): ProtocolEnv {
  return type === 'approve-checkpoint' ? { ...env, session: null } : env;
}

/** Decides and evolves; a refusal is a mistake of the test. */
export function apply({ record, events }: Run, command: CommandInput, env: ProtocolEnv): Run {
  const decided = decide(record, command, byPerson(command, env));
  if (decided.isErr()) throw new Error(`${command.type}: ${decided.error.message}`);
  return { record: decided.value.reduce<ProtocolRecord | null>(evolve, record), events: [...events, ...decided.value] };
}

/** Does what `nextActions` says, first things first, until nothing is left or `until` is reached. */
export function follow(
  start: Run,
  session: string,
  until: (record: ProtocolRecord | null) => boolean = () => false,
): Run {
  let run = start;
  for (let steps = 0; steps < 200; steps += 1) {
    if (until(run.record)) return run;
    const [first] = nextActions(run.record, envFor(run.record, session));
    if (first === undefined) return run;
    for (const command of commandsFor(first, run.record)) run = apply(run, command, envFor(run.record, session));
  }
  throw new Error(`nextActions leads nowhere: ${run.record?.protocol?.state ?? 'no protocol'}`);
}

/** A task that just entered a state of the full path. */
export function entering(state: TaskState): Run {
  return follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === state);
}

/** Carries out commands, one after the other. */
export function after(run: Run, ...commands: readonly CommandInput[]): Run {
  return commands.reduce((done, command) => apply(done, command, envFor(done.record)), run);
}

/** Conditions attested in a state. */
export function attestedIn(state: string): readonly AttestedCondition[] {
  return (Object.keys(ATTESTABLE) as AttestedCondition[]).filter((condition) => ATTESTABLE[condition].state === state);
}
