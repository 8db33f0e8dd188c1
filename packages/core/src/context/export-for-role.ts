import { estimateTokens, type TokenCounter } from '../markdown/estimate-tokens.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { findRole } from './find-role.ts';

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
 * What goes first when an export is over its budget. The rest (title, priority, area, QA commands, coordination) is never
 * cut.
 */
export const TRIMMING_ORDER = [
  'evidence',
  'scope_patterns',
  'repo_paths',
  'initial_results',
  'qa_runs',
  'scope_out',
  'description',
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

const EVERYTHING: readonly ExportField[] = [...TRIMMING_ORDER, 'commands', 'coordination'];

/** What a role gets to read. */
export interface RoleExport {
  /** `context-<role>.json`. */
  readonly file: string;
  /** Canonical JSON: the same record gives the same bytes everywhere. */
  readonly text: string;
  readonly sha256: string;
  readonly tokens: number;
  /** What was cut to keep the budget, as JSON pointers into the record. */
  readonly cuts: readonly string[];
}

/** How exports are made. */
export interface ExportPolicy {
  /** What each role reads; roles that are left out keep the default of {@link EXPORT_FIELDS}. */
  readonly exportFields?: Readonly<Record<string, readonly ExportField[]>>;
  /** Counts tokens; an estimate unless told. */
  readonly countTokens?: TokenCounter;
}

/** The export of a record for a role, within a budget. Pure. */
export function exportForRole(
  record: TaskRecord,
  role: string,
  options: ExportPolicy & { readonly maxTokens?: number },
): Result<RoleExport, DecideError> {
  const { maxTokens = Infinity, countTokens = estimateTokens, exportFields = {} } = options;
  return findRole(record, role).andThen((): Result<RoleExport, DecideError> => {
    const table = Object.hasOwn(exportFields, role) ? exportFields : EXPORT_FIELDS;
    const fields = new Set((Object.hasOwn(table, role) ? table[role] : undefined) ?? EVERYTHING);
    const cut = new Set<ExportField>();
    const render = (): string => canonicalJson(makeDocument(record, role, fields, cut));
    let text = render();
    let tokens = countTokens(text);
    for (const field of TRIMMING_ORDER) {
      if (tokens <= maxTokens) break;
      if (!fields.has(field) || isEmpty(partOf(record, field))) continue;
      cut.add(field);
      text = render();
      tokens = countTokens(text);
    }
    if (tokens > maxTokens) {
      const detail = `The export for ${role} takes ${tokens} tokens with everything cut that may be cut, and maxTokens is ${maxTokens}. Allow at least that many.`;
      return reject('InvalidInput', [{ condition: '/maxTokens', detail }]);
    }
    return ok({
      file: `context-${role}.json`,
      text,
      sha256: sha256Hex(text),
      tokens,
      cuts: [...cut].map((field) => POINTERS[field]),
    });
  });
}

const POINTERS: Readonly<Record<ExportField, string>> = {
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

function makeDocument(
  record: TaskRecord,
  role: string,
  fields: ReadonlySet<ExportField>,
  cut: ReadonlySet<ExportField>,
): object {
  const { title, priority, area } = record.immutable.task_snapshot;
  const part = (field: ExportField): object => {
    if (!fields.has(field)) return {};
    return { [field]: cut.has(field) ? { cut: `see ${POINTERS[field]} of the record` } : partOf(record, field) };
  };
  const baseline = { ...part('commands'), ...part('initial_results') };
  return {
    version: 1,
    task_id: record.task_id,
    role,
    task_snapshot: {
      title,
      priority,
      area,
      ...part('description'),
      ...part('scope_in'),
      ...part('scope_out'),
      ...part('acceptance_criteria'),
    },
    ...part('standards_citations'),
    ...(Object.keys(baseline).length === 0 ? {} : { validation_baseline: baseline }),
    ...part('qa_runs'),
    ...part('repo_paths'),
    ...part('scope_patterns'),
    ...part('coordination'),
    ...part('evidence'),
  };
}

function partOf(record: TaskRecord, field: ExportField): unknown {
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
      return qa.runs.map(({ role, results, verdicts }) => ({
        role,
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

function isEmpty(part: unknown): boolean {
  return Array.isArray(part) ? part.length === 0 : part === '';
}
