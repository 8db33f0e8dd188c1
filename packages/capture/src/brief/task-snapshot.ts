import type { ImmutableSection } from '@batonkit/core';
import { normalizeMultiline } from '@batonkit/core/text';
import type { CaptureProblem } from '../sources/capture-problem.ts';
import type { CaptureWarning } from '../sources/capture-warning.ts';
import { boundField } from '../sources/long-fields.ts';
import type { TaskFile, TaskText } from '../sources/task-yaml.ts';

type TaskSnapshot = ImmutableSection['task_snapshot'];

/** The statuses a task may have when it is captured, unless the caller says otherwise. */
export const DEFAULT_STATUSES: readonly string[] = ['in_progress'];

/** What of a task file goes into the record; or everything that it lacks. */
export function snapshotTask(
  file: string,
  task: TaskFile,
  options: { readonly allowStatus: readonly string[] | 'any'; readonly cutLongFields: boolean },
): {
  readonly snapshot: TaskSnapshot | null;
  readonly problems: readonly CaptureProblem[];
  readonly warnings: CaptureWarning[];
} {
  const problems: CaptureProblem[] = [];
  const warnings: CaptureWarning[] = [];
  const demand = (met: boolean, condition: string, detail: string, line: number | null): void => {
    if (!met) problems.push({ condition, detail, file, line, column: null });
  };
  const filled = (name: string, given: TaskText | null): string => {
    const text = given?.text ?? '';
    demand(text.trim() !== '', `${name}-present`, `The task has no ${name}.`, given?.line ?? null);
    return text;
  };
  const bound = (field: string, text: string, line: number): string => {
    const bounded = boundField(field, text, { file, line }, options.cutLongFields);
    warnings.push(...bounded.warnings);
    return bounded.text;
  };
  const list = (field: string, items: readonly TaskText[]): string[] =>
    items.map(({ text, line }, index) =>
      bound(`${field}[${index}]`, normalizeMultiline(text, { preserveFormatting: true }), line),
    );

  const title = filled('title', task.title).trim();
  const priority = filled('priority', task.priority).trim();
  const area = filled('area', task.area).trim();
  const description = filled('description', task.description);
  const known = priority === 'P0' || priority === 'P1' || priority === 'P2' ? priority : null;
  demand(
    known !== null || priority === '',
    'priority-known',
    'The priority must be P0, P1 or P2.',
    task.priority?.line ?? null,
  );
  demandStatus(task, options.allowStatus, demand);

  const snapshot = {
    title: bound('title', title, task.title?.line ?? 1),
    area: bound('area', area, task.area?.line ?? 1),
    description: bound('description', normalizeMultiline(description), task.description?.line ?? 1),
    scope_in: list('scope_in', task.scopeIn),
    scope_out: list('scope_out', task.scopeOut),
    acceptance_criteria: list('acceptance_criteria', task.acceptanceCriteria),
  };
  if (task.acceptanceCriteria.length === 0) {
    const message = `${file}: the task has no acceptance criteria.`;
    warnings.push({ code: 'NoAcceptanceCriteria', message, where: file });
  }
  return {
    snapshot: known === null || problems.length > 0 ? null : { ...snapshot, priority: known },
    problems,
    warnings,
  };
}

function demandStatus(
  task: TaskFile,
  allowed: readonly string[] | 'any',
  demand: (met: boolean, condition: string, detail: string, line: number | null) => void,
): void {
  if (allowed === 'any') return;
  const status = task.status?.text ?? null;
  const found = status === null ? 'has no status' : `is ${JSON.stringify(status.slice(0, 40))}`;
  const detail = `The task ${found}, and a context is made for one that is ${allowed.join(' or ')}. Set that in the task file, or allow the status it has (allowStatus).`;
  demand(status !== null && allowed.includes(status), 'status-allowed', detail, task.status?.line ?? null);
}
