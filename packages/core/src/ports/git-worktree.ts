import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';

/**
 * A path inside a working tree, with `/` between its parts. A name that is not valid UTF-8, or that starts with `"`, is
 * written the way git quotes it (`"caf\351.txt"`), so that every name has exactly one text form.
 */
export type TreePath = string;

/** How a file differs from the base commit, as it stands in the working tree. */
export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'type-changed';

/** One path whose working-tree state differs from the base commit, or whose staged state does. */
export interface ChangedFile {
  readonly path: TreePath;
  readonly status: ChangeStatus;
  /** git's two letters: staged, then unstaged (`??` for untracked). Tells staged-only changes apart. */
  readonly xy: string;
  /** Git's mode of what is there now: `100644`, `100755`, `120000`, `160000`; `null` when deleted. */
  readonly mode: string | null;
  /** Size in bytes on disk; for a link, of its target text; `null` when deleted or a submodule. */
  readonly size: number | null;
  /** SHA-256 of the raw bytes on disk (of the link's target text, or of a submodule's commit id); `null` when deleted. */
  readonly sha256: string | null;
  /** Git's id of the content in the base commit; `null` when it was not there. */
  readonly baseBlob: string | null;
  /** Git's mode and id of what is staged (`100644 <id>`); `null` when the index has nothing at this path. */
  readonly staged?: string | null;
}

/** What decides which changes can be seen in a working tree, as it was at one moment. */
export interface Surroundings {
  /** When the look began, in milliseconds by the clock of this host. */
  readonly lookedAt: number;
  /**
   * What was found, by name: rules, settings, flagged files. Names that start with `personal ` belong to a person or a host and may differ
   * in another working tree. What is as it is by default is left out.
   */
  readonly facts: Readonly<Record<string, string>>;
  /** Files of rules that are ignored themselves, so that no change of them shows: SHA-256 by path. */
  readonly hiddenRules: Readonly<Record<TreePath, string>>;
  /** How many ignored files and folders there are; a folder that is ignored as a whole counts once. */
  readonly ignored: number;
  /**
   * Where there is what git says nothing of and does not ignore: pipes, sockets and devices, and what is called `.git` and makes no repository.
   * Left out where there is none, and of a look with `since`.
   */
  readonly special?: readonly TreePath[] | undefined;
}

/** A working tree as it is at one moment, without anything stored. */
export interface WorktreeState {
  readonly head: string;
  /** The branch, or `null` when HEAD is detached. */
  readonly branch: string | null;
  /** What git itself reported, byte for byte (`status --porcelain=v2 -z`); for the record, never parsed by core. */
  readonly status: Uint8Array;
  /** Every path that differs from `base`, by code point; ignored files are not looked at. */
  readonly changed: readonly ChangedFile[];
  /** What `observe` was asked for in `also` and is not among `changed`: SHA-256 of the raw bytes on disk, or `null`. */
  readonly also?: readonly { readonly path: TreePath; readonly sha256: string | null }[];
  /** Left out by engines that can't tell. */
  readonly surroundings?: Surroundings;
}

/** A working tree whose whole state is stored under a tree id. */
export interface CapturedTree extends WorktreeState {
  /** Git's id of the tree that `git add -A && git write-tree` would give. */
  readonly tree: string;
  /** True when the working tree equals the base commit in every path. */
  readonly clean: boolean;
  /** Git's id of the tree that `git write-tree` would give; left out where nothing is staged that the base commit lacks. */
  readonly stagedTree?: string;
}

/** The difference of two trees. */
export interface TreeDiff {
  /** The patch as the engine printed it; binary files appear by name only. */
  readonly patch: Uint8Array;
  readonly files: readonly {
    readonly path: TreePath;
    readonly added: number | null;
    readonly removed: number | null;
    /** Git's mode in the tree that was compared with; `null` where it lacks the path. */
    readonly mode: string | null;
  }[];
}

/** The main branch of a repository: the one that was asked for, else what its main working tree has checked out or HEAD of a bare repository names. */
export interface MainBranchState {
  /** `null` when none was asked for and none is checked out there; then nobody can tell which one is meant. */
  readonly branch: string | null;
  readonly head: string;
  /** True when the branch was at the commit that was asked for: by fast-forward, not through a merge commit. */
  readonly holds: boolean;
  /** True when the branch has the commit in any way, also through a merge commit. */
  readonly has: boolean;
  /** Where the branch of the task is, on which linked working trees put its work; `null` when the repository has none. */
  readonly task: string | null;
}

/** One path that a commit changes; of a merge, one that differs from all of its parents. */
export interface CommitChange {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly path: TreePath;
  /** Git's mode and id of what the commit puts there; `null` when it deletes the path. */
  readonly content: string | null;
  /** True when a merge took nothing from the side that the commit is on (`git merge -s ours`). */
  readonly isDropped: boolean;
}

/** Why git could not do it. `reason` is for programs. */
export type GitFailure = Failure<
  'GitFailure',
  {
    readonly reason:
      | 'not-a-repository'
      | 'no-commit'
      | 'bare'
      | 'unmerged'
      | 'git-missing'
      | 'git-too-old'
      | 'unknown-commit'
      | 'changed-meanwhile'
      | 'unsupported'
      | 'disk-full'
      | 'not-permitted'
      | 'too-large'
      | 'command-failed';
    readonly detail: string;
    /** With `too-large`: what is over a limit of the capture. */
    readonly tooLarge?: TooLarge;
  }
>;

/** How much a capture may store. */
export interface CaptureLimits {
  /** Of one file. */
  readonly fileBytes: number;
  /** Of all files together. */
  readonly totalBytes: number;
}

/** What is over a limit of a capture: the files that are too large, or the largest of those that are too much together. */
export interface TooLarge {
  readonly limit: keyof CaptureLimits;
  readonly bytes: number;
  readonly files: readonly { readonly path: TreePath; readonly bytes: number }[];
}

/** A stored tree that this host does not have (any more). */
export type SnapshotElsewhere = Failure<'SnapshotElsewhere', { readonly tree: string }>;

/**
 * A git working tree, as Batonkit looks at it. It never changes the user's index, HEAD, refs, stash or objects, and
 * files only in `restore`: what has to be stored goes to a private place that borrows the user's objects. The user's configuration, environment and
 * attributes do not change a result.
 *
 * - `observe` and `capture` see the same things; only `capture` stores. Two looks at an unchanged tree are equal in every field
 *   but `status` and `surroundings.lookedAt`, whatever happened to time stamps.
 * - Anything that cannot be done exactly is refused with `GitFailure` and its reason, never guessed.
 * - A file that changes while it is being looked at is read again, or the look fails with `changed-meanwhile`.
 */
export interface GitWorktree {
  /** Names this working tree on this host: the same directory always has the same id. */
  readonly id: string;
  /** Which engine prints patches, with its version. Patches of different engines are not compared. */
  readonly engine: string;
  /** Its directory on this host; left out where there is none. */
  readonly path?: string;

  /** Another working tree of the same repository, by its id or one that it had before it was moved; `null` when the repository has none of that id here. */
  sibling?(id: string): GitWorktree | null;

  /**
   * The paths at which the tree `work` differs from the commit `base`, and whose state is lost: it is in none of `trees`, and in no commit since
   * `base` that a branch, a tag, a remote or the HEAD of a working tree leads to.
   */
  findLost?(options: {
    readonly base: string;
    readonly work: string;
    readonly trees: readonly string[];
  }): ResultAsync<readonly TreePath[], GitFailure | SnapshotElsewhere>;

  /** Looks at the main branch, by its name or without one, and whether it was fast-forwarded to a commit, and at the branch of a task. */
  mainBranch?(asked: {
    readonly commit: string;
    readonly taskId: string;
    readonly branch?: string;
  }): ResultAsync<MainBranchState, GitFailure>;

  /** The newest commit that two commits have in common, as `git merge-base` finds it; `null` when they have none. */
  mergeBase?(one: string, other: string): ResultAsync<string | null, GitFailure>;

  /** What each commit changes that `to` has and none of `from` has, whether or not a later commit takes it back. */
  commitChanges?(range: {
    readonly from: readonly string[];
    readonly to: string;
  }): ResultAsync<readonly CommitChange[], GitFailure>;

  /** Where HEAD points now. */
  head(): ResultAsync<{ readonly commit: string; readonly branch: string | null }, GitFailure>;

  /** Every tracked and every untracked, not ignored file that exists now, by code point. */
  listFiles(): ResultAsync<readonly TreePath[], GitFailure>;

  /**
   * Looks at everything that differs from the commit `base`, and stores nothing. Files named in `also` are read first: one that
   * is in `base` and not among `changed` afterwards has the content of `base`, and on disk these very bytes. Of files that git's index
   * was told about after `since` (see {@link Surroundings.lookedAt}), the content is compared and the index not believed; with `paranoid`,
   * of all files. `special` is what was there at `since`: what of it went or changed is told among the facts.
   */
  observe(options: {
    readonly base: string;
    readonly also?: readonly TreePath[];
    readonly since?: number;
    readonly special?: readonly TreePath[];
    readonly paranoid?: boolean;
  }): ResultAsync<WorktreeState, GitFailure>;

  /**
   * Looks, and stores the whole state as a tree. Until it is kept by a name, the tree may be swept. What is over the `limits` is refused as
   * `too-large`, by name and before anything is stored; there is no limit by default.
   */
  capture(options: { readonly base: string; readonly limits?: CaptureLimits }): ResultAsync<CapturedTree, GitFailure>;

  /** The difference between two trees or commits that this host has. */
  diff(from: string, to: string): ResultAsync<TreeDiff, GitFailure | SnapshotElsewhere>;

  /** The tree of a commit of the user's repository. */
  treeOf(commit: string): ResultAsync<string, GitFailure>;

  /** The bytes of a file in a stored tree as git holds them, or `null` when the tree has no such file. */
  readBlob(tree: string, path: TreePath): ResultAsync<Uint8Array | null, GitFailure | SnapshotElsewhere>;

  /**
   * Protects a stored tree under a name until it is dropped; naming another tree moves the name. One with `/until-<milliseconds>/` in it is given
   * up by the first sweep after that moment.
   */
  keep(name: string, tree: string): ResultAsync<void, GitFailure | SnapshotElsewhere>;

  /** Gives up every kept name that starts with `prefix`; dropping what is not there succeeds. */
  drop(prefix: string): ResultAsync<{ readonly dropped: number }, GitFailure>;

  /** Removes stored objects that no kept name needs and that are older than `olderThanMs`. */
  sweep(options: { readonly olderThanMs: number }): ResultAsync<{ readonly freedBytes: number }, GitFailure>;

  /**
   * Puts files of a stored tree back into the working tree: the one method that changes the user's files, and only those listed.
   * Each is written only while its content still has the SHA-256 `expected` (`null`: it must not exist); otherwise nothing at all
   * is written and the answer is `changed-meanwhile`. A listed path that the tree lacks is removed. Nothing else is touched. With `staged`,
   * a tree or commit, the listed paths are staged as that one has them, and nothing else of the index changes.
   */
  restore(
    tree: string,
    files: readonly { readonly path: TreePath; readonly expected: string | null }[],
    options?: { readonly staged?: string },
  ): ResultAsync<{ readonly written: number; readonly removed: number }, GitFailure | SnapshotElsewhere>;

  /** Writes a stored tree into a directory that is empty or does not exist yet. */
  materialize(tree: string, directory: string): ResultAsync<{ readonly files: number }, GitFailure | SnapshotElsewhere>;
}
