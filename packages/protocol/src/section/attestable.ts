import type { AttestedCondition } from './protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

/** A condition that somebody vouches for: what it says, where it is said, and what it is said about (`null`: about neither). */
export interface Attestable {
  readonly sentence: string;
  readonly state: TaskState;
  readonly about: 'plan' | 'content' | null;
}

/** Every condition that somebody has to vouch for, because the library cannot see it. */
export const ATTESTABLE: Readonly<Record<AttestedCondition, Attestable>> = {
  'conflicts-resolved': {
    sentence: 'Conflicts between requirements are resolved.',
    state: 'SYNTHESIS',
    about: 'plan',
  },
  'requirements-mapped': {
    sentence: 'Each requirement is mapped to a part of the plan.',
    state: 'SYNTHESIS',
    about: 'plan',
  },
  'trade-offs-recorded': {
    sentence: 'Trade-offs are recorded with their reasons.',
    state: 'SYNTHESIS',
    about: 'plan',
  },
  'success-criteria-recorded': {
    sentence: 'Success criteria are recorded per domain.',
    state: 'SYNTHESIS',
    about: 'plan',
  },
  'no-source-references': {
    sentence: 'No source refers to the changed files.',
    state: 'SYNTHESIS',
    about: 'content',
  },
  'no-build-impact': {
    sentence: 'The changed files do not affect the build.',
    state: 'SYNTHESIS',
    about: 'content',
  },
  'nothing-security-sensitive': {
    sentence: 'Nothing changed is security-sensitive.',
    state: 'SYNTHESIS',
    about: 'content',
  },
  'requirements-met': {
    sentence: 'Each requirement is met, or deferred with a reason.',
    state: 'IMPLEMENTATION',
    about: 'content',
  },
  'style-linters': {
    sentence: 'All linters pass.',
    state: 'VALIDATION',
    about: 'content',
  },
  'style-manual-rules': {
    sentence: 'The manual style rules are checked.',
    state: 'VALIDATION',
    about: 'content',
  },
  'style-build': {
    sentence: 'The build passes with the style rules on.',
    state: 'VALIDATION',
    about: 'content',
  },
  'clean-build': {
    sentence: 'A clean build of what is about to be merged passed.',
    state: 'AWAITING_USER_APPROVAL',
    about: 'content',
  },
  'task-list-updated': {
    sentence: 'The task list was updated in the same commit.',
    state: 'COMPLETE',
    about: 'content',
  },
  'dependents-unblocked': {
    sentence: 'Tasks that waited for this one are unblocked.',
    state: 'COMPLETE',
    about: null,
  },
};
