import fs from 'node:fs';
import { err, ok, parseWorkspacePath, type Result, workspaceErrors, type WorkspaceFilesError } from '@batonkit/core';
import { isClaim } from './file-claim.ts';
import { openFolder, type WorkspaceFolder } from './workspace-folder.ts';

/** The paths of all regular files below a folder, by code unit. */
export function listFolder(base: string, folder: string | undefined): Result<string[], WorkspaceFilesError> {
  if (folder !== undefined) {
    const checked = parseWorkspacePath(folder);
    if (checked.isErr()) return err(checked.error);
  }
  const start = folder === undefined ? [] : folder.split('/');
  const found: string[] = [];
  const waiting = [start];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const opened = openFolder(base, names, { create: false });
    if (opened === 'absent') continue;
    if (opened === 'link') {
      if (names === start) return err(workspaceErrors.throughLink(folder ?? ''));
      continue;
    }
    try {
      for (const entry of entriesOf(opened)) {
        const path = [...names, entry.name];
        if (isClaim(entry.name) || parseWorkspacePath(path.join('/')).isErr()) continue;
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile()) found.push(path.join('/'));
      }
    } finally {
      opened.close();
    }
  }
  return ok(found.sort((a, b) => (a < b ? -1 : 1)));
}

function entriesOf(folder: WorkspaceFolder): fs.Dirent[] {
  return fs.readdirSync(folder.at('.'), { withFileTypes: true });
}
