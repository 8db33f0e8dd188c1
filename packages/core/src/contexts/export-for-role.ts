import { estimateTokens, type TokenCounter } from '@batonkit/markdown';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { cutField, sizeOfField } from './cut-field.ts';
import { EVERYTHING, EXPORT_FIELDS, partOf, POINTERS, TRIMMING_ORDER, type ExportField } from './export-fields.ts';
import { findRole } from '../slices/find-role.ts';

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
  /** What each role reads; roles that are left out keep the default of `EXPORT_FIELDS`. */
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
    const fields = (Object.hasOwn(table, role) ? table[role] : undefined) ?? EVERYTHING;
    const parts = new Map(fields.map((field) => [field, partOf(record, field)]));
    const cuts: string[] = [];
    const render = (field?: ExportField, part?: unknown): Rendered => {
      if (field !== undefined) parts.set(field, part);
      const text = canonicalJson(makeDocument(record, role, parts));
      return { text, tokens: countTokens(text) };
    };
    let rendered = render();
    for (const field of TRIMMING_ORDER) {
      if (rendered.tokens <= maxTokens) break;
      const whole = parts.get(field);
      const size = sizeOfField(whole);
      if (size === 0) continue;
      const shorter = keepMost(size, maxTokens, (kept) => render(field, cutField(field, whole, kept)));
      // The mark of a small field may take more than the field.
      if (shorter.tokens >= rendered.tokens) {
        parts.set(field, whole);
        continue;
      }
      cuts.push(POINTERS[field]);
      rendered = shorter;
    }
    if (!(rendered.tokens <= maxTokens)) {
      const detail = `The export for ${role} takes ${rendered.tokens} tokens with everything cut that may be cut, and maxTokens is ${maxTokens}. Allow at least that many.`;
      return reject('InvalidInput', [{ condition: '/maxTokens', detail }]);
    }
    return ok({ file: `context-${role}.json`, ...rendered, sha256: sha256Hex(rendered.text), cuts });
  });
}

interface Rendered {
  readonly text: string;
  readonly tokens: number;
}

/** The rendering that keeps as much of a field as fits; the one that keeps nothing when nothing does. */
function keepMost(size: number, maxTokens: number, renderWith: (kept: number) => Rendered): Rendered {
  let fits = 0;
  let tooMany = size;
  const nothing = renderWith(0);
  if (nothing.tokens > maxTokens) return nothing;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (renderWith(middle).tokens <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  return renderWith(fits);
}

function makeDocument(record: TaskRecord, role: string, parts: ReadonlyMap<ExportField, unknown>): object {
  const { title, priority, area } = record.immutable.task_snapshot;
  const part = (...fields: readonly ExportField[]): object =>
    Object.fromEntries(fields.filter((field) => parts.has(field)).map((field) => [field, parts.get(field)]));
  const baseline = part('commands', 'initial_results');
  return {
    version: 1,
    task_id: record.task_id,
    role,
    task_snapshot: {
      title,
      priority,
      area,
      ...part('description', 'scope_in', 'scope_out', 'acceptance_criteria'),
    },
    ...(Object.keys(baseline).length === 0 ? {} : { validation_baseline: baseline }),
    ...part('standards_citations', 'qa_runs', 'repo_paths', 'scope_patterns', 'coordination', 'evidence'),
  };
}
