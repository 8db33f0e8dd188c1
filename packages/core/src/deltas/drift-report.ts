import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { COMMITTED_EXACTLY } from './find-drift.ts';
import { GitObjectIdSchema, LabelSchema, RoleNameSchema, TextSchema, TimeSchema } from '../record/stored-values.ts';

/** One difference between what was handed off and what is there. */
export const DriftCheckSchema = z.strictObject({
  check: z.enum([
    'base-commit',
    'tree-clean',
    'content',
    'mode',
    'size',
    'git-status',
    'staged',
    'surroundings',
    'scope',
    'diff',
    'committed',
  ]),
  /** The file, or `null` for a check of the whole tree. */
  path: TextSchema.nullable(),
  expected: TextSchema,
  found: TextSchema,
});

/** What a failed verification found, whole; kept as an artifact. */
export const DriftReportSchema = z.strictObject({
  task_id: z.string(),
  /** Whose hand-off was expected to be there. */
  expected_role: RoleNameSchema,
  handed_off_at: TimeSchema,
  verified_at: TimeSchema,
  worktree: LabelSchema,
  expected_tree: GitObjectIdSchema,
  checks: z.array(DriftCheckSchema),
});

/** One difference. */
export type DriftCheck = DeepReadonly<z.infer<typeof DriftCheckSchema>>;
/** What a failed verification found: see {@link DriftReportSchema}. */
export type DriftReport = DeepReadonly<z.infer<typeof DriftReportSchema>>;

const TITLES: Readonly<Record<DriftCheck['check'], string>> = {
  'base-commit': 'HEAD moved (commit, rebase or branch switch)',
  'tree-clean': 'the working tree is clean',
  content: 'content',
  mode: 'file mode',
  size: 'size',
  'git-status': 'git status (staged or unstaged)',
  staged: 'staged content',
  surroundings: 'what decides which changes git sees',
  scope: 'files in scope',
  diff: 'patch against the base commit',
  committed: 'not committed as handed off',
};

/**
 * A drift report for a person: whose hand-off no longer holds, every file with what was expected and found, the changed `lines` where they are
 * known, and what to do. `counted` says that the record knows of it already.
 *
 * @example
 * ```ts
 * import { formatDriftReport } from '@batonkit/core';
 *
 * const text = formatDriftReport({
 *   task_id: 'TASK-1',
 *   expected_role: 'implementer',
 *   handed_off_at: '2026-11-16T09:00:00.000Z',
 *   verified_at: '2026-11-16T09:30:00.000Z',
 *   worktree: 'shop-0123456789abcdef',
 *   expected_tree: 'a'.repeat(40),
 *   checks: [{ check: 'mode', path: 'run.sh', expected: '100644', found: '100755' }],
 * });
 * text.split('\n')[1]; // => '  run.sh'
 * ```
 */
export function formatDriftReport(report: DriftReport, { counted = false, lines: changed = '' } = {}): string {
  const places = [...new Set(report.checks.map(({ path }) => path))];
  const lines = places.flatMap((path) => [
    `  ${path ?? 'the whole tree'}`,
    ...report.checks
      .filter((check) => check.path === path)
      .flatMap(({ check, expected, found }) => [
        `    ${TITLES[check]}`,
        `      expected  ${expected}`,
        `      found     ${found}`,
      ]),
  ]);
  return [
    `${report.task_id}: the working tree is not what ${report.expected_role} handed off at ${report.handed_off_at}.`,
    ...lines,
    ...(changed === ''
      ? []
      : ['  changed lines, - as handed off, + as found:', ...changed.split('\n').map((line) => `    ${line}`)]),
    `Nobody may start until this is resolved: put the files back as they were, or${counted ? '' : ', once verify has counted it,'} accept the tree as it is, with resolveDrift and a note.`,
    ...(report.checks.some(({ found }) => found === COMMITTED_EXACTLY)
      ? ["startTurn with expect: 'either' accepts a commit of exactly what was handed off."]
      : []),
    '',
  ].join('\n');
}
