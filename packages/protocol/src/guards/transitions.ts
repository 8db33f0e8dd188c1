import { AGENT_GUARDS as agents } from './agent-guards.ts';
import { ADDITION_CHECKS } from '../agents/agent-additions.ts';
import { CLOSING_GUARDS as closing } from './closing-guards.ts';
import type { Guard } from './guard.ts';
import { SETUP_GUARDS as setup } from './setup-guards.ts';
import type { TaskState } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';
import { WORK_GUARDS as work } from './work-guards.ts';

/**
 * What kind of step a row is: `forward` along the task's path, `return` because the compliance check found a breach, `judgement` because somebody
 * says why, `abandon` to give the task up, `finish` to end it.
 */
export type TransitionKind = 'forward' | 'return' | 'judgement' | 'abandon' | 'finish';

/** One row of the machine. */
export interface Transition<State extends string = TaskState> {
  readonly from: State;
  readonly to: State;
  /** What causes the step: the command `advance`, or what a `return` names. */
  readonly trigger: string;
  readonly kind: TransitionKind;
  /** What this step demands, besides what every step of its kind does. */
  readonly guards: readonly Guard[];
}

const PLANNED = [
  setup.planOutline,
  agents.agentsReported,
  setup.reportsSubstantial,
  work.implementationPlans,
  work.conflictsResolved,
  work.requirementsMapped,
  work.tradeOffs,
  work.successCriteria,
  work.planApproved,
  setup.history,
];

function forward(from: TaskState, to: TaskState, guards: readonly Guard[]): Transition {
  return { from, to, trigger: 'advance', kind: 'forward', guards };
}

function backward(
  kind: TransitionKind,
  trigger: string,
  to: TaskState,
  from: readonly TaskState[],
  guards: readonly Guard[] = [],
): readonly Transition[] {
  return from.map((state) => ({ from: state, to, trigger, kind, guards }));
}

const ORDER: readonly TaskState[] = TASK_STATES.filter((state) => state !== 'SCOPE_NEGOTIATION');
const later = (than: TaskState): readonly TaskState[] => {
  const behind = ORDER.slice(ORDER.indexOf(than) + 1).filter((state) => state !== 'CLEANUP');
  // A negotiation comes from REVIEW.
  return ORDER.indexOf(than) <= ORDER.indexOf('REVIEW') ? [...behind, 'SCOPE_NEGOTIATION'] : behind;
};

/** The machine: every step that a task can take. Decisions, documentation, diagram and model check all come from this table. */
export const TRANSITIONS: readonly Transition[] = [
  forward('INIT', 'CLASSIFIED', [setup.sessionUnique, setup.taskKnown, setup.taskWorktree]),
  forward('CLASSIFIED', 'REQUIREMENTS', [
    setup.riskRecorded,
    setup.riskCoversChanges,
    setup.agentsSelected,
    setup.agentWorktrees,
    setup.planOutline,
  ]),
  forward('REQUIREMENTS', 'SYNTHESIS', [
    setup.taskWorktree,
    setup.planOutline,
    agents.agentsReported,
    setup.reportsSubstantial,
    agents.noAgentError,
    setup.history,
  ]),
  forward('SYNTHESIS', 'IMPLEMENTATION', PLANNED),
  forward('SYNTHESIS', 'AWAITING_USER_APPROVAL', [
    ...PLANNED,
    work.snapshotIntact,
    work.everythingCommitted,
    work.noSourceReferences,
    work.noBuildImpact,
    work.nothingSensitive,
    agents.rejectionsCleared,
    agents.agentsComplete,
  ]),
  forward('IMPLEMENTATION', 'VALIDATION', [
    agents.updatersFinished,
    agents.noAgentError,
    agents.reviewersApproved,
    work.requirementsMet,
    work.snapshotIntact,
    work.qaPassing,
  ]),
  forward('VALIDATION', 'REVIEW', [
    work.snapshotIntact,
    work.qaPassing,
    work.styleLinters,
    work.styleManual,
    work.styleBuild,
    work.everythingCommitted,
  ]),
  forward('REVIEW', 'AWAITING_USER_APPROVAL', [
    agents.reviewUnanimous,
    agents.agentsComplete,
    work.everythingCommitted,
  ]),
  forward('AWAITING_USER_APPROVAL', 'COMPLETE', [
    work.planApproved,
    agents.contentReviewed,
    closing.changeApproved,
    closing.cleanBuild,
    agents.agentsComplete,
  ]),
  forward('COMPLETE', 'CLEANUP', [
    closing.merged,
    closing.taskListUpdated,
    closing.dependentsUnblocked,
    agents.agentsComplete,
  ]),

  ...ORDER.flatMap((to) => backward('return', 'skipped-state', to, later(to))),
  ...(['CLASSIFIED', 'REQUIREMENTS', 'IMPLEMENTATION'] as const).flatMap((to) =>
    backward('return', 'missing-artifact', to, later(to)),
  ),
  ...backward('return', 'missing-worktrees', 'CLASSIFIED', [
    'REQUIREMENTS',
    'SYNTHESIS',
    'IMPLEMENTATION',
    'VALIDATION',
    'REVIEW',
  ]),
  ...backward('return', 'risk-raised', 'CLASSIFIED', later('CLASSIFIED')),
  ...backward('return', 'coordinator-implemented', 'SYNTHESIS', later('SYNTHESIS')),
  ...backward('return', 'single-commit', 'SYNTHESIS', ['VALIDATION', 'REVIEW', 'AWAITING_USER_APPROVAL', 'COMPLETE']),
  ...backward('return', 'approval-without-coverage', 'SYNTHESIS', [
    'IMPLEMENTATION',
    'VALIDATION',
    'REVIEW',
    'COMPLETE',
  ]),
  ...backward('return', 'approval-without-coverage', 'AWAITING_USER_APPROVAL', ['COMPLETE']),
  ...backward('return', 'unfinished-agent', 'IMPLEMENTATION', ['CLEANUP']),
  ...ADDITION_CHECKS.flatMap((check) => backward('return', check, 'REQUIREMENTS', later('REQUIREMENTS'))),

  ...backward('judgement', 'blocker', 'CLASSIFIED', ['REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION']),
  ...backward('judgement', 'late-agent', 'REQUIREMENTS', ['SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW']),
  ...backward('judgement', 'plan-fault', 'SYNTHESIS', ['IMPLEMENTATION', 'VALIDATION', 'REVIEW']),
  ...backward('judgement', 'rejected', 'IMPLEMENTATION', ['REVIEW'], [agents.reviewRejected, agents.planSound]),
  ...backward(
    'judgement',
    'scope-exceeded',
    'SCOPE_NEGOTIATION',
    ['REVIEW'],
    [agents.severalRejections, agents.effortExceedsScope],
  ),
  ...backward(
    'judgement',
    'scope-blocking',
    'SYNTHESIS',
    ['SCOPE_NEGOTIATION'],
    [agents.scopeClassified, agents.scopeBlocking],
  ),
  ...backward(
    'judgement',
    'scope-deferred',
    'AWAITING_USER_APPROVAL',
    ['SCOPE_NEGOTIATION'],
    [agents.scopeClassified, agents.scopeDeferred, agents.agentsComplete, work.everythingCommitted],
  ),
  ...backward('judgement', 'changes-requested', 'IMPLEMENTATION', ['AWAITING_USER_APPROVAL'], [closing.fullPath]),
  ...backward('judgement', 'changes-requested', 'SYNTHESIS', ['AWAITING_USER_APPROVAL'], [closing.shortPath]),
  ...backward(
    'abandon',
    'abandon',
    'CLEANUP',
    TASK_STATES.filter((state) => state !== 'COMPLETE' && state !== 'CLEANUP'),
  ),
  ...backward('finish', 'finish', 'CLEANUP', ['CLEANUP'], [closing.worktreesRemoved, closing.auditMinimum]),
];
