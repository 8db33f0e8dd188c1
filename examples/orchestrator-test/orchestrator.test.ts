import { createBaton, defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore, type ScriptedFault } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { type Job, runTask } from './orchestrator.ts';

const TASK = 'TASK-1';
const immutable = defineTask({ title: 'Allow dots in login names', description: 'Login names may hold dots.' });

/** Runs the task to its end, started again after every crash, with one fault in the store; tells what came of it. */
async function runWith(fault?: ScriptedFault) {
  const tasks = createMemoryTaskStore({ faults: fault === undefined ? [] : [fault] });
  const worktree = createMemoryWorktree({ files: { 'login.js': 'one\ntwo\n' } });
  const job: Job = {
    taskId: TASK,
    immutable,
    agents: {
      implementer: () => worktree.edit('login.js', 'one\nTWO\n'),
      reviewer: () => worktree.edit('login.test.js', 'tests\n'),
      validator: () => worktree.edit('report.md', 'passed\n'),
    },
    // A person edits a file after the implementer handed off.
    announce: (role) => role === 'reviewer' && worktree.edit('login.js', 'one\nTWO\nby hand\n'),
    askAboutDrift: () => 'I did that.',
  };
  let starts = 0;
  for (let isFinished = false; !isFinished;) {
    expect((starts += 1)).toBeLessThan(5);
    // Every start is a new process: nothing but the store and the working tree survives.
    isFinished = await runTask(createBaton({ tasks, worktree }), job).then(
      () => true,
      (error: unknown) => {
        if (fault === undefined) throw error;
        return false;
      },
    );
  }
  const baton = createBaton({ tasks, worktree });
  const context = await orThrow(baton.contexts.get(TASK));
  const { entries } = await orThrow(baton.contexts.audit(TASK)); // verified against the record
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
});
