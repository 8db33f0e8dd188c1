import { expect, test } from 'vitest';
import { decide, evolve, type TaskEvent, type TaskRecord, liveArtifacts } from './protocol-machine.fixture.ts';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { entering } from './protocol-run.fixture.ts';
import { protocolArtifacts } from '../section/protocol-artifacts.ts';

const sha = (digit: string): string => digit.repeat(64);
const fresh = (manifestSha: string | null): TaskRecord =>
  decide(null, { ...sampleInit, manifestSha }, sampleEnv)
    ._unsafeUnwrap()
    .reduce<TaskRecord | null>(evolve, null) as TaskRecord;

test('every artifact that a record names is alive, once, in order', () => {
  const stamp = { role: 'reviewer', recorded_at: sampleEnv.now, recorded_by: 'ada', results: [] };
  const verdicts = { fixed: [], pre_existing: [], regressed: [], new: [] };
  const tree = 'a'.repeat(40);
  const snapshot = {
    ...{ worktree: 'shop-1', base_commit: tree, head: tree, snapshot_time: sampleEnv.now, tree, engine: 'git' },
    ...{ diff_sha: sha('0'), diff_stat: { files: 1, insertions: 1, deletions: 0 } },
    ...{ scope_hash: '0123456789abcdef', details: sha('5'), artifacts: [sha('4'), sha('1')] },
  };
  const file = { type: 'plan', path: 'a.md', bytes: 1, attached_at: sampleEnv.now, attached_by: 'ada' };
  const events: readonly TaskEvent[] = [
    { type: 'evidence-attached', evidence: { ...file, id: 'ev-0123456789ab', sha256: sha('9') } },
    { type: 'evidence-attached', evidence: { ...file, id: 'ev-0123456789ac', sha256: sha('1') } },
    { type: 'snapshot-taken', role: 'reviewer', snapshot },
    { type: 'qa-baseline-recorded', baseline: { ...stamp, status: 'recorded', log: sha('8') } },
    { type: 'qa-run-recorded', run: { ...stamp, log: sha('3'), verdicts } },
  ];
  expect(liveArtifacts(events.reduce(evolve, fresh(sha('2'))))).toEqual(['1', '2', '3', '4', '5', '8', '9'].map(sha));
  expect(liveArtifacts(fresh(null))).toEqual([]);
});

test('so are those that the protocol names', () => {
  const { record } = entering('REVIEW');
  const named = protocolArtifacts(record!.protocol!);
  expect(named.length).toBeGreaterThan(0);
  expect(liveArtifacts(record!)).toEqual(expect.arrayContaining([...named]));
});
