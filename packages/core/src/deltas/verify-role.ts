import type { CommitError, MutationOptions } from '../commit/task-committer.ts';
import type { GitFailure } from '../ports/git-worktree.ts';
import type { StoreError } from '../ports/task-store.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import { countDrift, type DriftDetected } from './count-drift.ts';
import type { DeltaPorts } from './delta-ports.ts';
import { formatDriftReport, type DriftReport } from './drift-report.ts';
import type { Expectation } from './find-drift.ts';
import { findLastLink, findLink, type SnapshotMissing } from './find-link.ts';
import { lookAtTree, type Look } from './look-at-tree.ts';
import { driftElsewhere, type Elsewhere } from './own-tree.ts';

/** What a verification that succeeded found. */
export interface Verified {
  readonly verdict: 'unchanged' | 'committed';
  /** How many failed verifications this one cleared, because the tree is what was handed off again; left out when there were none. */
  readonly cleared?: number;
  /** How many files and folders git ignores, at which nobody looked; left out when there are none. */
  readonly ignored?: number;
  /** What came outside the scope and hides files; left out when there is nothing. */
  readonly warnings?: readonly Warning[];
}

/** What a look found; `report` and its text are there when the verdict is drift. */
export interface Inspection {
  readonly verdict: 'unchanged' | 'committed' | 'drift';
  /** Whose hand-off was compared with. */
  readonly role: string;
  /** Whether the record knows of a drift already: then it can be resolved. */
  readonly counted: boolean;
  readonly report: DriftReport | null;
  /** The changed lines as a patch, cut where it is long; left out where there are none. */
  readonly lines?: string;
  readonly text: string;
  /** How many files and folders git ignores, at which nobody looked; left out when there are none. */
  readonly ignored?: number;
  /** What came outside the scope and hides files; left out when there is nothing. */
  readonly warnings?: readonly Warning[];
}

/** Compares the working tree with what a role handed off; drift is counted and audited. */
export async function verifyRole(
  ports: DeltaPorts,
  record: TaskRecord,
  {
    expectedRole,
    expect = 'dirty',
    paranoid = false,
    ...options
  }: MutationOptions & {
    readonly expectedRole: string;
    readonly expect?: Expectation;
    readonly paranoid?: boolean;
  },
): Promise<Result<Verified, CommitError | StoreError | GitFailure | SnapshotMissing | DriftDetected | Elsewhere>> {
  const link = findLink(record, expectedRole);
  if (link.isErr()) return err(link.error);
  const look = await lookAtTree(ports, record, link.value, expect, { paranoid });
  if (look.isErr()) return err(look.error);
  if (look.value.verdict !== 'drift') {
    const { verdict, head } = look.value;
    const unseen = unseenIn(look.value);
    const failed = record.coordination[link.value.role]?.drift_budget ?? 0;
    // Another tree may hold the same; it is not the one that drifted.
    const isHere = driftElsewhere(ports.worktree, record, link.value, ports.machine.homeOf(record)) === null;
    // Somebody committed it, which is for a person to accept.
    if (failed === 0 || !isHere || verdict === 'committed' || link.value !== record.tree_chain.at(-1))
      return ok({ verdict, ...unseen });
    const command = { type: 'clear-drift', role: link.value.role } as const;
    const { operationId: _, ...unnamed } = options;
    const cleared = await ports.committer.commit({ taskId: record.task_id, command, options: unnamed, head });
    return cleared.map(() => ({ verdict, cleared: failed, ...unseen }));
  }
  const other = driftElsewhere(ports.worktree, record, link.value, ports.machine.homeOf(record));
  if (other !== null) return err(other);
  return err(await countDrift(ports.committer, record, look.value, options));
}

/** Compares the working tree with the last hand-off; nothing is counted. */
export async function inspectLast(
  ports: DeltaPorts,
  record: TaskRecord,
): Promise<Result<Inspection, StoreError | GitFailure | SnapshotMissing | Elsewhere>> {
  const link = findLastLink(record);
  if (link.isErr()) return err(link.error);
  const { role } = link.value;
  const counted = Object.values(record.coordination).some(({ drift_budget }) => drift_budget > 0);
  const look = await lookAtTree(ports, record, link.value, 'either');
  const other =
    look.isOk() && look.value.verdict === 'drift'
      ? driftElsewhere(ports.worktree, record, link.value, ports.machine.homeOf(record))
      : null;
  if (other !== null) return err(other);
  return look.map((found) => {
    if (found.verdict === 'drift')
      return {
        verdict: 'drift',
        role,
        counted,
        report: found.report,
        ...(found.lines !== '' && { lines: found.lines }),
        text: formatDriftReport(found.report, { counted, lines: found.lines }),
        ...unseenIn(found),
      };
    const gone =
      counted && found.verdict === 'unchanged'
        ? ' The drift that was counted went away by itself; the next verify clears it.'
        : '';
    const text = `${record.task_id}: the working tree is what ${role} handed off (${found.verdict}).${gone}\n`;
    return { verdict: found.verdict, role, counted, report: null, text, ...unseenIn(found) };
  });
}

/** What a look did not see, as answers tell it. */
function unseenIn({ ignored = 0, warnings }: Look): Pick<Verified, 'ignored' | 'warnings'> {
  return { ...(ignored > 0 && { ignored }), ...(warnings.length > 0 && { warnings }) };
}
