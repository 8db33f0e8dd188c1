import fs from 'node:fs';
import { claimFile, discardClaim, withClaim, type Withdrawn } from './file-claim.ts';
import { openChild, type WorkspaceFolder } from './workspace-folder.ts';

/**
 * Removes a file when `mayRemove` still says so, durable when this returns. The file moves into a directory that is the claim and goes
 * with it: nobody's newer content can be hit, since a rival would have taken the directory away.
 */
export function removeFile(folder: WorkspaceFolder, name: string, mayRemove: () => boolean): boolean | Withdrawn {
  const claim = claimFile(folder, name, 'gone');
  fs.mkdirSync(folder.at(claim.name), 0o700);
  try {
    const taken = openChild(folder, claim.name, false);
    if (typeof taken === 'string') return 'withdrawn';
    try {
      claim.withdrawOthers();
      if (!mayRemove()) return false;
      if (!withClaim(() => fs.renameSync(folder.at(name), taken.at('file')))) return 'withdrawn';
      folder.sync();
      withClaim(() => fs.unlinkSync(taken.at('file')));
      return true;
    } finally {
      taken.close();
    }
  } finally {
    discardClaim(folder, claim.name);
  }
}
