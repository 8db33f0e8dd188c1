import type { ImmutableSection } from '@batonkit/core';
import type { QaCommand } from './qa-commands.ts';
import type { TaskFile } from '../sources/task-yaml.ts';

/** One field of the captured context: how much is in it, and where it came from. */
export interface SummaryRow {
  readonly field: string;
  readonly items: number;
  readonly source: string;
}

/** Tells for every field of an immutable section what it was made of. */
export function summarizeCapture(given: {
  readonly immutable: ImmutableSection;
  readonly task: TaskFile;
  readonly taskFile: string;
  readonly scopeMacros: string | null;
  readonly qaCommands: readonly QaCommand[];
}): readonly SummaryRow[] {
  const { immutable, task, taskFile, qaCommands } = given;
  const snapshot = immutable.task_snapshot;
  const at = (line: number | undefined): string => (line === undefined ? taskFile : `${taskFile}#L${line}`);
  const one = (field: 'title' | 'priority' | 'area' | 'description'): SummaryRow => ({
    field: `task_snapshot.${field}`,
    items: 1,
    source: at(task[field]?.line),
  });
  const many = (field: 'scope_in' | 'scope_out' | 'acceptance_criteria', line: number | undefined): SummaryRow => ({
    field: `task_snapshot.${field}`,
    items: snapshot[field].length,
    source: at(line),
  });
  const cited = [...new Set(immutable.standards_citations.map(({ file }) => file))];
  const [firstCommand] = qaCommands;
  const scopeSource =
    given.scopeMacros === null ? at(task.scopeIn[0]?.line) : `${at(task.scopeIn[0]?.line)}, ${given.scopeMacros}`;
  return [
    one('title'),
    one('priority'),
    one('area'),
    one('description'),
    many('scope_in', task.scopeIn[0]?.line),
    many('scope_out', task.scopeOut[0]?.line),
    many('acceptance_criteria', task.acceptanceCriteria[0]?.line),
    { field: 'standards_citations', items: immutable.standards_citations.length, source: cited.join(', ') },
    {
      field: 'validation_baseline.commands',
      items: qaCommands.length,
      source: firstCommand === undefined ? 'nowhere' : `${firstCommand.from} (${firstCommand.source})`,
    },
    { field: 'repo_paths', items: immutable.repo_paths.length, source: scopeSource },
    { field: 'scope_patterns', items: immutable.scope_patterns.length, source: scopeSource },
  ];
}

/**
 * The summary as a table for a person.
 *
 * @example
 * ```ts
 * import { formatCaptureSummary } from '@batonkit/capture';
 *
 * formatCaptureSummary([{ field: 'repo_paths', items: 2, source: 'task.yaml#L7' }]); // => 'field       items  source\nrepo_paths      2  task.yaml#L7\n'
 * ```
 */
export function formatCaptureSummary(summary: readonly SummaryRow[]): string {
  const rows = [{ field: 'field', items: 'items', source: 'source' }, ...summary];
  const width = Math.max(...rows.map(({ field }) => field.length));
  return rows
    .map(({ field, items, source }) => `${field.padEnd(width)}  ${String(items).padStart(5)}  ${source}\n`)
    .join('');
}
