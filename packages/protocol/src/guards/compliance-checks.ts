import { isDone } from './agent-guards.ts';
import { ADDITION_CHECKS, findImproperAdditions } from '../agents/agent-additions.ts';
import { findUnderrated } from './find-underrated.ts';
import { whyLapsed, type ProtocolView } from './guard.ts';
import type { Violation } from '../section/protocol-section.ts';
import { agentsOf } from '../section/agents-of.ts';
import type { TaskState } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';
import type { ProtocolTable } from './protocol-table.ts';
import { type Transition, TRANSITIONS } from './transitions.ts';
import { whyMainUnapproved } from './why-merge-unknown.ts';

/** A rule that the compliance check holds a state against, as data. */
export interface ComplianceCheck {
  readonly id: string;
  readonly sentence: string;
  readonly find: (view: ProtocolView) => readonly Omit<Violation, 'check'>[];
}

const AFTER_PLAN: readonly TaskState[] = ['IMPLEMENTATION', 'VALIDATION', 'REVIEW', 'COMPLETE'];
const WITH_AGENTS: readonly TaskState[] = ['REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW'];
const AFTER_WORK: readonly TaskState[] = ['VALIDATION', 'REVIEW', 'AWAITING_USER_APPROVAL', 'COMPLETE'];

/** As many as a check records. */
const MAX_VIOLATIONS = 50;

const EDGES = edgesIn(TRANSITIONS);
const EDGES_OF = new WeakMap<object, ReadonlySet<string>>();

const ADDITION_SENTENCES: Readonly<Record<(typeof ADDITION_CHECKS)[number], string>> = {
  'addition-unjustified': 'Every agent that joined after the selection has a justification.',
  'addition-bypasses-rejection': 'No reviewer joined while another rejected the content.',
  'addition-too-late': 'Agents joined in REQUIREMENTS, SYNTHESIS or IMPLEMENTATION, not later.',
  'addition-unrecorded': 'Every agent was selected, or is on record as added, and the other way round.',
};

/** Everything the compliance check looks for. Each check names the state in which the breach can be mended. */
export const COMPLIANCE_CHECKS: readonly ComplianceCheck[] = [
  {
    id: 'skipped-state',
    sentence: 'Every transition follows the table and starts where the one before it ended.',
    find: ({ protocol, table }) => {
      const edges = table === undefined ? EDGES : edgesOf(table);
      let last: TaskState = protocol.transitions[0]?.from ?? protocol.state;
      for (const { from, to } of protocol.transitions) {
        if (from !== last || !edges.has(`${from} ${to}`)) {
          return [{ detail: `The step from ${from} to ${to} skips a state after ${last}.`, way_back: last }];
        }
        last = to;
      }
      return last === protocol.state
        ? []
        : [{ detail: `The task is in ${protocol.state}, but its last step led to ${last}.`, way_back: last }];
    },
  },
  {
    id: 'missing-artifact',
    sentence: 'Every document that the record names is in the store.',
    find: (view) => {
      const { protocol, facts } = view;
      const missing = (sha: string | undefined): boolean => sha !== undefined && facts.missing_artifacts.includes(sha);
      const gone: Omit<Violation, 'check'>[] = [];
      if (missing(protocol.plan?.sha) && isBehind(view, 'CLASSIFIED')) {
        gone.push({ detail: 'The plan document is gone from the store.', way_back: 'CLASSIFIED' });
      }
      for (const [name, { requirements }] of agentsOf(protocol)) {
        if (missing(requirements?.sha) && isBehind(view, 'REQUIREMENTS')) {
          gone.push({
            detail: `The requirements report of ${name} is gone from the store.`,
            way_back: 'REQUIREMENTS',
          });
        }
      }
      for (const [name, { work }] of agentsOf(protocol)) {
        if (missing(work?.sha) && isBehind(view, 'IMPLEMENTATION')) {
          gone.push({ detail: `The work report of ${name} is gone from the store.`, way_back: 'IMPLEMENTATION' });
        }
      }
      return gone;
    },
  },
  {
    id: 'missing-worktrees',
    sentence: 'Every agent has its working tree as long as it may be invoked.',
    find: (view) =>
      WITH_AGENTS.includes(placeOf(view))
        ? agentsOf(view.protocol)
            .filter(([, { worktree }]) => worktree === null)
            .map(([name]) => ({ detail: `The working tree of ${name} is missing.`, way_back: 'CLASSIFIED' }))
        : [],
  },
  {
    id: 'risk-raised',
    sentence: 'The changes are no riskier than the classification; on a short path, only classified paths changed.',
    find: (view) => {
      const detail = isBehind(view, 'CLASSIFIED') ? findUnderrated(view) : null;
      return detail === null ? [] : [{ detail, way_back: 'CLASSIFIED' }];
    },
  },
  {
    id: 'coordinator-implemented',
    sentence: 'The coordinator writes no files in IMPLEMENTATION; agents do.',
    find: ({ protocol }) =>
      protocol.coordinator_writes.length === 0
        ? []
        : [
            {
              detail: `The coordinator itself wrote ${protocol.coordinator_writes.join(', ')} in IMPLEMENTATION. Let an agent do that work.`,
              way_back: 'SYNTHESIS',
            },
          ],
  },
  {
    id: 'single-commit',
    sentence: 'Behind IMPLEMENTATION, at least one of the recorded commits is by an agent.',
    find: (view) =>
      AFTER_WORK.includes(placeOf(view)) &&
      view.protocol.risk?.path.includes('IMPLEMENTATION') === true &&
      view.protocol.counts.commits > 0 &&
      view.protocol.counts.agent_commits === 0
        ? [{ detail: 'There are commits, but none of them is by an agent.', way_back: 'SYNTHESIS' }]
        : [],
  },
  {
    id: 'approval-without-coverage',
    sentence: 'Behind a checkpoint, its approval covers what is there now.',
    find: (view) => {
      const { plan, checkpoints } = view.protocol;
      const state = placeOf(view);
      const found: Omit<Violation, 'check'>[] = [];
      if (AFTER_PLAN.includes(state) && (plan === null || checkpoints.plan.approved?.covers !== plan.sha)) {
        found.push({ detail: 'The plan as it is now is not approved.', way_back: 'SYNTHESIS' });
      }
      const { approved } = checkpoints.change;
      if (state !== 'COMPLETE') return found;
      const lapsed = approved === null ? null : whyLapsed(approved.covers, view);
      const detail =
        approved === null || lapsed !== null
          ? `The changes as they are now are not approved${lapsed === null ? '' : `: ${lapsed}`}.`
          : whyMainUnapproved(view);
      if (detail !== null) found.push({ detail, way_back: 'AWAITING_USER_APPROVAL' });
      return found;
    },
  },
  {
    id: 'unfinished-agent',
    sentence: 'At CLEANUP no agent is unfinished.',
    find: (view) =>
      view.protocol.state === 'CLEANUP' && view.protocol.abandoned === null
        ? agentsOf(view.protocol)
            .filter(([, agent]) => !isDone(view, agent))
            .map(([name, { status }]) => ({ detail: `${name} is ${status}.`, way_back: 'IMPLEMENTATION' as const }))
        : [],
  },
  ...ADDITION_CHECKS.map((id): ComplianceCheck => ({
    id,
    sentence: ADDITION_SENTENCES[id],
    // Most tasks have no additions, and only one of the checks is about the others.
    find: (view) =>
      (id === 'addition-unrecorded' || view.protocol.agent_additions.length > 0) && isBehind(view, 'CLASSIFIED')
        ? findImproperAdditions(view.protocol)
            .filter(({ check }) => check === id)
            .map(({ detail }) => ({ detail: `${detail} Add it there again, with a reason.`, way_back: 'REQUIREMENTS' }))
        : [],
  })),
];

/**
 * Every breach of the protocol that the record and the facts show now. `status` of `createTaskProtocol` answers it too, with the facts
 * looked up.
 *
 * @example
 * ```ts
 * import { createContextStore, defineTask, orThrow } from '@batonkit/core';
 * import { createTaskProtocol, findViolations } from '@batonkit/protocol';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * await orThrow(createContextStore({ tasks }).init('TASK-1', { actor: 'ada', immutable }));
 * const by = { actor: 'ada', session: 'run-1' };
 * const { record } = await orThrow(createTaskProtocol({ tasks }).claim('TASK-1', by));
 * const env = { now: '2026-11-16T09:00:00.000Z', ...by, facts: { head: null } };
 * const facts = { other_tasks: [], open_dependencies: [], tree: null, content: null, coverage: {}, missing_artifacts: [], main_lock: null, main: null };
 * const protocol = record.protocol;
 * const implemented = protocol && { ...protocol, coordinator_writes: ['src/login.ts'] };
 * implemented && findViolations({ record, protocol: implemented, env, facts }).map(({ check }) => check); // => ['coordinator-implemented']
 * ```
 */
export function findViolations(view: ProtocolView): readonly Violation[] {
  const violations: Violation[] = [];
  for (const { id, find } of COMPLIANCE_CHECKS)
    for (const found of find(view)) violations.push({ check: id, ...found });
  return violations.slice(0, MAX_VIOLATIONS);
}

function isBehind({ protocol: { state }, table }: ProtocolView, other: TaskState): boolean {
  const order = table?.states ?? TASK_STATES;
  return order.indexOf(state) > order.indexOf(other) && state !== 'CLEANUP';
}

/** The state of the task; for one that a table adds, the last of Batonkit's before it, whose rules hold on. */
function placeOf({ protocol: { state }, table }: ProtocolView): TaskState {
  if (table === undefined || TASK_STATES.includes(state)) return state;
  const before = table.states.slice(0, table.states.indexOf(state));
  return before.findLast((each) => TASK_STATES.includes(each)) ?? state;
}

function edgesOf(table: ProtocolTable): ReadonlySet<string> {
  const known = EDGES_OF.get(table);
  if (known !== undefined) return known;
  const edges = edgesIn(table.rows);
  EDGES_OF.set(table, edges);
  return edges;
}

function edgesIn(rows: readonly Transition[]): ReadonlySet<string> {
  return new Set(rows.map(({ from, to }) => `${from} ${to}`));
}
