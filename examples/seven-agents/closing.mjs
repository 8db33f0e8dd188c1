// The end of a task: its last commit, and the way to main.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { formatFinalCommit } from '@batonkit/protocol';
import { git, OWNER, TASK } from './desk.mjs';

/** @typedef {import('./desk.mjs').Desk} Desk */

/** The last commit: the task list is ticked off, and everybody who contributed is named. Then its conditions are attested. @param {Desk} desk */
export async function finalize({ protocol, baton, trees, treeOf, record }) {
  const tree = treeOf(null);
  const done = git(tree, 'show', 'HEAD:todo.md').includes(`[x] ${TASK}`);
  const isOpen = record?.coordination['coordinator']?.status === 'in_progress';
  if (done && !isOpen) {
    const command = {
      type: /** @type {const} */ ('attest'),
      condition: /** @type {const} */ ('style-linters'),
      note: 'Looked at it.',
    };
    return orThrow(protocol.send(TASK, { ...OWNER, command }));
  }
  if (!isOpen) return orThrow(baton.startTurn(TASK, { ...OWNER, role: 'coordinator' }));
  if (!done) {
    const list = join(tree, 'todo.md');
    writeFileSync(list, readFileSync(list, 'utf8').replace(`[ ] ${TASK}`, `[x] ${TASK}`));
    const contributors = await orThrow(trees.contributors({ taskId: TASK }));
    const summaries = contributors.map(({ agent, subjects }) => ({ agent, summary: subjects.join('; ') }));
    git(tree, 'commit', '--quiet', '--all', '--message', formatFinalCommit('Greet people properly', summaries));
  }
  const command = {
    type: /** @type {const} */ ('record-activity'),
    activity: /** @type {const} */ ('commit'),
    agent: null,
    commit: git(tree, 'rev-parse', 'HEAD'),
  };
  await orThrow(protocol.send(TASK, { ...OWNER, command, operationId: 'final-commit' }));
  return orThrow(baton.handOff(TASK, { ...OWNER, role: 'coordinator' }));
}

/** The main branch moves under the lock of the main working tree, forward to what was approved. @param {Desk} desk */
export async function mergeToMain({ protocol }) {
  await orThrow(protocol.land(TASK, OWNER));
}
