import type { EngineWorktree } from './worktree/engine-worktree.ts';
import { createIsomorphicWorktree } from './isomorphic/isomorphic-worktree.ts';
import type { WorktreeFs } from './host/worktree-fs.ts';
import { hasUsableGit } from './native/git-version.ts';
import { createNativeWorktree } from './native/native-worktree.ts';

/** What {@link createGitWorktree} needs to know. */
export interface GitWorktreeOptions {
  /** A directory inside the working tree. */
  readonly directory: string;
  /** `native` runs the git program, `isomorphic` does without; `auto`, the default, takes git when one of 2.30 or newer is there. */
  readonly engine?: 'auto' | 'native' | 'isomorphic';
  /** Another file system than the host's, such as memfs. Only the isomorphic engine can work there. */
  readonly fs?: WorktreeFs;
  /** Where stored trees go; by default into `batonkit/` in the repository's common git directory. */
  readonly storage?: string;
}

/**
 * Opens a git working tree. Nothing is looked at until a method is called: a directory that is no repository and the like are
 * answered by the methods, as `GitFailure`. `engine` says which engine was chosen, `fidelity` whether all its answers are git's own.
 *
 * @example
 * ```ts
 * import { createGitWorktree } from '@batonkit/git-adapter';
 *
 * const nowhere = createGitWorktree({ directory: '/nonexistent', engine: 'isomorphic' });
 * nowhere.engine.split(' ')[0]; // => 'isomorphic-git'
 * const head = await nowhere.head();
 * head.isErr() && head.error.data.reason; // => 'not-a-repository'
 * ```
 */
export function createGitWorktree({ directory, engine = 'auto', fs, storage }: GitWorktreeOptions): EngineWorktree {
  const options = { directory, ...(storage !== undefined && { storage }) };
  if (engine === 'native' && fs !== undefined)
    throw new TypeError(
      'createGitWorktree: the git program works on the host only; leave out fs or take another engine.',
    );
  if (engine === 'isomorphic' || fs !== undefined)
    return createIsomorphicWorktree({ ...options, ...(fs !== undefined && { fs }) });
  const native = createNativeWorktree(options);
  if (engine === 'native') return native;
  let chosen: EngineWorktree | undefined;
  const choose = (): EngineWorktree => (chosen ??= hasUsableGit() ? native : createIsomorphicWorktree(options));
  return {
    id: native.id,
    ...(native.path !== undefined && { path: native.path }),
    get engine() {
      return choose().engine;
    },
    get fidelity() {
      return choose().fidelity;
    },
    get fidelityReasons() {
      return choose().fidelityReasons;
    },
    sibling: (id) => choose().sibling(id),
    mainBranch: (asked) => choose().mainBranch(asked),
    mergeBase: (one, other) => choose().mergeBase(one, other),
    commitChanges: (given) => choose().commitChanges(given),
    findLost: (given) => choose().findLost(given),
    head: () => choose().head(),
    listFiles: () => choose().listFiles(),
    observe: (given) => choose().observe(given),
    capture: (given) => choose().capture(given),
    diff: (from, to) => choose().diff(from, to),
    treeOf: (commit) => choose().treeOf(commit),
    readBlob: (tree, path) => choose().readBlob(tree, path),
    keep: (name, tree) => choose().keep(name, tree),
    drop: (prefix) => choose().drop(prefix),
    sweep: (given) => choose().sweep(given),
    restore: (tree, files, options) => choose().restore(tree, files, options),
    materialize: (tree, target) => choose().materialize(tree, target),
  };
}
