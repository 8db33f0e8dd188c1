import type { Warning } from '../result/warning.ts';
import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';

/** A linked working tree, as far as operations tell of it. */
export interface LinkedTreeFacts {
  readonly taskId: string;
  /** `null` for the tree of the task itself. */
  readonly agent: string | null;
  readonly branch: string;
  readonly path: string;
  readonly state: string;
}

/** A file as a change leaves it. */
export interface ContentFile {
  readonly path: string;
  readonly mode: string | null;
  readonly sha256: string | null;
  /** Git's id of what the change started from; `null` when it was not there. The same bytes over something else are another change. */
  readonly base: string | null;
}

interface Merged {
  readonly how: string;
  readonly head: string;
}

/** The linked working trees of tasks and agents. `createLinkedWorktrees` of `@batonkit/git-adapter` makes them. */
export interface LinkedTrees {
  create(target: {
    readonly taskId: string;
    readonly agent?: string;
    readonly base?: string;
  }): ResultAsync<LinkedTreeFacts & { readonly warnings?: readonly Warning[] }, Failure>;
  /** What `create` would warn of: that the branch is there already, with commits of its own. */
  continued?(target: { readonly taskId: string }): ResultAsync<readonly Warning[], Failure>;
  list(options?: { readonly taskId?: string }): ResultAsync<readonly LinkedTreeFacts[], Failure>;
  merge(target: { readonly taskId: string; readonly agent: string }): ResultAsync<Merged, Failure>;
  refresh(target: { readonly taskId: string; readonly agent: string }): ResultAsync<Merged, Failure>;
  fastForwardMain(options: {
    readonly taskId: string;
    readonly session: string;
    /** Who holds the lock of the main working tree. */
    readonly mainLock: { read(): ResultAsync<{ readonly session: string } | null, Failure> };
    /** What a person approved: the head of the task's branch, every file that it changes, and the branch it is for where that is known. */
    readonly approved: {
      readonly commit: string;
      readonly files: readonly ContentFile[];
      readonly branch?: string;
    };
  }): ResultAsync<
    {
      readonly branch: string;
      readonly from: string;
      readonly to: string;
      /** What a person should know of a main branch that had it already. */
      readonly warnings?: readonly Warning[];
    },
    Failure
  >;
  remove(target: {
    readonly taskId: string;
    readonly agent?: string;
    readonly keepBranch?: boolean;
  }): ResultAsync<{ readonly removed: boolean; readonly path: string }, Failure>;
}
