import type { ProtocolRecord } from '@batonkit/protocol';
import { createManualClock, createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ContextTiers, StateFiles } from '@batonkit/workspace';
import { type DeltaTracker, orThrow, type TaskStore } from '@batonkit/core';
import { sampleImmutable } from '../../core/src/machine/sample-task.fixture.ts';
import { createBaton, type Baton, type BatonPolicy, type BatonPorts } from './create-baton.ts';

async function batonWithTask(): Promise<Baton> {
  const baton = createBaton({ tasks: createMemoryTaskStore(), clock: createManualClock() });
  await orThrow(
    baton.contexts.init('TASK-1', {
      actor: 'ada',
      immutable: sampleImmutable,
      git: { head: null, task_file_sha: null },
    }),
  );
  return baton;
}

describe('the parts of a baton', () => {
  test('are there when their port is, also for the compiler', () => {
    const tasks = createMemoryTaskStore();
    const whole = createBaton({
      tasks,
      worktree: createMemoryWorktree({ files: {} }),
      files: createMemoryWorkspaceFiles(),
    });
    expectTypeOf(whole.deltas).toEqualTypeOf<DeltaTracker<ProtocolRecord>>();
    expectTypeOf(whole.stateFiles).toEqualTypeOf<StateFiles>();
    expectTypeOf(whole.tiers).toEqualTypeOf<ContextTiers>();
    expectTypeOf(whole).toExtend<Baton>();
    expect([whole.deltas, whole.stateFiles, whole.tiers]).not.toContain(null);

    const bare = createBaton({ tasks });
    expectTypeOf(bare.deltas).toEqualTypeOf<DeltaTracker<ProtocolRecord> | null>();
    expectTypeOf(bare.tiers).toEqualTypeOf<ContextTiers | null>();
    expect([bare.deltas, bare.stateFiles, bare.tiers]).toEqual([null, null, null]);

    const maybe: BatonPorts = { tasks };
    expectTypeOf(createBaton(maybe).deltas).toEqualTypeOf<DeltaTracker<ProtocolRecord> | null>();
  });
});

test('all parts write through one committer: each audit entry has the HEAD that it alone reads', async () => {
  const worktree = createMemoryWorktree({ files: { 'a.ts': 'one' } });
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree, clock: createManualClock() });
  const { commit } = await orThrow(worktree.head());
  const turn = { role: 'implementer', actor: 'claude', session: 'run-1' };
  await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: sampleImmutable }));
  await orThrow(baton.protocol.claim('TASK-1', { actor: 'ada', session: 'run-1' }));
  await orThrow(baton.startTurn('TASK-1', turn));
  worktree.edit('a.ts', 'two');
  await orThrow(baton.handOff('TASK-1', turn));
  worktree.edit('a.ts', 'three');
  expect((await baton.deltas.verify('TASK-1', { ...turn, expectedRole: 'implementer' }))._unsafeUnwrapErr().code).toBe(
    'DriftDetected',
  );
  await orThrow(baton.deltas.resolveDrift('TASK-1', { ...turn, note: 'Ada wrote it.', accept: 'current-tree' }));
  await orThrow(baton.contexts.markBlocked('TASK-1', { ...turn, role: 'reviewer', finding: 'The tests hang.' }));
  const { entries } = await orThrow(baton.contexts.trail('TASK-1'));
  const types = ['task-claimed', 'role-started', 'snapshot-taken', 'drift-detected', 'drift-resolved', 'role-blocked'];
  expect(entries.map(({ event }) => event.type)).toEqual(expect.arrayContaining(types));
  expect(new Set(entries.map(({ head }) => head))).toEqual(new Set([commit]));
});

describe('the roles of a baton', () => {
  test('are literal where they are given as literals', async () => {
    const tasks = createMemoryTaskStore();
    const baton = createBaton({ tasks, roles: ['writer', 'editor'] });
    type Roles<Given extends BatonPorts> = Parameters<Baton<Given>['startTurn' | 'handOff']>[1]['role'];
    type Given = { tasks: TaskStore; roles: readonly ['writer', 'editor'] };
    expectTypeOf<Roles<Given>>().toEqualTypeOf<'writer' | 'editor'>();
    expectTypeOf<Roles<{ tasks: TaskStore; roles: readonly string[] }>>().toEqualTypeOf<string>();
    expectTypeOf<Roles<{ tasks: TaskStore }>>().toEqualTypeOf<string>();
    expectTypeOf(baton).toExtend<Baton>();
    await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: sampleImmutable }));
    // @ts-expect-error The task has no such role.
    const refused = await baton.startTurn('TASK-1', { role: 'reviewer', actor: 'ada' });
    expect(refused.isErr()).toBe(true);
    expect((await baton.startTurn('TASK-1', { role: 'writer', actor: 'ada' })).isOk()).toBe(true);
  });
});

describe('a hand-off from role to role', () => {
  test('leaves every role done and every step in the audit', async () => {
    const baton = await batonWithTask();
    for (const role of ['implementer', 'reviewer', 'validator']) {
      const turn = { role, actor: `${role}-agent`, session: `${role}-run` };
      const opened = await orThrow(baton.startTurn('TASK-1', turn));
      expect(opened.record.coordination[role]).toMatchObject({ status: 'in_progress', session_id: `${role}-run` });
      const closed = await orThrow(baton.handOff('TASK-1', turn));
      expect(closed).toMatchObject({ snapshot: null, record: { coordination: { [role]: { status: 'done' } } } });
    }
    const { entries } = await orThrow(baton.contexts.trail('TASK-1'));
    expect(entries.map(({ actor, session, event }) => [actor, session, event.type]).slice(1, 4)).toEqual([
      ['implementer-agent', 'implementer-run', 'role-noted'],
      ['implementer-agent', 'implementer-run', 'role-started'],
      ['implementer-agent', 'implementer-run', 'role-completed'],
    ]);
    expect((await orThrow(baton.contexts.complete('TASK-1', { actor: 'ada' }))).warnings).toEqual([]);
  });

  test('is refused out of order, with everything that is in the way', async () => {
    const baton = await batonWithTask();
    await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'a' }));
    const error = (await baton.startTurn('TASK-1', { role: 'validator', actor: 'b' }))._unsafeUnwrapErr();
    expect(error.code).toBe('Rejected');
    expect(error.message).toBe(
      'implementer is still at work, and edits could not be told apart. Wait for its hand-off. validator works on what reviewer hands over, and reviewer is pending. Finish that turn first.',
    );
    expect((await baton.handOff('TASK-1', { role: 'reviewer', actor: 'b' }))._unsafeUnwrapErr().code).toBe('Rejected');
  });

  test('of two that start the same turn, one is refused', async () => {
    const baton = await batonWithTask();
    const answers = await Promise.all(
      ['a', 'b'].map((actor) => baton.startTurn('TASK-1', { role: 'implementer', actor })),
    );
    expect(answers.map((answer) => (answer.isOk() ? 'ok' : answer.error.code)).sort()).toEqual(['Rejected', 'ok']);
  });
});

describe('with workspace files', () => {
  test('state files and tiers are there, on the same clock and scanner', async () => {
    const files = createMemoryWorkspaceFiles({ files: { 'docs/tracks/ACTIVE_TRACK': 'a' } });
    const clock = createManualClock({ start: Date.parse('2026-11-16T09:30:00Z') });
    const baton = createBaton({ tasks: createMemoryTaskStore(), files, clock, policy: { scanSecrets: () => [] } });
    await orThrow(
      baton.stateFiles?.create(1, { title: 'A', requirements: 'B', criteria: ['C'] }) ??
        Promise.reject(new Error('absent')),
    );
    const view = await baton.stateFiles?.appendSession(1, { did: ['AKIA', 'QYLPMN5HHHFPZAM2'].join(''), next: 'y' });
    expect(view?._unsafeUnwrap().state.sessions[0]?.at).toBe('2026-11-16 09:30');
    expect((await baton.tiers?.load())?._unsafeUnwrap().track).toBe('a');
  });

  test('the guard has the policy that was given, and its refusals are logged on the same files', async () => {
    const files = createMemoryWorkspaceFiles();
    const guarded = async (policy: BatonPolicy, path: string) => {
      const { guard } = createBaton({ tasks: createMemoryTaskStore(), files, policy });
      return (await guard.check({ tool: 'Write', input: { file_path: path } }, { root: '/work' }))._unsafeUnwrap()
        .decision;
    };
    expect(await guarded({ guard: { writableRoots: ['src'] } }, 'src/a.ts')).toBe('allow');
    expect(await guarded({ guard: { writableRoots: ['src'] } }, 'docs/a.md')).toBe('deny');
    expect(await guarded({ guard: { writableRoots: ['src'] } }, 'src/.env')).toBe('deny');
    expect(await guarded({ guard: { profile: 'planning' } }, 'src/a.ts')).toBe('deny');
    expect(await guarded({}, 'src/a.ts')).toBe('allow');
    expect((await files.read('artifacts/guard.log'))._unsafeUnwrap()?.text.match(/"deny"/g)).toHaveLength(3);
  });

  test('without them they are not', () => {
    const baton = createBaton({ tasks: createMemoryTaskStore() });
    expect([baton.stateFiles, baton.tiers, baton.guard]).toEqual([null, null, null]);
  });
});
