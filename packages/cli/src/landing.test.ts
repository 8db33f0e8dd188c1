import { execFile } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { worktreeId } from '@batonkit/git-adapter';
import { describe, expect, test } from 'vitest';
import { createWorld, type Ended, type World } from './protocol-world.fixture.ts';

const land = (world: World, cwd: string, ...more: string[]): Ended =>
  world.baton(cwd, 'worktree', 'land', 'TASK-7', ...more);

/** Tries to land, and shows that it was refused before anything happened. */
async function expectRefused(world: World, cwd: string, code: string, ...more: string[]): Promise<Ended> {
  const [before, told] = [world.mainCommit(), await world.trail()];
  const ended = land(world, cwd, ...more);
  expect([ended.answer.error?.code, ended.code]).toEqual([code, 4]);
  expect(world.mainCommit()).toBe(before);
  expect(await world.trail()).toEqual(told);
  expect(world.git(world.main, 'status', '--porcelain', '-uno')).toBe('');
  return ended;
}

describe('main moves only for its owner, when the task is complete, to what was approved', { timeout: 120_000 }, () => {
  test('not before a person approved the change, and not before the task is COMPLETE', async () => {
    const early = await createWorld('committed');
    for (const cwd of [early.main, early.tree, early.agentTree]) await expectRefused(early, cwd, 'NotApproved');
    const approved = await createWorld('approved');
    const { answer } = await expectRefused(approved, approved.tree, 'NotApproved');
    expect(answer.error?.message).toContain('AWAITING_USER_APPROVAL');
  });

  test('not for another session, for nobody, for an unclaimed task or after a takeover', async () => {
    const world = await createWorld('complete');
    await expectRefused(world, world.tree, 'NotOwner', '--session', 'run-2');
    const nobody = world.baton(world.tree, 'worktree', 'land', 'TASK-7', '--session', '');
    expect(nobody.code).not.toBe(0);
    await world.does(
      world.main,
      'take-over',
      'TASK-7',
      '--confirmed-by',
      'grace',
      '--reason',
      'Gone.',
      '--session',
      'run-3',
    );
    await expectRefused(world, world.tree, 'NotOwner');
    await world.does(world.main, 'release', 'TASK-7', '--session', 'run-3');
    await expectRefused(world, world.tree, 'NotOwner', '--session', 'run-3');
    await world.does(world.main, 'claim', 'TASK-7', '--session', 'run-4');
    expect(land(world, world.main, '--session', 'run-4').code).toBe(0);
    expect(world.mainCommit()).toBe(world.git(world.tree, 'rev-parse', 'HEAD'));
  });

  test('a task that was never claimed', async () => {
    const world = await createWorld('claimed');
    writeFileSync(
      join(world.main, 'tasks/TASK-8.yaml'),
      'id: TASK-8\ntitle: T\nstatus: in_progress\npriority: P2\narea: docs\ndescription: D.\nscope: { in: [README.md] }\nacceptance_criteria: [A]\n',
    );
    await world.does(world.main, 'init', 'TASK-8');
    await world.does(world.main, 'worktree', 'create', 'TASK-8');
    world.commit(`${world.main}.worktrees/TASK-8/task`, 'evil.js', 'evil\n');
    const before = world.mainCommit();
    const { code, answer } = world.baton(world.main, 'worktree', 'land', 'TASK-8');
    expect([code, answer.error?.code]).toEqual([4, 'NotOwner']);
    expect(world.mainCommit()).toBe(before);
  });

  test('not what was committed, amended, put in place or left uncommitted after the approval', async () => {
    const world = await createWorld('complete');
    const approved = world.git(world.tree, 'rev-parse', 'HEAD');
    const again = (): string => world.git(world.tree, 'reset', '-q', '--hard', approved);
    const { answer } = await (async () => {
      world.commit(world.tree, 'evil.js', 'evil\n');
      return expectRefused(world, world.tree, 'StaleApproval');
    })();
    expect(answer.error?.message).toContain('evil.js');
    await expectRefused(world, world.main, 'StaleApproval');
    again();
    writeFileSync(join(world.tree, 'README.md'), 'Sign in at https://evil.example.\n');
    world.git(world.tree, 'commit', '-qa', '--amend', '--no-edit');
    await expectRefused(world, world.agentTree, 'StaleApproval');
    again();
    world.git(world.tree, 'reset', '-q', '--hard', 'HEAD~1');
    await expectRefused(world, world.main, 'StaleApproval');
    again();
    world.git(world.tree, 'update-index', '--chmod=+x', 'README.md');
    world.git(world.tree, 'commit', '-qm', 'mode');
    world.git(world.tree, 'reset', '-q', '--hard');
    await expectRefused(world, world.main, 'StaleApproval');
    again();
    // The branch leads elsewhere than the tree shows.
    const evil = world.commit(world.agentTree, 'evil.js', 'evil\n');
    world.git(world.tree, 'checkout', '-q', '--detach');
    world.git(world.main, 'branch', '-f', 'baton/TASK-7/task', evil);
    await expectRefused(world, world.main, 'StaleApproval');
    world.git(world.main, 'branch', '-f', 'baton/TASK-7/task', approved);
    world.git(world.tree, 'checkout', '-q', 'baton/TASK-7/task');
    writeFileSync(join(world.tree, 'notes.md'), 'not committed\n');
    await expectRefused(world, world.main, 'Rejected');
  });

  test('not what the branch brings along from where it began', async () => {
    const world = await createWorld('complete');
    // The branch is made again on top of a commit that nobody approved; base and content of the task stay as they were.
    const approved = world.git(world.tree, 'rev-parse', 'HEAD');
    world.git(world.tree, 'checkout', '-q', '-b', 'scratch', 'main');
    world.commit(world.tree, 'evil.js', 'evil\n');
    world.git(world.tree, 'rm', '-q', 'evil.js');
    world.git(world.tree, 'commit', '-qm', 'hide');
    world.git(world.tree, 'cherry-pick', approved);
    world.git(world.tree, 'branch', '-f', 'baton/TASK-7/task', 'HEAD');
    world.git(world.tree, 'checkout', '-q', 'baton/TASK-7/task');
    // The same content on other commits is what was approved.
    expect(land(world, world.tree).answer.error).toBeNull();
    expect(world.git(world.main, 'ls-tree', '--name-only', 'main')).not.toContain('evil.js');
  });

  test('not what main took back since the task began', async () => {
    const world = await createWorld('complete');
    world.git(world.main, 'reset', '-q', '--hard', 'HEAD~1');
    const { answer } = await expectRefused(world, world.main, 'StaleApproval');
    expect(answer.error?.message).toContain('later.js');
  });

  test('the landing is in the audit: commit, from, to, who; a second call is answered', async () => {
    const world = await createWorld('complete');
    const [from, to] = [world.mainCommit(), world.git(world.tree, 'rev-parse', 'HEAD')];
    const first = land(world, world.main);
    expect([first.code, first.answer.error]).toEqual([0, null]);
    expect(world.mainCommit()).toBe(to);
    expect(world.git(world.main, 'status', '--porcelain', '-uno')).toBe('');
    const entries = await world.trail();
    const about = `main at ${to}, was ${from.slice(0, 12)}`;
    expect(entries.at(-1)).toMatchObject({ actor: 'ada', event: 'task-landed', about });
    const revision = (await world.does(world.main, 'status', 'TASK-7')).revision;
    const second = land(world, world.tree);
    expect([second.code, second.answer.error]).toEqual([0, null]);
    expect((await world.does(world.main, 'status', 'TASK-7')).revision).toBe(revision);
    // Others go on, the task goes on: still answered.
    world.commit(world.main, 'other.md', 'other\n');
    expect(land(world, world.tree).code).toBe(0);
  });
});

describe('what happened behind the back of a task is found by its landing', { timeout: 120_000 }, () => {
  test('its folder is gone, its branch has another name or moved under its tree, or main moved', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, mainCommit, commit } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    renameSync(tree, `${tree}-away`);
    const { answer } = await expectRefused(world, main, 'Elsewhere');
    expect(answer.error?.data).toMatchObject({ path: tree });
    renameSync(`${tree}-away`, tree);
    git(tree, 'branch', '-m', 'mine');
    await expectRefused(world, main, 'Rejected');
    git(tree, 'branch', '-m', 'baton/TASK-7/task');
    const evil = commit(world.agentTree, 'evil.js', 'evil\n');
    git(main, 'update-ref', 'refs/heads/baton/TASK-7/task', evil);
    await expectRefused(world, main, 'Rejected');
    git(main, 'update-ref', 'refs/heads/baton/TASK-7/task', approved);
    const before = mainCommit();
    commit(main, 'other.md', 'other\n');
    const moved = await expectRefused(world, tree, 'Rejected');
    expect(moved.answer.error?.data).toMatchObject({ unmet: [{ condition: 'fast-forward' }] });
    git(main, 'merge', '-q', '--no-ff', '-m', 'Merge', approved);
    const merged = await expectRefused(world, tree, 'Rejected');
    expect(merged.answer.error?.message).not.toMatch(/moved from|could not be recorded/);
    git(main, 'reset', '-q', '--hard', before);
    expect(land(world, main).answer.error).toBeNull();
  });

  test('a landing that main does not have any more is done again, and told again', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, mainCommit, does, baton } = world;
    const [before, approved] = [mainCommit(), git(tree, 'rev-parse', 'HEAD')];
    expect(land(world, main).code).toBe(0);
    git(main, 'reset', '-q', '--hard', before);
    for (const each of ['task-list-updated', 'dependents-unblocked'])
      await does(tree, 'send', 'TASK-7', 'attest', `condition=${each}`, 'note=None.');
    await does(tree, 'audit', 'TASK-7');
    expect(JSON.stringify(baton(tree, 'advance', 'TASK-7').answer.error?.data)).toContain('merged');
    const told = (await world.trail()).filter(({ event }) => event === 'task-landed').length;
    expect(land(world, main).code).toBe(0);
    expect(mainCommit()).toBe(approved);
    expect((await world.trail()).filter(({ event }) => event === 'task-landed')).toHaveLength(told + 1);
    await does(tree, 'advance', 'TASK-7');
    expect(land(world, main).code).toBe(0);
    git(main, 'reset', '-q', '--hard', before);
    await expectRefused(world, main, 'NotApproved');
  });
});

test('two landings at once are one', { timeout: 120_000 }, async () => {
  const world = await createWorld('complete');
  const { main, tree, git, mainCommit, env } = world;
  const who = { ...env, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' };
  const call = promisify(execFile);
  const calls = [main, tree, main].map((cwd) =>
    call('baton', ['worktree', 'land', 'TASK-7', '--json'], { cwd, env: who }).then(
      () => 'landed',
      (error: unknown) => String((error as { stdout: unknown }).stdout),
    ),
  );
  expect(await Promise.all(calls)).toEqual(['landed', 'landed', 'landed']);
  expect(mainCommit()).toBe(git(tree, 'rev-parse', 'HEAD'));
  expect((await world.trail()).filter(({ event }) => event === 'task-landed')).toHaveLength(1);
});

describe('a merge is recorded only where it happened', { timeout: 120_000 }, () => {
  const record = (world: World, commit: string, ...more: string[]): Ended =>
    world.baton(world.tree, 'send', 'TASK-7', 'record-merge', `commit=${commit}`, 'fastForward=true', ...more);

  test('not a commit that is on no main branch, nor one that came by a merge', async () => {
    const world = await createWorld('complete');
    const head = world.git(world.tree, 'rev-parse', 'HEAD');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    for (const commit of [head, world.mainCommit(), 'c'.repeat(40)])
      expect(record(world, commit).answer.error?.code).toBe('Rejected');
    expect(record(world, head).answer.error?.message).toContain('main');
    world.commit(world.main, 'other.md', 'other\n');
    world.git(world.main, 'merge', '-q', '--no-ff', '-m', 'Merge', head);
    const { answer } = record(world, head);
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'fast-forward' }] } });
  });

  test('not what nobody approved, though main has it', async () => {
    const world = await createWorld('complete');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    const evil = world.commit(world.tree, 'evil.js', 'evil\n');
    world.git(world.main, 'merge', '-q', '--ff-only', evil);
    expect(record(world, evil).answer.error?.code).toBe('StaleApproval');
  });

  test.each(['', '--assume-unchanged', '--skip-worktree'])(
    'not a head that the files of the tree hide %s',
    async (flag) => {
      const world = await createWorld('complete');
      const { main, tree, git, does, commit } = world;
      await does(tree, 'send', 'TASK-7', 'lock-main');
      const approved = readFileSync(join(tree, 'README.md'));
      const evil = commit(tree, 'README.md', 'Sign in at https://evil.example.\n');
      writeFileSync(join(tree, 'README.md'), approved);
      if (flag !== '') git(tree, 'update-index', flag, 'README.md');
      git(main, 'merge', '-q', '--ff-only', evil);
      const { answer } = record(world, evil);
      expect(answer.error).toMatchObject({
        code: 'Rejected',
        data: { unmet: [{ condition: 'everything-committed' }] },
      });
    },
  );

  test('not while the branch of the task is elsewhere, whatever tree is recorded as its own', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, commit } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    const second = `${main}-second`;
    git(main, 'worktree', 'add', '-q', '--detach', second, approved);
    commit(tree, 'more.js', 'more\n');
    await does(tree, 'send', 'TASK-7', 'record-worktree', 'agent=null', `worktree=${worktreeId(second)}`);
    await expectRefused(world, main, 'StaleApproval');
    git(main, 'merge', '-q', '--ff-only', approved);
    await does(tree, 'send', 'TASK-7', 'lock-main');
    const { answer } = record(world, approved);
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'merged-head' }] } });
  });

  test('one that a person made by hand, by fast-forward', async () => {
    const world = await createWorld('complete');
    const head = world.git(world.tree, 'rev-parse', 'HEAD');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    world.git(world.main, 'merge', '-q', '--ff-only', head);
    expect(record(world, head).answer.error).toBeNull();
  });
});
