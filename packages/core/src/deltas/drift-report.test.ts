import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { createDeltaTracker } from './delta-tracker.ts';
import { formatDriftReport, type DriftReport } from './drift-report.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const implementer = { ...ada, role: 'implementer' };
const ONE = 'one\n';
const TWO = 'two\n';

/** The implementer changed one file and handed off at nine; it is half past nine. */
async function handedOff(scope: readonly string[] = []) {
  const clock = createManualClock({ start: Date.parse('2026-11-16T09:00:00.000Z') });
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: { 'login.ts': ONE, 'src/a.ts': 'a\n' } });
  const baton = createBaton({ tasks, worktree, clock });
  const immutable = { ...sampleImmutable, scope_patterns: [...scope] };
  await orThrow(baton.contexts.init(TASK, { ...ada, git: { head: null, task_file_sha: null }, immutable }));
  await orThrow(baton.startTurn(TASK, implementer));
  worktree.edit('login.ts', TWO);
  const { snapshot } = await orThrow(baton.handOff(TASK, implementer));
  clock.advance(30 * 60_000);
  const deltas = createDeltaTracker({ tasks, worktree, clock });
  return { tasks, worktree, baton, deltas, snapshot: snapshot!, verify: { ...ada, expectedRole: 'implementer' } };
}

describe('a report', () => {
  const report: DriftReport = {
    task_id: TASK,
    expected_role: 'implementer',
    handed_off_at: '2026-11-16T09:00:00.000Z',
    verified_at: '2026-11-16T09:30:00.000Z',
    worktree: 'shop-1',
    expected_tree: 'a'.repeat(40),
    checks: [
      { check: 'base-commit', path: null, expected: 'c1', found: 'c2' },
      { check: 'content', path: 'a.ts', expected: 'modified 1', found: 'modified 2' },
      { check: 'content', path: 'b.ts', expected: 'added 3', found: 'as in the base commit' },
      { check: 'mode', path: 'a.ts', expected: '100644', found: '100755' },
      { check: 'diff', path: null, expected: 'd1', found: 'd2' },
    ],
  };

  test('tells a person each place once, with all that differs there, and the safe next step', () => {
    expect(formatDriftReport(report))
      .toBe(`TASK-1: the working tree is not what implementer handed off at 2026-11-16T09:00:00.000Z.
  the whole tree
    HEAD moved (commit, rebase or branch switch)
      expected  c1
      found     c2
    patch against the base commit
      expected  d1
      found     d2
  a.ts
    content
      expected  modified 1
      found     modified 2
    file mode
      expected  100644
      found     100755
  b.ts
    content
      expected  added 3
      found     as in the base commit
Nobody may start until this is resolved: put the files back as they were, or, once verify has counted it, accept the tree as it is, with resolveDrift and a note.
`);
  });

  test('of a failed verification says whose hand-off, when and what, is kept as an artifact and counted in the audit', async () => {
    const { tasks, worktree, baton, deltas, snapshot, verify } = await handedOff();
    worktree.edit('login.ts', 'by somebody\n');
    worktree.edit('new.ts', 'x\n');
    const { commit: head } = await orThrow(worktree.head());
    const error = (await deltas.verify(TASK, verify))._unsafeUnwrapErr();
    if (error.code !== 'DriftDetected') throw new Error(error.code);
    const { report: found, counted, lines } = error.data;
    expect(counted).toBe(true);
    expect(error.message).toBe(formatDriftReport(found, { counted: true, lines }));
    expect(lines).toContain('-two\n+by somebody\n');
    expect(error.message).toContain('    +by somebody\n');
    expect(found).toMatchObject({
      ...{ task_id: TASK, expected_role: 'implementer', worktree: worktree.id, expected_tree: snapshot.tree },
      ...{ handed_off_at: '2026-11-16T09:00:00.000Z', verified_at: '2026-11-16T09:30:00.000Z' },
    });
    expect(found.checks).toEqual([
      {
        ...{ check: 'content', path: 'login.ts' },
        ...{ expected: `modified ${sha256Hex(TWO)}`, found: `modified ${sha256Hex('by somebody\n')}` },
      },
      { check: 'size', path: 'login.ts', expected: '4', found: '12' },
      { check: 'content', path: 'new.ts', expected: 'as in the base commit', found: `added ${sha256Hex('x\n')}` },
      { check: 'diff', path: null, expected: snapshot.diff_sha, found: found.checks.at(-1)?.found },
    ]);
    expect(Object.isFrozen(found.checks)).toBe(true);
    const bytes = encodeUtf8(canonicalJson(found));
    expect(await orThrow(tasks.getArtifact(TASK, sha256Hex(bytes)))).toEqual(bytes);
    const { entries } = await orThrow(baton.contexts.trail(TASK));
    expect(entries.at(-1)).toMatchObject({
      ...{ actor: 'ada', head },
      event: { type: 'drift-detected', role: 'implementer', report: sha256Hex(bytes), checks: 4, files: 2 },
    });
  });

  test('shows the first of many changed lines, cuts long ones, and hides secrets', async () => {
    const { worktree, deltas, verify } = await handedOff();
    const key = ['AKIA', 'Z7QW3NVB5T2XKLMD'].join('');
    worktree.edit('login.ts', `key = "${key}"\n${'x'.repeat(500)}\n${'y\n'.repeat(100)}`);
    const error = (await deltas.verify(TASK, verify))._unsafeUnwrapErr();
    if (error.code !== 'DriftDetected') throw new Error(error.code);
    const { lines } = error.data;
    expect(lines).not.toContain(key);
    expect(lines).toContain('+[redacted: ');
    expect(lines.split('\n')).toHaveLength(61);
    expect(lines.endsWith('... and more')).toBe(true);
    expect(Math.max(...lines.split('\n').map((line) => line.length))).toBeLessThan(210);
  });

  test('names the scope only when files joined or left it', async () => {
    const { worktree, deltas, snapshot } = await handedOff(['login.ts', 'src']);
    const derived = async () =>
      (await orThrow(deltas.inspect(TASK))).report?.checks
        .filter(({ path }) => path === null)
        .map(({ check, expected }) => [check, expected]);
    worktree.edit('login.ts', 'by somebody\n');
    expect(await derived()).toEqual([['diff', snapshot.diff_sha]]);
    worktree.edit('src/b.ts', 'b\n');
    expect(await derived()).toEqual([
      ['scope', snapshot.scope_hash],
      ['diff', snapshot.diff_sha],
    ]);
  });

  test('of files that are staged and nothing else has the same patch', async () => {
    const { worktree, deltas } = await handedOff();
    worktree.stage('login.ts');
    const { report: staged } = await orThrow(deltas.inspect(TASK));
    expect(staged?.checks.map(({ check }) => check)).toEqual(['git-status']);
  });
});

describe('a look without drift', () => {
  test('says so, and whether the hand-off was committed meanwhile', async () => {
    const { worktree, deltas, verify } = await handedOff();
    const unchanged = { verdict: 'unchanged', role: 'implementer', counted: false, report: null };
    expect(await orThrow(deltas.inspect(TASK))).toEqual({
      ...unchanged,
      text: 'TASK-1: the working tree is what implementer handed off (unchanged).\n',
    });
    worktree.commit('exactly');
    expect(await orThrow(deltas.inspect(TASK))).toEqual({
      ...{ ...unchanged, verdict: 'committed' },
      text: 'TASK-1: the working tree is what implementer handed off (committed).\n',
    });
    expect(await orThrow(deltas.verify(TASK, { ...verify, expect: 'either' }))).toEqual({ verdict: 'committed' });
    const strict = (await deltas.verify(TASK, verify))._unsafeUnwrapErr();
    if (strict.code !== 'DriftDetected') throw new Error(strict.code);
    expect(strict.data.report.checks.map(({ check }) => check)).toEqual(['base-commit', 'tree-clean', 'git-status']);
  });

  test('after a commit of something else is drift, and so is an edit on top of the commit', async () => {
    const made = await handedOff();
    made.worktree.commit('exactly');
    made.worktree.edit('src/a.ts', 'more\n');
    const { report } = await orThrow(made.deltas.inspect(TASK));
    expect(report?.checks.map(({ check, path }) => [check, path])).toEqual([
      ['base-commit', null],
      ['git-status', 'login.ts'],
      ['content', 'src/a.ts'],
      ['diff', null],
    ]);
    const committed = await made.deltas.verify(TASK, { ...made.verify, expect: 'committed' });
    expect(committed._unsafeUnwrapErr().message).toContain(' and uncommitted changes');
  });
});

describe('a drift that was looked at', () => {
  const resolve = { ...implementer, note: 'A person did it.' };

  async function drifted(scope: readonly string[] = []) {
    const made = await handedOff(scope);
    made.worktree.edit('notes.md', 'by somebody\n');
    expect((await made.deltas.verify(TASK, made.verify)).isErr()).toBe(true);
    return made;
  }

  test('is accepted with the tree as it is, told from outside, with its warnings', async () => {
    const { worktree, baton, deltas } = await drifted(['login.ts']);
    worktree.commit('By hand');
    const { record, warnings } = await orThrow(deltas.resolveDrift(TASK, { ...resolve, accept: 'current-tree' }));
    expect(warnings.map(({ code }) => code)).toEqual(['OutOfScope']);
    const { commit: head } = await orThrow(worktree.head());
    expect(record.tree_chain.at(-1)).toMatchObject({ role: 'implementer', outside: true, snapshot: { head } });
    const { entries } = await orThrow(baton.contexts.trail(TASK));
    expect(entries.at(-1)).toMatchObject({
      ...{ actor: 'ada', head, event: { type: 'drift-resolved', role: 'implementer', note: 'A person did it.' } },
    });
    expect((await orThrow(deltas.inspect(TASK))).verdict).toBe('unchanged');
  });

  test('is not resolved as restored while it is there, and that is not counted again', async () => {
    const { worktree, baton, deltas } = await drifted();
    const restored = { ...resolve, accept: 'restored' } as const;
    const still = (await deltas.resolveDrift(TASK, restored))._unsafeUnwrapErr();
    expect(still).toMatchObject({ code: 'DriftDetected', data: { counted: false } });
    expect((await orThrow(baton.contexts.get(TASK)))?.record.coordination['implementer']?.drift_budget).toBe(1);
    worktree.remove('notes.md');
    const { record } = await orThrow(deltas.resolveDrift(TASK, restored));
    expect(record.coordination['implementer']?.drift_budget).toBe(0);
    expect(record.tree_chain).toHaveLength(1);
  });

  test('may be accepted when the tree is clean again', async () => {
    const { worktree, deltas } = await drifted();
    worktree.remove('notes.md');
    worktree.edit('login.ts', ONE);
    const { record } = await orThrow(deltas.resolveDrift(TASK, { ...resolve, accept: 'current-tree' }));
    expect(record.tree_chain.at(-1)?.snapshot.diff_stat).toEqual({ files: 0, insertions: 0, deletions: 0 });
  });

  test('is refused for what is neither, naming both ways', async () => {
    const { deltas } = await drifted();
    const wrong = (await deltas.resolveDrift(TASK, { ...resolve, accept: 'yes' as never }))._unsafeUnwrapErr();
    expect(wrong).toMatchObject({
      ...{ code: 'InvalidInput', message: 'accept must be current-tree or restored.' },
      data: { unmet: [{ condition: '/accept' }] },
    });
  });

  test('that never was is nothing to resolve', async () => {
    const { deltas } = await handedOff();
    const none = (await deltas.resolveDrift(TASK, { ...resolve, accept: 'restored' }))._unsafeUnwrapErr();
    expect(none).toMatchObject({
      ...{ code: 'Rejected', message: expect.stringContaining('only a failed verify') as string },
      data: { unmet: [{ condition: 'drift-unresolved' }] },
    });
  });
});
