import nodeFs from 'node:fs';
import { join } from 'node:path';
import { listBases, secureBase } from '../worktree/base-copies.ts';
import { type GitFailure, ResultAsync, type SnapshotElsewhere } from '@batonkit/core';
import type { EngineWorktree } from '../worktree/engine-worktree.ts';
import { findLost } from '../objects/find-lost.ts';
import { findSibling, notePath } from '../worktree/find-sibling.ts';
import { snapshotElsewhere, toFailure, toGitFailure } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { findInTree } from '../objects/git-tree.ts';
import { hashFirst } from '../worktree/hash-first.ts';
import { toChangedFile } from '../worktree/seen-file.ts';
import { readFolder } from '../objects/list-tree-changes.ts';
import { listOwnObjects } from '../objects/list-own-objects.ts';
import { listCommitChanges } from '../objects/list-commit-changes.ts';
import { byCodePoint, fromTreePath, toTreePath } from '../objects/tree-path.ts';
import { worktreeId } from '../worktree/worktree-id.ts';
import { captureTree } from './capture-tree.ts';
import { diffTrees } from './diff-trees.ts';
import { findMergeBase } from './find-merge-base.ts';
import { formatStatus } from './format-status.ts';
import { look, type Look, readIndex } from './look.ts';
import { listPlaces } from './list-places.ts';
import { lookAtMain } from './look-at-main.ts';
import { type LooseStore, openLooseStore } from './loose-store.ts';
import { materializeTree } from './materialize-tree.ts';
import { type KnownObjects, openObjectReader } from './object-reader.ts';
import { locateWorktree, openRepository, type Repository } from './open-repository.ts';
import { readHead, requireTree, resolveCommit } from './resolve-commit.ts';
import { hashOnDisk, restoreFiles } from './restore-files.ts';
import { planIndex } from './restore-index.ts';
import { sweepStore } from './sweep-store.ts';
import { walkWhole } from './walk-worktree.ts';
import type { WorktreeFs } from '../host/worktree-fs.ts';

/** Names what prints the patches. */
export const ISOMORPHIC_ENGINE = 'isomorphic-git 1.44 (patches by jsdiff 9)';

/** What {@link createIsomorphicWorktree} needs to know. */
export interface IsomorphicWorktreeOptions {
  /** A directory inside the working tree. */
  readonly directory: string;
  /** Where the files are: `node:fs` unless told; memfs does, too. */
  readonly fs?: WorktreeFs;
  /** The home directory with the user's git configuration; another file system than the host's has none unless told. */
  readonly home?: string;
  /** True when nobody but this process writes to `fs`, as in memory: looks need not be taken twice then. */
  readonly exclusive?: boolean;
  /** Where stored trees go; by default into `batonkit/` in the repository's common git directory. */
  readonly storage?: string;
}

interface Open {
  readonly repository: Repository;
  readonly store: LooseStore;
  readonly reader: ObjectReader;
}

/**
 * Opens a working tree without the git program, on any file system. What it cannot tell exactly it refuses with `GitFailure`
 * (`unsupported`): files to convert, submodules, sparse checkouts, SHA-256 repositories, names that are not valid UTF-8 and the
 * like. Where a rare case may come out differently, `fidelity` is `reduced` and `fidelityReasons` say why.
 *
 * @example
 * ```ts
 * import { createIsomorphicWorktree } from '@batonkit/git-adapter/isomorphic';
 *
 * const worktree = createIsomorphicWorktree({ directory: '/nonexistent' });
 * const head = await worktree.head();
 * head.isErr() && head.error.data.reason; // => 'not-a-repository'
 * ```
 */
export function createIsomorphicWorktree({
  directory,
  fs = nodeFs,
  home,
  exclusive = false,
  storage,
}: IsomorphicWorktreeOptions): EngineWorktree {
  const where = locateWorktree({ directory, fs, exclusive, ...(home !== undefined && { home }) });
  const { root } = where;
  const openNow = (): Repository => openRepository(where);
  const known: KnownObjects | undefined = exclusive && !where.isHost ? new Map() : undefined;

  async function open<T>(work: (at: Open) => Promise<T>): Promise<T> {
    const repository = openNow();
    const store = openLooseStore(repository, storage);
    const reader = openObjectReader(
      fs,
      [store.directory, repository.commonDirectory, ...listBases(fs, store.directory)],
      known,
    );
    try {
      return await work({ repository, store, reader });
    } finally {
      reader.close();
    }
  }

  /** Only methods that name a tree may answer that it is elsewhere. */
  function run<T>(work: (at: Open) => Promise<T>): ResultAsync<T, GitFailure> {
    return ResultAsync.fromPromise(open(work), toGitFailure);
  }

  function runOnTree<T>(work: (at: Open) => Promise<T>): ResultAsync<T, GitFailure | SnapshotElsewhere> {
    return ResultAsync.fromPromise(open(work), toFailure);
  }

  const fidelityReasons = (): readonly string[] => {
    try {
      return openNow().settings.reductions;
    } catch {
      return []; // Every method refuses with the reason.
    }
  };

  return {
    id: worktreeId(root),
    engine: ISOMORPHIC_ENGINE,
    ...(where.isHost && { path: root }),
    get fidelity() {
      return fidelityReasons().length === 0 ? 'exact' : 'reduced';
    },
    get fidelityReasons() {
      return fidelityReasons();
    },
    sibling: (id) => {
      const sibling = findSibling(root, id, fs);
      if (sibling === null) return null;
      const same = { fs, exclusive, ...(home !== undefined && { home }), ...(storage !== undefined && { storage }) };
      return createIsomorphicWorktree({ directory: sibling, ...same });
    },
    mainBranch: (asked) => run(({ repository, reader }) => lookAtMain(repository, reader, asked)),
    mergeBase: (one, other) => run(({ reader }) => findMergeBase(reader, one, other)),
    commitChanges: (range) => run(({ reader }) => listCommitChanges(reader, range)),
    findLost: ({ base, work, trees }) =>
      runOnTree(async ({ repository, reader }) => {
        const [from, to] = [await requireTree(reader, base), await requireTree(reader, work)];
        const places = [...trees, ...(await listPlaces(repository, reader, base))];
        return findLost(reader, { base: from, work: to, places });
      }),
    head: () => run(({ repository }) => Promise.resolve(readHead(repository))),
    listFiles: () =>
      run(async ({ repository, reader }) => {
        const { index, tracked, conversions } = await readIndex(repository, reader);
        const options = { repository, index, tracked, conversions, keepContent: () => false, reads: false };
        const { present, now } = walkWhole(options);
        return [...present, ...now.keys()].map((path) => toTreePath(Buffer.from(path))).sort(byCodePoint);
      }),
    observe: ({ base, also, since, special, paranoid }) =>
      run(async ({ repository, reader }) => {
        const onDisk = hashFirst(also, (name) => hashOnDisk(repository, name.toString('utf8')));
        return onDisk(stateOf(await look(repository, reader, base, { since, special, paranoid })));
      }),
    capture: ({ base, limits }) =>
      run(async ({ repository, store, reader }) => {
        const { look: seen, tree, stagedTree } = await captureTree(repository, reader, store, base, limits);
        if (where.isHost) notePath(fs, repository.gitDirectory, root);
        return { ...stateOf(seen), tree, clean: tree === seen.baseTree, ...(stagedTree !== null && { stagedTree }) };
      }),
    diff: (from, to) => runOnTree(({ reader }) => diffTrees(reader, from, to)),
    treeOf: (commit) => run(async ({ repository, reader }) => (await resolveCommit(repository, reader, commit)).tree),
    readBlob: (tree, path) =>
      runOnTree(async ({ reader }) => {
        const top = await requireTree(reader, tree);
        const entry = await findInTree(reader, top, fromTreePath(path).toString('latin1'));
        if (entry === null || entry.mode === '040000' || entry.mode === '160000') return null;
        const object = await reader.read(entry.id);
        if (object === null) throw snapshotElsewhere(tree);
        return new Uint8Array(object.content);
      }),
    keep: (name, tree) =>
      runOnTree(async ({ repository, store, reader }) => {
        store.prepare();
        if (!/^[0-9a-f]{40}$/.test(tree) || (await reader.read(tree))?.type !== 'tree') throw snapshotElsewhere(tree);
        store.keep(name, tree, await listOwnObjects(reader, [tree], store.has));
        const base = store.captures().find((captured) => captured.tree === tree)?.base;
        // In memory nobody collects anything.
        if (base === undefined || !where.isHost) return;
        const place = { storeDirectory: store.directory, objects: join(repository.commonDirectory, 'objects') };
        await secureBase(fs, place, base, () => listObjects(reader, base));
      }),
    drop: (prefix) => run(({ store }) => Promise.resolve({ dropped: store.drop(prefix) })),
    sweep: ({ olderThanMs }) =>
      run(async ({ repository, store, reader }) => ({
        freedBytes: await sweepStore(repository, reader, store, olderThanMs),
      })),
    restore: (tree, files, { staged } = {}) =>
      runOnTree(async ({ repository, reader }) => {
        const root = await requireTree(reader, tree);
        const paths = files.map(({ path }) => path);
        const index =
          staged === undefined ? null : await planIndex(repository, reader, await requireTree(reader, staged), paths);
        const restored = await restoreFiles(repository, reader, root, files);
        await index?.write();
        return restored;
      }),
    materialize: (tree, target) =>
      runOnTree(async ({ reader }) => ({
        files: await materializeTree(fs, reader, await requireTree(reader, tree), target),
      })),
  };
}

function stateOf(seen: Look) {
  const { head, branch, files, surroundings } = seen;
  const status = new Uint8Array(formatStatus(seen));
  return { head, branch, status, changed: files.map(toChangedFile), surroundings };
}

/** A commit, its trees and its files. */
async function listObjects(reader: ObjectReader, commit: string): Promise<readonly string[]> {
  const root = await requireTree(reader, commit);
  const ids = [commit];
  for (const open = [root]; open.length > 0;) {
    const id = open.pop() ?? '';
    ids.push(id);
    for (const entry of (await readFolder(reader, id)).values())
      if (entry.mode === '040000') open.push(entry.id);
      else ids.push(entry.id);
  }
  return ids;
}
