import fs from 'node:fs';
import { parseWorkspacePath } from '@batonkit/core';
import { errorCode } from '../files/file-operations.ts';
import { isClaim } from './file-claim.ts';
import { openChild, type WorkspaceFolder } from './workspace-folder.ts';

/** Whether a name stands for a folder with nothing but such folders in it. What `list` leaves out counts as something. */
export function isEmptyFolder(folder: WorkspaceFolder, name: string): boolean {
  return below(folder, name, (opened, entries) =>
    entries.every(
      (entry) =>
        entry.isDirectory() &&
        !isClaim(entry.name) &&
        parseWorkspacePath(entry.name).isOk() &&
        isEmptyFolder(opened, entry.name),
    ),
  );
}

/** Makes room for a file where a folder without files stands. Answers whether no folder is in the way any more. */
export function makeRoom(folder: WorkspaceFolder, name: string): boolean {
  if (isEmptyFolder(folder, name)) removeFolders(folder, name);
  return fs.lstatSync(folder.at(name), { throwIfNoEntry: false })?.isDirectory() !== true;
}

/** Leaves every folder that somebody put something into meanwhile: the system itself refuses to remove those. */
function removeFolders(folder: WorkspaceFolder, name: string): void {
  below(folder, name, (opened, entries) => {
    for (const entry of entries) removeFolders(opened, entry.name);
    return true;
  });
  try {
    fs.rmdirSync(folder.at(name));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** What is found in a folder; false where none is. */
function below(
  folder: WorkspaceFolder,
  name: string,
  judge: (opened: WorkspaceFolder, entries: readonly fs.Dirent[]) => boolean,
): boolean {
  const opened = openIfFolder(folder, name);
  if (typeof opened === 'string') return false;
  try {
    return judge(opened, fs.readdirSync(opened.at('.'), { withFileTypes: true }));
  } finally {
    opened.close();
  }
}

function openIfFolder(folder: WorkspaceFolder, name: string): ReturnType<typeof openChild> | 'file' {
  try {
    return openChild(folder, name, false);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return 'file';
    throw error;
  }
}
