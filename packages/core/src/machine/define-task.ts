import { compareCodePoints } from '../text/compare-code-points.ts';
import type { ImmutableSection } from '../record/envelope.ts';

/** A task as its author thinks of it. What is left out has the default of {@link defineTask}. */
export interface TaskDefinition {
  readonly title: string;
  readonly description: string;
  /** `P1` unless told. */
  readonly priority?: 'P0' | 'P1' | 'P2';
  /** The part of the product; `captureContext` chooses standards and QA commands by it. `general` unless told. */
  readonly area?: string;
  /** Paths and globs that the task may change, as `matchGlob` reads a list of them. Without any, everything is in scope. */
  readonly scope?: readonly string[];
  /** Paths and globs that the task must leave alone, whatever `scope` says. Entries in words are for the prompt. */
  readonly scopeOut?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  /** What a role runs to check its work. */
  readonly qaCommands?: readonly string[];
  readonly standards?: ImmutableSection['standards_citations'];
}

/**
 * Writes the immutable section of a task from what its author has to say, for `contexts.init`. `captureContext` of
 * `@batonkit/capture` does the same from files, with cited standards and expanded globs.
 *
 * @example
 * ```ts
 * import { defineTask } from '@batonkit/core';
 *
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.', scope: ['src/login.ts', 'test/**'] });
 * immutable.scope_patterns; // => ['src/login.ts', 'test/**']
 * immutable.repo_paths; // => ['src/login.ts']
 * immutable.task_snapshot.priority; // => 'P1'
 * ```
 */
export function defineTask(task: TaskDefinition): ImmutableSection {
  const { title, description, priority = 'P1', area = 'general', scope = [] } = task;
  return {
    task_snapshot: {
      title,
      priority,
      area,
      description,
      scope_in: scope,
      scope_out: task.scopeOut ?? [],
      acceptance_criteria: task.acceptanceCriteria ?? [],
    },
    standards_citations: task.standards ?? [],
    validation_baseline: { commands: task.qaCommands ?? [] },
    repo_paths: scope.filter((entry) => !/[*?[\]{}()!]/.test(entry)).sort(compareCodePoints),
    scope_patterns: scope,
  };
}
