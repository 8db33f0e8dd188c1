import { join } from 'node:path';
import { errnoOf, gitProblem } from '../host/git-problem.ts';
import { removeIfThere, type replaceFile } from '../host/replace-file.ts';
import { readOrdinary, statOf, type WorktreeFs } from '../host/worktree-fs.ts';
import { decodeKeptName, encodeKeptName } from '../names/kept-name.ts';
import type { HashName } from '../objects/git-object.ts';

/**
 * The private place of stored trees: a bare repository of our own. Both engines use the same one, so that each reads what the other stored.
 *
 * - `objects` holds what the user's commits do not: files as they stood at a capture, and the directories above them. How they lie there
 *   is up to the engine.
 * - `refs/batonkit/<name>` holds the kept trees, one file each.
 * - `captures/<tree>` holds the base commit of each captured tree; its time says when it was last captured.
 */
export interface SnapshotFolder {
  readonly directory: string;
  /** Makes the directories; harmless when they are there. */
  readonly prepare: () => void;
  readonly recordCapture: (tree: string, base: string) => void;
  readonly captures: () => readonly { readonly tree: string; readonly base: string; readonly at: number }[];
  /** The trees with a kept name, and those captured after a time; older captures are forgotten, and so are names whose time has passed. */
  readonly liveTrees: (after: number) => ReadonlySet<string>;
  /** Names a tree once `secure` has made it durable: a name may not outlive what it names. */
  readonly keep: (name: string, tree: string, secure: () => void) => void;
  readonly kept: () => readonly { readonly name: string; readonly tree: string }[];
  /** Gives up kept names that start with a prefix; tells how many. */
  readonly drop: (prefix: string) => number;
  /** Refuses to remove anything where a folder is a link: what lies behind it is somebody else's. */
  readonly requireOwn: () => void;
}

/** How a folder of snapshots is opened. */
export interface SnapshotFolderOptions {
  readonly fs: WorktreeFs;
  /** The git directory that all working trees of the repository share. */
  readonly commonDirectory: string;
  /** Another place than the one in the common directory. */
  readonly storage?: string | undefined;
  readonly hash: HashName;
  readonly write: typeof replaceFile;
  readonly sync: (path: string, isDirectory: boolean) => void;
}

/** The folders in which something may be removed, with those above them. */
const FOLDERS = ['', 'objects', 'objects/pack', 'refs', 'refs/batonkit', 'captures'];

/** A name that holds for a while: a sweep after that moment gives it up. */
const UNTIL = /\/until-(\d+)\//;

/** Opens the folder of a repository; nothing is written yet. */
export function openSnapshotFolder(options: SnapshotFolderOptions): SnapshotFolder {
  const { fs, commonDirectory, storage, hash, write, sync } = options;
  const directory = storage ?? join(commonDirectory, 'batonkit', 'snapshots.git');
  const refs = join(directory, 'refs', 'batonkit');
  const captureFolder = join(directory, 'captures');

  const requireOwn = (): void => {
    const link = FOLDERS.map((name) => join(directory, name)).find(
      (path) => statOf(fs, path)?.isSymbolicLink() === true,
    );
    if (link !== undefined)
      throw gitProblem('unsupported', `${link} is a symbolic link, and nothing is removed behind links`);
  };
  const captures = () =>
    list(fs, captureFolder).flatMap((tree) => {
      const path = join(captureFolder, tree);
      const base = /^[0-9a-f]+$/.test(tree) ? readText(fs, path) : null;
      const stat = statOf(fs, path);
      return base === null || stat === undefined ? [] : [{ tree, base, at: Number(stat.mtimeMs) }];
    });
  const kept = () =>
    list(fs, refs).flatMap((file) => {
      const name = decodeKeptName(file);
      const tree = name === null ? null : readText(fs, join(refs, file));
      return name === null || tree === null ? [] : [{ name, tree: tree.trim() }];
    });

  return {
    directory,
    prepare: () => {
      if (fs.existsSync(join(directory, 'HEAD'))) return;
      for (const folder of [
        join(directory, 'objects', 'pack'),
        join(directory, 'objects', 'info'),
        refs,
        captureFolder,
      ])
        fs.mkdirSync(folder, { recursive: true });
      const format = hash === 'sha1' ? 0 : 1;
      const extension = format === 0 ? '' : '[extensions]\n\tobjectformat = sha256\n';
      const config = `[core]\n\trepositoryformatversion = ${format}\n\tbare = true\n[gc]\n\tauto = 0\n${extension}`;
      write(fs, join(directory, 'config'), config);
      write(fs, join(directory, 'HEAD'), 'ref: refs/heads/none\n');
    },
    recordCapture: (tree, base) => {
      const file = join(captureFolder, tree);
      if (readText(fs, file) === base) fs.utimesSync(file, new Date(), new Date());
      else write(fs, file, base);
    },
    captures,
    liveTrees: (after) => {
      for (const { name } of kept()) {
        const until = UNTIL.exec(name)?.[1];
        if (until !== undefined && Number(until) < Date.now()) removeIfThere(fs, join(refs, encodeKeptName(name)));
      }
      const named = new Set(kept().map(({ tree }) => tree));
      const live = new Set(named);
      for (const { tree, at } of captures()) {
        if (at > after) live.add(tree);
        else if (!named.has(tree)) removeIfThere(fs, join(captureFolder, tree));
      }
      return live;
    },
    keep: (name, tree, secure) => {
      const file = join(refs, encodeKeptName(name));
      secure();
      write(fs, file, `${tree}\n`, sync);
    },
    kept,
    drop: (prefix) => {
      requireOwn();
      return list(fs, refs).filter(
        (file) => decodeKeptName(file)?.startsWith(prefix) === true && removeIfThere(fs, join(refs, file)),
      ).length;
    },
    requireOwn,
  };
}

/** The names in a folder. Only one that is not there is empty: whatever else hides names could make a sweep take what they keep. */
function list(fs: WorktreeFs, folder: string): string[] {
  try {
    return fs.readdirSync(folder).map(String);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readText(fs: WorktreeFs, path: string): string | null {
  return readOrdinary(fs, path)?.toString('latin1') ?? null;
}
