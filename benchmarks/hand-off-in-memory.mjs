import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';

const immutable = defineTask({ title: 'Allow dots in login names', description: 'Login names may hold dots.' });

/** Implementer, a foreign edit that is refused and resolved, reviewer, validator; in a task store and a working tree of its own. */
export async function handOffInMemory() {
  const worktree = createMemoryWorktree({ files: { 'login.js': 'one\ntwo\n', 'notes.md': 'notes\n' } });
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
  const actor = 'bench';
  await orThrow(baton.contexts.init('TASK-1', { actor, immutable }));
  /** @param {string} role @param {() => void} work */
  const turn = async (role, work) => {
    await orThrow(baton.startTurn('TASK-1', { actor, role }));
    work();
    await orThrow(baton.handOff('TASK-1', { actor, role }));
  };
  await turn('implementer', () => worktree.edit('login.js', 'one\nTWO\n'));
  worktree.edit('notes.md', 'by somebody else\n');
  const refused = await baton.startTurn('TASK-1', { actor, role: 'reviewer' });
  if (refused.isOk()) throw new Error('the drift was not found');
  const note = 'bench';
  await orThrow(
    baton.deltas.resolveDrift('TASK-1', {
      actor,
      role: 'implementer',
      note,
      accept: 'current-tree',
    }),
  );
  await turn('reviewer', () => worktree.edit('login.js', 'one\nTWO\nthree\n'));
  await turn('validator', () => worktree.edit('report.md', 'passed\n'));
}
