import { failure, MAIN_LOCK_TASK, parseTaskId, ResultAsync, type Warning } from '@batonkit/core';
import type { AroundStep } from '../host/around-step.ts';
import { createLinkedTree, type CreatedTree } from './create-linked-tree.ts';
import { fastForwardMain, type MainMerge, type MainMergeOptions } from './fast-forward-main.ts';
import { isAgentName, type LinkedName } from '../names/linked-name.ts';
import { LinkedProblem, type LinkedWorktreeError, toLinkedFailure } from './linked-problem.ts';
import { type LinkedRepository, openLinkedRepository } from './linked-repository.ts';
import { listContributors, type TaskContributor } from './list-contributors.ts';
import { type LinkedTree, listLinkedTrees } from './list-linked-trees.ts';
import { type BranchMerge, mergeAgent } from './merge-agent.ts';
import { finishMove } from './move-branch.ts';
import { type RemovedTree, removeLinkedTree } from './remove-linked-tree.ts';
import { type Locked, withTaskLock } from './task-lock.ts';
import { warnOfBranch } from './warn-of-branch.ts';

/** What {@link createLinkedWorktrees} needs to know. */
export interface LinkedWorktreesOptions {
  /** A directory inside the repository: its main working tree, a linked one, or a bare repository. */
  readonly directory: string;
  /** The folder of all linked working trees; by default beside the main one, with `.worktrees` behind its name. */
  readonly root?: string;
  /** How long a call waits for another process that works on the same task's trees: 10 seconds unless told. */
  readonly lockTimeoutMs?: number;
  /** Called around every step that changes something; for tests. */
  readonly around?: AroundStep;
}

/** The task that is meant, and the agent; without one, the task's own working tree. */
export interface LinkedTarget {
  readonly taskId: string;
  readonly agent?: string;
}

/**
 * The linked working trees of tasks and their agents: each agent edits in a tree and on a branch of its own, and its commits come
 * together on the branch of the task. All methods can fail with `InvalidTaskId`, `InvalidInput`, `GitFailure`, `LockTimeout` (another
 * process is at work on the same task), and with `Rejected`, which lists everything that is in the way.
 *
 * A call that failed has changed nothing. A call whose process died is finished, or undone, by the next one; each can be repeated.
 * Only `fastForwardMain` touches the main working tree, its index and its branch.
 */
export interface LinkedWorktrees {
  /**
   * Makes a working tree with its branch, or what is missing of them. A task begins at `base`, by default where the main branch is; an
   * agent begins where its task is. A branch that is there already is continued, which `warnings` tells where it has commits of its own.
   */
  create(target: LinkedTarget & { readonly base?: string }): ResultAsync<CreatedTree, LinkedWorktreeError>;

  /** What `create` would warn of: commits on a branch that is there already, perhaps from an earlier life of the task. Changes nothing. */
  continued(target: LinkedTarget): ResultAsync<readonly Warning[], LinkedWorktreeError>;

  /** The trees of one task, or of all. */
  list(options?: { readonly taskId?: string }): ResultAsync<readonly LinkedTree[], LinkedWorktreeError>;

  /**
   * Merges an agent's branch into the branch of its task: by fast-forward, or by replaying its commits first when the task branch
   * moved. Fails with `MergeConflict`, which names the commit and the files, and then neither branch nor tree nor index has changed.
   */
  merge(target: Required<LinkedTarget>): ResultAsync<BranchMerge, LinkedWorktreeError>;

  /** Brings an agent's branch and tree on top of its task's branch, which stays where it is. Fails as `merge` does. */
  refresh(target: Required<LinkedTarget>): ResultAsync<BranchMerge, LinkedWorktreeError>;

  /**
   * Moves the main branch, and the files of the working tree that has it, forward to the branch of the task; `protocol.land` calls it. Fails
   * with `NotOwner` unless `session` holds the lock of the main working tree, and with `StaleApproval` unless the branch is at the approved
   * commit and brings nothing but the approved files. Local edits stay; one that would be overwritten is in the way.
   */
  fastForwardMain(options: MainMergeOptions): ResultAsync<MainMerge, LinkedWorktreeError>;

  /**
   * Removes a tree and its branch. Refused while there are uncommitted, untracked, stashed or unmerged changes, anything half done, a lock
   * by `git worktree lock`, or somebody in it (this process, or one of `directories`); a task goes after its agents. With
   * `keepBranch`, commits are safe, so unmerged ones are not in the way. What is not there is removed already.
   */
  remove(
    target: LinkedTarget & { readonly keepBranch?: boolean; readonly directories?: readonly string[] },
  ): ResultAsync<RemovedTree, LinkedWorktreeError>;

  /** Who contributed to the task's branch beyond the main branch, by the `[agent-name]` of commit messages. */
  contributors(options: { readonly taskId: string }): ResultAsync<readonly TaskContributor[], LinkedWorktreeError>;
}

/**
 * Opens the linked working trees of a repository. Needs the git program, 2.30 or newer (2.38 to replay commits). Nothing is looked at
 * until a method is called.
 *
 * @example
 * ```ts
 * import { createLinkedWorktrees } from '@batonkit/git-adapter';
 *
 * const trees = createLinkedWorktrees({ directory: '/nonexistent' });
 * const made = await trees.create({ taskId: 'TASK-0824', agent: 'style-updater' });
 * made.isErr() && made.error.code; // => 'GitFailure'
 * const misnamed = await trees.create({ taskId: '../etc' });
 * misnamed.isErr() && misnamed.error.code; // => 'InvalidTaskId'
 * ```
 */
export function createLinkedWorktrees(options: LinkedWorktreesOptions): LinkedWorktrees {
  const run = <Name, T>(name: () => Name, work: (repository: LinkedRepository, name: Name) => Promise<T>) =>
    ResultAsync.fromPromise(
      (async () => {
        const checked = name();
        return work(await openLinkedRepository(options), checked);
      })(),
      toLinkedFailure,
    );
  /** Alone on the trees of a task, after what a dead predecessor left is finished. */
  const change = <Name extends LinkedName, T>(name: () => Name, work: (locked: Locked, name: Name) => Promise<T>) =>
    run(name, (repository, checked) =>
      withTaskLock(repository, checked.taskId, async (locked) => {
        await finishMove(locked);
        return work(locked, checked);
      }),
    );
  const named =
    ({ taskId, agent = null }: { readonly taskId: string; readonly agent?: string | null }) =>
    () =>
      requireName(taskId, agent);
  const agentNamed =
    ({ taskId, agent }: Required<LinkedTarget>) =>
    () => ({ ...requireName(taskId, agent ?? ''), agent });

  return {
    create: ({ base, ...target }) => change(named(target), (locked, name) => createLinkedTree(locked, name, base)),
    continued: (target) => run(named(target), (repository, name) => warnOfBranch(repository, name)),
    list: ({ taskId } = {}) =>
      run(
        () => (taskId === undefined ? null : requireName(taskId).taskId),
        (repository, checked) => listLinkedTrees(repository, checked),
      ),
    merge: (target) => change(agentNamed(target), (locked, name) => mergeAgent(locked, name, { isRefresh: false })),
    refresh: (target) => change(agentNamed(target), (locked, name) => mergeAgent(locked, name, { isRefresh: true })),
    fastForwardMain: ({ taskId, ...given }) =>
      run(named({ taskId }), (repository) =>
        withTaskLock(repository, MAIN_LOCK_TASK, async (locked) => {
          await finishMove(locked);
          return fastForwardMain(locked, { taskId, ...given });
        }),
      ),
    remove: ({ keepBranch = false, directories = [], ...target }) =>
      change(named(target), (locked, name) =>
        removeLinkedTree(locked, name, { keepBranch, directories: [process.cwd(), ...directories] }),
      ),
    contributors: ({ taskId }) => run(named({ taskId }), (repository) => listContributors(repository, taskId)),
  };
}

/** Checks the names before any path or branch is made of them. */
function requireName(taskId: unknown, agent: unknown = null): LinkedName {
  const parsed = parseTaskId(taskId);
  if (parsed.isErr()) throw new LinkedProblem(parsed.error);
  if (agent === null) return { taskId: parsed.value, agent: null };
  if (isAgentName(agent)) return { taskId: parsed.value, agent };
  const detail = 'The agent must be named by 1 to 64 letters, digits, "_" or "-", starting with a letter.';
  throw new LinkedProblem(failure('InvalidInput', detail, { unmet: [{ condition: '/agent', detail }] }));
}
