import { describe, expect, test } from 'vitest';
import type { QaResult } from '../../../core/src/slices/qa-result.ts';
import { type CommandInput, decide, evolve, type TaskEvent, type TaskRecord } from './protocol-machine.fixture.ts';
import { sampleEnv, sampleImmutable, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';

const initialized = (init: Partial<typeof sampleInit> = {}): TaskRecord => applied(null, { ...sampleInit, ...init });

function applied(record: TaskRecord | null, command: CommandInput): TaskRecord {
  return decide(record, command, sampleEnv)._unsafeUnwrap().reduce<TaskRecord | null>(evolve, record) as TaskRecord;
}

const decided = (record: TaskRecord, command: CommandInput): readonly TaskEvent[] =>
  decide(record, command, sampleEnv)._unsafeUnwrap();

describe('record-qa', () => {
  const counts = { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 };
  const result = (status: QaResult['status']): QaResult => ({
    ...{ command: 'npm test', tool: 'generic', counts, failures: [], failures_total: 0, duration_ms: null },
    status,
  });
  const log = 'f'.repeat(64);
  const qa = (statuses: readonly QaResult['status'][], taskFileSha?: string | null): CommandInput => ({
    ...{ type: 'record-qa', role: 'implementer', log, taskFileSha },
    results: statuses.map(result),
  });

  test.each<[QaResult['status'][], string]>([
    [['cached', 'unknown'], 'every step that says how it ended came from a cache'],
    [['unknown'], 'the log does not show that a check ran, and how it ended'],
    [[], 'the log does not show that a check ran, and how it ended'],
  ])('%j is no run', (statuses, reason) => {
    const error = decide(initialized(), qa(statuses), sampleEnv)._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'qa-ran' }] } });
    expect(error.message).toBe(
      `This is no QA run: ${reason}. Run the commands again, without a cache, and record their whole output, with the command and its exit code where the log does not show them. An exit code of 0 by itself proves nothing.`,
    );
  });

  test.each<QaResult['status'][]>([['passed', 'unknown'], ['cached', 'failed'], ['passed']])(
    'one step that ended is enough: %s, %s',
    (...statuses) => {
      expect(decided(initialized(), qa(statuses))).toMatchObject([
        {
          type: 'qa-baseline-recorded',
          baseline: { status: 'recorded', role: 'implementer', recorded_at: sampleEnv.now, recorded_by: 'ada', log },
        },
      ]);
    },
  );

  const captured = 'b'.repeat(40);
  const unknown = { git: { head: null, branch: null, task_file_sha: null } };
  test.each<[string, string | null | undefined, Partial<typeof sampleInit>, TaskEvent['type']]>([
    ['the task file that was captured', captured, {}, 'qa-baseline-recorded'],
    ['nobody looked at the task file', undefined, {}, 'qa-baseline-recorded'],
    ['it is not known which task file was captured', 'd'.repeat(40), unknown, 'qa-baseline-recorded'],
    ['another task file', 'd'.repeat(40), {}, 'qa-run-recorded'],
    ['a task file that is gone', null, {}, 'qa-run-recorded'],
  ])('%s', (_, taskFileSha, init, expected) => {
    expect(decided(initialized(init), qa(['passed'], taskFileSha)).map(({ type }) => type)).toEqual([expected]);
  });

  test('only the first results are the baseline', () => {
    const record = applied(initialized(), qa(['passed']));
    expect(decided(record, qa(['failed']))).toMatchObject([
      { type: 'qa-run-recorded', run: { role: 'implementer', recorded_by: 'ada', log } },
    ]);
  });
});

describe('rebuild-context', () => {
  const manifestSha = '5'.repeat(64);
  const record = initialized({ manifestSha });
  const same = { type: 'rebuild-context', immutable: sampleImmutable, manifestSha } as const;
  const other = { ...sampleImmutable, repo_paths: ['src/login/other.ts'] };

  test('of what is so already changes nothing', () => {
    expect(decided(record, same)).toEqual([]);
    expect(decided(record, { ...same, taskFileSha: 'b'.repeat(40) })).toEqual([]);
  });

  test.each<[string, Partial<Extract<CommandInput, { type: 'rebuild-context' }>>, object]>([
    ['the section', { immutable: other }, { immutable: other, manifest_sha: manifestSha }],
    ['the manifest', { manifestSha: '6'.repeat(64) }, { manifest_sha: '6'.repeat(64) }],
    ['the task file', { taskFileSha: 'd'.repeat(40) }, { task_file_sha: 'd'.repeat(40) }],
    ['that there is no task file', { taskFileSha: null }, { task_file_sha: null }],
  ])('replaces %s, and keeps what it is not told', (_, changes, expected) => {
    const kept = { manifest_sha: manifestSha, task_file_sha: 'b'.repeat(40), immutable: sampleImmutable };
    expect(decided(record, { ...same, ...changes })).toMatchObject([
      { type: 'context-rebuilt', rebuilt_at: sampleEnv.now, reason: null, ...kept, ...expected },
    ]);
  });

  test('waits for whoever is at work, unless told why not', () => {
    const atWork = applied(record, { type: 'start-turn', role: 'implementer' });
    const command: CommandInput = { ...same, immutable: other };
    expect(decide(atWork, command, sampleEnv)._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      message:
        'implementer is at work on the context as it is. Wait for its hand-off, or say why not in evenInProgress.',
      data: { unmet: [{ condition: 'no-turn-open' }] },
    });
    expect(decided(atWork, { ...command, evenInProgress: 'the standards changed' })).toMatchObject([
      { type: 'context-rebuilt', reason: 'the standards changed' },
    ]);
  });
});

describe('attach-evidence', () => {
  const plan = {
    type: 'attach-evidence',
    evidenceType: 'plan',
    path: 'a.md',
    sha256: '1'.repeat(64),
    bytes: 3,
  } as const;

  test('keeps the same thing once, and knows things apart by type, path and content', () => {
    const record = applied(initialized(), plan);
    expect(decided(record, plan)).toEqual([]);
    const others = [{ evidenceType: 'log' }, { path: 'b.md' }, { sha256: '2'.repeat(64) }];
    const all = others.reduce((before, change) => applied(before, { ...plan, ...change }), record);
    expect(new Set(all.evidence.map(({ id }) => id)).size).toBe(4);
    expect(all.evidence[1]).toMatchObject({
      ...{ type: 'log', path: 'a.md', sha256: '1'.repeat(64), bytes: 3 },
      ...{ attached_at: sampleEnv.now, attached_by: 'ada' },
    });
  });
});

describe('complete-task', () => {
  test('sums up when, by whom and how much', () => {
    const later = { ...sampleEnv, now: '2026-11-16T11:00:00.000Z', actor: 'grace' };
    expect(decide(initialized(), { type: 'complete-task' }, later)._unsafeUnwrap()).toEqual([
      {
        type: 'task-completed',
        completed_by: 'grace',
        summary: {
          title: 'Fix the login form',
          created_at: sampleEnv.now,
          completed_at: later.now,
          roles: { implementer: 'pending', reviewer: 'pending', validator: 'pending' },
          evidence: 0,
          audit_entries: 1,
        },
      },
    ]);
  });
});

test('a second init names who made the context, and a bad id says what a good one is', () => {
  const again = decide(initialized(), sampleInit, sampleEnv)._unsafeUnwrapErr();
  expect(again.data.unmet).toMatchObject([{ condition: 'context-absent' }]);
  const bad = decide(null, { ...sampleInit, taskId: 'a b' }, sampleEnv)._unsafeUnwrapErr();
  expect(bad.data.unmet).toMatchObject([{ condition: 'task-id-valid' }]);
  expect(bad.message).toContain('"a b" cannot name a task');
});
