import { createManualClock, createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import {
  errAsync,
  okAsync,
  orThrow,
  storeErrors,
  type TaskStore,
  workspaceErrors,
  type WorkspaceFiles,
} from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { entering } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { isWellFormed } from '../../../core/src/text/canonical-json.ts';
import { SAMPLE_TRACK, textOf } from '../../../workspace/src/tiers/sample-track.fixture.ts';
import { createHooks, type HookSurroundings } from './create-hooks.ts';
import { gatherTasks } from './create-hooks.ts';
import type { HookEvent } from './hook-event.ts';
import { readHookTask } from './hook-task.ts';
import { describeApprovals, findMarks, formatSessionContext } from './session-context.ts';

const SESSION = { session: 's1', agent: null } as const;
const HERE: HookSurroundings = { task: null, names: ['/work'], worktrees: [], facts: { root: '/work' } };
const ANYWHERE = { task: null, names: ['/work'], worktrees: [] };
const clock = createManualClock({ start: Date.parse('2026-11-17T09:00:00Z') });
const compacting: HookEvent = { kind: 'before-compaction', ...SESSION, trigger: 'manual', canRefuse: true };

async function open(files: WorkspaceFiles = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK })) {
  const tasks = createMemoryTaskStore();
  const { contexts } = createBaton({ tasks });
  const git = { head: null, task_file_sha: null };
  await orThrow(contexts.init('TASK-1', { actor: 'ada', immutable: sampleImmutable, git }));
  const turn = { role: 'implementer', actor: 'claude', status: 'in_progress', sessionId: 's1' } as const;
  await orThrow(contexts.updateCoordination('TASK-1', turn));
  return { files, tasks, hooks: createHooks({ tasks, files, clock }) };
}

describe('a compaction that no start of a session follows', () => {
  test.each([
    ['the next prompt', { kind: 'prompt-submitted', ...SESSION, takesContext: true }],
    ['the next tool', { kind: 'after-tool', ...SESSION, tool: 'Read', detail: 'a.ts', takesContext: true }],
  ] satisfies [string, HookEvent][])('%s brings back what was lost, once', async (_, event) => {
    const { hooks } = await open();
    expect((await hooks.handle(event, HERE)).decision.context).toBeNull();
    await hooks.handle({ ...compacting, trigger: 'auto' }, HERE);
    await hooks.handle({ kind: 'after-compaction', ...SESSION, summary: null }, HERE);
    const { decision, problems } = await hooks.handle(event, HERE);
    expect(problems).toEqual([]);
    expect(decision.context).toContain('the turn of implementer is open');
    expect(findMarks(decision.context ?? '')).toHaveLength(2);
    expect((await hooks.handle(event, HERE)).decision.context).toBeNull();
  });
});

describe('the work logs before a compaction', () => {
  test('without an active track there is nothing to compact, and nothing is written', async () => {
    for (const given of [{}, { 'docs/tracks/ACTIVE_TRACK': ' \n' }]) {
      const { hooks, files } = await open(createMemoryWorkspaceFiles({ files: given }));
      const { decision, problems } = await hooks.handle(compacting, HERE);
      expect([decision.refusal, decision.notice, problems]).toEqual([null, null, []]);
      expect((await orThrow(files.list())).filter((path) => path.startsWith('docs'))).toEqual(Object.keys(given));
    }
  });

  test('files that cannot be read or written are a problem of the hook, and refuse nobody', async () => {
    const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
    const refuse = () => errAsync(workspaceErrors.storageFailure('write', 'the disk is full (ENOSPC)'));
    for (const broken of [
      { ...files, read: refuse },
      { ...files, write: refuse },
    ]) {
      const { hooks } = await open(broken);
      const { decision, problems } = await hooks.handle(compacting, HERE);
      expect(decision.refusal).toBeNull();
      expect(problems.join()).toContain('ENOSPC');
    }
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md')).toBe(
      SAMPLE_TRACK['docs/tracks/search/DECISIONS.md'],
    );
  });
});

test('a tool whose use cannot be logged is used all the same, and the trouble is told', async () => {
  const files = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK });
  const append = () => errAsync(workspaceErrors.storageFailure('append', 'the disk is full (ENOSPC)'));
  const { hooks } = await open({ ...files, append });
  const event: HookEvent = { kind: 'after-tool', ...SESSION, tool: 'Read', detail: 'a.ts', takesContext: false };
  const { decision, problems } = await hooks.handle(event, HERE);
  expect(decision.verdict).toBeNull();
  expect(problems.join()).toContain('ENOSPC');
});

test('a tool that nobody can name is refused, and the refusal is logged', async () => {
  const { hooks, files } = await open();
  const { decision } = await hooks.handle({ kind: 'before-tool', ...SESSION, uses: [] }, HERE);
  expect(decision.verdict).toMatchObject({ decision: 'deny', reason: expect.stringContaining('which tool') as string });
  expect(JSON.parse((await textOf(files, 'artifacts/sessions/s1/guard.log')) ?? '')).toMatchObject({ tool: '' });
});

test('a guard whose surroundings break in any way denies', async () => {
  const { files } = await open();
  const failing = {
    list: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- what others throw
      throw 'a text, not an error';
    },
  } as unknown as TaskStore;
  const hooks = createHooks({ tasks: failing, files, clock });
  const event: HookEvent = { kind: 'before-tool', ...SESSION, uses: [{ tool: 'Write', input: { file_path: 'a.ts' } }] };
  const { decision, problems, hasGuardFailed } = await hooks.handle(event, HERE);
  expect([decision.verdict?.decision, problems, hasGuardFailed]).toEqual(['deny', ['a text, not an error'], true]);
});

test('tasks are looked for on every page of the store, but for those that are purged', async () => {
  const { tasks } = await open();
  const ids = Array.from({ length: 200 }, (_, index) => `OLD-${String(index).padStart(3, '0')}`);
  const asked: (string | undefined)[] = [];
  const store: Pick<TaskStore, 'read' | 'list'> = {
    read: (id) => (id === 'TASK-1' ? tasks.read(id) : errAsync(storeErrors.storageFailure('read', `${id} is purged`))),
    list: ({ after }) => {
      asked.push(after);
      return after === undefined
        ? okAsync(ids.map((id) => ({ id, revision: 2, purged: true })))
        : tasks.list({ limit: 200 });
    },
  };
  const found = await gatherTasks(store, 's1', ANYWHERE);
  expect(found.damaged).toEqual([]);
  expect(found.tasks.map(({ id }) => id)).toEqual(['TASK-1']);
  expect(asked).toEqual([undefined, 'OLD-199']);
});

describe('what is told of a task', () => {
  const told = (record: unknown): readonly string[] => {
    const task = orNull(readHookTask('TASK-1', canonicalJson(record)));
    return task === null ? [] : describeApprovals(task);
  };
  const orNull = (read: ReturnType<typeof readHookTask>) => (read.isOk() ? read.value : null);

  test('which checkpoint waits, and whether it still has to be presented', () => {
    const waiting = entering('AWAITING_USER_APPROVAL').record!;
    const presentation = { covers: 'a'.repeat(64), at: waiting.created_at, fence: 1 };
    const presented = { presented: presentation, approved: null };
    expect(told(waiting)).toEqual([expect.stringContaining('TASK-1: the change has to be presented to a person')]);
    const { checkpoints } = waiting.protocol!;
    expect(
      told({ ...waiting, protocol: { ...waiting.protocol, checkpoints: { ...checkpoints, change: presented } } }),
    ).toEqual([expect.stringContaining('the change was presented and waits')]);
    const planning = entering('SYNTHESIS').record!;
    expect(told(planning)).toEqual([]);
    const plan = { ...planning.protocol!.checkpoints, plan: presented };
    expect(told({ ...planning, protocol: { ...planning.protocol, checkpoints: plan } })).toEqual([
      expect.stringContaining('TASK-1: the plan was presented and waits'),
    ]);
  });

  test('a task that nobody owns is read, and one whose drift is no number is not', () => {
    const record = entering('CLASSIFIED').record!;
    const free = readHookTask('TASK-1', canonicalJson({ ...record, protocol: { ...record.protocol!, owner: null } }));
    expect(free._unsafeUnwrap()?.protocol?.owner).toBeNull();
    const [role = ''] = record.roles;
    const coordination = { ...record.coordination, [role]: { ...record.coordination[role], drift_budget: 'one' } };
    const broken = readHookTask('TASK-1', canonicalJson({ ...record, coordination }));
    expect(broken._unsafeUnwrapErr().code).toBe('Corrupt');
  });

  test('a core of one endless line is cut in the line, between characters', () => {
    const core = { text: `😀`.repeat(9000), sha256: 'c'.repeat(64), source: 'docs/tracks/search' };
    const text = formatSessionContext({ approvals: [], core: core, tasks: [] }, []) ?? '';
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('the rest is in docs/tracks/search');
    expect(isWellFormed(text)).toBe(true);
  });
});
