import { describe, expect, test } from 'vitest';
import { after as afterRun, entering, envFor, follow } from './protocol-run.fixture.ts';
import { type CommandInput, decide, evolve, type TaskRecord } from './protocol-machine.fixture.ts';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';

const purge: CommandInput = { type: 'purge-context' };
const complete: CommandInput = { type: 'complete-task' };
const as = (record: TaskRecord | null, command: CommandInput, session: string | null) =>
  decide(record, command, envFor(record, session));
const applied = (record: TaskRecord | null, command: CommandInput): TaskRecord =>
  decide(record, command, sampleEnv)._unsafeUnwrap().reduce<TaskRecord | null>(evolve, record) as TaskRecord;
const free = applied(null, sampleInit);

describe('a task that a session owns', () => {
  const { record } = entering('INIT');

  test('is thrown away by nobody else', () => {
    for (const session of ['run-2', null]) {
      const error = as(record, purge, session)._unsafeUnwrapErr();
      expect(error.code).toBe('NotOwner');
      expect(error.message).toContain('TASK-1 is owned by session run-1');
    }
    expect(as(record, purge, 'run-1')._unsafeUnwrap()).toEqual([
      { type: 'context-purged', reason: 'purged on request' },
    ]);
  });

  test('is completed by nobody else, and by its owner only at the end of the protocol', () => {
    expect(as(record, complete, 'run-2')._unsafeUnwrapErr().code).toBe('NotOwner');
    const early = as(record, complete, 'run-1')._unsafeUnwrapErr();
    expect(early).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'state' }] } });
  });

  test('that was given back is completed by nobody, but anybody may throw it away', () => {
    const { record: released } = afterRun(entering('INIT'), { type: 'release-task' });
    expect(as(released, complete, 'run-1')._unsafeUnwrapErr().message).toBe('Nobody owns TASK-1. Claim it first.');
    expect(as(released, purge, null).isOk()).toBe(true);
  });
});

describe('a completed task', () => {
  const { record } = follow({ record: null, events: [] }, 'run-1');

  test('under the protocol sums that up, and takes no more changes', () => {
    expect(record?.completion?.summary.protocol).toBeDefined();
    expect(as(record, { type: 'advance' }, 'run-1')._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      message: `TASK-1 was completed at ${sampleEnv.now}; its record takes no more changes.`,
    });
  });

  test('is thrown away by anybody, whoever owned it', () => {
    expect(record?.protocol?.owner?.session).toBe('run-1');
    expect(as(record, { ...purge, reason: 'cleanup' }, 'run-2')._unsafeUnwrap()).toEqual([
      { type: 'context-purged', reason: 'cleanup' },
    ]);
  });

  test('that never was under the protocol needs no owner, and says nothing about it', () => {
    expect(applied(free, complete).completion?.summary).not.toHaveProperty('protocol');
  });
});

describe('a refusal', () => {
  test('of malformed input tells whose fault it is', () => {
    const command = { type: 'hand-off' } as never;
    const env = { ...sampleEnv, actor: '' };
    const good: CommandInput = { type: 'hand-off', role: 'implementer' };
    const details = (answer: ReturnType<typeof decide>) =>
      answer._unsafeUnwrapErr().data.unmet.map(({ condition, detail }) => [condition, detail.split(':')[0]]);
    expect(details(decide(free, command, sampleEnv))).toEqual([['/role', 'The command /role']]);
    expect(details(decide(free, good, env))).toEqual([['/actor', 'The options /actor']]);
    expect(details(decide(free, command, env))).toEqual([
      ['/role', 'The command /role'],
      ['/actor', 'The options /actor'],
    ]);
  });

  test('for want of a context says how to get one', () => {
    expect(decide(null, complete, sampleEnv)._unsafeUnwrapErr()).toMatchObject({
      code: 'ContextNotFound',
      message: 'This task has no context. Call init first, or check the task id.',
      data: { unmet: [{ condition: 'context-exists' }] },
    });
  });
});
