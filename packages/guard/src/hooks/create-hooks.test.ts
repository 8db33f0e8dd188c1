import { createManualClock, createMemoryTaskStore, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { DEFAULT_GUARD_POLICY, extendGuardPolicy } from '../policy/guard-policy.ts';
import {
  errAsync,
  okAsync,
  orThrow,
  storeErrors,
  type TaskStore,
  workspaceErrors,
  type WorkspaceFiles,
} from '@batonkit/core';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { SAMPLE_TRACK, textOf } from '../../../workspace/src/tiers/sample-track.fixture.ts';
import { createHooks, type HookSurroundings } from './create-hooks.ts';
import type { HookEvent } from './hook-event.ts';
import { gatherTasks } from './create-hooks.ts';
import { findMarks } from './session-context.ts';

const PLANNING = extendGuardPolicy(DEFAULT_GUARD_POLICY, { profile: 'planning' });
const SESSION = { session: 's1', agent: null } as const;
const HERE: HookSurroundings = { task: null, names: ['/work'], worktrees: [], facts: { root: '/work' } };
const write = (path: string): HookEvent => ({
  kind: 'before-tool',
  ...SESSION,
  uses: [{ tool: 'Write', input: { file_path: path } }],
});
const used = (tool: string, detail: string): HookEvent => ({
  kind: 'after-tool',
  ...SESSION,
  tool,
  detail,
  takesContext: false,
});
const clock = createManualClock({ start: Date.parse('2026-11-17T09:00:00Z') });

async function open(
  files: WorkspaceFiles = createMemoryWorkspaceFiles({ files: SAMPLE_TRACK }),
  tasks = createMemoryTaskStore(),
) {
  const baton = createBaton({ tasks });
  const git = { head: null, task_file_sha: null };
  await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: sampleImmutable, git }));
  return { baton, files, tasks, hooks: createHooks({ tasks, files, clock, policy: PLANNING }) };
}

/** Files on a disk where nothing can be written. */
function readOnly(files: WorkspaceFiles): WorkspaceFiles {
  const refuse = () => errAsync(workspaceErrors.storageFailure('write', 'the file system is read-only (EROFS)'));
  return { ...files, write: refuse, append: refuse, remove: refuse };
}

describe('a guard', () => {
  test('denies, and logs the refusal without what the tool was given', async () => {
    const { hooks, files } = await open();
    const { decision, problems, hasGuardFailed } = await hooks.handle(write('src/secret-plan.ts'), HERE);
    expect(decision.verdict?.decision).toBe('deny');
    expect([problems, hasGuardFailed]).toEqual([[], false]);
    expect(JSON.parse((await textOf(files, 'artifacts/sessions/s1/guard.log')) ?? '')).toEqual({
      time: '2026-11-17T09:00:00.000Z',
      decision: 'deny',
      tool: 'Write',
      reason: expect.stringContaining('outside the writable folders') as string,
    });
  });

  test('denies where the refusal cannot be logged', async () => {
    const { hooks } = await open(readOnly(createMemoryWorkspaceFiles()));
    const { decision, problems, hasGuardFailed } = await hooks.handle(write('src/a.ts'), HERE);
    expect(decision.verdict?.decision).toBe('deny');
    expect(problems.join()).toContain('read-only');
    expect(hasGuardFailed).toBe(false);
  });

  test.each<[string, Partial<Pick<TaskStore, 'read' | 'list'>>]>([
    [
      'the list fails',
      { list: () => errAsync(workspaceErrors.storageFailure('list', 'input/output error (EIO)')) as never },
    ],
    [
      'a read fails',
      { read: () => errAsync(workspaceErrors.storageFailure('read', 'input/output error (EIO)')) as never },
    ],
  ])('lets agents read and asks about writes when %s', async (_name, broken) => {
    const { files, tasks } = await open();
    const hooks = createHooks({ tasks: { ...tasks, ...broken }, files, clock });
    const { decision, hasGuardFailed, problems } = await hooks.handle(write('docs/a.md'), HERE);
    expect(hasGuardFailed).toBe(false);
    expect(decision.verdict).toEqual({ decision: 'ask', reason: expect.stringContaining('EIO') as string });
    expect(problems).not.toEqual([]);
    const read = { kind: 'before-tool', ...SESSION, uses: [{ tool: 'Read', input: { file_path: 'a' } }] } as const;
    const reading = await hooks.handle(read, HERE);
    expect(reading.decision).toMatchObject({
      verdict: { decision: 'allow' },
      notice: expect.stringContaining('EIO') as string,
    });
    const other = await hooks.handle({ kind: 'stop', ...SESSION }, HERE);
    expect(other.decision).toMatchObject({ verdict: null, notice: expect.stringContaining('EIO') as string });
  });

  test('fails closed when a bug throws', async () => {
    const { files, tasks } = await open();
    const list = (): never => {
      throw new RangeError('a bug');
    };
    const hooks = createHooks({ tasks: { ...tasks, list }, files, clock });
    const { decision, hasGuardFailed } = await hooks.handle(write('docs/a.md'), HERE);
    expect([hasGuardFailed, decision.verdict?.decision]).toEqual([true, 'deny']);
    expect(decision.verdict?.reason).toContain('The guard failed');
    const other = await hooks.handle({ kind: 'stop', ...SESSION }, HERE);
    expect(other.decision).toMatchObject({ verdict: null, notice: null, refusal: null });
    expect(other.hasGuardFailed).toBe(false);
  });

  test('names a record that cannot be read, asks while it may be the own one, and goes on with others', async () => {
    const { hooks, tasks, baton } = await open();
    const commit = { id: 'TASK-9', expected: 0, operationId: 'op', body: '{"version":1}', audit: ['x'], artifacts: [] };
    await orThrow(tasks.commit(commit));
    const { decision, hasGuardFailed } = await hooks.handle(write('docs/a.md'), HERE);
    expect([hasGuardFailed, decision.verdict?.decision]).toEqual([false, 'ask']);
    expect(decision.verdict?.reason).toContain('TASK-9');
    await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'ada', session: 's1' }));
    const working = await hooks.handle(write('docs/a.md'), HERE);
    expect(working.decision).toMatchObject({
      verdict: { decision: 'allow' },
      notice: expect.stringContaining('TASK-9') as string,
    });
  });

  test.each([
    [1, 5],
    [3, 5],
  ])('passes damaged tasks wherever they are listed (%i of %i)', async (broken, count) => {
    const ids = Array.from({ length: count }, (_, index) => `TASK-${index + 1}`);
    const damaged = ids.slice(1, 1 + broken);
    const list: TaskStore['list'] = ({ after, limit }) => {
      const page = ids.filter((id) => after === undefined || id > after).slice(0, limit);
      const bad = page.find((id) => damaged.includes(id));
      return bad === undefined
        ? okAsync(page.map((id) => ({ id, revision: 1, purged: false })))
        : errAsync(storeErrors.corrupt(bad, 'a file', 'it is torn'));
    };
    const { tasks } = await open();
    const body = (await orThrow(tasks.read('TASK-1'))).body;
    const asked: string[] = [];
    const read: TaskStore['read'] = (id) => {
      asked.push(id);
      return okAsync({ revision: 1, body });
    };
    const found = await gatherTasks({ list, read }, 's1', HERE);
    expect(asked).toEqual(ids.filter((id) => !damaged.includes(id)));
    expect(found.damaged).toHaveLength(broken);
  });

  test('asks about writes on a task that is not there, and goes by the one it was told', async () => {
    const { hooks } = await open();
    const lost = await hooks.handle(write('docs/a.md'), { ...HERE, task: 'TASK-7' });
    expect(lost.decision.verdict).toEqual({ decision: 'ask', reason: expect.stringContaining('TASK-7') as string });
    const told = await hooks.handle(write('docs/a.md'), { ...HERE, task: 'TASK-1' });
    expect(told.decision.verdict?.decision).toBe('allow');
  });

  test('heeds the protocol of the task of its session', async () => {
    const { hooks, baton } = await open();
    await orThrow(baton.protocol.claim('TASK-1', { actor: 'ada', session: 's1', worktree: '/elsewhere' }));
    const { decision } = await hooks.handle({ kind: 'session-start', ...SESSION, source: 'startup' }, HERE);
    expect(decision.context).toContain('the protocol is in INIT');
    const stranger = await hooks.handle({ kind: 'session-start', session: 's2', agent: null, source: 'startup' }, HERE);
    expect(stranger.decision.context ?? '').not.toContain('TASK-1');
  });
});

describe('the work log', () => {
  test('gets one line, hides from git, and holds no secret', async () => {
    const { hooks, files } = await open(createMemoryWorkspaceFiles());
    await hooks.handle(used('Bash', 'npm test\nnpm run lint'), HERE);
    const secret = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
    await hooks.handle(used('Bash', `aws configure set aws_access_key_id ${secret}`), HERE);
    const log = await textOf(files, 'artifacts/sessions/s1/work_log.md');
    expect(log?.split('\n')[0]).toBe('- 2026-11-17T09:00:00Z Tool: Bash npm test npm run lint');
    expect(log?.split('\n')).toHaveLength(3);
    expect(log).not.toContain(secret);
    expect(await textOf(files, 'artifacts/sessions/.gitignore')).toBe('*\n');
  });

  test.each(['../../etc', '/abs', 'a/b', '', 'x'.repeat(400), '..', '\0'])(
    'stays in its folder for the session %j',
    async (session) => {
      const { hooks, files } = await open(createMemoryWorkspaceFiles());
      const { problems } = await hooks.handle(
        { kind: 'after-tool', session, agent: null, tool: 'Bash', detail: 'ls', takesContext: false },
        HERE,
      );
      expect(problems).toEqual([]);
      const logs = (await orThrow(files.list())).filter((path) => path.endsWith('work_log.md'));
      expect(logs).toEqual([
        expect.stringMatching(/^artifacts\/sessions\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}\/work_log\.md$/),
      ]);
    },
  );

  test('that cannot be written disturbs nobody', async () => {
    const { hooks } = await open(readOnly(createMemoryWorkspaceFiles()));
    const { decision, problems, hasGuardFailed } = await hooks.handle(used('Bash', 'ls'), HERE);
    expect([decision.verdict, hasGuardFailed]).toEqual([null, false]);
    expect(problems.join()).toContain('read-only');
  });
});

describe('a session', () => {
  const start = (source: 'startup' | 'compact' | 'resume'): HookEvent => ({
    kind: 'session-start',
    ...SESSION,
    source,
  });

  test('starts with what waits, the tasks and the pinned core; compacts; and gets back what was lost', async () => {
    const { hooks, baton, files } = await open(
      createMemoryWorkspaceFiles({
        files: {
          ...SAMPLE_TRACK,
          'docs/tracks/search/PLAN.md':
            '# Plan\n\n## Goal\n\nFind people.\n\n## Approvals\n\n- [ ] Delete the old index\n',
        },
      }),
    );
    await orThrow(
      baton.contexts.updateCoordination('TASK-1', {
        role: 'implementer',
        actor: 'claude',
        status: 'in_progress',
        sessionId: 's1',
      }),
    );
    const first = (await hooks.handle(start('startup'), HERE)).decision.context ?? '';
    expect(first).toContain('search: Delete the old index');
    expect(first).toContain('the turn of implementer is open');
    expect(first).toContain('Find people.');

    await hooks.handle({ kind: 'before-compaction', ...SESSION, trigger: 'auto', canRefuse: true }, HERE);
    // The work logs were compacted on the way: the decision of s1 is in the core now, under another hash.
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md')).toContain('Use a trie');
    const fresh = (await hooks.handle(start('startup'), HERE)).decision.context ?? '';
    expect(findMarks(fresh)).not.toEqual(findMarks(first));

    await hooks.handle({ kind: 'before-compaction', ...SESSION, trigger: 'auto', canRefuse: true }, HERE);
    await hooks.handle({ kind: 'after-compaction', ...SESSION, summary: `Summary. ${fresh}` }, HERE);
    const again = (await hooks.handle(start('compact'), HERE)).decision.context ?? '';
    expect(again).toContain('Delete the old index');
    expect(findMarks(again)).toEqual([]);

    await hooks.handle({ kind: 'before-compaction', ...SESSION, trigger: 'auto', canRefuse: true }, HERE);
    await hooks.handle({ kind: 'after-compaction', ...SESSION, summary: 'All forgotten.' }, HERE);
    expect((await hooks.handle(start('compact'), HERE)).decision.context).toBe(fresh);
  });

  test('that is resumed is told only what its transcript lacks', async () => {
    const { hooks } = await open();
    const context = (await hooks.handle(start('startup'), HERE)).decision.context ?? '';
    const transcript = JSON.stringify({ content: context });
    const resumed = await hooks.handle(start('resume'), {
      ...HERE,
      readConversation: () => Promise.resolve(transcript),
    });
    expect(findMarks(resumed.decision.context ?? '')).toEqual([]);
    const unknown = await hooks.handle(start('resume'), { ...HERE, readConversation: () => Promise.resolve(null) });
    expect(unknown.decision.context).toBe(context);
  });

  test('is not compacted when a person asks for it and a log breaks its form', async () => {
    const broken = { ...SAMPLE_TRACK, 'artifacts/sessions/s2/work_log.md': '- Decision: Without a reason\n' };
    const { hooks, files, baton } = await open(createMemoryWorkspaceFiles({ files: broken }));
    await orThrow(
      baton.contexts.updateCoordination('TASK-1', { role: 'implementer', actor: 'claude', status: 'in_progress' }),
    );
    const { decision } = await hooks.handle(
      { kind: 'before-compaction', ...SESSION, trigger: 'manual', canRefuse: true },
      HERE,
    );
    expect(decision.refusal).toContain('artifacts/sessions/s2/work_log.md');
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md')).toBe(
      SAMPLE_TRACK['docs/tracks/search/DECISIONS.md'],
    );
  });

  test('writes no files between two turns of a task: that would be drift', async () => {
    const { hooks, files, baton } = await open();
    await orThrow(baton.protocol.claim('TASK-1', { actor: 'ada', session: 's1' }));
    const before = await textOf(files, 'docs/tracks/search/DECISIONS.md');
    await hooks.handle({ kind: 'before-compaction', ...SESSION, trigger: 'auto', canRefuse: true }, HERE);
    expect(await textOf(files, 'docs/tracks/search/DECISIONS.md')).toBe(before);
  });

  test('with files that cannot be read starts all the same', async () => {
    const files = createMemoryWorkspaceFiles();
    const refuse = () => errAsync(workspaceErrors.storageFailure('read', 'permission denied (EACCES)'));
    const { hooks } = await open({ ...files, read: refuse });
    const { decision, problems } = await hooks.handle(start('startup'), HERE);
    expect(decision.verdict).toBeNull();
    expect(problems.join()).toContain('permission denied');
  });
});
