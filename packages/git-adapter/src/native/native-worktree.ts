import { type GitFailure, ResultAsync, type SnapshotElsewhere, type WorktreeState } from '@batonkit/core';
import type { EngineWorktree } from '../worktree/engine-worktree.ts';
import nodeFs from 'node:fs';
import { join } from 'node:path';
import { listBases, secureBase } from '../worktree/base-copies.ts';
import { findWorktreeRoot, worktreeId } from '../worktree/worktree-id.ts';
import { findLost } from '../objects/find-lost.ts';
import { findSibling, notePath } from '../worktree/find-sibling.ts';
import { captureTree } from './capture-tree.ts';
import { diffTrees, requireTree } from './diff-trees.ts';
import { gitProblem, isMissing, snapshotElsewhere, toFailure, toGitFailure } from '../host/git-problem.ts';
import { findInTree } from '../objects/git-tree.ts';
import { hashFirst } from '../worktree/hash-first.ts';
import { engineName } from './git-version.ts';
import { listFiles } from './list-files.ts';
import { isStillThere, locateRepository, type Repository, withObjects } from './locate-repository.ts';
import { filesOf, look, type Look } from './look.ts';
import { lookAtMain } from './look-at-main.ts';
import { materializeTree } from './materialize-tree.ts';
import { openObjectReader } from './object-reader.ts';
import { resolveCommit } from './resolve-commit.ts';
import { hashOnDisk, restoreFiles } from './restore-files.ts';
import { planIndex } from './restore-index.ts';
import { commandProblem, runGit, tryGit } from './run-git.ts';
import { toChangedFile } from '../worktree/seen-file.ts';
import { openSnapshotStore, type SnapshotStore } from './snapshot-store.ts';
import { sweepStore } from './sweep-store.ts';
import { listCommitChanges } from '../objects/list-commit-changes.ts';
import { fromTreePath } from '../objects/tree-path.ts';

/** What {@link createNativeWorktree} needs to know. */
export interface NativeWorktreeOptions {
  /** A directory inside the working tree. */
  readonly directory: string;
  /** Where stored trees go; by default into `batonkit/` in the repository's common git directory. */
  readonly storage?: string;
}

/**
 * Opens a working tree with the git program, 2.30 or newer.
 *
 * @example
 * ```ts
 * import { createNativeWorktree } from '@batonkit/git-adapter/native';
 *
 * const worktree = createNativeWorktree({ directory: '/nonexistent' });
 * (await worktree.observe({ base: 'HEAD' })).isErr(); // => true
 * ```
 */
export function createNativeWorktree({ directory, storage }: NativeWorktreeOptions): EngineWorktree {
  const top = findWorktreeRoot(directory);
  let located: { repository: Repository; store: SnapshotStore } | undefined;

  async function locate(): Promise<{ repository: Repository; store: SnapshotStore }> {
    if (located !== undefined && isStillThere(located.repository)) return located;
    const repository = await locateRepository(top);
    located = { repository, store: openSnapshotStore(repository, storage) };
    return located;
  }

  type At = { readonly repository: Repository; readonly store: SnapshotStore };

  /** What the user's git collected meanwhile may be among what the store keeps of its bases: then it is tried again with these. */
  async function work<T>(todo: (at: At) => Promise<T>): Promise<T> {
    const at = await locate();
    try {
      return await todo(at);
    } catch (error) {
      const bases = isMissing(error) ? listBases(nodeFs, at.store.directory) : [];
      if (bases.length === 0) throw error;
      const repository = withObjects(
        at.repository,
        bases.map((directory) => join(directory, 'objects')),
      );
      return todo({ repository, store: openSnapshotStore(repository, storage) });
    }
  }

  /** Only methods that name a tree may answer that it is elsewhere. */
  function run<T>(todo: (at: At) => Promise<T>): ResultAsync<T, GitFailure> {
    return ResultAsync.fromPromise(work(todo), toGitFailure);
  }

  function runOnTree<T>(todo: (at: At) => Promise<T>): ResultAsync<T, GitFailure | SnapshotElsewhere> {
    return ResultAsync.fromPromise(work(todo), toFailure);
  }

  return {
    id: worktreeId(top),
    path: top,
    get engine() {
      return engineName();
    },
    fidelity: 'exact',
    fidelityReasons: [],
    sibling: (id) => {
      const root = findSibling(top, id);
      return root === null
        ? null
        : createNativeWorktree({ directory: root, ...(storage !== undefined && { storage }) });
    },
    mainBranch: (asked) => run(({ repository }) => lookAtMain(repository, asked)),
    mergeBase: (one, other) =>
      run(async ({ repository }) => {
        const args = ['merge-base', '--end-of-options', one, other];
        const { code, stdout, stderr } = await tryGit(repository.place, args);
        if (code !== 0 && code !== 1) throw commandProblem(args, code, stderr);
        return code === 0 ? stdout.toString('latin1').trim() : null;
      }),
    commitChanges: (range) =>
      run(async ({ repository }) => {
        const reader = openObjectReader(repository.place);
        try {
          return await listCommitChanges(reader, range);
        } finally {
          reader.close();
        }
      }),
    findLost: ({ base, work, trees }) =>
      runOnTree(async ({ repository, store }) => {
        store.prepare();
        const [from, to] = [await requireTree(store, base), await requireTree(store, work)];
        const places = [...trees, ...(await listPlaces(repository, base))];
        const reader = openObjectReader(store.place);
        try {
          return await findLost(reader, { base: from, work: to, places });
        } finally {
          reader.close();
        }
      }),
    head: () =>
      run(async ({ repository }) => {
        const [commit, branch] = await Promise.all([
          tryGit(repository.place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
          tryGit(repository.place, ['symbolic-ref', '--quiet', 'HEAD']),
        ]);
        if (commit.code !== 0) throw gitProblem('no-commit', repository.root);
        const name = branch.stdout
          .toString('utf8')
          .trim()
          .replace(/^refs\/heads\//, '');
        return { commit: commit.stdout.toString('latin1').trim(), branch: branch.code === 0 ? name : null };
      }),
    listFiles: () => run(({ repository }) => listFiles(repository)),
    observe: ({ base, also, since, special, paranoid }) =>
      run(async ({ repository }) => {
        const onDisk = hashFirst(also, (name) => hashOnDisk(repository, name));
        return onDisk(stateOf(await look(repository, base, { since, special, paranoid })));
      }),
    capture: ({ base, limits }) =>
      run(async ({ repository, store }) => {
        const { look: seen, tree, baseTree, stagedTree } = await captureTree(repository, store, base, limits);
        notePath(nodeFs, repository.gitDirectory, top);
        return { ...stateOf(seen), tree, clean: tree === baseTree, ...(stagedTree !== null && { stagedTree }) };
      }),
    diff: (from, to) =>
      runOnTree(({ store }) => {
        store.prepare();
        return diffTrees(store, from, to);
      }),
    treeOf: (commit) => run(({ repository }) => resolveCommit(repository, commit, '^{tree}')),
    readBlob: (tree, path) =>
      runOnTree(async ({ store }) => {
        store.prepare();
        const root = await requireTree(store, tree);
        const reader = openObjectReader(store.place);
        try {
          const entry = await findInTree(reader, root, fromTreePath(path).toString('latin1'));
          if (entry === null || entry.mode === '040000' || entry.mode === '160000') return null;
          const object = await reader.read(entry.id);
          if (object === null) throw snapshotElsewhere(tree);
          return new Uint8Array(object.content);
        } finally {
          reader.close();
        }
      }),
    keep: (name, tree) =>
      runOnTree(async ({ repository, store }) => {
        store.prepare();
        if (!/^[0-9a-f]{40,64}$/.test(tree)) throw snapshotElsewhere(tree);
        if (!store.has(tree)) {
          const { code, stdout } = await tryGit(store.place, ['cat-file', '-t', tree]);
          if (code !== 0 || stdout.toString('latin1').trim() !== 'tree') throw snapshotElsewhere(tree);
        }
        store.keep(name, tree);
        const base = store.captures().find((captured) => captured.tree === tree)?.base;
        if (base !== undefined) await secure(repository, store, base);
      }),
    drop: (prefix) => run(({ store }) => Promise.resolve({ dropped: store.drop(prefix) })),
    sweep: ({ olderThanMs }) =>
      run(async ({ repository, store }) => ({ freedBytes: await sweepStore(repository, store, olderThanMs) })),
    restore: (tree, files, { staged } = {}) =>
      runOnTree(async ({ repository, store }) => {
        store.prepare();
        const root = await requireTree(store, tree);
        const index =
          staged === undefined
            ? null
            : await planIndex(
                repository,
                store,
                await requireTree(store, staged),
                files.map(({ path }) => path),
              );
        const restored = await restoreFiles(repository, store, root, files);
        if (index !== null) await index.write();
        return restored;
      }),
    materialize: (tree, target) =>
      runOnTree(async ({ store }) => {
        store.prepare();
        return { files: await materializeTree(store, await requireTree(store, tree), target) };
      }),
  };
}

function stateOf(seen: Look): WorktreeState {
  const { head, branch, status, surroundings } = seen;
  return { head, branch, status: new Uint8Array(status), changed: filesOf(seen).map(toChangedFile), surroundings };
}

/** More recent commits than these are not looked through. */
const MOST_COMMITS = 5000;

/** Refs that their command takes away again, and our own. */
const PASSING = ['refs/stash', 'refs/batonkit/*', 'refs/bisect/*', 'refs/rewritten/*', 'refs/original/*'];

/** The trees of the commits since `base`, newest first, that a branch, a tag, a remote or the HEAD of a working tree leads to. A stash is no place for work. */
async function listPlaces({ place }: Repository, base: string): Promise<readonly string[]> {
  const refs = [...PASSING.map((pattern) => `--exclude=${pattern}`), '--all', 'HEAD'];
  const listed = await runGit(place, [
    ...['log', '--ignore-missing', '--format=%T', `--max-count=${MOST_COMMITS}`],
    ...refs,
    ...['--not', base, '--'],
  ]);
  return [...new Set(listed.toString('latin1').split('\n').filter(Boolean))];
}

/** Keeps what stored trees share with their base commit. */
async function secure(repository: Repository, store: SnapshotStore, base: string): Promise<void> {
  const place = { storeDirectory: store.directory, objects: repository.objects };
  await secureBase(nodeFs, place, base, async () => {
    const [root, listed] = await Promise.all([
      resolveCommit(repository, base, '^{tree}'),
      runGit(repository.place, ['ls-tree', '-r', '-t', '-z', '--full-tree', base]),
    ]);
    const ids = listed
      .toString('latin1')
      .split('\0')
      .flatMap((line) => /^\d+ \w+ ([0-9a-f]+)\t/.exec(line)?.[1] ?? []);
    return [base, root, ...ids];
  });
}
