import { describe, expect, test } from 'vitest';
import { decide } from '../machine/core-machine.fixture.ts';
import { evolve } from '../machine/core-machine.fixture.ts';
import type { CommandInput } from '../machine/core-machine.fixture.ts';
import type { DecideError } from '../record/decision.ts';
import { sampleEnv, sampleInit } from '../machine/sample-task.fixture.ts';
import type { TaskRecord } from '../machine/core-machine.fixture.ts';

function after(...commands: CommandInput[]): TaskRecord {
  const record = [sampleInit, ...commands].reduce<TaskRecord | null>(
    (before, command) => decide(before, command, sampleEnv)._unsafeUnwrap().reduce(evolve, before),
    null,
  );
  return record as TaskRecord;
}

const start = (role: string): CommandInput => ({ type: 'start-turn', role });
const handOff = (role: string): CommandInput => ({ type: 'hand-off', role });
const block = (role: string, finding: string): CommandInput => ({ type: 'block-role', role, finding });
const drift: CommandInput = { type: 'record-drift', role: 'reviewer', report: 'd'.repeat(64), checks: 1, files: 1 };

function refusal(record: TaskRecord, command: CommandInput): DecideError {
  return decide(record, command, sampleEnv)._unsafeUnwrapErr();
}

describe('a refusal says what was found and what to do', () => {
  const blocked = after(block('implementer', 'no access'));
  const atWork = after(start('implementer'));

  test.each<[string, TaskRecord, CommandInput, string]>([
    [
      'a status that cannot follow',
      blocked,
      handOff('implementer'),
      'implementer is blocked and cannot become done; from here it goes to in_progress.',
    ],
    [
      'a status with two ways on',
      atWork,
      start('implementer'),
      'implementer has an open turn already: it goes on, or hands off.',
    ],
    [
      'blocking without a finding',
      after(),
      { type: 'update-coordination', role: 'reviewer', status: 'blocked' },
      'A blocked role needs a finding that says why. Block reviewer with markBlocked.',
    ],
    [
      'a role before that is not done',
      blocked,
      start('reviewer'),
      'reviewer works on what implementer hands over, and implementer is blocked. Finish that turn first.',
    ],
    [
      'another turn that is open',
      after(start('implementer'), handOff('implementer'), start('reviewer')),
      start('validator'),
      'reviewer is still at work, and edits could not be told apart. Wait for its hand-off.',
    ],
    [
      'a verification that is out of date',
      after(),
      { type: 'start-turn', role: 'implementer', verifiedLinks: 1 },
      'Somebody handed off while the working tree was being verified. Start the turn again.',
    ],
    [
      'an update that no edge allows',
      after(),
      { type: 'update-coordination', role: 'reviewer', status: 'done' },
      'reviewer has no open turn: it starts first.',
    ],
    [
      'blocking what is done',
      after(start('implementer'), handOff('implementer')),
      block('implementer', 'late'),
      'implementer is done and cannot become blocked; from here it goes to in_progress.',
    ],
    [
      'completing while somebody works',
      atWork,
      { type: 'complete-task' },
      'implementer is still at work; wait for its hand-off.',
    ],
    [
      'completing what is blocked',
      after(block('reviewer', 'tests are red'), block('reviewer', 'no changelog')),
      { type: 'complete-task' },
      'reviewer is blocked: tests are red; no changelog. Resolve that first.',
    ],
  ])('%s', (_, record, command, message) => {
    expect(refusal(record, command)).toMatchObject({ code: 'Rejected', message });
  });
});

describe('a turn', () => {
  test('starts on the hand-off that was verified', () => {
    const events = decide(after(), { type: 'start-turn', role: 'implementer', verifiedLinks: 0 }, sampleEnv);
    expect(events._unsafeUnwrap()).toEqual([{ type: 'role-started', role: 'implementer' }]);
  });

  test('of the first role needs nobody before it, and unsets nobody who is not done', () => {
    const record = after(block('validator', 'flaky'));
    expect(decide(record, start('implementer'), sampleEnv)._unsafeUnwrap()).toEqual([
      { type: 'role-started', role: 'implementer' },
    ]);
  });

  test('notes its session, once', () => {
    const noted = { type: 'start-turn', role: 'implementer', sessionId: 's-9' } as const;
    const first = decide(after(), noted, sampleEnv)._unsafeUnwrap();
    expect(first).toEqual([
      { type: 'role-noted', role: 'implementer', qa_log_path: null, session_id: 's-9' },
      { type: 'role-started', role: 'implementer' },
    ]);
    const again = after(noted, handOff('implementer'));
    expect(decide(again, noted, sampleEnv)._unsafeUnwrap()).toEqual([{ type: 'role-started', role: 'implementer' }]);
  });

  test('hands a snapshot and QA over with it, and without them neither', () => {
    const record = after(start('implementer'));
    const sha = 'a'.repeat(40);
    const snapshot = {
      ...{ worktree: 'shop-1', base_commit: sha, head: sha, snapshot_time: sampleEnv.now, tree: sha, engine: 'git' },
      ...{ diff_sha: 'c'.repeat(64), diff_stat: { files: 1, insertions: 1, deletions: 0 } },
      ...{ scope_hash: '0123456789abcdef', details: 'e'.repeat(64), artifacts: [] },
    };
    const counts = { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 };
    const run = { command: 'npm test', tool: 'generic', status: 'passed', counts, failures: [] } as const;
    const qa = { log: 'f'.repeat(64), results: [{ ...run, failures: [], failures_total: 0, duration_ms: null }] };
    const command: CommandInput = { type: 'hand-off', role: 'implementer', snapshot, qa };
    const done = { type: 'role-completed', role: 'implementer', completed_at: sampleEnv.now };
    expect(decide(record, command, sampleEnv)._unsafeUnwrap()).toMatchObject([
      { type: 'qa-baseline-recorded', baseline: { role: 'implementer', log: 'f'.repeat(64) } },
      { type: 'snapshot-taken', role: 'implementer', snapshot },
      done,
    ]);
    expect(decide(record, handOff('implementer'), sampleEnv)._unsafeUnwrap()).toEqual([done]);
    const silent = { ...qa, results: [] };
    expect(refusal(after(), { ...command, qa: silent }).data.unmet.map(({ condition }) => condition)).toEqual([
      'status-edge',
      'qa-ran',
    ]);
    expect(refusal(after(), command).data.unmet.map(({ condition }) => condition)).toEqual(['status-edge']);
  });
});

describe('while a drift is unresolved', () => {
  const drifted = after(drift);
  const update = { type: 'update-coordination', role: 'implementer' } as const;

  test('nobody starts, but what says nothing about starting is still possible', () => {
    expect(refusal(drifted, { ...update, status: 'in_progress' }).code).toBe('DriftUnresolved');
    expect(decide(drifted, { ...update, sessionId: 's-9' }, sampleEnv).isOk()).toBe(true);
    const atWork = after(start('implementer'), drift);
    const nowhere = { ...sampleEnv, facts: { head: null } };
    expect(decide(atWork, { ...update, status: 'done' }, nowhere)._unsafeUnwrap()).toEqual([
      { type: 'role-completed', role: 'implementer', completed_at: sampleEnv.now },
    ]);
    expect(decide(atWork, { ...update, status: 'in_progress' }, sampleEnv)._unsafeUnwrap()).toEqual([]);
  });

  test('a completion says that first, then all else that is in the way', () => {
    const error = refusal(after(start('implementer'), drift), { type: 'complete-task' });
    expect(error.code).toBe('DriftUnresolved');
    expect(error.data.unmet.map(({ condition }) => condition)).toEqual(['drift-resolved', 'no-turn-open']);
  });
});
