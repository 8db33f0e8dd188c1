import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { replayAudit } from '../audit/replay-audit.ts';
import { storeErrors } from '../ports/store-errors.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { errAsync } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { createContextStore, type ContextPolicy, type ContextStore } from './context-store.ts';

const git = { head: 'a'.repeat(40), task_file_sha: 'b'.repeat(40), branch: 'main' };
const ada = { actor: 'ada' };

function storeOn(tasks: TaskStore = createMemoryTaskStore(), policy: ContextPolicy = {}): ContextStore {
  return createContextStore({ tasks, clock: createManualClock(), policy });
}

async function initialised(tasks?: TaskStore, policy?: ContextPolicy): Promise<ContextStore> {
  const contexts = storeOn(tasks, policy);
  await orThrow(contexts.init('TASK-1', { ...ada, immutable: sampleImmutable, git }));
  return contexts;
}

describe('init and get', () => {
  test('what was initialised is read back, and only once', async () => {
    const contexts = await initialised();
    const context = await orThrow(contexts.get('TASK-1'));
    expect(context).toMatchObject({
      revision: 1,
      warnings: [],
      record: { task_id: 'TASK-1', immutable: sampleImmutable, git },
    });
    expect(context?.record.audit).toMatchObject({
      count: 1,
      last_actor: 'ada',
      last_update: '2026-01-01T00:00:00.000Z',
    });
    expect((await contexts.init('TASK-1', { ...ada, immutable: sampleImmutable, git }))._unsafeUnwrapErr().code).toBe(
      'ContextExists',
    );
  });

  test('an unknown task is null, an impossible one an error', async () => {
    const contexts = storeOn();
    expect(await orThrow(contexts.get('TASK-9'))).toBeNull();
    for (const id of ['', '../x', 7 as never])
      expect((await contexts.get(id))._unsafeUnwrapErr().code).toBe('InvalidTaskId');
  });

  test('roles are the caller’s', async () => {
    const contexts = createContextStore({ tasks: createMemoryTaskStore(), roles: ['writer', 'editor'] });
    const { record } = await orThrow(
      contexts.init('TASK-1', { ...ada, immutable: sampleImmutable, git: { head: null, task_file_sha: null } }),
    );
    expect(record.roles).toEqual(['writer', 'editor']);
    expect(record.git.branch).toBeNull();
  });

  test('a task that is not told where it starts, starts at HEAD', async () => {
    const worktree = createMemoryWorktree({ files: { 'a.ts': 'a\n' } });
    const { commit: head } = await orThrow(worktree.head());
    const tasks = createMemoryTaskStore();
    const contexts = createContextStore({ tasks, worktree });
    const init = { ...ada, immutable: sampleImmutable, operationId: 'begin' };
    const { record } = await orThrow(contexts.init('TASK-1', init));
    expect(record.git).toEqual({ head, branch: null, task_file_sha: null });

    worktree.edit('a.ts', 'b\n');
    worktree.commit('Go on');
    const again = await orThrow(contexts.init('TASK-1', init));
    expect(again, 'repeated when HEAD is elsewhere, it is still the same request').toMatchObject({
      revision: 1,
      record: { git: { head } },
    });
    const without = createContextStore({ tasks: createMemoryTaskStore() });
    expect((await orThrow(without.init('TASK-1', init))).record.git.head).toBeNull();
  });

  test('warns of what changed since, and only of that', async () => {
    const contexts = await initialised();
    const same = { head: git.head, branch: 'main', taskFileSha: git.task_file_sha, priority: 'P1' };
    expect((await orThrow(contexts.get('TASK-1', same)))?.warnings).toEqual([]);
    const moved = await orThrow(
      contexts.get('TASK-1', { head: 'c'.repeat(40), branch: null, taskFileSha: 'd'.repeat(40), priority: 'P0' }),
    );
    expect(moved?.warnings.map(({ code }) => code)).toEqual([
      'HeadMoved',
      'BranchChanged',
      'TaskFileChanged',
      'PriorityChanged',
    ]);
    expect(moved?.warnings[1]?.message).toBe(
      'TASK-1: the branch was main when the context was made and is gone now. The context may be stale.',
    );
  });

  test('a manifest is kept as an artifact, and one that is not JSON is refused', async () => {
    const tasks = createMemoryTaskStore();
    const contexts = storeOn(tasks);
    const { record } = await orThrow(
      contexts.init('TASK-1', { ...ada, immutable: sampleImmutable, git, manifest: { b: 1, a: [] } }),
    );
    const bytes = await orThrow(tasks.getArtifact('TASK-1', record.manifest_sha ?? ''));
    expect(new TextDecoder().decode(bytes)).toBe('{"a":[],"b":1}\n');
    const refused = await contexts.init('TASK-2', { ...ada, immutable: sampleImmutable, git, manifest: { at: NaN } });
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      code: 'InvalidInput',
      data: { unmet: [{ condition: '/manifest' }] },
    });
  });
});

describe('coordination', () => {
  test('a status moves along the edges and is stamped', async () => {
    const contexts = await initialised();
    await orThrow(
      contexts.updateCoordination('TASK-1', { ...ada, role: 'implementer', status: 'in_progress', sessionId: 's-1' }),
    );
    const { record } = await orThrow(
      contexts.updateCoordination('TASK-1', { ...ada, role: 'implementer', status: 'done', qaLogPath: 'qa.log' }),
    );
    expect(record.coordination['implementer']).toMatchObject({
      status: 'done',
      completed_at: '2026-01-01T00:00:00.000Z',
      session_id: 's-1',
      qa_log_path: 'qa.log',
    });
    const refused = await contexts.updateCoordination('TASK-1', { ...ada, role: 'reviewer', status: 'done' });
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      code: 'Rejected',
      message: 'reviewer has no open turn: it starts first.',
    });
  });

  test('asking for what is already so writes nothing', async () => {
    const contexts = await initialised();
    await orThrow(contexts.markBlocked('TASK-1', { ...ada, role: 'reviewer', finding: 'red' }));
    expect((await orThrow(contexts.markBlocked('TASK-1', { ...ada, role: 'reviewer', finding: 'red' }))).revision).toBe(
      2,
    );
  });

  test.each([
    [
      'an unknown role',
      (contexts: ContextStore) => contexts.updateCoordination('TASK-1', { ...ada, role: 'nobody', status: 'done' }),
      'InvalidInput',
    ],
    [
      'an unknown status',
      (contexts: ContextStore) =>
        contexts.updateCoordination('TASK-1', { ...ada, role: 'reviewer', status: 'ready' as never }),
      'InvalidInput',
    ],
    [
      'an empty finding',
      (contexts: ContextStore) => contexts.markBlocked('TASK-1', { ...ada, role: 'reviewer', finding: '' }),
      'InvalidInput',
    ],
    [
      'no actor',
      (contexts: ContextStore) => contexts.markBlocked('TASK-1', { role: 'reviewer', finding: 'x' } as never),
      'InvalidInput',
    ],
    [
      'a lone surrogate',
      (contexts: ContextStore) => contexts.markBlocked('TASK-1', { ...ada, role: 'reviewer', finding: '\uD83D' }),
      'InvalidInput',
    ],
    [
      'an unknown task',
      (contexts: ContextStore) => contexts.markBlocked('TASK-9', { ...ada, role: 'reviewer', finding: 'x' }),
      'ContextNotFound',
    ],
    [
      'an impossible task',
      (contexts: ContextStore) => contexts.markBlocked('..', { ...ada, role: 'reviewer', finding: 'x' }),
      'InvalidTaskId',
    ],
    [
      'a path with NUL',
      (contexts: ContextStore) =>
        contexts.updateCoordination('TASK-1', { ...ada, role: 'reviewer', qaLogPath: 'a\0b' }),
      'InvalidInput',
    ],
  ])('%s is refused by name and changes nothing', async (_, call, code) => {
    const contexts = await initialised();
    const error = (await call(contexts))._unsafeUnwrapErr();
    expect(error.code).toBe(code);
    expect(error.message.length).toBeGreaterThan(20);
    expect((await orThrow(contexts.get('TASK-1')))?.revision).toBe(1);
  });
});

describe('evidence', () => {
  test('gets a short stable id and reads back verified', async () => {
    const contexts = await initialised();
    const given = { ...ada, type: 'plan', path: 'docs/plan.md', content: '# Plan\n' };
    const { evidence, record } = await orThrow(contexts.attachEvidence('TASK-1', given));
    expect(evidence).toMatchObject({ type: 'plan', path: 'docs/plan.md', bytes: 7, attached_by: 'ada' });
    expect(evidence.id).toMatch(/^ev-[0-9a-f]{12}$/);
    expect(record.evidence).toEqual([evidence]);
    const read = await orThrow(contexts.readEvidence('TASK-1', { id: evidence.id }));
    expect(new TextDecoder().decode(read.bytes)).toBe('# Plan\n');
    const again = await orThrow(contexts.attachEvidence('TASK-1', given));
    expect([again.evidence.id, again.revision]).toEqual([evidence.id, 2]);
  });

  test('wrong content, an unknown id and a lost artifact are named', async () => {
    const tasks = createMemoryTaskStore();
    const contexts = await initialised(tasks);
    expect(
      (
        await contexts.attachEvidence('TASK-1', { ...ada, type: 't', path: 'p', content: 7 as never })
      )._unsafeUnwrapErr().code,
    ).toBe('InvalidInput');
    expect((await contexts.readEvidence('TASK-1', { id: 'ev-000000000000' }))._unsafeUnwrapErr().code).toBe(
      'InvalidInput',
    );
    expect((await contexts.readEvidence('TASK-9', { id: 'ev-000000000000' }))._unsafeUnwrapErr().code).toBe(
      'ContextNotFound',
    );
    const { evidence } = await orThrow(
      contexts.attachEvidence('TASK-1', { ...ada, type: 't', path: 'p', content: new Uint8Array([0, 255]) }),
    );
    const lossy = storeOn({ ...tasks, getArtifact: (id, sha) => errAsync(storeErrors.corrupt(id, sha, 'bit rot')) });
    expect((await lossy.readEvidence('TASK-1', { id: evidence.id }))._unsafeUnwrapErr().code).toBe('Corrupt');
  });

  test('survives a sweep as long as the record names it', async () => {
    const tasks = createMemoryTaskStore();
    const contexts = await initialised(tasks);
    const { evidence } = await orThrow(
      contexts.attachEvidence('TASK-1', { ...ada, type: 't', path: 'p', content: 'x' }),
    );
    await orThrow(tasks.sweep({ olderThanMs: 0 }));
    expect((await contexts.readEvidence('TASK-1', { id: evidence.id })).isOk()).toBe(true);
    await orThrow(contexts.purge('TASK-1', ada));
    await orThrow(tasks.sweep({ olderThanMs: 0 }));
    expect((await tasks.getArtifact('TASK-1', evidence.sha256))._unsafeUnwrapErr().code).toBe('ArtifactMissing');
  });
});

describe('completion and purge', () => {
  test('completing runs the hooks, purges the context and keeps the audit with its summary', async () => {
    const told: string[] = [];
    const contexts = await initialised(undefined, { completionHooks: [({ summary }) => told.push(summary.title)] });
    const completed = await orThrow(contexts.complete('TASK-1', ada));
    expect(told).toEqual(['Fix the login form']);
    expect(completed.summary).toMatchObject({ title: 'Fix the login form', audit_entries: 2 });
    expect(completed.warnings.map(({ code }) => code)).toEqual([
      'RoleNeverStarted',
      'RoleNeverStarted',
      'RoleNeverStarted',
    ]);
    expect(await orThrow(contexts.get('TASK-1'))).toBeNull();
    const { entries } = await orThrow(contexts.trail('TASK-1'));
    expect(entries.map(({ event }) => event.type)).toEqual(['context-initialized', 'task-completed', 'context-purged']);
    expect(await orThrow(contexts.list())).toEqual([]);
  });

  test('completing again, also after the purge, succeeds with the same summary', async () => {
    const contexts = await initialised();
    const first = await orThrow(contexts.complete('TASK-1', { ...ada, operationId: 'done-1' }));
    const second = await orThrow(contexts.complete('TASK-1', { ...ada, operationId: 'done-1' }));
    expect(second.summary).toEqual(first.summary);
    expect(second.revision).toBe(first.revision);
    expect((await contexts.complete('TASK-9', ada))._unsafeUnwrapErr().code).toBe('ContextNotFound');
  });

  test('a task that was purged without being completed cannot be completed', async () => {
    const contexts = await initialised();
    await orThrow(contexts.purge('TASK-1', ada));
    expect((await contexts.complete('TASK-1', ada))._unsafeUnwrapErr().code).toBe('ContextNotFound');
  });

  test('a failing hook and a failing purge are warnings, and completing again finishes the purge', async () => {
    const tasks = createMemoryTaskStore({ faults: [{ at: 3, op: 'commit', when: 'before', as: 'error' }] });
    const contexts = await initialised(tasks, {
      completionHooks: [() => Promise.reject(new Error('mail server down'))],
    });
    const completed = await orThrow(contexts.complete('TASK-1', ada));
    expect(completed.warnings.map(({ code }) => code).slice(-2)).toEqual(['CompletionHookFailed', 'PurgeFailed']);
    expect((await orThrow(contexts.get('TASK-1')))?.record.completion).not.toBeNull();
    await orThrow(contexts.complete('TASK-1', ada));
    expect(await orThrow(contexts.get('TASK-1'))).toBeNull();
  });

  test('purging is idempotent, and a new life continues revisions and chain', async () => {
    const contexts = await initialised();
    expect(await orThrow(contexts.purge('TASK-1', ada))).toMatchObject({ purged: true, revision: 2 });
    expect(await orThrow(contexts.purge('TASK-1', ada))).toMatchObject({ purged: false, revision: 2 });
    expect(await orThrow(contexts.purge('TASK-9', ada))).toMatchObject({ purged: false, revision: 0 });
    const { revision } = await orThrow(contexts.init('TASK-1', { ...ada, immutable: sampleImmutable, git }));
    expect(revision).toBe(3);
    const { entries, anchor } = await orThrow(contexts.trail('TASK-1'));
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    const context = await orThrow(contexts.get('TASK-1'));
    expect(canonicalJson(replayAudit(entries, anchor)._unsafeUnwrap().record)).toBe(canonicalJson(context?.record));
  });
});

describe('list and audit', () => {
  test('lists every live task, over more than one page', async () => {
    const contexts = storeOn();
    const ids = Array.from({ length: 501 }, (_, index) => `T-${String(index).padStart(4, '0')}`);
    for (const id of ids) await orThrow(contexts.init(id, { ...ada, immutable: sampleImmutable, git }));
    await orThrow(contexts.purge('T-0007', ada));
    expect((await orThrow(contexts.list())).map(({ taskId }) => taskId)).toEqual(ids.filter((id) => id !== 'T-0007'));
  });

  test('an edited, cut or unreadable audit is AuditBroken', async () => {
    const sound = createMemoryTaskStore();
    const contexts = await initialised(sound);
    await orThrow(contexts.markBlocked('TASK-1', { ...ada, role: 'reviewer', finding: 'red' }));
    const vandals: TaskStore['readAudit'][] = [
      (id, page) =>
        sound
          .readAudit(id, page)
          .map((pages) =>
            pages.map(({ revision, lines }) => ({ revision, lines: lines.map((line) => line.replace('red', 'fine')) })),
          ),
      (id, page) => sound.readAudit(id, page).map((pages) => pages.filter(({ revision }) => revision !== 2)),
      (id, page) => sound.readAudit(id, page).map((pages) => pages.map(({ revision }) => ({ revision, lines: ['{'] }))),
    ];
    for (const readAudit of vandals) {
      const broken = await storeOn({ ...sound, readAudit }).trail('TASK-1');
      expect(broken._unsafeUnwrapErr().code).toBe('AuditBroken');
    }
    expect((await orThrow(contexts.trail('TASK-1'))).entries).toHaveLength(2);
  });
});
