import type { TaskRecord } from '../machine/core-machine.ts';

/** A part of the context that an export can hold. Title, priority and area are in every one. */
export type ExportField =
  | 'description'
  | 'scope_in'
  | 'scope_out'
  | 'acceptance_criteria'
  | 'standards_citations'
  | 'commands'
  | 'initial_results'
  | 'qa_runs'
  | 'repo_paths'
  | 'scope_patterns'
  | 'coordination'
  | 'evidence';

/**
 * What goes first when an export is over its budget. A field goes only when all before it are gone, and as little of it as has to: a
 * text loses its end, a list its last items (QA runs the oldest), the baseline is kept or not; what is no longer than its mark stays.
 * The rest (title, priority, area, QA commands, coordination) is never cut.
 */
export const TRIMMING_ORDER = [
  'evidence',
  'scope_patterns',
  'repo_paths',
  'initial_results',
  'scope_out',
  'description',
  'qa_runs',
  'standards_citations',
  'scope_in',
  'acceptance_criteria',
] as const satisfies readonly ExportField[];

const TASK: readonly ExportField[] = ['description', 'scope_in', 'scope_out', 'acceptance_criteria'];

/** What each role reads, unless the policy says otherwise. A role that is not here gets everything. */
export const EXPORT_FIELDS: Readonly<Record<string, readonly ExportField[]>> = {
  implementer: [
    ...TASK,
    'standards_citations',
    'commands',
    'initial_results',
    'repo_paths',
    'coordination',
    'evidence',
  ],
  reviewer: [...TASK, 'standards_citations', 'qa_runs', 'repo_paths', 'coordination', 'evidence'],
  validator: ['acceptance_criteria', 'scope_out', 'commands', 'initial_results', 'qa_runs', 'coordination', 'evidence'],
};

/** What a role reads that has no fields of its own. */
export const EVERYTHING: readonly ExportField[] = [...TRIMMING_ORDER, 'commands', 'coordination'];

/** Where each field stands in the record, for whoever needs what was cut. */
export const POINTERS: Readonly<Record<ExportField, string>> = {
  description: '/immutable/task_snapshot/description',
  scope_in: '/immutable/task_snapshot/scope_in',
  scope_out: '/immutable/task_snapshot/scope_out',
  acceptance_criteria: '/immutable/task_snapshot/acceptance_criteria',
  standards_citations: '/immutable/standards_citations',
  commands: '/immutable/validation_baseline/commands',
  initial_results: '/qa/baseline',
  qa_runs: '/qa/runs',
  repo_paths: '/immutable/repo_paths',
  scope_patterns: '/immutable/scope_patterns',
  coordination: '/coordination',
  evidence: '/evidence',
};

/** A field as an export holds it when nothing is cut. */
export function partOf(record: TaskRecord, field: ExportField): unknown {
  const { immutable, qa } = record;
  switch (field) {
    case 'description':
    case 'scope_in':
    case 'scope_out':
    case 'acceptance_criteria':
      return immutable.task_snapshot[field];
    case 'standards_citations':
    case 'repo_paths':
    case 'scope_patterns':
      return immutable[field];
    case 'commands':
      return immutable.validation_baseline.commands;
    case 'initial_results':
      return qa.baseline;
    case 'qa_runs':
      // What a reader wants is what became of each failure; the counts and the log are in the record.
      return qa.runs.map(({ role, results, verdicts, proof }) => ({
        role,
        grade: proof?.grade ?? 'claimed',
        tree: proof?.tree?.after ?? null,
        verdicts,
        commands: results.map(({ command, tool, status, verdict }) => ({ command, tool, status, verdict })),
      }));
    case 'coordination':
      return Object.fromEntries(
        record.roles.map((role) => {
          const { status, blocking_findings } = record.coordination[role] ?? {
            status: 'pending',
            blocking_findings: [],
          };
          return [role, { status, blocking_findings }];
        }),
      );
    case 'evidence':
      return record.evidence.map(({ id, type, path }) => ({ id, type, path }));
  }
}
