import { createMemoryTaskStore, type ScriptedFault } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import {
  errAsync,
  failure,
  type GitFailure,
  type GitWorktree,
  orThrow,
  type StoreError,
  storeErrors,
  type TaskStore,
} from '@batonkit/core';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { createTaskProtocol } from './task-protocol.ts';

const ID = 'TASK-1';
const owner = { actor: 'ada', session: 'run-1' };
const plan =
  '# Plan\n## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n## Implementation Plans\n### architecture-updater\n';

async function claimed(faults: readonly ScriptedFault[] = []) {
  const tasks = createMemoryTaskStore({ faults });
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  for (const id of [ID, 'TASK-2'])
    await orThrow(baton.contexts.init(id, { actor: 'ada', immutable: sampleImmutable, git }));
  await orThrow(baton.protocol.claim(ID, owner));
  return { tasks, worktree, baton, protocol: baton.protocol };
}

describe('what cannot be looked at is not guessed', () => {
  test('a store that fails stops status and steps with its own failure', async () => {
    const { tasks, worktree } = await claimed();
    const broken = storeErrors.storageFailure('read', 'the disk is away');
    const failing = (more: Partial<TaskStore>) => createTaskProtocol({ tasks: { ...tasks, ...more }, worktree });
    const others = failing({ read: (id) => (id === 'TASK-2' ? errAsync(broken) : tasks.read(id)) });
    expect((await others.status(ID, owner))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect((await others.checkCompliance(ID, owner))._unsafeUnwrapErr().code).toBe('StorageFailure');
    const listing = failing({ list: () => errAsync(broken) });
    expect((await listing.status(ID, owner))._unsafeUnwrapErr().code).toBe('StorageFailure');
  });

  test('a working tree that fails stops them too', async () => {
    const { tasks, worktree } = await claimed();
    const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });
    for (const method of ['head', 'observe'] as const) {
      const faulty = { ...worktree, [method]: () => errAsync(full) } as GitWorktree;
      const answer = await createTaskProtocol({ tasks, worktree: faulty }).status(ID, owner);
      expect([method, answer.isErr() && answer.error.code]).toEqual([method, 'GitFailure']);
    }
  });

  test('a plan that the store lost does not hide where the task is; a store that cannot tell is a failure', async () => {
    const { tasks, worktree, protocol } = await claimed();
    await orThrow(protocol.checkCompliance(ID, owner));
    await orThrow(protocol.send(ID, { ...owner, command: { type: 'advance' } }));
    await orThrow(protocol.recordPlan(ID, { ...owner, content: plan }));
    const answering = (error: StoreError) =>
      createTaskProtocol({ tasks: { ...tasks, getArtifact: () => errAsync(error) }, worktree }).status(ID, owner);
    const before = await orThrow(protocol.status(ID, owner));
    const lost = await orThrow(answering(storeErrors.artifactMissing(ID, 'a'.repeat(64))));
    expect(lost).toMatchObject({ state: before.state, owner: before.owner });
    const unknown = await answering(storeErrors.storageFailure('getArtifact', 'the disk is away'));
    expect(unknown._unsafeUnwrapErr().code).toBe('StorageFailure');
  });
});

test('an audit that is repeated answers, also when the task went on', async () => {
  const { protocol } = await claimed();
  const named = { ...owner, operationId: 'audit-1' };
  const { verdict, revision } = await orThrow(protocol.checkCompliance(ID, named));
  expect(await orThrow(protocol.checkCompliance(ID, named))).toMatchObject({ verdict, revision });
  await orThrow(protocol.send(ID, { ...owner, command: { type: 'advance' } }));
  expect(await orThrow(protocol.checkCompliance(ID, named))).toMatchObject({ verdict, revision: revision + 1 });
});

describe('without a session', () => {
  test('nothing is claimed, released, taken over or locked', async () => {
    const { protocol } = await claimed();
    const nobody = { actor: 'ada' };
    for (const answer of [
      await protocol.claim('TASK-2', nobody),
      await protocol.release(ID, nobody),
      await protocol.takeOver(ID, { ...nobody, confirmedBy: 'grace', reason: 'Gone.' }),
      await protocol.mainLock.acquire({ ...nobody, operation: 'git-operation' }),
      await protocol.mainLock.release(nobody),
    ]) {
      expect(answer.isErr()).toBe(true);
    }
    expect((await orThrow(protocol.status(ID, owner))).owner?.session).toBe('run-1');
  });
});

test('the main lock: taking it twice changes nothing, taking it from another needs a person', async () => {
  const { tasks, protocol } = await claimed();
  const lock = { ...owner, operation: 'git-operation' } as const;
  const first = await orThrow(protocol.mainLock.acquire(lock));
  const revisions = async () => (await orThrow(tasks.list({ limit: 10 }))).map(({ id }) => tasks.read(id));
  const before = await Promise.all(await revisions());
  expect(await orThrow(protocol.mainLock.acquire(lock))).toEqual(first);
  expect(await Promise.all(await revisions())).toEqual(before);
  const other = { ...lock, actor: 'bob', session: 'run-2' };
  expect((await protocol.mainLock.acquire(other))._unsafeUnwrapErr().code).toBe('NotOwner');
  const takeOver = { confirmedBy: 'grace', reason: 'The laptop is lost.' };
  expect(await orThrow(protocol.mainLock.acquire({ ...other, takeOver }))).toMatchObject({ session: 'run-2' });
});

test('what is no text is no report, and a message that does not approve is no approval', async () => {
  const { protocol, tasks, worktree } = await claimed();
  const words = { ...owner, agent: 'style-reviewer' };
  for (const answer of [
    await protocol.completeAgent(ID, { ...words, report: 7 as never }),
    await protocol.review(ID, { ...words, answer: null as never }),
    await protocol.classifyScope(ID, { ...words, answer: {} as never }),
  ]) {
    expect(answer._unsafeUnwrapErr().code).toBe('InvalidInput');
  }
  const approve = { actor: 'grace', checkpoint: 'plan', by: 'grace' } as const;
  const strict = createTaskProtocol({ tasks, worktree, policy: { detectApproval: () => ({ verdict: 'unrelated' }) } });
  expect((await strict.approve(ID, { ...approve, message: 'approved' }))._unsafeUnwrapErr().message).toContain(
    'does not approve: it reads as unrelated',
  );
  for (const message of ['no', 'Nice work', 'Okay', 'please clean up the diff', 'approved. I take that back.']) {
    const refused = (await protocol.approve(ID, { ...approve, message }))._unsafeUnwrapErr();
    expect(refused.code).toBe('Rejected');
    expect(refused.message).toContain('does not approve');
  }
  for (const by of [{}, { by: 'grace' }]) {
    const early = await protocol.requestChanges(ID, { ...owner, checkpoint: 'plan', note: 'Shorter.', ...by });
    expect(early._unsafeUnwrapErr().code).toBe('Rejected');
  }
});

test('no session approves: not the owner, nor one that never touched the task or is named like an agent, nor an actor that holds its name', async () => {
  const { protocol } = await claimed();
  const approve = { actor: 'grace', checkpoint: 'plan', by: 'grace', message: 'approved' } as const;
  const { session, actor } = owner;
  for (const who of [
    ...[session, ` ${session.toUpperCase()}`, `${session}/grace`, actor, 'run-9', 'architecture-reviewer', 'grace'].map(
      (name) => ({ session: name }),
    ),
    ...[session, `grace via ${session}`, 'implementer'].map((name) => ({ actor: name })),
    ...[session, actor, 'reviewer', `grace (${session})`, 'Claude', 'someone'].map((name) => ({ by: name })),
  ]) {
    const refused = (await protocol.approve(ID, { ...approve, ...who }))._unsafeUnwrapErr();
    expect([who, refused.data]).toMatchObject([who, { unmet: [{ condition: 'approver' }] }]);
  }
  const early = (await protocol.approve(ID, approve))._unsafeUnwrapErr();
  expect(early.data).not.toMatchObject({ unmet: [{ condition: 'approver' }] });
});
