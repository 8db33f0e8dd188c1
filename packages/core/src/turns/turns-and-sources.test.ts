import { createGitWorktree } from '@batonkit/git-adapter';
import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { captureContext, recaptureContext } from '@batonkit/capture';
import { inMemory, sampleRepository, sampleRequest } from '../../../capture/src/service/sample-repository.fixture.ts';
import { createRepository, type Repository } from '../deltas/git-repository.fixture.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import { errAsync } from '../result/result.ts';
import { type Baton, createBaton } from 'batonkit';

const TASK = 'TASK-0824';
const turn = { role: 'implementer', actor: 'ada' };
const log = (name: string): string =>
  readFileSync(new URL(`../../../capture/src/qa/logs/${name}.log`, import.meta.url), 'utf8');

async function captured(): Promise<{ readonly baton: Baton; readonly files: WorkspaceFiles }> {
  const files = await inMemory(sampleRepository());
  const baton = createBaton({ tasks: createMemoryTaskStore(), files, clock: createManualClock() });
  const capture = await orThrow(captureContext({ files, ...sampleRequest }));
  await orThrow(baton.contexts.init(TASK, { actor: 'ada', ...capture }));
  return { baton, files };
}

async function edit(files: WorkspaceFiles, path: string, from: string, to: string): Promise<void> {
  const file = await orThrow(files.read(path));
  expect(file?.text).toContain(from);
  await orThrow(files.write(path, (file?.text ?? '').replace(from, to)));
}

describe('a cited standard that changed', () => {
  test('stops turns and exports until the context is rebuilt', async () => {
    const { baton, files } = await captured();
    await edit(files, 'standards/global.md', 'Every claim', 'Each claim');
    const refused = (await baton.startTurn(TASK, turn))._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'StaleCitation',
      data: { stale: [{ citation: { file: 'standards/global.md', section: 'evidence' } }] },
    });
    expect(refused.message).toContain('rebuild');
    expect((await baton.contexts.exportFor(TASK, turn))._unsafeUnwrapErr().code).toBe('StaleCitation');
    const started = await baton.contexts.updateCoordination(TASK, { ...turn, status: 'in_progress' });
    expect(started._unsafeUnwrapErr().code).toBe('StaleCitation');
    const read = await orThrow(baton.contexts.get(TASK));
    expect(read?.warnings).toMatchObject([{ code: 'StaleCitation', where: 'standards/global.md' }]);
    expect(read?.revision).toBe(1);

    const manifest = await orThrow(baton.contexts.readManifest(TASK));
    const again = await orThrow(recaptureContext({ files, manifest }));
    const rebuilt = await orThrow(baton.contexts.rebuild(TASK, { actor: 'ada', ...again }));
    expect(rebuilt.changes.map(({ field }) => field)).toEqual(['standards_citations']);
    expect((await baton.contexts.exportFor(TASK, turn)).isOk()).toBe(true);
    expect((await orThrow(baton.startTurn(TASK, turn))).record.coordination.implementer?.status).toBe('in_progress');
  });

  test('or that is gone stops them too; one that only moved does not', async () => {
    const { baton, files } = await captured();
    await edit(files, 'standards/global.md', '# ', 'A preface.\n\n# ');
    expect((await baton.contexts.exportFor(TASK, turn)).isOk()).toBe(true);
    await orThrow(files.remove('standards/global.md'));
    expect((await baton.startTurn(TASK, turn))._unsafeUnwrapErr().code).toBe('StaleCitation');
  });

  test('is nobody’s trouble where it was never captured from these files', async () => {
    const files = await inMemory({});
    const baton = createBaton({ tasks: createMemoryTaskStore(), files, clock: createManualClock() });
    const citation = { file: 'standards/a.md', section: 'a', requirement: 'A.', line_span: 'L1-L2' };
    const cited = { ...citation, content_sha: '0123456789abcdef' };
    const immutable = { ...sampleImmutable, standards_citations: [cited, { ...cited, file: '../outside.md' }] };
    await orThrow(baton.contexts.init(TASK, { actor: 'ada', immutable, git: { head: null, task_file_sha: null } }));
    expect((await baton.startTurn(TASK, turn)).isOk()).toBe(true);
    await orThrow(files.write('standards/a.md', '# A\n\nSomething else.\n'));
    expect((await baton.contexts.exportFor(TASK, turn))._unsafeUnwrapErr().code).toBe('StaleCitation');
  });

  test('cannot hide behind a file that cannot be read', async () => {
    const tasks = createMemoryTaskStore();
    const files = await inMemory(sampleRepository());
    let broken = false;
    const failed = failure('StorageFailure', 'The disk cannot be read.', { operation: 'read', reason: 'EIO' });
    const flaky: WorkspaceFiles = { ...files, read: (path) => (broken ? errAsync(failed) : files.read(path)) };
    const baton = createBaton({ tasks, files: flaky, clock: createManualClock() });
    await orThrow(
      baton.contexts.init(TASK, { actor: 'ada', ...(await orThrow(captureContext({ files, ...sampleRequest }))) }),
    );
    broken = true;
    expect((await baton.startTurn(TASK, turn))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect((await baton.contexts.exportFor(TASK, turn))._unsafeUnwrapErr().code).toBe('StorageFailure');
    const read = await orThrow(baton.contexts.get(TASK));
    expect(read?.warnings.map(({ code }) => code)).toEqual(['StorageFailure']);
  });
});

describe('get', () => {
  test('warns of a task file and a priority that changed', async () => {
    const { baton, files } = await captured();
    expect((await orThrow(baton.contexts.get(TASK)))?.warnings).toEqual([]);
    await edit(files, sampleRequest.taskFile, 'priority: P1', 'priority: P0');
    const changed = await orThrow(baton.contexts.get(TASK));
    expect(changed?.warnings).toMatchObject([
      { code: 'TaskFileChanged', where: sampleRequest.taskFile },
      { code: 'PriorityChanged', where: sampleRequest.taskFile },
    ]);
    expect(changed?.warnings[0]?.message).toMatch(/the task file was [0-9a-f]{40} when .* and is another one now\./);
    await orThrow(files.remove(sampleRequest.taskFile));
    const gone = await orThrow(baton.contexts.get(TASK));
    expect(gone?.warnings.map(({ code }) => code)).toEqual(['TaskFileChanged']);
    expect(gone?.warnings[0]?.message).toContain('is gone now.');
  });
});

describe('the baseline', () => {
  test('is set only while the task file is the one that was captured', async () => {
    const { baton, files } = await captured();
    const text = (await orThrow(files.read(sampleRequest.taskFile)))?.text ?? '';
    await orThrow(files.write(sampleRequest.taskFile, `${text}# edited\n`));
    const early = await orThrow(baton.contexts.recordQa(TASK, { ...turn, log: log('jest-failing') }));
    expect(early.record.qa.baseline).toEqual({ status: 'pending' });
    expect(early.warnings.map(({ code }) => code)).toEqual(['BaselineNotSet']);
    await orThrow(files.write(sampleRequest.taskFile, text));
    const first = await orThrow(baton.contexts.recordQa(TASK, { ...turn, log: log('jest-failing') }));
    expect(first.record.qa.baseline.status).toBe('recorded');
    expect(first.warnings).toEqual([]);
  });

  test('of a store that cannot look comes with a warning', async () => {
    const files = await inMemory(sampleRepository());
    const baton = createBaton({ tasks: createMemoryTaskStore(), clock: createManualClock() });
    await orThrow(
      baton.contexts.init(TASK, { actor: 'ada', ...(await orThrow(captureContext({ files, ...sampleRequest }))) }),
    );
    const first = await orThrow(baton.contexts.recordQa(TASK, { ...turn, log: log('jest-failing') }));
    expect(first.record.qa.baseline.status).toBe('recorded');
    expect(first.warnings.map(({ code }) => code)).toEqual(['TaskFileUnchecked']);
    const later = await orThrow(baton.contexts.recordQa(TASK, { ...turn, log: log('jest-passing') }));
    expect(later.warnings).toEqual([]);
  });
});

describe('a hand-off with a QA log', () => {
  const repositories: Repository[] = [];
  afterEach(() => repositories.splice(0).forEach((repository) => repository.remove()));

  test('records QA, snapshot and status in one commit', async () => {
    const repository = createRepository({ 'a.txt': 'one\n' });
    repositories.push(repository);
    const tasks = createMemoryTaskStore();
    const worktree = createGitWorktree({ directory: repository.directory });
    const baton = createBaton({ tasks, worktree, clock: createManualClock() });
    await orThrow(
      baton.contexts.init(TASK, {
        actor: 'ada',
        immutable: sampleImmutable,
        git: { head: null, task_file_sha: null },
      }),
    );
    await orThrow(baton.contexts.recordQa(TASK, { ...turn, log: log('jest-failing') }));
    const opened = await orThrow(baton.startTurn(TASK, { ...turn, operationId: 'start-1' }));
    expect((await orThrow(baton.startTurn(TASK, { ...turn, operationId: 'start-1' }))).revision).toBe(opened.revision);
    repository.write('a.txt', 'two\n');
    const qaLog = log('jest-failing').replaceAll('adds negative numbers', 'adds big numbers');
    const closed = await orThrow(baton.handOff(TASK, { ...turn, qaLog, operationId: 'hand-off-1' }));
    expect(closed.revision).toBe(opened.revision + 1);
    expect(closed.snapshot?.files_changed.map(({ path }) => path)).toEqual(['a.txt']);
    expect(closed.record.coordination.implementer?.status).toBe('done');
    expect(closed.qa).toMatchObject({
      results: [{ tool: 'jest', status: 'failed', log: closed.qa?.run?.log }],
      run: {
        role: 'implementer',
        verdicts: {
          fixed: ['sum.test.js › sum › adds negative numbers'],
          regressed: ['sum.test.js › sum › adds big numbers'],
        },
      },
    });
    const stored = await orThrow(tasks.getArtifact(TASK, closed.qa?.run?.log ?? ''));
    expect(new TextDecoder().decode(stored)).toBe(qaLog);
    const { entries } = await orThrow(baton.contexts.trail(TASK));
    const written = entries.filter(({ revision }) => revision === closed.revision).map(({ event }) => event.type);
    expect(written).toEqual(['qa-run-recorded', 'snapshot-taken', 'role-completed', 'operation-recorded']);

    const again = await orThrow(baton.handOff(TASK, { ...turn, qaLog, operationId: 'hand-off-1' }));
    expect(again.revision).toBe(closed.revision);
    expect(again.snapshot).toEqual(closed.snapshot);
    const reused = await baton.handOff(TASK, { ...turn, qaLog: log('jest-passing'), operationId: 'hand-off-1' });
    expect(reused._unsafeUnwrapErr().code).toBe('OperationIdReused');
  });

  test('takes what recordQa takes, and works without a working tree', async () => {
    const { baton } = await captured();
    await orThrow(baton.startTurn(TASK, turn));
    const qaLog = { log: 'no known tool\n', command: 'make check', exitCode: 0 };
    const closed = await orThrow(baton.handOff(TASK, { ...turn, qaLog }));
    expect(closed.qa?.baseline).toMatchObject({
      status: 'recorded',
      results: [{ command: 'make check', status: 'passed' }],
    });
    expect(closed).toMatchObject({ snapshot: null, warnings: [] });
  });

  test('is refused as a whole when nothing in the log ran, or the log is none, or holds a secret', async () => {
    const { baton } = await captured();
    const notOpen = (await baton.handOff(TASK, { ...turn, qaLog: '' }))._unsafeUnwrapErr();
    expect(notOpen).toMatchObject({
      code: 'Rejected',
      data: { unmet: [{ condition: 'status-edge' }, { condition: 'qa-ran' }] },
    });
    const { revision } = await orThrow(baton.startTurn(TASK, turn));
    const token = ['AKIA', 'Q3EGRJ7TMN5V', 'K2XZ'].join('');
    for (const [qaLog, code] of [
      [log('turbo-cached'), 'Rejected'],
      [7 as never, 'InvalidInput'],
      [{ log: null as never }, 'InvalidInput'],
      [null as never, 'InvalidInput'],
      [{ log: `key ${token}\n`, exitCode: 0 }, 'SecretFound'],
    ] as const) {
      expect((await baton.handOff(TASK, { ...turn, qaLog }))._unsafeUnwrapErr().code).toBe(code);
    }
    const after = await orThrow(baton.contexts.get(TASK));
    expect(after).toMatchObject({ revision, record: { coordination: { implementer: { status: 'in_progress' } } } });
  });
});
