import { describe, expect, test } from 'vitest';
import type { CommandInput } from './core-machine.fixture.ts';
import { decide } from './core-machine.fixture.ts';
import { evolve } from './core-machine.fixture.ts';
import { sampleEnv, sampleImmutable, sampleInit } from './sample-task.fixture.ts';
import type { TaskRecord } from './core-machine.fixture.ts';

/** The record after some commands, each of which must be accepted. */
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
const conditions = (record: TaskRecord | null, command: CommandInput): string[] =>
  decide(record, command, sampleEnv)
    ._unsafeUnwrapErr()
    .data.unmet.map(({ condition }) => condition);

describe('init-context', () => {
  test('makes every role pending and seals the immutable section', () => {
    const record = after();
    expect(record).toMatchObject({
      version: 1,
      task_id: 'TASK-1',
      created_by: 'ada',
      completion: null,
    });
    expect(record.roles).toEqual(['implementer', 'reviewer', 'validator']);
    expect(record.coordination['validator']).toEqual({
      status: 'pending',
      completed_at: null,
      qa_log_path: null,
      session_id: null,
      blocking_findings: [],
      worktree_snapshot: null,
      drift_budget: 0,
    });
    expect(record.immutable).toEqual(sampleImmutable);
  });

  test('happens once', () => {
    const error = decide(after(), sampleInit, sampleEnv)._unsafeUnwrapErr();
    expect(error.code).toBe('ContextExists');
    expect(error.message).toContain('made by ada at 2026-11-16T09:00:00.000Z');
  });

  test.each(['', '..', 'a/b', 'a..b', '-x', 'x'.repeat(129)])('refuses the task id %j', (taskId) => {
    expect(decide(null, { ...sampleInit, taskId }, sampleEnv)._unsafeUnwrapErr().code).toBe('InvalidTaskId');
  });

  test('lists everything that is wrong with the immutable section at once', () => {
    const task_snapshot = { ...sampleImmutable.task_snapshot, title: '', priority: 'P9' as 'P0', area: '\uD800' };
    const { code, data } = decide(
      null,
      { ...sampleInit, immutable: { ...sampleImmutable, task_snapshot } },
      sampleEnv,
    )._unsafeUnwrapErr();
    expect(code).toBe('InvalidInput');
    expect(data.unmet.map(({ condition }) => condition)).toEqual([
      '/immutable/task_snapshot/title',
      '/immutable/task_snapshot/priority',
      '/immutable/task_snapshot/area',
    ]);
  });

  test.each([{ roles: [] }, { roles: ['a', 'a'] }, { roles: ['__proto__'] }, { roles: ['two words'] }])(
    'refuses %j',
    (changes) => {
      expect(decide(null, { ...sampleInit, ...changes }, sampleEnv)._unsafeUnwrapErr().code).toBe('InvalidInput');
    },
  );
});

describe('turns', () => {
  test('go from role to role', () => {
    const record = after(
      start('implementer'),
      handOff('implementer'),
      start('reviewer'),
      handOff('reviewer'),
      start('validator'),
    );
    expect(record.roles.map((role) => record.coordination[role]?.status)).toEqual(['done', 'done', 'in_progress']);
    expect(record.coordination['implementer']?.completed_at).toBe(sampleEnv.now);
  });

  test('the refusal of a start lists all that is in the way', () => {
    const record = after(start('implementer'), handOff('implementer'), start('reviewer'));
    expect(conditions(record, start('reviewer'))).toEqual(['status-edge']);
    expect(conditions(record, start('validator'))).toEqual(['no-other-turn-open']);
    expect(conditions(after(start('implementer')), start('validator'))).toEqual([
      'no-other-turn-open',
      'previous-role-done',
    ]);
  });

  test('a role that never started cannot hand off', () => {
    expect(conditions(after(), handOff('implementer'))).toEqual(['status-edge']);
  });

  test('a role that starts again sends those behind it back: they saw an older state', () => {
    const done = after(start('implementer'), handOff('implementer'), start('reviewer'), handOff('reviewer'));
    const events = decide(done, start('implementer'), sampleEnv)._unsafeUnwrap();
    expect(events).toEqual([
      { type: 'role-started', role: 'implementer' },
      { type: 'role-reset', role: 'reviewer', because: 'implementer' },
    ]);
  });
});

describe('blocking', () => {
  test('needs a finding, keeps every one, and starting again clears them', () => {
    const blocked = after(block('reviewer', 'tests are red'), block('reviewer', 'no changelog'));
    expect(blocked.coordination['reviewer']).toMatchObject({
      status: 'blocked',
      blocking_findings: ['tests are red', 'no changelog'],
    });
    expect(decide(blocked, block('reviewer', 'tests are red'), sampleEnv)._unsafeUnwrap()).toEqual([]);
    expect(conditions(after(), { type: 'update-coordination', role: 'reviewer', status: 'blocked' })).toEqual([
      'finding-given',
    ]);

    const resumed = after(block('implementer', 'tests are red'), start('implementer'));
    expect(resumed.coordination['implementer']).toMatchObject({ status: 'in_progress', blocking_findings: [] });
  });

  test('work that was handed off is not blocked but started again', () => {
    expect(conditions(after(start('implementer'), handOff('implementer')), block('implementer', 'late'))).toEqual([
      'status-edge',
    ]);
  });
});

describe('update-coordination', () => {
  test('notes a log and a session without moving the status', () => {
    const record = after({ type: 'update-coordination', role: 'implementer', qaLogPath: 'qa.log', sessionId: 's-9' });
    expect(record.coordination['implementer']).toMatchObject({
      status: 'pending',
      qa_log_path: 'qa.log',
      session_id: 's-9',
    });
    expect(
      decide(
        record,
        { type: 'update-coordination', role: 'implementer', qaLogPath: 'qa.log' },
        sampleEnv,
      )._unsafeUnwrap(),
    ).toEqual([]);
  });

  test.each(['done', 'in_progress', 'pending'] as const)('does not lead from blocked to %s', (status) => {
    const update: CommandInput = { type: 'update-coordination', role: 'implementer', status };
    const record = after(block('implementer', 'x'), block('implementer', 'y'));
    expect(conditions(record, update)).toEqual(['not-blocked']);
    expect(decide(record, update, sampleEnv)._unsafeUnwrapErr().message).toBe(
      'implementer is blocked: x; y. Resolve that, then start its turn, which clears the findings.',
    );
  });

  test('starts nobody whose work is blocked before it', () => {
    const update: CommandInput = { type: 'update-coordination', role: 'reviewer', status: 'in_progress' };
    expect(conditions(after(block('implementer', 'x')), update)).toEqual(['previous-role-unblocked']);
    expect(decide(after(), update, sampleEnv).isOk()).toBe(true);
  });

  test('ends a turn in a git working tree only with a snapshot of it', () => {
    const update: CommandInput = { type: 'update-coordination', role: 'implementer', status: 'done' };
    expect(conditions(after(start('implementer')), update)).toEqual(['snapshot-taken']);
    const nowhere = { ...sampleEnv, facts: { head: null } };
    expect(decide(after(start('implementer')), update, nowhere).isOk()).toBe(true);
  });

  test.each(['stranger', 'constructor', '__proto__', ''])('refuses the role %j, naming those there are', (role) => {
    const error = decide(
      after(),
      { type: 'update-coordination', role, status: 'in_progress' },
      sampleEnv,
    )._unsafeUnwrapErr();
    expect(error.code).toBe('InvalidInput');
    expect(error.message).toContain('implementer, reviewer, validator');
  });
});

describe('complete-task', () => {
  test('keeps a summary, and the record takes no more changes', () => {
    const record = after(start('implementer'), handOff('implementer'), { type: 'complete-task' });
    expect(record.completion?.summary).toMatchObject({
      title: 'Fix the login form',
      roles: { implementer: 'done', reviewer: 'pending', validator: 'pending' },
    });
    expect(conditions(record, start('reviewer'))).toEqual(['task-open']);
    expect(decide(record, { type: 'complete-task' }, sampleEnv)._unsafeUnwrap()).toEqual([]);
  });

  test('waits for open turns and blocked roles, naming each', () => {
    const record = after(block('validator', 'flaky'), start('implementer'));
    expect(conditions(record, { type: 'complete-task' })).toEqual(['no-turn-open', 'nothing-blocked']);
  });
});

describe('drift', () => {
  const report = 'd'.repeat(64);
  const drift: CommandInput = { type: 'record-drift', role: 'implementer', report, checks: 2, files: 1 };
  const summary = {
    worktree: 'shop-1',
    base_commit: 'a'.repeat(40),
    head: 'a'.repeat(40),
    snapshot_time: sampleEnv.now,
    tree: 'b'.repeat(40),
    engine: 'git',
    diff_sha: 'c'.repeat(64),
    diff_stat: { files: 1, insertions: 1, deletions: 0 },
    scope_hash: '0123456789abcdef',
    details: 'e'.repeat(64),
    artifacts: [],
  };

  test('each failed verification counts, and nobody starts or completes until it is resolved', () => {
    const drifted = after(drift, drift);
    expect(drifted.coordination['implementer']?.drift_budget).toBe(2);
    const starts: CommandInput[] = [
      start('implementer'),
      { type: 'update-coordination', role: 'implementer', status: 'in_progress' },
      { type: 'complete-task' },
    ];
    for (const command of starts) {
      const error = decide(drifted, command, sampleEnv)._unsafeUnwrapErr();
      expect(error.code).toBe('DriftUnresolved');
      expect(error.message).toContain('differed from what implementer handed off (failed verifications: 2)');
    }
  });

  test('resolving resets the budget; an accepted tree joins the chain as coming from outside', () => {
    const resolve = (accepted: typeof summary | null): CommandInput => ({
      type: 'resolve-drift',
      role: 'implementer',
      note: 'hotfix',
      accepted,
    });
    const put = after(drift, resolve(null));
    expect([put.coordination['implementer']?.drift_budget, put.tree_chain.length]).toEqual([0, 0]);
    const accepted = after(drift, resolve(summary));
    expect(accepted.tree_chain).toEqual([{ role: 'implementer', outside: true, snapshot: summary }]);
    expect(conditions(after(), resolve(null))).toEqual(['drift-unresolved']);
  });

  test('only a role at work takes a snapshot', () => {
    const take: CommandInput = { type: 'record-snapshot', role: 'implementer', snapshot: summary };
    expect(conditions(after(), take)).toEqual(['turn-open']);
    const taken = after(start('implementer'), take);
    expect(taken.coordination['implementer']?.worktree_snapshot).toEqual(summary);
    expect(taken.tree_chain).toEqual([{ role: 'implementer', outside: false, snapshot: summary }]);
  });

  test('a verification of an older hand-off does not open a turn', () => {
    expect(conditions(after(), { type: 'start-turn', role: 'implementer', verifiedLinks: 1 })).toEqual([
      'verification-current',
    ]);
  });
});

describe('wrong input', () => {
  test.each([
    null,
    undefined,
    'start',
    7,
    {},
    { type: 'fly' },
    { type: 'hand-off' },
    { type: 'hand-off', role: 'implementer', extra: 1 },
  ])('a command that is none: %j', (command) =>
    expect(decide(after(), command as never, sampleEnv)._unsafeUnwrapErr().code).toBe('InvalidInput'),
  );

  test.each([
    { now: 'yesterday' },
    { actor: '' },
    { actor: 'a\nb' },
    { actor: 'x'.repeat(201) },
    { session: 7 },
    { facts: {} },
  ])('an env with %j', (changes) => {
    expect(decide(after(), handOff('implementer'), { ...sampleEnv, ...changes } as never)._unsafeUnwrapErr().code).toBe(
      'InvalidInput',
    );
  });

  test('a command without a context', () => {
    expect(decide(null, handOff('implementer'), sampleEnv)._unsafeUnwrapErr().code).toBe('ContextNotFound');
    expect(decide(null, { type: 'purge-context' }, sampleEnv)._unsafeUnwrap()).toEqual([]);
  });

  test('evolve throws on what only a bug can bring about', () => {
    expect(() => evolve(null, { type: 'role-started', role: 'implementer' })).toThrow('needs a record');
    expect(() => evolve(after(), { type: 'role-started', role: 'stranger' })).toThrow('no role stranger');
  });
});
