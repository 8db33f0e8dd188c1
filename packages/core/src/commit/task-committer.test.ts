import { coreMachine } from '../machine/core-machine.ts';
import type { CommandInput, TaskRecord } from '../machine/core-machine.ts';
import { createManualClock, createMemoryTaskStore, SimulatedCrash, type ScriptedFault } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import type { TaskStore } from '../ports/task-store.ts';
import { readRecord } from '../machine/core-machine.fixture.ts';
import { sampleImmutable, sampleInit } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { errAsync } from '../result/result.ts';
import { storeErrors } from '../ports/store-errors.ts';
import { MAX_RECORD_BYTES } from './prepare-commit.ts';
import { createTaskCommitter, type CommitPolicy, type MutationOptions, type TaskCommitter } from './task-committer.ts';

function committerOn(tasks: TaskStore, policy: CommitPolicy = {}): TaskCommitter<TaskRecord, CommandInput> {
  return createTaskCommitter<TaskRecord, CommandInput>({
    tasks,
    machine: coreMachine,
    clock: createManualClock(),
    policy,
  });
}

const send = (
  committer: TaskCommitter<TaskRecord, CommandInput>,
  command: CommandInput,
  options: Partial<MutationOptions> = {},
) => committer.commit({ taskId: 'TASK-1', command, options: { actor: 'ada', ...options } });

const commitFault = (changes: Partial<ScriptedFault>): ScriptedFault => ({
  at: 2,
  op: 'commit',
  when: 'before',
  as: 'error',
  ...changes,
});
const started: CommandInput = { type: 'start-turn', role: 'implementer' };

describe('writers at the same time', () => {
  test('a conflict is decided again on what the other left', async () => {
    const tasks = createMemoryTaskStore({
      faults: [commitFault({ as: 'conflict' }), commitFault({ at: 3, as: 'conflict' })],
    });
    const committer = committerOn(tasks);
    await orThrow(send(committer, sampleInit));
    expect((await orThrow(send(committer, started))).revision).toBe(2);
  });

  test('eight writers lose nothing: each finding is kept', async () => {
    const tasks = createMemoryTaskStore();
    await orThrow(send(committerOn(tasks), sampleInit));
    const findings = Array.from({ length: 8 }, (_, index) => `finding ${index}`);
    await Promise.all(
      findings.map((finding) => orThrow(send(committerOn(tasks), { type: 'block-role', role: 'reviewer', finding }))),
    );
    const { record, revision } = await orThrow(
      send(committerOn(tasks), { type: 'block-role', role: 'reviewer', finding: 'finding 0' }),
    );
    expect([...(record.coordination['reviewer']?.blocking_findings ?? [])].sort()).toEqual(findings);
    expect(revision).toBe(9);
  });

  test('of two that initialise one task, one gets ContextExists', async () => {
    const tasks = createMemoryTaskStore();
    const answers = await Promise.all([send(committerOn(tasks), sampleInit), send(committerOn(tasks), sampleInit)]);
    expect(answers.map((answer) => (answer.isOk() ? 'ok' : answer.error.code)).sort()).toEqual(['ContextExists', 'ok']);
  });

  test('trying ends after the time it was given, with nothing written', async () => {
    const sound = createMemoryTaskStore();
    const busy: TaskStore = {
      ...sound,
      commit: ({ id, expected }) => errAsync(storeErrors.conflict(id, expected, expected + 1)),
    };
    const clock = createManualClock({ start: 0 });
    const committer = createTaskCommitter<TaskRecord, CommandInput>({
      tasks: busy,
      machine: coreMachine,
      clock,
      policy: { retryForMs: 1000 },
    });
    const error = (await send(committer, sampleInit))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'Conflict' });
    expect(error.message).toMatch(/others kept changing the task, and after \d+ attempts nothing was written/);
    expect(clock.now()).toBeGreaterThanOrEqual(1000);
    expect(clock.now()).toBeLessThan(1100);
  });

  test('a slow store counts into the time that trying may take', async () => {
    const clock = createManualClock({ start: 0 });
    const slow: TaskStore = {
      ...createMemoryTaskStore(),
      commit: ({ id, expected }) => {
        clock.advance(400);
        return errAsync(storeErrors.conflict(id, expected, expected + 1));
      },
    };
    const committer = createTaskCommitter<TaskRecord, CommandInput>({
      tasks: slow,
      machine: coreMachine,
      clock,
      policy: { retryForMs: 1000 },
    });
    expect((await send(committer, sampleInit))._unsafeUnwrapErr().code).toBe('Conflict');
    expect(clock.now()).toBeLessThan(1500);
  });
});

describe('a call repeated after an unknown outcome', () => {
  test.each(['error', 'crash'] as const)('is recognised by its operation id (%s after the commit)', async (as) => {
    const tasks = createMemoryTaskStore({ faults: [commitFault({ when: 'after', as })] });
    await orThrow(send(committerOn(tasks), sampleInit));
    const first = send(committerOn(tasks), started, { operationId: 'op-1' });
    if (as === 'crash') await expect(first).rejects.toThrow(SimulatedCrash);
    else expect((await first)._unsafeUnwrapErr().code).toBe('OutcomeUnknown');

    const again = await orThrow(send(committerOn(tasks), started, { operationId: 'op-1' }));
    expect(again.revision).toBe(2);
    expect(again.record.coordination['implementer']?.status).toBe('in_progress');
  });

  test('is carried out when the crash came before the commit', async () => {
    const tasks = createMemoryTaskStore({ faults: [commitFault({ as: 'crash' })] });
    await orThrow(send(committerOn(tasks), sampleInit));
    await expect(send(committerOn(tasks), started, { operationId: 'op-1' })).rejects.toThrow(SimulatedCrash);
    expect((await orThrow(send(committerOn(tasks), started, { operationId: 'op-1' }))).revision).toBe(2);
  });

  test('with the same id for something else is OperationIdReused', async () => {
    const tasks = createMemoryTaskStore();
    await orThrow(send(committerOn(tasks), sampleInit, { operationId: 'op-1' }));
    expect((await send(committerOn(tasks), sampleInit, { operationId: 'op-1' })).isOk()).toBe(true);
    const error = (await send(committerOn(tasks), started, { operationId: 'op-1' }))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'OperationIdReused', data: { operationId: 'op-1' } });
  });

  test.each(['', 'x'.repeat(129), 'a b', 'ü', 7 as never])(
    'an operation id like %j is InvalidInput',
    async (operationId) => {
      expect(
        (await send(committerOn(createMemoryTaskStore()), sampleInit, { operationId }))._unsafeUnwrapErr().code,
      ).toBe('InvalidInput');
    },
  );

  test.each(['{"event":{"type":"operation-recorded"', '["operation-recorded"]', '"operation-recorded"'])(
    'a torn line %s of the audit is Corrupt for a purge that has to look there',
    async (line) => {
      const sound = createMemoryTaskStore();
      await orThrow(send(committerOn(sound), sampleInit, { operationId: 'init-1' }));
      const torn: TaskStore = {
        ...sound,
        readAudit: (id, range) =>
          sound.readAudit(id, range).map((page) => page.map((entry) => ({ ...entry, lines: [line] }))),
      };
      const answer = await committerOn(torn).purge('TASK-1', { actor: 'ada', operationId: 'purge-1' });
      expect(answer._unsafeUnwrapErr()).toMatchObject({ code: 'Corrupt', data: { id: 'TASK-1' } });
      expect((await orThrow(sound.read('TASK-1'))).revision).toBe(1);
    },
  );

  test('a purge is not repeated on the next life of a task, nor an init on a task that was purged since', async () => {
    const committer = committerOn(createMemoryTaskStore());
    const purge = (operationId?: string) =>
      orThrow(committer.purge('TASK-1', { actor: 'ada', ...(operationId === undefined ? {} : { operationId }) }));
    await orThrow(send(committer, sampleInit, { operationId: 'init-1' }));
    expect(await purge('purge-1')).toMatchObject({ purged: true, revision: 2 });
    const revived = (await send(committer, sampleInit, { operationId: 'init-1' }))._unsafeUnwrapErr();
    expect(revived).toMatchObject({ code: 'OperationIdReused', data: { operationId: 'init-1' } });
    expect(revived.message).toContain('init-1 already made revision 1 (context-initialized, by ada at ');
    await orThrow(send(committer, sampleInit, { operationId: 'init-2' }));
    expect(await purge('purge-1')).toMatchObject({ purged: false, revision: 3 });
    expect((await orThrow(send(committer, started))).revision).toBe(4);
    expect(await purge('purge-2')).toMatchObject({ purged: true, revision: 5 });
    const late = (await send(committer, started, { operationId: 'start-2' }))._unsafeUnwrapErr();
    expect(late.code).toBe('ContextNotFound');
    expect(late.message).toContain('TASK-1 has no context any more: it went with revision 5');
    const reused = (await send(committer, started, { operationId: 'init-2' }))._unsafeUnwrapErr();
    expect(reused.code).toBe('OperationIdReused');
  });

  test('a request is found however long the audit is', async () => {
    const committer = committerOn(createMemoryTaskStore());
    await orThrow(send(committer, sampleInit, { operationId: 'init-1' }));
    for (let index = 0; index < 600; index += 1)
      await orThrow(send(committer, { type: 'update-coordination', role: 'implementer', qaLogPath: `log-${index}` }));
    await orThrow(committer.purge('TASK-1', { actor: 'ada', operationId: 'purge-1' }));
    await orThrow(send(committer, sampleInit));
    expect(await orThrow(committer.purge('TASK-1', { actor: 'ada', operationId: 'purge-1' }))).toMatchObject({
      purged: false,
    });
  });

  test('a record remembers a bounded number of operations', async () => {
    const committer = committerOn(createMemoryTaskStore());
    await orThrow(send(committer, sampleInit));
    for (let index = 0; index < 40; index += 1) {
      await orThrow(
        send(
          committer,
          { type: 'update-coordination', role: 'implementer', qaLogPath: `log-${index}` },
          { operationId: `op-${index}` },
        ),
      );
    }
    const { record } = await orThrow(send(committer, started));
    expect(record.operations.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, index) => `op-${index + 8}`));
  });
});

describe('a record that was just written', () => {
  test('is not read again, and is what reading it would give', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks);
    for (const command of [sampleInit, { type: 'start-turn', role: 'implementer' } as const]) {
      const { record } = await orThrow(send(committer, command));
      const { body } = await orThrow(tasks.read('TASK-1'));
      expect(readRecord(body ?? '')._unsafeUnwrap()).toBe(record);
      // One blank more is another body: it is parsed and verified from the start.
      expect(readRecord(`${body} `)._unsafeUnwrap()).not.toBe(record);
      expect(readRecord(`${body} `)._unsafeUnwrap()).toStrictEqual(record);
    }
  });

  test('is verified again as soon as one character of its body differs', async () => {
    const tasks = createMemoryTaskStore();
    const { record } = await orThrow(send(committerOn(tasks), sampleInit));
    const { body } = await orThrow(tasks.read('TASK-1'));
    const edited = (body ?? '').replace(record.immutable.task_snapshot.title, 'Another title');
    expect(readRecord(edited)._unsafeUnwrapErr().code).toBe('ImmutableTampered');
  });
});

describe('the secret seam', () => {
  const scanSecrets: CommitPolicy['scanSecrets'] = (value) =>
    JSON.stringify(value).includes('hunter2') ? [{ rule: 'sample', path: '/finding' }] : [];
  const leak: CommandInput = { type: 'block-role', role: 'reviewer', finding: 'the password is hunter2' };

  test('uses the built-in scanner unless told otherwise', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks);
    await orThrow(send(committer, sampleInit));
    const token = ['gh', 'p_', 'R7fK2mQ9xV4tB8nZ1cJ6', 'wL3sD5hG0yPaEuTq'].join('');
    const error = (
      await send(committer, { type: 'block-role', role: 'reviewer', finding: `uses ${token}.` })
    )._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'SecretFound', data: { findings: [{ path: '/finding' }] } });
    expect(error.message).not.toContain(token.slice(4, 12));
    expect((await orThrow(tasks.read('TASK-1'))).revision).toBe(1);
  });

  test('refuses the write, names rule and place, and never the secret', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks, { scanSecrets });
    await orThrow(send(committer, sampleInit));
    const error = (await send(committer, leak))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'SecretFound', data: { findings: [{ rule: 'sample', path: '/finding' }] } });
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect((await orThrow(tasks.read('TASK-1'))).revision).toBe(1);
  });

  test('forceSecrets writes, and the audit says so', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks, { scanSecrets });
    await orThrow(send(committer, sampleInit));
    await orThrow(send(committer, leak, { forceSecrets: true }));
    const audit = await orThrow(tasks.readAudit('TASK-1', { afterRevision: 1, limit: 1 }));
    expect(audit[0]?.lines.join('\n')).toContain(
      '"event":{"findings":[{"path":"/finding","rule":"sample"}],"type":"secrets-forced"}',
    );
  });

  test('looks at actor, session, task id and artifacts too', async () => {
    const seen: unknown[] = [];
    const committer = committerOn(createMemoryTaskStore(), { scanSecrets: (value) => (seen.push(value), []) });
    await orThrow(
      committer.commit({
        taskId: 'TASK-1',
        command: sampleInit,
        options: { actor: 'ada', session: 's-1' },
        artifacts: [new TextEncoder().encode('an artifact')],
      }),
    );
    expect(seen).toContainEqual({ taskId: 'TASK-1', actor: 'ada', session: 's-1' });
    expect(seen).toContainEqual('an artifact');
    expect(seen).toContainEqual(expect.objectContaining({ type: 'context-initialized' }));
  });
});

describe('limits and failures', () => {
  test('a record above the limit is refused before anything is written', async () => {
    const tasks = createMemoryTaskStore();
    const repo_paths = Array.from({ length: 3000 }, (_, index) => `src/${'x'.repeat(100)}/${index}.ts`);
    const error = (
      await send(committerOn(tasks), { ...sampleInit, immutable: { ...sampleImmutable, repo_paths } })
    )._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'RecordTooLarge', data: { limit: MAX_RECORD_BYTES } });
    expect((await orThrow(tasks.read('TASK-1'))).revision).toBe(0);
  });

  test('a failing store is reported, not retried into silence', async () => {
    const tasks = createMemoryTaskStore({ faults: [{ at: 1, op: 'read', when: 'before', as: 'error' }] });
    expect((await send(committerOn(tasks), sampleInit))._unsafeUnwrapErr().code).toBe('StorageFailure');
  });

  test('an unreadable record blocks every command but a purge, and the audit goes on', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks);
    await orThrow(send(committer, sampleInit));
    await orThrow(
      tasks.commit({ id: 'TASK-1', expected: 1, operationId: 'vandal', body: '{"version":', audit: [], artifacts: [] }),
    );
    const error = (await send(committer, started))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'Corrupt', data: { id: 'TASK-1' } });
    expect(error.message).toMatch(/^TASK-1: /);
    expect((await committer.purge('TASK-1', { actor: 'ada' }))._unsafeUnwrapErr()).toMatchObject({
      code: 'Corrupt',
      data: { where: 'audit' },
    });
  });

  test('a tampered record can be purged, which the audit explains', async () => {
    const tasks = createMemoryTaskStore();
    const committer = committerOn(tasks);
    await orThrow(send(committer, sampleInit));
    const { body } = await orThrow(tasks.read('TASK-1'));
    const [entry] = await orThrow(tasks.readAudit('TASK-1', { afterRevision: 0, limit: 1 }));
    const forged = body?.replace('Fix the login form', 'Break the login form') ?? '';
    await orThrow(
      tasks.commit({
        id: 'TASK-1',
        expected: 1,
        operationId: 'vandal',
        body: forged,
        audit: entry?.lines ?? [],
        artifacts: [],
      }),
    );
    expect((await send(committer, started))._unsafeUnwrapErr().code).toBe('ImmutableTampered');
    expect(await orThrow(committer.purge('TASK-1', { actor: 'ada' }))).toMatchObject({ purged: true, revision: 3 });
    const audit = await orThrow(tasks.readAudit('TASK-1', { afterRevision: 2, limit: 1 }));
    expect(audit[0]?.lines[0]).toContain('unreadable: ImmutableTampered');
    expect((await orThrow(send(committer, sampleInit))).revision).toBe(4);
  });
});
