import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Baton, type BatonPolicy, createBaton } from 'batonkit';
import { createContextStore } from '../contexts/context-store.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { DeltaTracker } from './delta-tracker.ts';
import { createRepository, treeByGit, type Repository } from './git-repository.fixture.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const repositories: Repository[] = [];
afterEach(() => repositories.splice(0).forEach((repository) => repository.remove()));

interface Scene {
  readonly repository: Repository;
  readonly tasks: TaskStore;
  readonly baton: Baton;
  readonly deltas: DeltaTracker;
}

async function scene(policy: BatonPolicy = {}, scope: readonly string[] = []): Promise<Scene> {
  const repository = createRepository({ 'login.ts': 'one\ntwo\nthree\n', 'run.sh': 'echo run\n', 'src/a.ts': 'a\n' });
  repositories.push(repository);
  const worktree = createGitWorktree({ directory: repository.directory });
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, worktree, policy });
  const git = { head: repository.git('rev-parse', 'HEAD'), branch: 'main', task_file_sha: null };
  await orThrow(
    baton.contexts.init(TASK, { ...ada, git, immutable: { ...sampleImmutable, scope_patterns: [...scope] } }),
  );
  return { repository, tasks, baton, deltas: baton.deltas };
}

/** A scene in which the implementer has changed a file, added one and handed off. */
async function handedOff(policy?: BatonPolicy, scope?: readonly string[]): Promise<Scene> {
  const made = await scene(policy, scope);
  await orThrow(made.baton.startTurn(TASK, { ...ada, role: 'implementer' }));
  made.repository.write('login.ts', 'one\nTWO\nthree\n');
  made.repository.write('notes.md', 'new\n');
  await orThrow(made.baton.handOff(TASK, { ...ada, role: 'implementer' }));
  return made;
}

const startReviewer = ({ baton }: Scene) => baton.startTurn(TASK, { actor: 'codex', role: 'reviewer' });

/** The checks of the drift that starting the reviewer finds, or 'no drift'. */
async function driftOf(made: Scene): Promise<unknown> {
  const answer = await startReviewer(made);
  if (answer.isOk()) return 'no drift';
  if (answer.error.code !== 'DriftDetected') return answer.error.code;
  return answer.error.data.report.checks.map(({ check, path }) => (path === null ? check : `${check} ${path}`));
}

describe('a snapshot', () => {
  test('proves the whole state: its tree is the one git makes, its files carry their SHA-256', async () => {
    const { repository, baton } = await scene();
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    repository.write('login.ts', 'one\nTWO\nthree\n');
    repository.write('notes.md', 'new\n');
    rmSync(repository.path('run.sh'));
    const { snapshot, record } = await orThrow(baton.handOff(TASK, { ...ada, role: 'implementer' }));
    expect(snapshot?.tree).toBe(treeByGit(repository));
    expect(snapshot?.base_commit).toBe(repository.git('rev-parse', 'HEAD'));
    expect(snapshot?.diff_stat).toEqual({ files: 3, insertions: 2, deletions: 2 });
    expect(snapshot?.files_changed.map(({ path, status, sha256 }) => [path, status, sha256])).toEqual([
      ['login.ts', 'modified', sha256Hex('one\nTWO\nthree\n')],
      ['notes.md', 'added', sha256Hex('new\n')],
      ['run.sh', 'deleted', null],
    ]);
    expect(record.coordination['implementer']).toMatchObject({
      status: 'done',
      worktree_snapshot: { tree: snapshot?.tree },
    });
    expect(Buffer.from(snapshot?.status_report ?? '', 'base64').toString()).toContain('notes.md');
  });

  test('of a second role tells its own edits apart, also on the same lines', async () => {
    const made = await handedOff();
    await orThrow(startReviewer(made));
    made.repository.write('login.ts', 'one\nTwo!\nthree\n');
    const { snapshot } = await orThrow(made.baton.handOff(TASK, { ...ada, role: 'reviewer' }));
    expect(snapshot?.diff_from_implementer).toMatch(/^[0-9a-f]{64}$/);
    expect(snapshot?.files_changed[0]).toMatchObject({
      path: 'login.ts',
      previous_sha256: sha256Hex('one\nTWO\nthree\n'),
    });
    const incremental = await orThrow(made.deltas.diff(TASK, { role: 'reviewer', type: 'incremental' }));
    expect(incremental.text).toContain('-TWO\n+Two!\n');
    expect(incremental.text).not.toContain('notes.md');
    expect(incremental.sha).toBe(snapshot?.incremental_diff_sha);
    const whole = await orThrow(made.deltas.diff(TASK, { role: 'reviewer', type: 'from_base' }));
    expect(whole.text).toContain('-two\n+Two!\n');
    expect(whole.sha).toBe(sha256Hex(whole.text));
    expect((await made.deltas.diff(TASK, { role: 'implementer', type: 'incremental' }))._unsafeUnwrapErr().code).toBe(
      'Rejected',
    );
  });

  test('needs a change, unless a clean hand-off is intended, and an open turn', async () => {
    const { baton, deltas } = await scene();
    expect(
      (await deltas.snapshot(TASK, { ...ada, role: 'implementer', allowClean: true }))._unsafeUnwrapErr().code,
    ).toBe('Rejected');
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    expect((await baton.handOff(TASK, { ...ada, role: 'implementer' }))._unsafeUnwrapErr().code).toBe('TreeClean');
    expect((await deltas.snapshot(TASK, { ...ada, role: 'implementer' }))._unsafeUnwrapErr().code).toBe('TreeClean');
    const { snapshot } = await orThrow(baton.handOff(TASK, { ...ada, role: 'implementer', allowClean: true }));
    expect(snapshot?.files_changed).toEqual([]);
    expect((await baton.startTurn(TASK, { ...ada, role: 'reviewer' })).isOk()).toBe(true);
  });

  test('warns of files out of scope, or refuses them', async () => {
    const warned = await scene({}, ['login.ts', 'src']);
    await orThrow(warned.baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    warned.repository.write('src/b.ts', 'b\n');
    warned.repository.write('notes.md', 'new\n');
    const { warnings, snapshot } = await orThrow(warned.baton.handOff(TASK, { ...ada, role: 'implementer' }));
    expect(warnings).toMatchObject([{ code: 'OutOfScope' }]);
    expect(snapshot?.out_of_scope).toEqual(['notes.md']);

    const strict = await scene({ outOfScope: 'fail' }, ['login.ts']);
    await orThrow(strict.baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    strict.repository.write('notes.md', 'new\n');
    const refused = (await strict.baton.handOff(TASK, { ...ada, role: 'implementer' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'in-scope' }] } });
  });
});

test('a file store inside the working tree is nobody’s work', async () => {
  const repository = createRepository({ 'login.ts': 'one\n' });
  repositories.push(repository);
  const tasks = createFsTaskStore({ root: repository.path('.agent-output') });
  const baton = createBaton({ tasks, worktree: createGitWorktree({ directory: repository.directory }) });
  await orThrow(
    baton.contexts.init(TASK, { ...ada, git: { head: null, task_file_sha: null }, immutable: sampleImmutable }),
  );
  await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
  repository.write('login.ts', 'two\n');
  const { snapshot } = await orThrow(baton.handOff(TASK, { ...ada, role: 'implementer' }));
  expect(snapshot?.files_changed.map(({ path }) => path)).toEqual(['login.ts']);
  expect((await baton.startTurn(TASK, { ...ada, role: 'reviewer' })).isOk()).toBe(true);
});

describe('drift between two turns', () => {
  test.each<[string, (repository: Repository) => void, unknown]>([
    ['nothing', () => undefined, 'no drift'],
    ['touch', ({ path }) => utimesSync(path('login.ts'), new Date(), new Date()), 'no drift'],
    [
      'an edit',
      ({ write }) => write('login.ts', 'one\nTWO\nthree\nfour\n'),
      ['content login.ts', 'size login.ts', 'diff'],
    ],
    [
      'an edit with the same size and time',
      ({ write, path }) => {
        const { atime, mtime } = statSync(path('login.ts'));
        write('login.ts', 'one\nTWo\nthree\n');
        utimesSync(path('login.ts'), atime, mtime);
      },
      ['content login.ts', 'diff'],
    ],
    ['a second edit of an untracked file', ({ write }) => write('notes.md', 'old\n'), ['content notes.md', 'diff']],
    ['a new file', ({ write }) => write('extra.md', 'x\n'), ['content extra.md', 'diff']],
    ['a mode', ({ path }) => chmodSync(path('login.ts'), 0o755), ['mode login.ts', 'diff']],
    ['staging', ({ git }) => git('add', 'login.ts'), ['git-status login.ts']],
    ['an undone edit', ({ git }) => git('checkout', '--quiet', 'login.ts'), ['content login.ts', 'diff']],
    [
      'a stash',
      ({ git }) => git('stash', '--quiet', '--include-untracked'),
      ['tree-clean', 'content login.ts', 'content notes.md', 'diff'],
    ],
    ['an empty commit', ({ git }) => git('commit', '--quiet', '--allow-empty', '--message', 'x'), ['base-commit']],
    [
      'a commit of everything',
      ({ git }) => (git('add', '--all'), git('commit', '--quiet', '--message', 'x')),
      ['base-commit', 'tree-clean', 'git-status login.ts', 'git-status notes.md'],
    ],
  ])('%s', async (_, change, expected) => {
    const made = await handedOff();
    change(made.repository);
    expect(await driftOf(made)).toEqual(expected);
  });

  test('a file that joins the scope shows there too', async () => {
    const made = await handedOff({}, ['login.ts', 'notes.md', 'src']);
    made.repository.write('src/b.ts', 'b\n');
    expect(await driftOf(made)).toEqual(['content src/b.ts', 'scope', 'diff']);
  });

  test('is told to a person with the file, the role and the safe next step', async () => {
    const made = await handedOff();
    made.repository.write('login.ts', 'mine\n');
    const error = (await startReviewer(made))._unsafeUnwrapErr();
    expect(error.message).toMatch(/^TASK-1: the working tree is not what implementer handed off at /);
    expect(error.message).toContain(
      `  login.ts\n    content\n      expected  modified ${sha256Hex('one\nTWO\nthree\n')}\n      found     modified ${sha256Hex('mine\n')}`,
    );
    expect(error.message).not.toMatch(/reset --hard|clean -|checkout|rm /);
  });

  test('counts, blocks, and is resolved by accepting the tree with a note', async () => {
    const made = await handedOff();
    made.repository.write('login.ts', 'hotfix\n');
    expect((await startReviewer(made))._unsafeUnwrapErr().code).toBe('DriftDetected');
    expect((await startReviewer(made))._unsafeUnwrapErr().code).toBe('DriftUnresolved');
    const context = await orThrow(made.baton.contexts.get(TASK));
    expect(context?.record.coordination['implementer']?.drift_budget).toBe(1);

    const resolve = {
      actor: 'grace',
      role: 'implementer',
      note: 'urgent hotfix by hand',
      accept: 'current-tree',
    } as const;
    const { record } = await orThrow(made.deltas.resolveDrift(TASK, resolve));
    expect(record.coordination['implementer']?.drift_budget).toBe(0);
    expect(record.tree_chain.map(({ role, outside }) => [role, outside])).toEqual([
      ['implementer', false],
      ['implementer', true],
    ]);
    expect((await startReviewer(made)).isOk()).toBe(true);
    const { entries } = await orThrow(made.baton.contexts.trail(TASK));
    expect(entries.map(({ actor, event }) => [actor, event.type])).toContainEqual(['grace', 'drift-resolved']);
    expect(entries.every(({ head }) => head === made.repository.git('rev-parse', 'HEAD'))).toBe(true);
  });

  test('is resolved as restored only when the files are back', async () => {
    const made = await handedOff();
    made.repository.write('login.ts', 'oops\n');
    expect(await driftOf(made)).toEqual(['content login.ts', 'size login.ts', 'diff']);
    const resolve = { ...ada, role: 'implementer', note: 'put back', accept: 'restored' } as const;
    expect((await made.deltas.resolveDrift(TASK, resolve))._unsafeUnwrapErr().code).toBe('DriftDetected');
    made.repository.write('login.ts', 'one\nTWO\nthree\n');
    await orThrow(made.deltas.resolveDrift(TASK, resolve));
    expect(await driftOf(made)).toBe('no drift');
  });

  test('is not what a role did in its own turn, not even a commit', async () => {
    const made = await scene();
    await orThrow(made.baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    made.repository.write('login.ts', 'committed\n');
    made.repository.git('commit', '--quiet', '--all', '--message', 'by the agent');
    made.repository.write('notes.md', 'and more\n');
    await orThrow(made.baton.handOff(TASK, { ...ada, role: 'implementer' }));
    expect(await driftOf(made)).toBe('no drift');
  });
});

describe('verify and inspect', () => {
  test('a commit of exactly the snapshot is committed, not drift, where that is expected', async () => {
    const { repository, deltas } = await handedOff();
    expect(await orThrow(deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }))).toEqual({
      verdict: 'unchanged',
    });
    expect((await deltas.verify(TASK, { ...ada, expectedRole: 'implementer', expect: 'committed' })).isErr()).toBe(
      true,
    );
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message', 'exactly');
    for (const expect_ of ['committed', 'either'] as const) {
      expect(await orThrow(deltas.verify(TASK, { ...ada, expectedRole: 'implementer', expect: expect_ }))).toEqual({
        verdict: 'committed',
      });
    }
    expect((await deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }))._unsafeUnwrapErr().code).toBe(
      'DriftDetected',
    );
  });

  test('a role without a snapshot is SnapshotMissing, by verify and by the next role', async () => {
    const { tasks, baton, deltas } = await scene();
    expect((await deltas.verify(TASK, { ...ada, expectedRole: 'implementer' }))._unsafeUnwrapErr().code).toBe(
      'SnapshotMissing',
    );
    expect((await deltas.inspect(TASK))._unsafeUnwrapErr().code).toBe('SnapshotMissing');
    const implementer = { ...ada, role: 'implementer' };
    await orThrow(baton.contexts.updateCoordination(TASK, { ...implementer, status: 'in_progress' }));
    const refused = await baton.contexts.updateCoordination(TASK, { ...implementer, status: 'done' });
    expect(refused._unsafeUnwrapErr().message).toContain('Hand off, which takes one.');
    // A service that sees no working tree knows no better.
    await orThrow(createContextStore({ tasks }).updateCoordination(TASK, { ...implementer, status: 'done' }));
    expect((await baton.startTurn(TASK, { ...ada, role: 'reviewer' }))._unsafeUnwrapErr().code).toBe('SnapshotMissing');
  });

  test('inspect looks the same way and counts nothing', async () => {
    const made = await handedOff();
    expect(await orThrow(made.deltas.inspect(TASK))).toMatchObject({
      verdict: 'unchanged',
      role: 'implementer',
      report: null,
    });
    made.repository.write('login.ts', 'x\n');
    const before = (await orThrow(made.baton.contexts.get(TASK)))?.revision;
    expect(await orThrow(made.deltas.inspect(TASK))).toMatchObject({ verdict: 'drift', role: 'implementer' });
    expect((await orThrow(made.baton.contexts.get(TASK)))?.revision).toBe(before);
  });

  test('an unknown task is ContextNotFound everywhere', async () => {
    const { deltas } = await scene();
    const calls = [
      deltas.snapshot('TASK-9', { ...ada, role: 'implementer' }),
      deltas.verify('TASK-9', { ...ada, expectedRole: 'implementer' }),
      deltas.inspect('TASK-9'),
      deltas.resolveDrift('TASK-9', { ...ada, role: 'implementer', note: 'x', accept: 'restored' }),
      deltas.diff('TASK-9', { role: 'implementer', type: 'from_base' }),
      deltas.preview('TASK-9', { role: 'implementer' }),
      deltas.restore('TASK-9', { role: 'implementer' }),
    ];
    for (const call of calls) expect((await call)._unsafeUnwrapErr().code).toBe('ContextNotFound');
  });
});

describe('restore', () => {
  test('previews first, then puts back only what is listed', async () => {
    const made = await handedOff();
    await orThrow(startReviewer(made));
    made.repository.write('login.ts', 'by the reviewer\n');
    rmSync(made.repository.path('notes.md'));
    await orThrow(made.baton.handOff(TASK, { ...ada, role: 'reviewer' }));

    const { steps } = await orThrow(made.deltas.preview(TASK, { role: 'implementer' }));
    expect(steps.map(({ path, action, foreign }) => [path, action, foreign])).toEqual([
      ['login.ts', 'write', false],
      ['notes.md', 'write', false],
    ]);
    expect(await orThrow(made.deltas.restore(TASK, { role: 'implementer', paths: ['notes.md'] }))).toEqual({
      written: 1,
      removed: 0,
    });
    expect(readFileSync(made.repository.path('notes.md'), 'utf8')).toBe('new\n');
    expect(readFileSync(made.repository.path('login.ts'), 'utf8')).toBe('by the reviewer\n');
    await orThrow(made.deltas.restore(TASK, { role: 'implementer' }));
    expect(readFileSync(made.repository.path('login.ts'), 'utf8')).toBe('one\nTWO\nthree\n');
  });

  test('refuses to lose what is in no snapshot, and leaves everything as it was', async () => {
    const made = await handedOff();
    made.repository.write('login.ts', 'an hour of work\n');
    made.repository.write('mine.txt', 'untracked\n');
    const refused = (await made.deltas.restore(TASK, { role: 'implementer' }))._unsafeUnwrapErr();
    expect(refused.code).toBe('Rejected');
    expect(refused.message).toContain('login.ts holds edits that are in no snapshot');
    expect(readFileSync(made.repository.path('login.ts'), 'utf8')).toBe('an hour of work\n');
    expect(existsSync(made.repository.path('mine.txt'))).toBe(true);
  });

  test('writes a whole snapshot into a directory of its own', async () => {
    const made = await handedOff();
    made.repository.write('login.ts', 'changed since\n');
    const into = join(mkdtempSync(join(tmpdir(), 'batonkit-into-')), 'tree');
    await orThrow(made.deltas.restore(TASK, { role: 'implementer', into }));
    expect(readdirSync(into).sort()).toEqual(['login.ts', 'notes.md', 'run.sh', 'src']);
    expect(readFileSync(join(into, 'login.ts'), 'utf8')).toBe('one\nTWO\nthree\n');
    rmSync(into, { recursive: true });
  });
});

test('the context warns when HEAD or the branch moved, and a purge gives the snapshots up', async () => {
  const { repository, baton } = await handedOff();
  repository.git('checkout', '--quiet', '-b', 'other');
  repository.git('commit', '--quiet', '--allow-empty', '--message', 'x');
  const context = await orThrow(baton.contexts.get(TASK));
  expect(context?.warnings.map(({ code }) => code)).toEqual(['HeadMoved', 'BranchChanged']);
  const packs = (): string[] =>
    readdirSync(repository.path('.git/batonkit'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.pack'));
  expect(packs()).not.toEqual([]);
  expect(await orThrow(baton.contexts.purge(TASK, ada))).toMatchObject({ purged: true, warnings: [] });
  expect(packs()).toEqual([]);
});

describe('trouble on the way', () => {
  test('a crash before the commit leaves record and repository as before, and trying again works', async () => {
    const repository = createRepository({ 'login.ts': 'one\n' });
    repositories.push(repository);
    const tasks = createMemoryTaskStore({ faults: [{ at: 3, op: 'commit', when: 'before', as: 'crash' }] });
    const baton = createBaton({ tasks, worktree: createGitWorktree({ directory: repository.directory }) });
    const git = { head: repository.git('rev-parse', 'HEAD'), task_file_sha: null };
    await orThrow(baton.contexts.init(TASK, { ...ada, git, immutable: { ...sampleImmutable, scope_patterns: [] } }));
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    repository.write('login.ts', 'two\n');
    const before = [
      repository.git('status', '--porcelain'),
      repository.git('for-each-ref'),
      repository.git('ls-files', '--stage'),
    ];

    await expect(baton.handOff(TASK, { ...ada, role: 'implementer' })).rejects.toThrow('Simulated crash');
    expect((await orThrow(baton.contexts.get(TASK)))?.record.tree_chain).toEqual([]);
    expect([
      repository.git('status', '--porcelain'),
      repository.git('for-each-ref'),
      repository.git('ls-files', '--stage'),
    ]).toEqual(before);
    expect((await baton.handOff(TASK, { ...ada, role: 'implementer' })).isOk()).toBe(true);
  });

  test('of two that hand off the same turn at once, one is refused', async () => {
    const { baton, repository } = await scene();
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    repository.write('login.ts', 'both\n');
    const answers = await Promise.all([1, 2].map(() => baton.handOff(TASK, { ...ada, role: 'implementer' })));
    expect(answers.map((answer) => (answer.isOk() ? 'ok' : answer.error.code)).sort()).toEqual(['Rejected', 'ok']);
    expect((await orThrow(baton.contexts.get(TASK)))?.record.tree_chain).toHaveLength(1);
  });

  test('an earlier tree that is really gone costs the incremental patch, not the hand-off', async () => {
    const made = await handedOff();
    await orThrow(startReviewer(made));
    rmSync(made.repository.path('.git/batonkit'), { recursive: true });
    made.repository.write('login.ts', 'reviewed\n');
    const { snapshot } = await orThrow(made.baton.handOff(TASK, { ...ada, role: 'reviewer' }));
    expect(snapshot?.incremental_diff_error).toMatch(/.{10}/);
    expect(snapshot?.incremental_diff_sha).toBeNull();
    expect((await made.deltas.diff(TASK, { role: 'reviewer', type: 'incremental' }))._unsafeUnwrapErr().message).toBe(
      snapshot?.incremental_diff_error,
    );
    const elsewhere = await made.deltas.restore(TASK, {
      role: 'implementer',
      into: join(made.repository.directory, 'into'),
    });
    expect(elsewhere._unsafeUnwrapErr().code).toBe('SnapshotElsewhere');
    expect(await orThrow(made.deltas.verify(TASK, { ...ada, expectedRole: 'reviewer' }))).toEqual({
      verdict: 'unchanged',
    });
  });

  test('a patch above 10 MB is a warning with its size', async () => {
    const { baton, repository } = await scene();
    await orThrow(baton.startTurn(TASK, { ...ada, role: 'implementer' }));
    repository.write('big.txt', 'a line of text that repeats\n'.repeat(400_000));
    const { warnings } = await orThrow(baton.handOff(TASK, { ...ada, role: 'implementer' }));
    expect(warnings).toMatchObject([
      { code: 'LargeDiff', message: expect.stringMatching(/^The patch has 11\.\d MB/) as string },
    ]);
  });

  test('a directory that is no repository is GitFailure with its reason', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'batonkit-plain-'));
    const baton = createBaton({ tasks: createMemoryTaskStore(), worktree: createGitWorktree({ directory }) });
    await orThrow(
      baton.contexts.init(TASK, { ...ada, git: { head: null, task_file_sha: null }, immutable: sampleImmutable }),
    );
    const failed = (await baton.startTurn(TASK, { ...ada, role: 'implementer' }))._unsafeUnwrapErr();
    expect(failed).toMatchObject({ code: 'GitFailure', data: { reason: 'not-a-repository' } });
    expect((await orThrow(baton.contexts.get(TASK)))?.record.coordination['implementer']?.status).toBe('pending');
    rmSync(directory, { recursive: true });
  });
});
