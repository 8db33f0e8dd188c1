import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow, type TaskStore, MAIN_LOCK_TASK } from '@batonkit/core';
import { presentTask } from '../../operations/src/protocol/present-task.ts';
import { type Desk, goOnUntil, MUTATING_CALLS, openDesk, openTree } from './mutating-calls.fixture.ts';

const TASK = 'TASK-1';
const NAMED = { operationId: 'op-1' };

async function revisionOf(tasks: TaskStore, id: string): Promise<number> {
  return (await orThrow(tasks.read(id))).revision;
}

/** Makes 40 revisions that have nothing to do with the call: more than a record remembers. */
async function moveOn({ baton, tasks, taskId, owner }: Desk): Promise<void> {
  if ((await revisionOf(tasks, taskId)) === 0) return;
  for (let step = 0; step < 40; step += 1) {
    const evidence = { type: 'log', path: `later-${step}.log`, content: `later ${step}` };
    await orThrow(baton.contexts.attachEvidence(taskId, { ...owner, operationId: `later-${step}`, ...evidence }));
  }
}

/** A call whose answer was lost, and a desk that is asked again much later. */
async function callOnce(name: string) {
  const tasks = createMemoryTaskStore();
  const desk = openDesk(tasks, TASK, openTree());
  const { prepare, call, record: id = TASK } = MUTATING_CALLS[name] ?? expect.fail(name);
  await prepare(desk);
  const first = await orThrow(call(desk, NAMED));
  expect(first.replayed).toBe(false);
  return { tasks, desk, first, id, again: () => call(openDesk(tasks, TASK, desk.worktree, 9), NAMED) };
}

const CALLS = Object.keys(MUTATING_CALLS);
const ENDING = ['contexts.purge', 'contexts.complete'];

test.each(CALLS.filter((name) => !ENDING.includes(name)))(
  '%s, repeated when the task is 40 revisions further and the tree was edited, is answered as a replay',
  async (name) => {
    const { tasks, desk, first, id, again } = await callOnce(name);
    // Another session may own the task by then; evidence is for its owner.
    const { owner } = await orThrow(desk.bare.protocol.status(TASK));
    await moveOn(owner === null ? desk : { ...desk, owner: { actor: 'ada', session: owner.session } });
    desk.worktree.edit('src/login/form.ts', 'edited since\n');
    const before = [await revisionOf(tasks, TASK), await revisionOf(tasks, id)];
    const late = await orThrow(again());
    expect(late.replayed).toBe(true);
    expect([await revisionOf(tasks, TASK), await revisionOf(tasks, id)]).toEqual(before);
    const {
      record: _,
      revision: __,
      warnings: ___,
      replayed: ____,
      ...told
    } = first as typeof first & { record?: unknown };
    // What a rebuild changed, the replay did not; what the queue gave, the session has.
    if (!['contexts.rebuild', 'queue.take'].includes(name)) expect(late).toMatchObject(told);
  },
);

// A rejection that still counts keeps the context from being purged.
const PURGEABLE = CALLS.filter(
  (name) => MUTATING_CALLS[name]?.record !== MAIN_LOCK_TASK && name !== 'protocol.classifyScope',
);

test.each(PURGEABLE)(
  '%s, repeated after the context was purged, writes nothing and says what became of it',
  async (name) => {
    const { tasks, desk, again } = await callOnce(name);
    const { owner } = await orThrow(desk.bare.protocol.status(TASK));
    await orThrow(desk.baton.contexts.purge(TASK, { actor: 'ada', session: owner?.session ?? null }));
    const before = await revisionOf(tasks, TASK);
    const late = await again();
    expect(await revisionOf(tasks, TASK)).toBe(before);
    if (ENDING.includes(name)) return expect(late._unsafeUnwrap()).toMatchObject({ replayed: true });
    if (late.isOk()) expect(late.value).toMatchObject({ how: 'nothing', task: null });
    else expect(['OperationIdReused', 'ContextNotFound']).toContain(late.error.code);
  },
);

// Where nobody owns the task there is no stranger, and who claims or approves is nobody's session.
const OWNERS = CALLS.filter((name) => name.startsWith('protocol.') && !/claim|takeOver|approve/.test(name));

test.each(OWNERS)('%s, repeated by another session under the same id, is not answered as done', async (name) => {
  const { desk } = await callOnce(name);
  for (const session of ['run-9', null]) {
    const owner = { actor: 'eve', session: session as string };
    const late = await MUTATING_CALLS[name]!.call({ ...desk, owner }, NAMED);
    // A release is about the session, so that this is another request. Without a session, a person asks for changes.
    const isPerson = name === 'protocol.requestChanges' && session === null;
    const codes = name === 'protocol.release' ? ['OperationIdReused'] : isPerson ? [''] : ['NotOwner'];
    expect(codes).toContain(late.isErr() ? late.error.code : '');
  }
});

test('audit and present, repeated when the task is in another state, tell what they found then', async () => {
  const tasks = createMemoryTaskStore();
  const desk = openDesk(tasks, TASK, openTree());
  const { protocol } = desk.bare;
  const audit = () => protocol.checkCompliance(TASK, { ...desk.owner, operationId: 'audit-1' });
  const caller = { ...desk.owner, operationId: 'present-1' };
  const kit = { baton: desk.bare, tasks, caller, worktree: null, files: null, root: null };
  const present = () => presentTask(kit, { taskId: TASK, checkpoint: 'plan' });
  await MUTATING_CALLS['protocol.present']?.prepare(desk);
  const audited = await orThrow(audit());
  const presented = await orThrow(present());
  const changes = { ...desk.owner, checkpoint: 'plan', by: 'grace', note: 'Shorter.' } as const;
  await orThrow(protocol.requestChanges(TASK, changes));
  // Nothing is presented now, and a repeated request does not say so.
  expect((await present())._unsafeUnwrapErr()).toMatchObject({ code: 'Rejected' });
  await goOnUntil(desk, 'record-decision', 'REVIEW');
  expect(await orThrow(audit())).toMatchObject({
    replayed: true,
    verdict: audited.verdict,
    violations: audited.violations,
  });
  const { covers, files, look } = presented;
  expect(await orThrow(present())).toMatchObject({ replayed: true, covers, files, look });
});

test('complete under an id that was used for something else is refused, also when the task is complete and purged', async () => {
  const { desk } = await callOnce('contexts.markBlocked');
  const { contexts } = desk.baton;
  await orThrow(contexts.purge(TASK, { actor: 'ada' }));
  await MUTATING_CALLS['contexts.complete']?.prepare(desk);
  const done = { actor: 'ada', operationId: 'complete-1' };
  expect(await orThrow(contexts.complete(TASK, done))).toMatchObject({ replayed: false });
  expect(await orThrow(contexts.complete(TASK, done))).toMatchObject({ replayed: true });
  const reused = (await contexts.complete(TASK, { actor: 'ada', ...NAMED }))._unsafeUnwrapErr();
  expect(reused).toMatchObject({ code: 'OperationIdReused', data: { revision: 2 } });
});
