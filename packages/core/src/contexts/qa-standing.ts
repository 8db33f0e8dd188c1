import { contentOf } from '../deltas/content-of.ts';
import { ownTree } from '../deltas/own-tree.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import { CLAIMED } from '../slices/decide-qa.ts';
import type { QaProof, QaResult } from '../slices/qa-result.ts';
import { whyUnproven } from '../slices/why-unproven.ts';

/** The last QA run of a task, and what it is worth now. */
export interface QaStanding {
  readonly role: string;
  readonly at: string;
  readonly log: string;
  readonly status: QaResult['status'];
  readonly proof: QaProof;
  /** Why it counts for nothing, of a run that was executed: a sentence each. */
  readonly unproven: readonly string[];
  /** Whether the content is what it ran on; `unknown` where nobody can look. */
  readonly tree: 'same' | 'changed' | 'unknown';
}

/** The last QA run of a task, compared with the tree as it is now; `null` when there was none. */
export async function findQaStanding(
  {
    worktree,
    machine,
  }: { readonly worktree: GitWorktree | null; readonly machine: Pick<Machine<TaskRecord>, 'homeOf'> },
  record: TaskRecord,
): Promise<QaStanding | null> {
  const { baseline, runs } = record.qa;
  const last = runs.at(-1) ?? (baseline.status === 'recorded' ? baseline : null);
  if (last === null) return null;
  const { role, recorded_at: at, log, results, proof = CLAIMED } = last;
  const commands = record.immutable.validation_baseline.commands;
  return {
    ...{ role, at, log, proof, status: statusOf(results) },
    unproven: proof.grade === 'executed' ? whyUnproven(proof, commands) : [],
    tree: await compare(worktree, record, machine, role, proof),
  };
}

function statusOf(results: readonly Pick<QaResult, 'status'>[]): QaResult['status'] {
  const has = (status: QaResult['status']): boolean => results.some((result) => result.status === status);
  return has('failed')
    ? 'failed'
    : has('unknown') || results.length === 0
      ? 'unknown'
      : has('passed')
        ? 'passed'
        : 'cached';
}

async function compare(
  worktree: GitWorktree | null,
  record: TaskRecord,
  machine: Pick<Machine<TaskRecord>, 'homeOf'>,
  role: string,
  { tree }: QaProof,
): Promise<QaStanding['tree']> {
  if (tree === null || worktree === null || record.completion !== null) return 'unknown';
  const own = ownTree(worktree, record, machine.homeOf(record, role));
  if (own.isErr() || own.value.id !== tree.worktree) return 'unknown';
  const state = await own.value.observe({ base: tree.base });
  if (state.isErr()) return 'unknown';
  return contentOf(state.value.changed).sha === tree.content ? 'same' : 'changed';
}
