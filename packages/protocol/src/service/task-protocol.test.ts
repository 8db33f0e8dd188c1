import { createGitWorktree } from '@batonkit/git-adapter';
import { createMemoryTaskStore, createScriptedQaRunner } from '@batonkit/memory-adapter';
import { afterEach, describe, expect, test } from 'vitest';
import { type Baton, createBaton } from 'batonkit';
import { createRepository, type Repository } from '../../../core/src/deltas/git-repository.fixture.ts';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { errAsync, failure, type LinkedTrees, okAsync, orThrow, ResultAsync, type TaskStore } from '@batonkit/core';
import type { NextAction } from '../status/next-actions.ts';
import { REVIEWER, UPDATER } from '../slice/protocol-run.fixture.ts';
import type { AttestedCondition } from '../section/protocol-section.ts';
import type { SendableCommand } from './task-protocol.ts';

const ID = 'TASK-1';
const owner = { actor: 'ada', session: 'run-1' };
const plan = `# Plan
## Task Objective
## Scope Definition
## Stakeholder Agent Reports
## Implementation Plans
### ${UPDATER}
`;
const report = 'A report that says what was looked at, what was found, and what has to be done about it. '.repeat(2);

let repository: Repository | null = null;
afterEach(() => {
  repository?.remove();
  repository = null;
});

interface Desk {
  readonly baton: Baton;
  /** The one working tree, which the agents share. */
  readonly worktree: string;
  readonly repository: Repository;
}

/** Stands for one that really runs. */
const runner = { ...createScriptedQaRunner({ 'npm test': { output: 'Tests  3 passed (3)\n' } }), simulated: false };

async function open(trees?: LinkedTrees, wrap = (tasks: TaskStore): TaskStore => tasks): Promise<Desk> {
  repository = createRepository({ 'src/login/form.ts': 'old\n', 'README.md': 'hello\n' });
  const worktree = createGitWorktree({ directory: repository.directory });
  const tasks = wrap(createMemoryTaskStore());
  const baton = createBaton({ tasks, worktree, runner, ...(trees === undefined ? {} : { trees }) });
  const git = { head: repository.git('rev-parse', 'HEAD'), task_file_sha: null };
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable, git }));
  return { baton, repository, worktree: worktree.id };
}

const send = (desk: Desk, command: SendableCommand) => desk.baton.protocol.send(ID, { ...owner, command });

/** Carries out what `next` says, as an orchestrator would, until `until` says stop. */
async function work(desk: Desk, until: (action: NextAction, state: string | null) => boolean): Promise<void> {
  const { protocol } = desk.baton;
  for (let steps = 0; steps < 200; steps += 1) {
    const { next, state } = await orThrow(protocol.status(ID, { session: owner.session }));
    const [first] = next;
    if (first === undefined || until(first, state)) return;
    await perform(desk, first);
  }
  throw new Error('next leads nowhere.');
}

async function perform(desk: Desk, { action, subject, condition }: NextAction): Promise<void> {
  const { baton, repository } = desk;
  const { protocol } = baton;
  const agent = subject ?? '';
  const checkpoint = subject as 'plan' | 'change';
  switch (action) {
    case 'claim':
      return void (await orThrow(protocol.claim(ID, owner)));
    case 'compliance':
      return void (await orThrow(protocol.checkCompliance(ID, owner)));
    case 'classify':
      return void (await orThrow(
        send(desk, { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: ['src/**'] }),
      ));
    case 'select-agents':
      return void (await orThrow(
        send(desk, { type: 'select-agents', agents: [{ name: REVIEWER }, { name: UPDATER }] }),
      ));
    case 'record-worktree':
      return void (await orThrow(send(desk, { type: 'record-worktree', agent: subject, worktree: desk.worktree })));
    case 'remove-worktree':
      return void (await orThrow(send(desk, { type: 'record-worktree', agent: subject, worktree: null })));
    case 'record-plan':
      return void (await orThrow(protocol.recordPlan(ID, { ...owner, content: plan })));
    case 'invoke-agent':
      return void (await orThrow(send(desk, { type: 'invoke-agent', agent })));
    case 'complete-agent':
      return void (await orThrow(protocol.completeAgent(ID, { ...owner, agent, report })));
    case 'record-decision':
      return void (await orThrow(send(desk, { type: 'record-decision', agent, verdict: 'APPROVED' })));
    case 'attest':
      return void (await orThrow(
        send(desk, { type: 'attest', condition: subject as AttestedCondition, note: 'Done.' }),
      ));
    case 'present':
      return void (await orThrow(protocol.present(ID, { ...owner, checkpoint })));
    case 'await-approval':
      return void (await orThrow(
        protocol.approve(ID, { actor: 'grace', checkpoint, by: 'grace', message: 'approved' }),
      ));
    case 'hand-off':
      await orThrow(baton.startTurn(ID, { ...owner, role: UPDATER, actor: 'claude' }));
      repository.write('src/login/form.ts', 'new\n');
      return void (await orThrow(baton.handOff(ID, { ...owner, role: UPDATER, actor: 'claude' })));
    case 'run-qa':
      return void (await orThrow(baton.runQa(ID, { ...owner, role: UPDATER })));
    case 'commit': {
      repository.git('commit', '--quiet', '--all', '--message', `[${UPDATER}] New form`);
      const commit = repository.git('rev-parse', 'HEAD');
      return void (await orThrow(send(desk, { type: 'record-activity', activity: 'commit', agent: UPDATER, commit })));
    }
    case 'merge': {
      await orThrow(protocol.mainLock.acquire({ ...owner, operation: 'git-operation' }));
      const commit = repository.git('rev-parse', 'HEAD');
      return void (await orThrow(send(desk, { type: 'record-merge', commit, fastForward: true })));
    }
    case 'advance':
      return void (await orThrow(send(desk, { type: 'advance' })));
    case 'finish':
      return void (await orThrow(baton.contexts.complete(ID, owner)));
    case 'record-qa':
    case 'init-context':
    case 'ask-to-take-over':
    case 'go-to-tree':
    case 'release-other-task':
    case 'resolve-drift':
    case 'estimate-effort':
    case 'classify-scope':
    case 'approve':
    case 'ask-user':
    case 'return':
      throw new Error(`${action} ${condition} was not expected.`);
  }
}

describe('createTaskProtocol in a real repository', () => {
  test('leads a task to its end, and the summary survives the purge', async () => {
    const desk = await open();
    await work(desk, () => false);
    const status = await orThrow(desk.baton.protocol.status(ID));
    expect(status.summary).toMatchObject({
      outcome: 'completed',
      final_state: 'CLEANUP',
      agents_used: [REVIEWER, UPDATER],
      builds_passed: 1,
      all_builds_passed: true,
      implementation_commits: 1,
    });
    expect(await orThrow(desk.baton.contexts.get(ID))).toBeNull();
    const trail = await orThrow(desk.baton.contexts.trail(ID));
    expect(trail.entries.filter(({ event }) => event.type === 'state-changed')).toHaveLength(9);
  }, 60_000);

  test('an approval outlives an unrelated edit, and lapses with a relevant one', async () => {
    const desk = await open();
    const { protocol } = desk.baton;
    await work(desk, ({ action }, state) => state === 'AWAITING_USER_APPROVAL' && action === 'advance');
    const checkpoint = async () => (await orThrow(protocol.status(ID, owner))).checkpoints.change;
    expect(await checkpoint()).toBe('approved');

    desk.repository.write('README.md', 'an edit that nobody will merge\n');
    expect(await checkpoint()).toBe('approved');

    desk.repository.write('src/login/form.ts', 'something else\n');
    expect(await checkpoint()).toBe('lapsed');
    const refused = (await send(desk, { type: 'advance' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected' });
    expect(refused.message).toContain('src/login/form.ts');

    desk.repository.write('src/login/form.ts', 'new\n');
    expect(await checkpoint()).toBe('approved');
    desk.repository.git('commit', '--quiet', '--all', '--message', 'And the README');
    expect(await checkpoint()).toBe('lapsed');
    desk.repository.git('reset', '--quiet', '--soft', 'HEAD~1');
    expect((await send(desk, { type: 'advance' })).isOk()).toBe(true);
  }, 60_000);

  test('an edit behind the last hand-off stops the step and is counted as drift', async () => {
    const desk = await open();
    await work(desk, ({ action }, state) => state === 'IMPLEMENTATION' && action === 'advance');
    desk.repository.write('src/login/form.ts', 'by somebody else\n');
    const refused = (await send(desk, { type: 'advance' }))._unsafeUnwrapErr();
    expect(refused.code).toBe('Rejected');
    expect(refused.data).toHaveProperty(
      'unmet',
      expect.arrayContaining([
        expect.objectContaining({ condition: 'snapshot-intact' }),
        expect.objectContaining({ condition: 'reviewers-approved' }),
      ]),
    );
    desk.repository.write('src/login/form.ts', 'new\n');
    expect((await send(desk, { type: 'advance' }))._unsafeUnwrapErr().code).toBe('DriftUnresolved');
    const resolve = { ...owner, role: UPDATER, note: 'Put back.', accept: 'restored' } as const;
    await orThrow(desk.baton.deltas!.resolveDrift(ID, resolve));
    expect((await send(desk, { type: 'advance' })).isOk()).toBe(true);
  }, 60_000);

  test('QA before the last change, or from a cache, does not count', async () => {
    const desk = await open();
    await work(desk, ({ action }, state) => state === 'IMPLEMENTATION' && action === 'advance');
    await orThrow(desk.baton.startTurn(ID, { ...owner, role: UPDATER, actor: 'claude' }));
    desk.repository.write('src/login/form.ts', 'newer\n');
    await orThrow(desk.baton.handOff(ID, { ...owner, role: UPDATER, actor: 'claude' }));
    const unmet = async () => {
      const { next } = await orThrow(desk.baton.protocol.status(ID, owner));
      return next.filter(({ condition }) => condition === 'qa-passing').map(({ detail }) => detail);
    };
    const again = `Run it again: baton qa run ${ID}`;
    expect(await unmet()).toEqual([`The content changed after the last QA run. ${again}`]);
    const log = '> npm test\nPASS everything\n';
    await orThrow(desk.baton.contexts.recordQa(ID, { ...owner, role: UPDATER, log, command: 'npm test', exitCode: 0 }));
    expect(await unmet()).toEqual([expect.stringMatching(/^The last QA run is a log that was handed in/)]);
    await orThrow(desk.baton.runQa(ID, { ...owner, role: UPDATER }));
    expect(await unmet()).toEqual([]);
  }, 60_000);
});

describe('land', () => {
  /** Linked trees that only move main, and note what they were asked for. */
  const began = () => repository?.git('rev-list', '--max-parents=0', 'HEAD') ?? '';

  function movingTrees() {
    const asked: Parameters<LinkedTrees['fastForwardMain']>[0][] = [];
    const trees = {
      fastForwardMain: (given) => {
        asked.push(given);
        const { commit } = given.approved;
        return okAsync({ branch: 'main', from: began(), to: commit });
      },
    } as Partial<LinkedTrees> as LinkedTrees;
    return { asked, trees };
  }

  const toComplete = (desk: Desk) => work(desk, ({ action }, state) => state === 'COMPLETE' && action === 'merge');

  test('moves main to the approved commit with its files, records it, and is answered again', async () => {
    const { asked, trees } = movingTrees();
    const desk = await open(trees);
    const { protocol, contexts } = desk.baton;
    expect((await protocol.land(ID, owner))._unsafeUnwrapErr().code).toBe('NotOwner');
    await toComplete(desk);
    const to = desk.repository.git('rev-parse', 'HEAD');
    const named = { ...owner, operationId: 'land-1' };
    const from = began();
    const moved = { branch: 'main', from, to };
    const both = await Promise.all([protocol.land(ID, named), protocol.land(ID, named)]);
    const landed = both.map((landing) => landing._unsafeUnwrap()).sort((one, two) => +one.replayed - +two.replayed);
    expect(landed).toMatchObject([
      { ...moved, replayed: false },
      { ...moved, replayed: true },
    ]);
    // Both of one session may ask: where main is already, a fast-forward moves nothing.
    const moves = asked.length;
    for (const each of asked)
      expect(each).toMatchObject({
        taskId: ID,
        session: 'run-1',
        approved: { commit: to, files: [{ path: 'src/login/form.ts', mode: '100644' }] },
      });
    const { entries } = await orThrow(contexts.trail(ID));
    expect(entries.at(-2)).toMatchObject({
      actor: 'ada',
      event: { type: 'task-landed', branch: 'main', from, to, merge: { commit: to } },
    });
    expect(await orThrow(protocol.land(ID, owner))).toMatchObject({ branch: null, from: to, to, replayed: true });
    expect(asked).toHaveLength(moves);
    expect(await orThrow(protocol.mainLock.read())).toBeNull();
    await work(desk, (_, state) => state === 'CLEANUP');
    expect(await orThrow(protocol.land(ID, named))).toMatchObject({ ...moved, replayed: true });
    const other = { type: 'record-activity', activity: 'commit', agent: UPDATER, commit: to } as const;
    expect((await protocol.send(ID, { ...named, command: other }))._unsafeUnwrapErr().code).toBe('OperationIdReused');
    expect(await orThrow(protocol.land(ID, owner))).toMatchObject({ branch: null, from: to, to, replayed: true });
  }, 60_000);

  test('two calls of one session that both found main not moved yet are recorded once', async () => {
    const both = { moved: meeting(), recorded: meeting() };
    const { trees } = movingTrees();
    const desk = await open(
      { ...trees, fastForwardMain: (given) => trees.fastForwardMain(given).andThen((moved) => both.moved.wait(moved)) },
      (tasks) => ({
        ...tasks,
        // The lock is freed when both have recorded, so that none of them finds it gone.
        commit: (given) =>
          given.audit.some((entry) => entry.includes('main-unlocked'))
            ? both.recorded.wait(null).andThen(() => tasks.commit(given))
            : tasks.commit(given),
      }),
    );
    const { protocol, contexts } = desk.baton;
    await toComplete(desk);
    const landed = await Promise.all([protocol.land(ID, owner), protocol.land(ID, owner)]);
    const to = desk.repository.git('rev-parse', 'HEAD');
    expect(landed.map((each) => each._unsafeUnwrap().to)).toEqual([to, to]);
    const { entries } = await orThrow(contexts.trail(ID));
    expect(entries.filter(({ event }) => event.type === 'task-landed')).toHaveLength(1);
  }, 60_000);

  /** Where two calls wait for each other, once. */
  function meeting() {
    let come = 0;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return {
      wait: <T>(value: T) => {
        come += 1;
        if (come === 2) open();
        return ResultAsync.fromSafePromise(opened.then(() => value));
      },
    };
  }

  test('says so when main moved and the record could not be written; the same call finishes it', async () => {
    const { asked, trees } = movingTrees();
    let isBroken = false;
    const desk = await open(trees, (tasks) => ({
      ...tasks,
      commit: (given) =>
        isBroken && given.audit.some((entry) => entry.includes('task-landed'))
          ? errAsync(failure('StorageFailure', 'The disk is full.', { reason: 'disk-full' } as never))
          : tasks.commit(given),
    }));
    const { protocol } = desk.baton;
    await toComplete(desk);
    isBroken = true;
    const to = desk.repository.git('rev-parse', 'HEAD');
    const failed = (await protocol.land(ID, owner))._unsafeUnwrapErr();
    expect(failed.code).toBe('StorageFailure');
    expect(failed.message).toMatch(
      new RegExp(`^main moved from ${began()} to ${to}, but .* could not be recorded: The disk is full`),
    );
    expect(await orThrow(protocol.mainLock.read())).toBeNull();
    isBroken = false;
    expect(await orThrow(protocol.land(ID, owner))).toMatchObject({ to });
    expect(asked).toHaveLength(2);
    expect((await orThrow(protocol.status(ID, owner))).record?.protocol?.merge?.commit).toBe(to);
  }, 60_000);

  test('refuses without linked trees, under the lock of another session, and what was edited since', async () => {
    const alone = await open();
    await toComplete(alone);
    expect((await alone.baton.protocol.land(ID, owner))._unsafeUnwrapErr().code).toBe('InvalidInput');
    repository?.remove();
    const { asked, trees } = movingTrees();
    const desk = await open(trees);
    const { protocol } = desk.baton;
    await toComplete(desk);
    await orThrow(protocol.mainLock.acquire({ actor: 'bob', session: 'run-2', operation: 'git-operation' }));
    expect((await protocol.land(ID, owner))._unsafeUnwrapErr().code).toBe('NotOwner');
    await orThrow(protocol.mainLock.release({ actor: 'bob', session: 'run-2' }));
    desk.repository.write('README.md', 'not committed\n');
    const dirty = (await protocol.land(ID, owner))._unsafeUnwrapErr();
    expect(dirty).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'everything-committed' }] } });
    desk.repository.git('commit', '--quiet', '--all', '--message', 'More');
    expect((await protocol.land(ID, owner))._unsafeUnwrapErr().code).toBe('StaleApproval');
    expect(asked).toEqual([]);
  }, 60_000);
});
