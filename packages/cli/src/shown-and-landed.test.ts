import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorld, type Ended, type World } from './protocol-world.fixture.ts';

const ID = 'TASK-7';
const APPROVES = ['--by', 'grace', '--message', 'Approved'];
const README = 'Sign in at https://shop.example/login.\n';
const EVIL = '<script src="https://evil.example/x.js"></script>\n';

const land = ({ baton, main }: World): Promise<Ended> => baton(main, 'worktree', 'land', ID);
const recordMerge = ({ baton, tree }: World, commit: string): Promise<Ended> =>
  baton(tree, 'send', ID, 'record-merge', `commit=${commit}`, 'fastForward=true');

async function attest({ does, tree }: World, ...conditions: string[]): Promise<void> {
  for (const each of conditions) await does(tree, 'send', ID, 'attest', `condition=${each}`, 'note=Only the README.');
}

/** Presents the change and types what that says to look at. */
async function lookAtPresented(world: World): Promise<string> {
  const { look } = await world.does(world.tree, 'present', ID, 'change');
  const [program, ...argv] = String(look).split(' ');
  expect(program).toBe('baton');
  const { code, answer } = await world.baton(world.main, ...argv, '--session', '');
  expect([code, answer.error]).toEqual([0, null]);
  return String(answer.data.text);
}

describe('a person is shown exactly what an approval covers', { timeout: 120_000 }, () => {
  test('what was committed after the hand-off', async () => {
    const world = await createWorld('awaiting');
    world.commit(world.tree, 'README.md', README + EVIL);
    const shown = await lookAtPresented(world);
    expect(shown).toContain(`+${README}`);
    expect(shown).toContain(`+${EVIL}`);
  });

  test('what was accepted as drift, and what is in no commit yet', async () => {
    const world = await createWorld('committed');
    const { tree, does, baton } = world;
    world.commit(tree, 'README.md', README + EVIL);
    expect((await baton(tree, 'verify', ID, 'implementer')).code).not.toBe(0);
    await does(tree, 'resolve-drift', ID, 'implementer', '--accept', 'current-tree', '--note', 'Formatted.');
    await attest(world, 'no-source-references', 'no-build-impact', 'nothing-security-sensitive');
    await does(tree, 'compliance', ID);
    await does(tree, 'advance', ID);
    expect(await lookAtPresented(world)).toContain(`+${EVIL}`);
    appendFileSync(join(tree, 'README.md'), 'more\n');
    expect(await lookAtPresented(world)).toContain('+more');
  });

  test('every commit that lands, and what one of them wrote before another wrote it again', async () => {
    const world = await createWorld('awaiting');
    const { main, tree, git, does } = world;
    const first = git(tree, 'rev-parse', 'HEAD');
    const evil = world.commit(tree, 'README.md', README + EVIL);
    const tidied = world.commit(tree, 'README.md', README);
    const { commits } = await does(tree, 'present', ID, 'change');
    expect(commits).toEqual([first, evil, tidied].map((commit) => ({ commit, files: ['README.md'] })));
    const shown = await lookAtPresented(world);
    for (const commit of [first, evil, tidied]) expect(shown).toContain(`# commit ${commit} writes README.md\n`);
    expect(shown).toContain(`# commit ${evil} by itself:\n# diff --git`);
    expect(shown).toContain(`# +${EVIL}`);
    // As a patch it is the result alone.
    const applied = spawnSync('git', ['apply', '--check'], { cwd: main, env: world.env, input: shown });
    expect(String(applied.stderr)).toBe('');
    expect(shown.match(/^diff --git/gm)).toHaveLength(1);
    // What main brought is not of the task.
    world.commit(main, 'src/fix.js', 'fix\n');
    git(tree, 'merge', '-q', '--no-edit', 'main');
    expect(await lookAtPresented(world)).not.toContain('fix');
  });

  test('only the task, when main went on and the task was rebased', async () => {
    const world = await createWorld('awaiting');
    world.commit(world.main, 'src/fix.js', 'fix\n');
    world.git(world.tree, 'rebase', '-q', 'main');
    const shown = await lookAtPresented(world);
    expect(shown).toContain(`+${README}`);
    expect(shown).not.toContain('fix');
  });

  test('nothing, once it is no longer what was presented', async () => {
    const world = await createWorld('awaiting');
    const { tree, does, baton, commit } = world;
    const { look } = await does(tree, 'present', ID, 'change');
    commit(tree, 'README.md', README + EVIL);
    const { answer } = await baton(tree, ...String(look).split(' ').slice(1));
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'presented' }] } });
    expect(answer.error?.message).toContain('README.md');
  });

  test('next names it to the person', async () => {
    const world = await createWorld('awaiting');
    const { look } = await world.does(world.tree, 'present', ID, 'change');
    // A process that runs in no session is a person's.
    const { stdout } = spawnSync('baton', ['next', ID], { cwd: world.main, env: world.env, encoding: 'utf8' });
    expect(stdout).toContain(String(look));
  });
});

/** The base of a task is a commit that nobody approved and main does not have. */
const EVIL_BASES: readonly [string, (world: World) => Promise<void>][] = [
  [
    'left by a purged task',
    async ({ main, tree, does, commit }) => {
      await does(main, 'init', ID);
      await does(main, 'claim', ID);
      await does(main, 'worktree', 'create', ID);
      commit(tree, 'src/evil.js', 'evil\n');
      await does(main, 'purge', ID);
      await does(tree, 'init', ID);
      await does(tree, 'claim', ID);
      await does(tree, 'worktree', 'create', ID);
    },
  ],
  [
    'named at init and for the tree',
    async ({ main, does, commit, git }) => {
      git(main, 'checkout', '-q', '-b', 'side');
      const evil = commit(main, 'src/evil.js', 'evil\n');
      git(main, 'checkout', '-q', 'main');
      await does(main, 'init', ID, '--base-commit', evil);
      await does(main, 'claim', ID);
      await does(main, 'worktree', 'create', ID, '--base', evil);
    },
  ],
];

describe('what main does not have is the change of the task, wherever it began', { timeout: 120_000 }, () => {
  test.each(EVIL_BASES)('%s', async (_, begin) => {
    await expect(createWorld('complete', begin)).rejects.toThrow(/src\/evil\.js/);
  });
});

describe('a merge by hand is recorded only when it brought what was approved', { timeout: 120_000 }, () => {
  test('not when main went further than the task; landing records the task alone, and tells of the rest', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, commit } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    const evil = commit(tree, 'src/evil.js', 'evil\n');
    git(main, 'merge', '-q', '--ff-only', evil);
    git(tree, 'reset', '-q', '--hard', approved);
    await does(tree, 'send', ID, 'lock-main');
    for (const each of [approved, evil]) expect((await recordMerge(world, each)).answer.error?.code).toBe('Rejected');
    expect((await world.trail()).map(({ event }) => event)).not.toContain('merge-recorded');
    git(tree, 'reset', '-q', '--hard', evil);
    expect((await land(world)).answer.error?.code).toBe('StaleApproval');
    git(tree, 'reset', '-q', '--hard', approved);
    const { answer } = await land(world);
    expect([answer.error, JSON.stringify(answer.data['warnings'])]).toEqual([
      null,
      expect.stringContaining(`has more than was approved with this task. See what else it got: git log ${approved}..`),
    ]);
    expect((await world.trail()).at(-1)).toMatchObject({ about: `main had ${approved} already` });
  });

  test('not when it took back what main had, with the lock taken before or after', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, commit } = world;
    commit(main, 'src/fix.js', 'fix\n');
    await does(tree, 'send', ID, 'lock-main');
    git(tree, 'merge', '-q', '-s', 'ours', '-m', 'Merge', 'main');
    git(main, 'merge', '-q', '--ff-only', 'baton/TASK-7/task');
    const head = git(tree, 'rev-parse', 'HEAD');
    const under = (await recordMerge(world, head)).answer.error;
    expect([under?.code, under?.message]).toEqual(['StaleApproval', expect.stringContaining('src/fix.js')]);
    await does(tree, 'send', ID, 'unlock-main');
    await does(tree, 'send', ID, 'lock-main');
    for (const { answer } of [await recordMerge(world, head), await land(world)])
      expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'merged-head' }] } });
    expect((await world.trail()).map(({ event }) => event)).not.toContain('merge-recorded');
  });

  test('a merge of what was presented, before the lock or under it', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does } = world;
    const head = git(tree, 'rev-parse', 'HEAD');
    git(main, 'merge', '-q', '--ff-only', head);
    await does(tree, 'send', ID, 'lock-main');
    expect((await recordMerge(world, head)).answer.error).toBeNull();
  });

  test('not when it brought the base of the task along', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    git(tree, 'checkout', '-q', '-b', 'scratch', 'main');
    world.commit(tree, 'src/evil.js', 'evil\n');
    git(tree, 'cherry-pick', approved);
    git(tree, 'branch', '-f', 'baton/TASK-7/task', 'HEAD');
    git(tree, 'checkout', '-q', 'baton/TASK-7/task');
    git(main, 'merge', '-q', '--ff-only', 'baton/TASK-7/task');
    await does(tree, 'send', ID, 'lock-main');
    const { answer } = await recordMerge(world, git(tree, 'rev-parse', 'HEAD'));
    expect(answer.error?.code).toBe('StaleApproval');
    expect(answer.error?.message).toContain('src/evil.js');
  });
});

describe('what lands on a main that moved is the approved patch', { timeout: 120_000 }, () => {
  test('not one that takes back what somebody did in the same file', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, commit, mainCommit } = world;
    commit(main, 'README.md', 'Warning: never from a public machine.\n');
    const before = mainCommit();
    git(tree, 'merge', '-q', '-s', 'ours', '-m', 'Merge', 'main');
    const { answer } = await land(world);
    expect(answer.error?.code).toBe('StaleApproval');
    expect(answer.error?.message).toContain('README.md');
    expect(answer.error?.message).not.toContain('Put that back');
    expect(mainCommit()).toBe(before);
  });

  test.each(['rebase', 'merge'])('a %s on other files of main needs no new approval', async (how) => {
    const world = await createWorld('complete');
    const { main, tree, git, commit, mainCommit } = world;
    commit(main, 'src/fix.js', 'fix\n');
    const refused = await land(world);
    expect(refused.answer.error?.code).toBe('Rejected');
    expect(refused.answer.error?.message).toMatch(/git rebase main/);
    git(tree, how, '-q', 'main');
    expect((await land(world)).answer.error).toBeNull();
    expect(mainCommit()).toBe(git(tree, 'rev-parse', 'HEAD'));
    expect(git(main, 'show', 'main:src/fix.js')).toBe('fix');
    expect((await land(world)).answer.error).toBeNull();
    for (const each of ['task-list-updated', 'dependents-unblocked']) await attest(world, each);
    await world.does(tree, 'compliance', ID);
    await world.does(tree, 'advance', ID);
  });

  test('where main changed the same file, a person approves it again, and only the task is presented', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, commit } = world;
    commit(main, 'src/fix.js', 'fix\n');
    commit(main, 'README.md', 'Warning.\n');
    git(tree, 'rebase', '-q', '-X', 'theirs', 'main');
    writeFileSync(join(tree, 'README.md'), `Warning.\n${README}`);
    git(tree, 'commit', '-qam', '[architecture-updater] Both');
    const refused = await land(world);
    expect(refused.answer.error?.code).toBe('StaleApproval');
    expect(refused.answer.error?.message).not.toContain('fix.js');
    await does(tree, 'send', ID, 'return', 'because=approval-without-coverage', 'note=Main moved.');
    const presented = await does(tree, 'present', ID, 'change');
    expect(presented.files).toEqual(['README.md']);
    await does(tree, 'approve', ID, 'change', ...APPROVES);
    await attest(world, 'clean-build');
    await does(tree, 'compliance', ID);
    await does(tree, 'advance', ID);
    expect((await land(world)).answer.error).toBeNull();
  });
});

describe('the branch that moves is the one that the task began from', { timeout: 120_000 }, () => {
  test('not another one that the main tree has checked out since', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, mainCommit } = world;
    const before = mainCommit();
    git(main, 'checkout', '-q', '-b', 'other');
    const { answer } = await land(world);
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'main-branch' }] } });
    expect(answer.error?.message).toMatch(/other.*main/s);
    expect(git(main, 'rev-parse', 'other')).toBe(before);
    const head = git(tree, 'rev-parse', 'HEAD');
    git(main, 'merge', '-q', '--ff-only', head);
    await does(tree, 'send', ID, 'lock-main');
    expect((await recordMerge(world, head)).answer.error).toMatchObject({
      data: { unmet: [{ condition: 'fast-forward' }] },
    });
    await does(tree, 'send', ID, 'unlock-main');
    git(main, 'checkout', '-q', 'main');
    expect((await land(world)).answer.error).toBeNull();
    expect(mainCommit()).toBe(head);
  });
});
