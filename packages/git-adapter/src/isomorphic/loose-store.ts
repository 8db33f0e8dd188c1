import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createDeflate, deflateSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { errnoOf, gitProblem } from '../git-problem.ts';
import { decodeKeptName, encodeKeptName } from '../kept-name.ts';
import { requireOwnFolders } from '../own-folders.ts';
import type { Repository } from './open-repository.ts';
import { loosePath } from './object-reader.ts';
import { listNames, readIfThere, statOf, type WorktreeFs } from './worktree-fs.ts';

/** An object to store: its bytes, or the large file that holds them. */
export interface StoredObject {
  readonly id: string;
  readonly type: 'blob' | 'tree';
  readonly size: number;
  readonly content: Buffer | { readonly file: string };
}

/**
 * The private place of stored trees, in the same directory and with the same names as that of the native engine, so that each reads
 * what the other stored. This engine's objects lie one by one, and it keeps its own of everything that its trees need.
 */
export interface LooseStore {
  readonly directory: string;
  readonly prepare: () => void;
  /** Tells whether this engine itself stored an object. */
  readonly has: (id: string) => boolean;
  /** Stores what is not there yet, and makes the rest young again. */
  readonly add: (objects: readonly StoredObject[]) => Promise<void>;
  /** Everything that lies here. */
  readonly objects: () => { readonly id: string; readonly path: string; readonly size: number; readonly at: number }[];
  readonly remove: (path: string) => void;
  readonly recordCapture: (tree: string, base: string) => void;
  readonly captures: () => { readonly tree: string; readonly base: string; readonly at: number }[];
  readonly forgetCapture: (tree: string) => void;
  /** Makes objects durable, then the name. */
  readonly keep: (name: string, tree: string, objects: Iterable<string>) => void;
  readonly kept: () => { readonly name: string; readonly tree: string }[];
  readonly drop: (prefix: string) => number;
}

/** Opens the store of a repository; nothing is written yet. */
export function openLooseStore(
  { fs, commonDirectory, isExclusive, trustsTimes }: Repository,
  storage?: string,
): LooseStore {
  const isInMemory = isExclusive && !trustsTimes;
  const replaceFile = isInMemory ? writeAtOnce : writeAside;
  const directory = storage ?? join(commonDirectory, 'batonkit', 'snapshots.git');
  const [objects, refs, captures] = ['objects', 'refs/batonkit', 'captures'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  return {
    directory,
    prepare: () => {
      if (fs.existsSync(join(directory, 'HEAD'))) return;
      for (const folder of [join(objects, 'pack'), join(objects, 'info'), refs, captures])
        fs.mkdirSync(folder, { recursive: true });
      const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gc]\n\tauto = 0\n';
      replaceFile(fs, join(directory, 'config'), config);
      replaceFile(fs, join(directory, 'HEAD'), 'ref: refs/heads/none\n');
    },
    has: (id) => fs.existsSync(loosePath(directory, id)),
    add: async (wanted) => {
      const now = new Date();
      for (const object of wanted) {
        const path = loosePath(directory, object.id);
        if (fs.existsSync(path)) fs.utimesSync(path, now, now);
        else await writeObject(fs, path, object, replaceFile);
      }
    },
    objects: () =>
      listNames(fs, objects)
        .filter((folder) => /^[0-9a-f]{2}$/.test(folder) && statOf(fs, join(objects, folder))?.isDirectory() === true)
        .flatMap((folder) =>
          listNames(fs, join(objects, folder)).flatMap((file) => {
            const path = join(objects, folder, file);
            const stat = /^(?:[0-9a-f]{38}$|tmp_\d+_)/.test(file) ? statOf(fs, path) : undefined;
            return stat?.isFile() !== true
              ? []
              : [{ id: folder + file, path, size: Number(stat.size), at: Number(stat.mtimeMs) }];
          }),
        ),
    remove: (path) => removeIfThere(fs, path),
    recordCapture: (tree, base) => replaceFile(fs, join(captures, tree), base),
    captures: () =>
      listNames(fs, captures).flatMap((tree) => {
        const base = /^[0-9a-f]+$/.test(tree) ? readFileIfThere(fs, join(captures, tree)) : null;
        const stat = statOf(fs, join(captures, tree));
        return base === null || stat === undefined
          ? []
          : [{ tree, base: base.toString('latin1'), at: Number(stat.mtimeMs) }];
      }),
    forgetCapture: (tree) => void removeIfThere(fs, join(captures, tree)),
    keep: (name, tree, ids) => {
      const file = join(refs, encodeKeptName(name));
      // There is no disk that could lose it.
      if (isInMemory) return writeAtOnce(fs, file, `${tree}\n`);
      // A name may not outlive what it names.
      const folders = new Set<string>();
      for (const id of ids) {
        sync(fs, loosePath(directory, id));
        folders.add(dirname(loosePath(directory, id)));
      }
      for (const folder of folders) sync(fs, folder);
      writeAside(fs, file, `${tree}\n`, true);
    },
    kept: () =>
      listNames(fs, refs).flatMap((file) => {
        const name = decodeKeptName(file);
        const tree = name === null ? null : readFileIfThere(fs, join(refs, file));
        return name === null || tree === null ? [] : [{ name, tree: tree.toString('latin1').trim() }];
      }),
    drop: (prefix) => {
      requireOwnFolders(directory, (path) => statOf(fs, path)?.isSymbolicLink() === true);
      return listNames(fs, refs).filter(
        (file) => decodeKeptName(file)?.startsWith(prefix) === true && removeIfThere(fs, join(refs, file)),
      ).length;
    },
  };
}

/** The bytes of a file; a pipe would keep its reader waiting. */
function readFileIfThere(fs: WorktreeFs, path: string): Buffer | null {
  return statOf(fs, path)?.isFile() === true ? readIfThere(fs, path) : null;
}

/** True when it was there. */
function removeIfThere(fs: WorktreeFs, path: string): boolean {
  try {
    fs.unlinkSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Writes a file so that readers see the old or the new one. */
function writeAside(fs: WorktreeFs, path: string, content: Buffer | string, isDurable = false): void {
  const temporary = temporaryIn(dirname(path));
  try {
    fs.writeFileSync(temporary, content, { flag: 'wx' });
    if (isDurable) sync(fs, temporary);
    fs.renameSync(temporary, path);
    if (isDurable) sync(fs, dirname(path));
  } catch (error) {
    removeIfThere(fs, temporary);
    throw error;
  }
}

/** The same where nobody can look before the call returns. */
function writeAtOnce(fs: WorktreeFs, path: string, content: Buffer | string): void {
  fs.writeFileSync(path, content);
}

function temporaryIn(directory: string): string {
  return join(directory, `tmp_${process.pid}_${randomBytes(8).toString('hex')}`);
}

/** Forces a file, or the names in a directory, to disk, where a file system can. */
function sync(fs: WorktreeFs, path: string): void {
  let fd: number | undefined;
  try {
    fd = fs.openSync(path, 'r');
    fs.fsyncSync(fd);
  } catch (error) {
    // Some systems cannot sync a directory; file systems in memory have nothing to sync to.
    if (!/^(EISDIR|EINVAL|EPERM|EACCES|ENOSYS|ENOTSUP|EBADF|ENOENT)$/.test(errnoOf(error) ?? '')) throw error;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

const LEVEL = 3;
const CHUNK = 1024 * 1024;

async function writeObject(
  fs: WorktreeFs,
  path: string,
  { id, type, size, content }: StoredObject,
  replaceFile: typeof writeAtOnce,
): Promise<void> {
  fs.mkdirSync(dirname(path), { recursive: true });
  const header = Buffer.from(`${type} ${size}\0`);
  if (Buffer.isBuffer(content))
    return replaceFile(fs, path, deflateSync(Buffer.concat([header, content]), { level: LEVEL }));
  const temporary = temporaryIn(dirname(path));
  try {
    const hash = await deflateFile(fs, content.file, temporary, header, size);
    if (hash !== id) throw gitProblem('changed-meanwhile', content.file);
    fs.renameSync(temporary, path);
  } catch (error) {
    removeIfThere(fs, temporary);
    throw error;
  }
}

/** Compresses a file that is too large to hold, part by part, and tells the id of what it read. */
async function deflateFile(fs: WorktreeFs, from: string, to: string, header: Buffer, size: number): Promise<string> {
  const hash = createHash('sha1').update(header);
  const deflate = createDeflate({ level: LEVEL });
  const [input, output] = [fs.openSync(from, 'r'), fs.openSync(to, 'wx')];
  try {
    const ended = once(deflate, 'end');
    deflate.on('data', (part: Buffer) => {
      for (let done = 0; done < part.length;) done += fs.writeSync(output, part, done, part.length - done);
    });
    deflate.write(header);
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size));
    for (let read = 0; read < size;) {
      const count = fs.readSync(input, buffer, 0, Math.min(CHUNK, size - read), read);
      if (count === 0) break;
      const part = buffer.subarray(0, count);
      hash.update(part);
      // Only when a part is compressed may the next one take its place.
      await new Promise<void>((resolve, reject) => deflate.write(part, (error) => (error ? reject(error) : resolve())));
      read += count;
    }
    deflate.end();
    await ended;
  } finally {
    fs.closeSync(input);
    fs.closeSync(output);
  }
  return hash.digest('hex');
}
