import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore, type ScriptedFault } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { type Job, runTask } from './orchestrator.ts';

const TASK = 'TASK-1';
const immutable = defineTask({ title: 'Allow dots in login names', description: 'Login names may hold dots.' });

/** A store, a working tree, and a job whose agents edit that tree. Every `open` is a new process: nothing else survives. */
function openWorld(faults: readonly ScriptedFault[] = []) {
  const tasks = createMemoryTaskStore({ faults });
  const worktree = createMemoryWorktree({ files: { 'login.js': 'one\ntwo\n' } });
  const job: Job = {
    taskId: TASK,
    immutable,
    agents: {
      implementer: () => worktree.edit('login.js', 'one\nTWO\n'),
      reviewer: () => worktree.edit('login.test.js', 'tests\n'),
      validator: () => worktree.edit('report.md', 'passed\n'),
    },
    announce: () => undefined,
    askAboutDrift: () => 'I did that.',
  };
  return { worktree, job, open: () => createBaton({ tasks, worktree }) };
}

/** Runs the task to its end, started again after every crash, with one fault in the store; tells what came of it. */
async function runWith(fault?: ScriptedFault) {
  const { worktree, job: plain, open } = openWorld(fault === undefined ? [] : [fault]);
  const job: Job = {
    ...plain,
    // A person edits a file after the implementer handed off.
    announce: (role) => role === 'reviewer' && worktree.edit('login.js', 'one\nTWO\nby hand\n'),
  };
  let starts = 0;
  for (let isFinished = false; !isFinished;) {
    expect((starts += 1)).toBeLessThan(5);
    isFinished = await runTask(open(), job).then(
      () => true,
      (error: unknown) => {
        if (fault === undefined) throw error;
        return false;
      },
    );
  }
  const baton = open();
  const context = await orThrow(baton.contexts.get(TASK));
  const { entries } = await orThrow(baton.contexts.trail(TASK)); // verified against the record
  const attribution = await orThrow(baton.deltas.attribute(TASK));
  return {
    starts,
    commits: context?.revision ?? 0,
    result: {
      statuses: Object.values(context?.record.coordination ?? {}).map(({ status, drift_budget }) => [
        status,
        drift_budget,
      ]),
      chain: context?.record.tree_chain.map(({ role, outside, snapshot }) => [role, outside, snapshot.tree]),
      events: entries.map(({ event }) => event.type).filter((type) => type !== 'operation-recorded'),
      attribution: attribution.trailers,
      files: ['login.js', 'login.test.js', 'report.md'].map((path) => worktree.read(path)),
    },
  };
}

const undisturbed = await runWith();

describe('an orchestrator', () => {
  test('takes the task through its roles, and has the edit by hand explained', () => {
    expect(undisturbed).toMatchObject({ starts: 1 });
    expect(undisturbed.result.chain?.map(([role, outside]) => [role, outside])).toEqual([
      ['implementer', false],
      ['implementer', true],
      ['reviewer', false],
      ['validator', false],
    ]);
    expect(undisturbed.result.attribution).toEqual([
      'Baton-Role: implementer; lines=1',
      'Baton-Role: outside the workflow; lines=1',
      'Baton-Role: reviewer; lines=1',
      'Baton-Role: validator; lines=1',
    ]);
  });

  const commits = Array.from({ length: undisturbed.commits }, (_, index) => index + 1);
  test.each(commits)('comes to the same end, whatever happens at commit %i', async (at) => {
    for (const when of ['before', 'after'] as const)
      for (const as of ['crash', 'error'] as const) {
        const { starts, result } = await runWith({ at, op: 'commit', when, as });
        expect({ when, as, result }).toEqual({ when, as, result: undisturbed.result });
        if (as === 'crash') expect(starts).toBe(2);
      }
  });

  test('ends a second round, in which every role works again', async () => {
    const { worktree, job, open } = openWorld();
    await runTask(open(), job);
    const turns: string[] = [];
    const work = (role: string, path: string) => () => {
      // Without this a run that never ends would hang the test.
      if (turns.push(role) > 9) throw new Error(`It does not end: ${turns.join(', ')}`);
      worktree.edit(path, `${role}, once more\n`);
    };
    const agents = {
      implementer: work('implementer', 'login.js'),
      reviewer: work('reviewer', 'login.test.js'),
      validator: work('validator', 'report.md'),
    };
    // A person sends the finished task back to its first role.
    await orThrow(open().startTurn(TASK, { actor: 'a person', role: 'implementer' }));
    await runTask(open(), { ...job, agents });
    expect(turns).toEqual(['implementer', 'reviewer', 'validator']);
    const context = await orThrow(open().contexts.get(TASK));
    expect(Object.values(context?.record.coordination ?? {}).map(({ status }) => status)).toEqual([
      'done',
      'done',
      'done',
    ]);
    const snapshot = await orThrow(open().deltas.diff(TASK, { role: 'implementer', type: 'from_base' }));
    expect(snapshot.text).toContain('+implementer, once more');
  });

  test.each(['again', 'after a purge'])('run %s for a task that is finished, does nothing and ends', async (when) => {
    const { job, open } = openWorld();
    await runTask(open(), job);
    if (when === 'after a purge') await orThrow(open().contexts.purge(TASK, { actor: 'a person' }));
    const before = await orThrow(open().contexts.trail(TASK));
    const refuse = (): never => expect.fail('There is nothing left to do.');
    await runTask(open(), { ...job, agents: { implementer: refuse, reviewer: refuse, validator: refuse } });
    expect(await orThrow(open().contexts.trail(TASK))).toEqual(before);
  });
});
