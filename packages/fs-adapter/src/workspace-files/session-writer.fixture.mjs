import fs from 'node:fs';
import { createStateFiles } from '@batonkit/workspace';
import { orThrow } from '@batonkit/core';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';

// node session-writer.fixture.mjs <root> <name> <sessions> [stop]
// Appends sessions to the state file of task 1. With `stop` it stops itself, as SIGSTOP would, after it has looked at the file for
// the last time and before it puts its own content in place.
const [root = '', name = '', sessions = '0', stop] = process.argv.slice(2);
if (stop !== undefined) {
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    fs.renameSync = rename;
    process.kill(process.pid, 'SIGSTOP');
    rename(from, to);
  };
}
const stateFiles = createStateFiles({ files: createFsWorkspaceFiles({ root }) });
for (let session = 0; session < Number(sessions); session += 1)
  await orThrow(stateFiles.appendSession(1, { did: `${name} did ${session}`, next: 'More' }));
