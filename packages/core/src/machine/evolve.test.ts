import { describe, expect, test } from 'vitest';
import type { QaRun } from '../slices/qa-result.ts';
import { decide } from './core-machine.fixture.ts';
import { evolve } from './core-machine.fixture.ts';
import { sampleEnv, sampleInit } from './sample-task.fixture.ts';
import type { TaskEvent } from './core-machine.fixture.ts';
import type { TaskRecord } from './core-machine.fixture.ts';

const ROLES = ['implementer', 'reviewer', 'validator', ...Array.from({ length: 12 }, (_, index) => `agent-${index}`)];
const fresh = (roles: readonly string[] = ROLES): TaskRecord =>
  decide(null, { ...sampleInit, roles: [...roles] }, sampleEnv)
    ._unsafeUnwrap()
    .reduce<TaskRecord | null>(evolve, null) as TaskRecord;
const after = (record: TaskRecord, ...events: readonly TaskEvent[]): TaskRecord => events.reduce(evolve, record);

describe('the QA runs of a record', () => {
  const verdicts = { fixed: [], pre_existing: [], regressed: [], new: [] };
  const ran = (role: string, index: number): TaskEvent => {
    const log = index.toString(16).padStart(64, '0');
    const run: QaRun = { role, recorded_at: sampleEnv.now, recorded_by: 'ada', log, results: [], verdicts };
    return { type: 'qa-run-recorded', run };
  };
  const kept = (record: TaskRecord): (readonly [string, number])[] =>
    record.qa.runs.map(({ role, log }) => [role, Number.parseInt(log, 16)]);

  test('are the last five of a role, in order, and those of others stay', () => {
    const events = [ran('reviewer', 0), ...[1, 2, 3, 4, 5].map((index) => ran('implementer', index))];
    const five = after(fresh(), ...events);
    expect(kept(five)).toEqual([['reviewer', 0], ...[1, 2, 3, 4, 5].map((index) => ['implementer', index])]);
    expect(kept(after(five, ran('implementer', 6), ran('implementer', 7)))).toEqual([
      ['reviewer', 0],
      ...[3, 4, 5, 6, 7].map((index) => ['implementer', index]),
    ]);
  });

  test('are sixty at most, the oldest of all forgotten first', () => {
    const full = after(fresh(), ...Array.from({ length: 60 }, (_, index) => ran(`agent-${index % 12}`, index)));
    expect(kept(full).map(([, index]) => index)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(kept(after(full, ran('reviewer', 60))).map(([, index]) => index)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  test('name the failures of the last run of each role; earlier ones have counts and their log', () => {
    const names = (about: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${about} ${index} `.padEnd(150, '.'));
    const failing = (role: string, index: number, count = 100): TaskEvent => {
      const { run } = ran(role, index) as Extract<TaskEvent, { type: 'qa-run-recorded' }>;
      const counts = { passed: 0, failed: count, skipped: 0, errors: 0, warnings: 0 };
      const [result] = [{ command: 'npm test', tool: 'vitest', status: 'failed', counts, duration_ms: 1 } as const];
      const told = { failures: names('f', count), failures_total: count, verdict: 'regressed' } as const;
      const verdictsOfRun = { ...verdicts, fixed: names('x', 2), pre_existing: ['old'], regressed: names('f', count) };
      return { type: 'qa-run-recorded', run: { ...run, results: [{ ...result, ...told }], verdicts: verdictsOfRun } };
    };
    const two = after(fresh(), failing('reviewer', 0), failing('implementer', 1), failing('implementer', 2));
    expect(two.qa.runs.map(({ results }) => results[0]?.failures.length)).toEqual([100, 0, 100]);
    expect(two.qa.runs[1]).toMatchObject({ results: [{ counts: { failed: 100 }, failures_total: 100 }] });
    const shortened = { pre_existing: ['old'], regressed: [names('f', 1)[0], 'and 99 more'], new: [] };
    expect(two.qa.runs[1]?.verdicts).toEqual({ fixed: names('x', 2), ...shortened });
    const three = after(two, failing('implementer', 3));
    expect(three.qa.runs[1]).toEqual(two.qa.runs[1]);

    const many = after(fresh(), ...Array.from({ length: 120 }, (_, index) => failing(`agent-${index % 12}`, index)));
    expect(JSON.stringify(many.qa.runs).length).toBeLessThan(128 * 1024 + 100);
    expect(many.qa.runs.at(-1)?.results[0]?.failures.length).toBe(100);
    expect(many.qa.runs.length).toBeGreaterThan(30);
  });

  test('leave the baseline alone, and the baseline them', () => {
    const baseline = { status: 'recorded', role: 'reviewer', recorded_at: sampleEnv.now, recorded_by: 'ada' } as const;
    const first: TaskEvent = {
      type: 'qa-baseline-recorded',
      baseline: { ...baseline, log: 'f'.repeat(64), results: [] },
    };
    const record = after(fresh(), ran('reviewer', 1), first, ran('reviewer', 2));
    expect(record.qa.baseline).toMatchObject({ status: 'recorded', log: 'f'.repeat(64) });
    expect(kept(record)).toEqual([
      ['reviewer', 1],
      ['reviewer', 2],
    ]);
  });
});

describe('roles are added', () => {
  const untouched = fresh().coordination['reviewer'];

  test('behind those there are, each once, and a role keeps what it has done', () => {
    const started = after(fresh(['implementer', 'reviewer']), { type: 'role-started', role: 'reviewer' });
    const selected = after(started, { type: 'roles-added', roles: ['reviewer', 'tester', 'writer'] });
    expect(selected.any_order).toEqual(['reviewer', 'tester', 'writer']);
    expect(selected.roles).toEqual(['implementer', 'reviewer', 'tester', 'writer']);
    expect(selected.coordination['reviewer']).toBe(started.coordination['reviewer']);
    expect(selected.coordination['implementer']).toBe(started.coordination['implementer']);
    expect(selected.coordination['writer']).toEqual(untouched);
  });

  test('also one by one, and one that is a role already stays as it is', () => {
    const record = fresh(['implementer']);
    const joined = (role: string): TaskEvent => ({ type: 'roles-added', roles: [role] });
    const next = after(record, joined('tester'));
    expect(next.roles).toEqual(['implementer', 'tester']);
    expect(next.coordination['tester']).toEqual(untouched);
    expect(after(next, joined('tester')).coordination).toBe(next.coordination);
  });
});

describe('an event changes what it is about, and nothing else', () => {
  const at = '2026-11-16T10:00:00.000Z';
  const coordination = (record: TaskRecord, role: string) => record.coordination[role];

  test.each<[name: string, before: TaskEvent[], event: TaskEvent, changes: object]>([
    [
      'role-started',
      [
        { type: 'role-started', role: 'reviewer' },
        { type: 'role-completed', role: 'reviewer', completed_at: at },
        { type: 'role-blocked', role: 'reviewer', finding: 'red' },
      ],
      { type: 'role-started', role: 'reviewer' },
      { status: 'in_progress', completed_at: null, blocking_findings: [] },
    ],
    [
      'role-blocked',
      [{ type: 'role-completed', role: 'reviewer', completed_at: at }],
      { type: 'role-blocked', role: 'reviewer', finding: 'red' },
      { status: 'blocked', completed_at: null, blocking_findings: ['red'] },
    ],
    [
      'role-reset',
      [{ type: 'role-completed', role: 'reviewer', completed_at: at }],
      { type: 'role-reset', role: 'reviewer', because: 'implementer' },
      { status: 'pending', completed_at: null },
    ],
    [
      'role-noted',
      [{ type: 'role-started', role: 'reviewer' }],
      { type: 'role-noted', role: 'reviewer', qa_log_path: 'qa.log', session_id: 's-2' },
      { qa_log_path: 'qa.log', session_id: 's-2' },
    ],
  ])('%s', (_, before, event, changes) => {
    const record = after(fresh(), ...before);
    const next = after(record, event);
    expect(coordination(next, 'reviewer')).toEqual({ ...coordination(record, 'reviewer'), ...changes });
    expect({ ...next, coordination: { ...next.coordination, reviewer: null } }).toEqual({
      ...record,
      coordination: { ...record.coordination, reviewer: null },
    });
  });

  test.each<TaskEvent>([
    { type: 'context-purged', reason: 'done' },
    { type: 'secrets-forced', findings: [{ rule: 'sample', path: '/finding' }] },
  ])('$type leaves the record as it last was', (event) => {
    const record = after(fresh(), { type: 'role-started', role: 'reviewer' });
    expect(after(record, event)).toEqual(record);
  });

  test('a rebuild keeps where the task started in git, but for its file', () => {
    const record = fresh();
    const { git, immutable, immutable_sha } = record;
    const event = { rebuilt_at: at, reason: null, immutable, immutable_sha, manifest_sha: 'a'.repeat(64) } as const;
    const next = after(record, { type: 'context-rebuilt', ...event, task_file_sha: 'd'.repeat(40) });
    expect(next.git).toEqual({ ...git, task_file_sha: 'd'.repeat(40) });
    expect(next.manifest_sha).toBe('a'.repeat(64));
  });
});
