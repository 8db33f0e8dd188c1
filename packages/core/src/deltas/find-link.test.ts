import { describe, expect, test } from 'vitest';
import { decide } from '../machine/core-machine.fixture.ts';
import { evolve } from '../machine/core-machine.fixture.ts';
import { sampleEnv, sampleInit } from '../machine/sample-task.fixture.ts';
import type { TaskEvent } from '../machine/core-machine.fixture.ts';
import type { TaskRecord } from '../machine/core-machine.fixture.ts';
import { findLastLink, findLink } from './find-link.ts';
import { unmetByDrift } from '../slices/unmet-by-drift.ts';
import type { SnapshotSummary } from '../slices/worktree-snapshot.ts';

const fresh = decide(null, sampleInit, sampleEnv)._unsafeUnwrap().reduce<TaskRecord | null>(evolve, null) as TaskRecord;

const taken = (role: string, digit: string): TaskEvent => {
  const tree = digit.repeat(40);
  const snapshot: SnapshotSummary = {
    ...{ worktree: 'shop-1', base_commit: tree, head: tree, snapshot_time: sampleEnv.now, tree, engine: 'git' },
    ...{ diff_sha: 'c'.repeat(64), diff_stat: { files: 1, insertions: 1, deletions: 0 } },
    ...{ scope_hash: '0123456789abcdef', details: 'e'.repeat(64), artifacts: [] },
  };
  return { type: 'snapshot-taken', role, snapshot };
};

describe('findLink', () => {
  const record = [taken('implementer', '1'), taken('reviewer', '2'), taken('implementer', '3')].reduce(evolve, fresh);

  test('gives the last of a role, and the last of all', () => {
    expect(findLink(record, 'implementer')._unsafeUnwrap().snapshot.tree).toBe('3'.repeat(40));
    expect(findLink(record, 'reviewer')._unsafeUnwrap().snapshot.tree).toBe('2'.repeat(40));
    expect(findLastLink(record)._unsafeUnwrap().snapshot.tree).toBe('3'.repeat(40));
    const reviewed = evolve(record, taken('reviewer', '4'));
    expect(findLastLink(reviewed)._unsafeUnwrap().snapshot.tree).toBe('4'.repeat(40));
  });

  test('that finds none names the role and each of those that there are', () => {
    expect(findLink(record, 'validator')._unsafeUnwrapErr()).toMatchObject({
      code: 'SnapshotMissing',
      message:
        'TASK-1: "validator" has taken no snapshot, so there is nothing to compare with. Snapshots are there from: implementer, reviewer.',
      data: { taskId: 'TASK-1', role: 'validator' },
    });
    const none = findLastLink(fresh)._unsafeUnwrapErr();
    expect(none.message).toContain('Snapshots are there from: nobody yet.');
    expect(none.data.role).toBe('implementer');
  });
});

test('unresolved drift is told role by role, with how often it was found', () => {
  const found = (role: string): TaskEvent => ({
    ...{ type: 'drift-detected', role, report: 'd'.repeat(64), checks: 1, files: 1 },
  });
  const record = [found('reviewer'), found('implementer'), found('reviewer')].reduce(evolve, fresh);
  expect(unmetByDrift(fresh)).toEqual([]);
  expect(unmetByDrift(record).map(({ condition, detail }) => [condition, detail.split('.')[0]])).toEqual([
    ['drift-resolved', 'The working tree differed from what implementer handed off (failed verifications: 1)'],
    ['drift-resolved', 'The working tree differed from what reviewer handed off (failed verifications: 2)'],
  ]);
});
