import { agentsOf } from '../section/agents-of.ts';
import { findUnderrated } from './find-underrated.ts';
import { findUnless, type Guard } from './guard.ts';
import { MIN_REPORT_BYTES } from '../documents/min-report-bytes.ts';
import { OUTLINE_SECTIONS } from '../documents/plan-document.ts';

/** Conditions on the way to SYNTHESIS: the task, its working trees, its agents and what they report. */
export const SETUP_GUARDS = {
  sessionUnique: {
    id: 'session-unique',
    sentence: 'The session owns no other unfinished task.',
    action: 'release-other-task',
    find: ({ facts }) =>
      facts.other_tasks.map((id) => ({
        detail: `This session also owns ${id}. Finish or release that task first.`,
        subject: id,
      })),
  },
  taskKnown: {
    id: 'task-known',
    sentence: 'The task has a description, and nothing it depends on is unfinished.',
    action: 'release-other-task',
    find: ({ record, facts }) => [
      ...findUnless(
        record.immutable.task_snapshot.description.trim() !== '',
        'The task has no description, so nobody can tell when it is done. Rebuild its context from a task file that has one.',
      ),
      ...facts.open_dependencies.map((id) => ({
        detail: `The task depends on ${id}, which is not finished. Finish that first, or choose another task.`,
        subject: id,
      })),
    ],
  },
  taskWorktree: {
    id: 'task-worktree',
    sentence: 'The task has a working tree, and this is it.',
    action: 'record-worktree',
    find: ({ protocol, facts }) => [
      ...findUnless(protocol.worktree !== null, 'No working tree is recorded for the task. Create it, then record it.'),
      ...findUnless(
        protocol.worktree === null || facts.tree === null || facts.tree.worktree === protocol.worktree,
        `The task works in ${protocol.worktree ?? ''}, but this is ${facts.tree?.worktree ?? ''}. Go there first.`,
      ),
    ],
  },
  riskRecorded: {
    id: 'risk-recorded',
    sentence: 'The risk is assessed, with reasons.',
    action: 'classify',
    find: ({ protocol }) => findUnless(protocol.risk !== null, 'The risk is not assessed yet. Classify the task.'),
  },
  riskCoversChanges: {
    id: 'risk-covers-changes',
    sentence: 'The changes made so far are no riskier than the classification.',
    action: 'classify',
    find: (view) => {
      const detail = findUnderrated(view);
      return detail === null ? [] : [{ detail }];
    },
  },
  agentsSelected: {
    id: 'agents-selected',
    sentence: 'Agents are selected, at least one reviewer among them.',
    action: 'select-agents',
    find: ({ protocol }) =>
      findUnless(agentsOf(protocol, 'reviewer').length > 0, 'No reviewer is selected. Select the agents of the task.'),
  },
  agentWorktrees: {
    id: 'agent-worktrees',
    sentence: 'Every agent has its own working tree.',
    action: 'record-worktree',
    find: ({ protocol }) =>
      agentsOf(protocol).flatMap(([name, { worktree }]) =>
        findUnless(worktree !== null, `${name} has no working tree. Create it, then record it.`, name),
      ),
  },
  planOutline: {
    id: 'plan-outline',
    sentence: `The plan document has the sections ${OUTLINE_SECTIONS.join(', ')}.`,
    action: 'record-plan',
    find: ({ protocol, facts }) => {
      const { plan } = protocol;
      if (plan === null || facts.missing_artifacts.includes(plan.sha)) {
        return [{ detail: 'There is no plan document. Write it, then record it.' }];
      }
      return OUTLINE_SECTIONS.flatMap((section) =>
        findUnless(plan.sections.includes(section), `The plan document lacks the heading "## ${section}".`, section),
      );
    },
  },
  reportsSubstantial: {
    id: 'reports-substantial',
    sentence: `Every requirements report is there and has at least ${MIN_REPORT_BYTES} bytes.`,
    action: 'invoke-agent',
    find: ({ protocol, facts }) =>
      agentsOf(protocol).flatMap(([name, { requirements }]) => {
        if (requirements === null) return [];
        const isThere = !facts.missing_artifacts.includes(requirements.sha);
        return findUnless(
          isThere && requirements.bytes >= MIN_REPORT_BYTES,
          isThere
            ? `The requirements report of ${name} has only ${requirements.bytes} bytes. Ask for a whole one.`
            : `The requirements report of ${name} is gone from the store. Ask for it again.`,
          name,
        );
      }),
  },
  history: {
    id: 'history',
    sentence: 'Every state before this one on the path was entered.',
    action: 'return',
    find: ({ protocol }) => {
      const path = protocol.risk?.path ?? [];
      const before = path.slice(0, path.indexOf(protocol.state));
      return before
        .filter((state) => !protocol.visited.includes(state))
        .map((state) => ({ detail: `${state} was never entered. Go back there.`, subject: state }));
    },
  },
} as const satisfies Record<string, Guard>;
