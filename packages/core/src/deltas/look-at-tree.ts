import type { SecretScanner } from '@batonkit/secrets';
import { scannerOr } from '../commit/refuse-secrets.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitFailure, GitWorktree } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import type { DeltaPolicy } from './delta-ports.ts';
import type { DriftCheck, DriftReport } from './drift-report.ts';
import { findDrift, type CurrentTree, type Expectation } from './find-drift.ts';
import { type SurroundingsPolicy, warnOfHidden } from './find-surroundings-drift.ts';
import { matchScope } from './match-scope.ts';
import { isSameTree } from './own-tree.ts';
import { normalizePatch } from './normalize-patch.ts';
import { readSnapshot } from './read-snapshot.ts';
import { screenPatch } from './screen-patch.ts';
import { limitsOf } from './take-snapshot.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** What a look at the working tree found, compared with one link of the chain. */
export type Look =
  | (Seen & { readonly verdict: 'unchanged' | 'committed' })
  | (Seen & {
      readonly verdict: 'drift';
      readonly report: DriftReport;
      /** The changed lines as a patch, cut where it is long; empty where there are none, or nothing could be compared. */
      readonly lines: string;
    });

interface Seen {
  readonly head: string;
  /** How many files and folders git ignores; left out where an engine can't tell. */
  readonly ignored?: number;
  /** What came outside the scope and hides files. */
  readonly warnings: readonly Warning[];
}

interface LookPorts {
  readonly tasks: TaskStore;
  readonly worktree: GitWorktree;
  readonly clock: Clock;
  readonly policy?: Pick<DeltaPolicy, 'toolCaches' | 'maxFileBytes' | 'maxSnapshotBytes' | 'scanSecrets'>;
}

/** How to look. */
export interface LookOptions {
  /** Reads every file that is not ignored, and believes neither git's index nor its flags. */
  readonly paranoid?: boolean;
}

/** Compares the working tree with what a link of the chain says. Changes nothing, in the repository or in the record. */
export async function lookAtTree(
  { tasks, worktree, clock, policy = {} }: LookPorts,
  record: TaskRecord,
  link: TreeLink,
  expectation: Expectation,
  { paranoid = false }: LookOptions = {},
): Promise<Result<Look, GitFailure | StoreError>> {
  const snapshot = await readSnapshot(tasks, record.task_id, link.snapshot);
  if (snapshot.isErr()) return err(snapshot.error);
  const current = await observeTree(worktree, snapshot.value, { paranoid });
  if (current.isErr()) return err(current.error);
  const { head } = current.value.state;
  const scope = matchScope(record.immutable);
  const surroundingsPolicy: SurroundingsPolicy = {
    includes: (path) => scope.includes(path),
    isSameTree: isSameTree(worktree, snapshot.value.worktree),
    ...(policy.toolCaches !== undefined && { toolCaches: policy.toolCaches }),
  };
  const finding = findDrift(snapshot.value, current.value, expectation, surroundingsPolicy);
  const around = current.value.state.surroundings;
  const warnings = warnOfHidden(snapshot.value.surroundings, around, surroundingsPolicy);
  const seen: Seen = { head, ...(around !== undefined && { ignored: around.ignored }), warnings };
  if (finding.verdict !== 'drift') return ok({ verdict: finding.verdict, ...seen });

  const derived = await compareTrees({ worktree, policy }, record, snapshot.value);
  if (derived.isErr()) return err(derived.error);
  const report = deepFreeze<DriftReport>({
    task_id: record.task_id,
    expected_role: link.role,
    handed_off_at: link.snapshot.snapshot_time,
    verified_at: new Date(clock.now()).toISOString(),
    worktree: worktree.id,
    expected_tree: link.snapshot.tree,
    checks: [...finding.checks, ...derived.value.checks],
  });
  return ok({ verdict: 'drift', ...seen, report, lines: derived.value.lines });
}

/**
 * Looks at a working tree as {@link findDrift} needs it: against the base of what was handed off, and against HEAD if that moved since. With
 * `describeState`, which makes the other half, drift is found without a task or a store.
 *
 * @example
 * ```ts
 * import { describeState, findDrift, observeTree, orThrow } from '@batonkit/core';
 * import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
 *
 * const worktree = createMemoryWorktree({ files: { 'login.js': 'one' } });
 * worktree.edit('login.js', 'two');
 * const base = (await orThrow(worktree.head())).commit;
 * const captured = await orThrow(worktree.capture({ base }));
 * const handedOff = { ...describeState(captured), base_commit: base, tree: captured.tree };
 * worktree.edit('login.js', 'by hand');
 * const current = await orThrow(observeTree(worktree, handedOff));
 * findDrift(handedOff, current, 'dirty').verdict; // => 'drift'
 * ```
 */
export async function observeTree(
  worktree: GitWorktree,
  snapshot: Pick<WorktreeSnapshot, 'base_commit' | 'head'> & Partial<Pick<WorktreeSnapshot, 'surroundings'>>,
  { paranoid = false }: LookOptions = {},
): Promise<Result<CurrentTree, GitFailure>> {
  const since = snapshot.surroundings?.lookedAt;
  const special = snapshot.surroundings?.special;
  const how = {
    ...(since !== undefined && { since }),
    ...(special !== undefined && { special }),
    ...(paranoid && { paranoid }),
  };
  const observed = await worktree.observe({ base: snapshot.base_commit, ...how });
  if (observed.isErr()) return err(observed.error);
  const state = observed.value;
  if (state.head === snapshot.head) return ok({ state, committed: null });
  const headTree = await worktree.treeOf(state.head);
  if (headTree.isErr()) return err(headTree.error);
  const againstHead = await worktree.observe({ base: state.head, ...how });
  return againstHead.map(({ changed }) => ({
    state,
    committed: { headTree: headTree.value, clean: changed.length === 0 },
  }));
}

interface Compared {
  readonly checks: readonly DriftCheck[];
  readonly lines: string;
}

/** Scope, patch and changed lines follow from the files, so they are worked out only for a report: the quick look needs none of them. */
async function compareTrees(
  { worktree, policy }: { readonly worktree: GitWorktree; readonly policy: NonNullable<LookPorts['policy']> },
  record: TaskRecord,
  snapshot: WorktreeSnapshot,
): Promise<Result<Compared, GitFailure>> {
  const scope = matchScope(record.immutable);
  const existing = scope.hasPatterns ? await worktree.listFiles() : ok([]);
  if (existing.isErr()) return err(existing.error);
  const scopeNow = scope.hashOf(existing.value);

  const captured = await worktree.capture({ base: snapshot.base_commit, limits: limitsOf(policy) });
  // What can't be stored, such as a pipe, can be drift all the same.
  if (captured.isErr() && !['unsupported', 'too-large'].includes(captured.error.data.reason))
    return err(captured.error);
  const now = captured.isOk() ? captured.value.tree : null;
  const patch = now === null ? null : await worktree.diff(snapshot.base_commit, now);
  const diffNow = patch?.isOk() === true ? sha256Hex(normalizePatch(patch.value.patch)) : 'not known';
  const since = now === null || now === snapshot.tree ? null : await worktree.diff(snapshot.tree, now);
  const scan = since?.isOk() === true ? await scannerOr(policy.scanSecrets) : null;
  const lines = since?.isOk() === true && scan !== null ? shownLines(scan, since.value.patch) : '';

  const compared: DriftCheck[] = [
    { check: 'scope', path: null, expected: snapshot.scope_hash, found: scopeNow },
    // Patches of different engines are printed differently, so they are not compared.
    {
      check: 'diff',
      path: null,
      expected: snapshot.diff_sha,
      found: snapshot.engine === worktree.engine ? diffNow : snapshot.diff_sha,
    },
  ];
  return ok({ checks: compared.filter(({ expected, found }) => expected !== found), lines });
}

const MOST_LINES = 60;
const LONGEST_LINE = 200;
/** What is looked through for secrets before it is shown. */
const MOST_BYTES = 256 * 1024;

/** The first lines of a patch. Secrets in it are replaced by the names of their rules. */
function shownLines(scan: SecretScanner, patch: Uint8Array): string {
  const whole = new TextDecoder().decode(screenPatch(scan, patch.subarray(0, MOST_BYTES), { hideAdded: true }).patch);
  const all = whole.split('\n').filter((line) => !/^(?:index |\\ No newline)/.test(line));
  const lines = all
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} ...` : line));
  const isCut = all.length > MOST_LINES || patch.length > MOST_BYTES;
  return (isCut ? [...lines, '... and more'] : lines).join('\n').trimEnd();
}
