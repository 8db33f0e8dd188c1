import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Baton, createBaton } from 'batonkit';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { errAsync, type Failure, orThrow, type ResultAsync, storeErrors, type TaskStore } from '@batonkit/core';

const first = { actor: 'ada', session: 'run-1' };
const second = { actor: 'bob', session: 'run-2' };

async function open(...ids: readonly string[]): Promise<Baton> {
  const baton = createBaton({ tasks: createMemoryTaskStore() });
  for (const id of ids) {
    const git = { head: null, task_file_sha: null };
    await orThrow(baton.contexts.init(id, { actor: 'ada', immutable: sampleImmutable, git }));
  }
  return baton;
}

const codeOf = async (result: ResultAsync<unknown, Failure>): Promise<string> =>
  result.match(
    () => 'ok',
    ({ code }) => code,
  );

describe('ownership', () => {
  test('a task has one owner, who can repeat the claim', async () => {
    const { protocol } = await open('A');
    await orThrow(protocol.claim('A', first));
    const { record } = await orThrow(protocol.claim('A', first));
    expect(record.protocol?.owner).toMatchObject({ session: 'run-1', fence: 1 });
    expect(await codeOf(protocol.claim('A', second))).toBe('NotOwner');
    expect(await codeOf(protocol.claim('A', { actor: 'ada' }))).toBe('InvalidInput');
  });

  test('other sessions are refused, whatever they ask', async () => {
    const { protocol, contexts } = await open('A');
    await orThrow(protocol.claim('A', first));
    expect(await codeOf(protocol.release('A', second))).toBe('NotOwner');
    expect(await codeOf(protocol.checkCompliance('A', second))).toBe('NotOwner');
    expect(await codeOf(protocol.present('A', { ...second, checkpoint: 'plan' }))).toBe('NotOwner');
    expect(await codeOf(protocol.requestChanges('A', { ...second, checkpoint: 'plan', note: 'No.' }))).toBe('NotOwner');
    expect(await codeOf(protocol.send('A', { ...second, command: { type: 'advance' } }))).toBe('NotOwner');
    expect(await codeOf(contexts.complete('A', second))).toBe('NotOwner');
  });

  test('nobody completes a task past the protocol', async () => {
    const { protocol, contexts } = await open('A');
    await orThrow(protocol.claim('A', first));
    const refused = await contexts.complete('A', first);
    expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'state' }] } });
    await orThrow(protocol.release('A', first));
    expect(await codeOf(contexts.complete('A', first))).toBe('NotOwner');
  });

  test('a session owns one unfinished task; released, it may claim another', async () => {
    const { protocol } = await open('A', 'B');
    await orThrow(protocol.claim('A', first));
    const refused = (await protocol.claim('B', first))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'session-unique' }] } });
    expect(refused.message).toContain('A');
    await orThrow(protocol.release('A', first));
    await orThrow(protocol.claim('B', first));
  });

  test('a task waits for what it depends on', async () => {
    const { protocol, contexts } = await open('A', 'B');
    const claim = () => protocol.claim('B', { ...first, dependencies: ['A', 'NEVER'] });
    expect((await claim())._unsafeUnwrapErr().message).toMatch(
      /A, which is not finished.*NEVER, which is not finished/,
    );
    await orThrow(contexts.complete('A', { actor: 'ada' }));
    expect((await claim())._unsafeUnwrapErr().message).not.toContain('depends on A,');
    await orThrow(protocol.claim('B', { ...first, dependencies: ['A'] }));
  });

  test('a takeover needs a person and a reason, moves the fence and is audited', async () => {
    const { protocol, contexts } = await open('A');
    await orThrow(protocol.claim('A', first));
    const taken = await orThrow(protocol.takeOver('A', { ...second, confirmedBy: 'grace', reason: 'It crashed.' }));
    expect(taken.record.protocol?.owner).toMatchObject({ session: 'run-2', fence: 2 });
    expect(await codeOf(protocol.checkCompliance('A', first))).toBe('NotOwner');
    expect(await codeOf(protocol.takeOver('A', { ...first, confirmedBy: '', reason: 'x' }))).toBe('InvalidInput');
    expect(await codeOf(protocol.takeOver('A', { ...first, confirmedBy: 'grace', reason: '' }))).toBe('InvalidInput');
    const { entries } = await orThrow(contexts.trail('A'));
    expect(entries.at(-1)?.event).toMatchObject({ type: 'task-taken-over', from: 'run-1', confirmed_by: 'grace' });
  });

  test('what callers without types send is refused, not thrown at', async () => {
    const { protocol } = await open('A');
    await orThrow(protocol.claim('A', first));
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (command) => {
        expect(await codeOf(protocol.send('A', { ...first, command: command as never }))).toBe('InvalidInput');
      }),
      { numRuns: 50 },
    );
    expect(await codeOf(protocol.recordPlan('A', { ...first, content: 7 as never }))).toBe('InvalidInput');
    expect(await codeOf(protocol.claim('nowhere', first))).toBe('ContextNotFound');
    expect(await codeOf(protocol.send('A', { ...first, command: { type: 'advance', bypass: true } as never }))).toBe(
      'InvalidInput',
    );
  });
});

describe('the lock of the main working tree', () => {
  test('a dependency that cannot be read for the moment is no open one: the claim fails, and can be repeated', async () => {
    const tasks = createMemoryTaskStore();
    const { contexts } = createBaton({ tasks });
    for (const id of ['A', 'B']) {
      const git = { head: null, task_file_sha: null };
      await orThrow(contexts.init(id, { actor: 'ada', immutable: sampleImmutable, git }));
    }
    await orThrow(contexts.complete('B', { actor: 'ada' }));
    const away = storeErrors.storageFailure('read', 'the disk is away');
    const read: typeof tasks.read = (id) => (id === 'B' ? errAsync(away) : tasks.read(id));
    const claim = (store: TaskStore) =>
      createBaton({ tasks: store }).protocol.claim('A', { ...first, dependencies: ['B'] });
    expect(await codeOf(claim({ ...tasks, read }))).toBe('StorageFailure');
    expect(await codeOf(claim(tasks))).toBe('ok');
  });

  test('a request for the main working tree that is repeated after its release is refused, not thrown', async () => {
    const { mainLock } = (await open()).protocol;
    const request = { ...first, operation: 'git-operation', operationId: 'lock-1' } as const;
    await orThrow(mainLock.acquire(request));
    expect(await orThrow(mainLock.acquire(request))).toMatchObject({ session: 'run-1' });
    await orThrow(mainLock.release(first));
    const late = (await mainLock.acquire(request))._unsafeUnwrapErr();
    expect(late).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'main-locked' }] } });
    expect(await orThrow(mainLock.read())).toBeNull();
  });

  test('is held by one session, freed only by it, and taken over only by a word', async () => {
    const { protocol } = await open();
    const { mainLock } = protocol;
    expect(await orThrow(mainLock.read())).toBeNull();
    await orThrow(mainLock.release(first));
    await orThrow(mainLock.acquire({ ...first, operation: 'git-operation' }));
    expect(await codeOf(mainLock.acquire({ ...second, operation: 'file-modification' }))).toBe('NotOwner');
    expect(await codeOf(mainLock.release(second))).toBe('NotOwner');
    const takeOver = { confirmedBy: 'grace', reason: 'It crashed.' };
    const lock = await orThrow(mainLock.acquire({ ...second, operation: 'file-modification', takeOver }));
    expect(lock).toMatchObject({ session: 'run-2', operation: 'file-modification', fence: 2 });
    expect(await codeOf(mainLock.release(first))).toBe('NotOwner');
    await orThrow(mainLock.release(second));
    expect(await orThrow(mainLock.read())).toBeNull();
  });

  test('goes to exactly one of many that want it at once', async () => {
    const { protocol } = await open();
    const wanted = Array.from({ length: 8 }, (_, index) =>
      protocol.mainLock.acquire({ actor: 'ada', session: `run-${index}`, operation: 'git-operation' }),
    );
    const answers = await Promise.all(wanted);
    expect(answers.filter((answer) => answer.isOk())).toHaveLength(1);
    expect(answers.filter((answer) => answer.isErr() && answer.error.code === 'NotOwner')).toHaveLength(7);
  });
});
