import { createIsomorphicWorktree, type EngineWorktree, listWorktreeFiles } from '@batonkit/git-adapter/isomorphic';
import { createFsFromVolume, type IFs, Volume } from 'memfs';
import { kindAt, MemoryRepository, ROOT } from './memory-repository.ts';

/** What {@link createMemoryWorktree} starts with. */
export interface MemoryWorktreeOptions {
  /** The files of the first commit, by path; content as text or bytes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/**
 * A git working tree in memory. Beside the port it has what a person or an agent would do to the files; these helpers act at once
 * and throw when misused (a path that leaves the working tree, a file that is not there).
 */
export interface MemoryWorktree extends EngineWorktree {
  /** Writes a file, in the place of whatever is there. */
  readonly edit: (path: string, content: string | Uint8Array) => void;
  /** Removes a file, or a directory with all that is in it. */
  readonly remove: (path: string) => void;
  /** Makes a file executable or not; a number is taken for a mode such as `0o755`. */
  readonly chmod: (path: string, executable: boolean | number) => void;
  readonly symlink: (path: string, target: string) => void;
  /** Puts one path into the index as it is now. */
  readonly stage: (path: string) => void;
  /** Commits everything that is not ignored, and answers the commit's id. */
  readonly commit: (message?: string) => string;
  /** The text of a file, or `null` when there is none. */
  readonly read: (path: string) => string | null;
  /** The file system it lives in, and the directory there. */
  readonly fs: IFs;
  readonly directory: string;
}

/**
 * Makes a working tree in memory with one commit of the given files, for unit tests of orchestrators: snapshots, drift, diffs and
 * restores are those of a real repository, without git and without a disk.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
 *
 * const worktree = createMemoryWorktree({ files: { 'a.txt': 'one\n' } });
 * const { commit } = await orThrow(worktree.head());
 * worktree.edit('a.txt', 'two\n');
 * const { changed } = await orThrow(worktree.observe({ base: commit }));
 * changed.map(({ path, status }) => [path, status]); // => [['a.txt', 'modified']]
 * ```
 */
export function createMemoryWorktree({ files = {} }: MemoryWorktreeOptions = {}): MemoryWorktree {
  const fs = createFsFromVolume(new Volume());
  const repository = new MemoryRepository(fs);
  const at = (path: string): string => `${ROOT}/${requirePath(path)}`;
  // Not `rmSync`, which in memfs follows a link.
  const removeAt = (path: string): void =>
    kindAt(fs, path)?.isDirectory() === true ? fs.rmSync(path, { recursive: true }) : fs.unlinkSync(path);
  const makeRoom = (path: string): void => {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = at(parts.slice(0, depth).join('/'));
      if (kindAt(fs, above)?.isDirectory() === false) removeAt(above);
    }
    if (kindAt(fs, at(path)) !== undefined) removeAt(at(path));
    fs.mkdirSync(at(path).replace(/\/[^/]*$/, ''), { recursive: true });
  };
  const edit = (path: string, content: string | Uint8Array): void => {
    const stat = kindAt(fs, at(path));
    // Writing into a file that is there leaves its mode alone, as an editor does.
    if (stat?.isFile() !== true) makeRoom(path);
    fs.writeFileSync(at(path), content);
  };
  const commit = (message = 'commit'): string => {
    const listed = listWorktreeFiles({ directory: ROOT, fs });
    if (listed.isErr()) throw new Error(`createMemoryWorktree: cannot commit. ${listed.error.message}`);
    repository.stageAll(listed.value);
    return repository.commit(message);
  };

  for (const [path, content] of Object.entries(files)) edit(path, content);
  commit('Start');
  const engine = createIsomorphicWorktree({ directory: ROOT, fs, exclusive: true });
  return {
    ...engine,
    restore: (tree, files, options) =>
      engine.restore(tree, files, options).map((restored) => {
        repository.reload();
        return restored;
      }),
    fs,
    directory: ROOT,
    edit,
    remove: (path) => removeAt(at(path)),
    chmod: (path, executable) => {
      const isOn = typeof executable === 'number' ? (executable & 0o100) !== 0 : executable;
      fs.chmodSync(at(path), isOn ? 0o755 : 0o644);
    },
    symlink: (path, target) => {
      makeRoom(path);
      fs.symlinkSync(target, at(path));
    },
    stage: (path) => repository.stage(requirePath(path)),
    commit,
    read: (path) => {
      const stat = kindAt(fs, at(path));
      return stat?.isFile() === true ? String(fs.readFileSync(at(path), 'utf8')) : null;
    },
  };
}

/** A mistake in a test should be seen at once, not end up in another file. */
function requirePath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /^\.git$/i.test(part)))
    throw new TypeError(`createMemoryWorktree: ${JSON.stringify(path)} is no path inside the working tree.`);
  return path;
}
