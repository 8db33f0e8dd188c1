import fs from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../files/file-operations.ts';

/** A directory that is held open, so that nobody can put another one in its place while we work in it. */
export interface WorkspaceFolder {
  /** A path to a name in this directory. Valid until the folder is closed. */
  at(name: string): string;
  /** Returns when the names in it survive a loss of power. */
  sync(): void;
  close(): void;
}

/** Why a folder was not opened: it is not there, or a symbolic link lies on the way. */
export type FolderRefusal = 'absent' | 'link';

// Linux names open directories under /proc, which gives Node what openat(2) gives C: names that are looked up in the very
// directory that was checked. Elsewhere the check and the use are two steps.
const DESCRIPTORS = fs.existsSync('/proc/self/fd') ? '/proc/self/fd' : null;
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = fs.constants;

/** Opens the folder that `names` lead to, step by step and through no symbolic link; makes missing ones when told to. */
export function openFolder(
  root: string,
  names: readonly string[],
  { create }: { readonly create: boolean },
): WorkspaceFolder | FolderRefusal {
  let folder: WorkspaceFolder | FolderRefusal = openRoot(root, create);
  for (const name of names) {
    if (typeof folder === 'string') break;
    const parent: WorkspaceFolder = folder;
    try {
      folder = openChild(parent, name, create);
    } finally {
      parent.close();
    }
  }
  return folder;
}

function openRoot(root: string, create: boolean): WorkspaceFolder | 'absent' {
  try {
    // The root itself may be a link: its owner chose it.
    return DESCRIPTORS === null
      ? plainFolder(fs.realpathSync(root))
      : heldFolder(fs.openSync(root, O_RDONLY | O_DIRECTORY));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    if (!create) return 'absent';
    fs.mkdirSync(root, { recursive: true });
    return openRoot(root, false);
  }
}

/** Opens a folder in another one; it may not be a symbolic link. */
export function openChild(parent: WorkspaceFolder, name: string, create: boolean): WorkspaceFolder | FolderRefusal {
  const path = parent.at(name);
  try {
    if (DESCRIPTORS === null) return openPlain(path);
    return heldFolder(fs.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      if (!create) return 'absent';
      makeDirectory(parent, path);
      return openChild(parent, name, false);
    }
    // The system says the same of a link and of a file.
    if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return 'link';
    throw error;
  }
}

function openPlain(path: string): WorkspaceFolder | FolderRefusal {
  const found = fs.lstatSync(path);
  if (found.isSymbolicLink()) return 'link';
  if (!found.isDirectory()) fs.readdirSync(path); // Fails with the right error.
  return plainFolder(path);
}

function makeDirectory(parent: WorkspaceFolder, path: string): void {
  try {
    fs.mkdirSync(path);
    parent.sync();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function heldFolder(fd: number): WorkspaceFolder {
  return {
    at: (name) => `${DESCRIPTORS}/${fd}/${name}`,
    sync: () => fs.fsyncSync(fd),
    close: () => fs.closeSync(fd),
  };
}

function plainFolder(path: string): WorkspaceFolder {
  return {
    at: (name) => join(path, name),
    sync: () => {
      if (process.platform === 'win32') return;
      const fd = fs.openSync(path, 'r');
      try {
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    },
    close: () => undefined,
  };
}
