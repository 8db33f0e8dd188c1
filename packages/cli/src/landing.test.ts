import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { worktreeId } from '@batonkit/git-adapter';
import { describe, expect, test } from 'vitest';
import { createWorld, type Ended, type World } from './protocol-world.fixture.ts';

const STOP_AT_STEP = new URL('./stop-at-step.fixture.mjs', import.meta.url).href;

const land = (world: World, cwd: string, ...more: string[]): Promise<Ended> =>
  world.baton(cwd, 'worktree', 'land', 'TASK-7', ...more);

/** Tries to land, and shows that it was refused before anything happened. */
async function expectRefused(world: World, cwd: string, code: string, ...more: string[]): Promise<Ended> {
  const [before, told] = [world.mainCommit(), await world.trail()];
  const ended = await land(world, cwd, ...more);
  expect([ended.answer.error?.code, ended.code]).toEqual([code, 4]);
  expect(world.mainCommit()).toBe(before);
  expect(await world.trail()).toEqual(told);
  expect(world.git(world.main, 'status', '--porcelain', '-uno')).toBe('');
  return ended;
}

/** Types the command that a refusal names, in the tree of the task. */
function type({ tree, env }: World, { answer }: Ended): void {
  const [command = 'false'] = /git update-ref .*\^\{tree\}"\)/.exec(answer.error?.message ?? '') ?? [];
  execFileSync('sh', ['-c', command], { cwd: tree, env });
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
    const nobody = await world.baton(world.tree, 'worktree', 'land', 'TASK-7', '--session', '');
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
    expect((await land(world, world.main, '--session', 'run-4')).code).toBe(0);
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
    const { code, answer } = await world.baton(world.main, 'worktree', 'land', 'TASK-8');
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

  test('not commits that nobody was shown, because they are not in the result', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, baton } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    const files = git(tree, 'rev-parse', 'HEAD^{tree}');
    const base = world.mainCommit();
    const commitOn = (path: string): string => {
      git(tree, 'reset', '-q', '--hard', base);
      return world.commit(tree, path, 'evil\n');
    };
    const commitTree = (...parents: string[]): string =>
      git(tree, 'commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-m', 'Harmless', files);

    const [evil, readme] = [commitOn('src/evil.ts'), commitOn('README.md')];
    const behind = commitTree(evil);
    // Taken back again, dropped by a merge, and under the name of a file that was approved.
    for (const commit of [behind, commitTree(approved, evil), commitTree(readme), commitTree(approved, readme)]) {
      git(tree, 'reset', '-q', '--hard', commit);
      const { answer } = await expectRefused(world, tree, 'StaleApproval');
      const hidden = git(tree, 'log', '--format=%h', '--abbrev=12', `${commit}^@`, '--not', base, approved);
      expect(answer.error?.message).toContain(hidden);
      expect(answer.error?.message).toMatch(/src\/evil\.ts|README\.md/);
    }
    // Nor by hand.
    git(tree, 'reset', '-q', '--hard', behind);
    await does(tree, 'send', 'TASK-7', 'lock-main');
    git(main, 'merge', '-q', '--ff-only', behind);
    const recorded = await baton(tree, 'send', 'TASK-7', 'record-merge', `commit=${behind}`, 'fastForward=true');
    expect([recorded.answer.error?.code, recorded.answer.error?.message]).toEqual([
      'StaleApproval',
      expect.stringContaining('src/evil.ts'),
    ]);
    git(main, 'reset', '-q', '--hard', base);
    await does(tree, 'send', 'TASK-7', 'unlock-main');

    // The same content on another commit is what was approved: the refusal says how to make it.
    type(world, await land(world, tree));
    expect(git(tree, 'rev-parse', 'HEAD^{tree}', 'HEAD^')).toBe(`${files}\n${base}`);
    expect(git(tree, 'status', '--porcelain')).toBe('');
    expect((await land(world, tree)).answer.error).toBeNull();
    expect(git(main, 'log', '--format=%H', 'main')).not.toContain(evil);
  });

  test('such commits are refused before a person is asked', async () => {
    const world = await createWorld('awaiting');
    const { tree, git, does, baton } = world;
    world.commit(tree, 'src/evil.ts', 'evil\n');
    git(tree, 'rm', '-q', 'src/evil.ts');
    git(tree, 'commit', '-qm', 'Tidy up');
    const refused = await baton(tree, 'present', 'TASK-7', 'change');
    expect(refused.answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'commits-shown' }] } });
    expect(JSON.stringify(await does(tree, 'next', 'TASK-7'))).toContain('src/evil.ts');
    type(world, refused);
    await does(tree, 'present', 'TASK-7', 'change');
    // And after it was presented.
    const shown = git(tree, 'rev-parse', 'HEAD');
    world.commit(tree, 'src/evil.ts', 'evil\n');
    git(tree, 'rm', '-q', 'src/evil.ts');
    git(tree, 'commit', '-qm', 'Tidy up');
    const approve = ['approve', 'TASK-7', 'change', '--by', 'grace', '--message', 'Approved'];
    expect((await baton(tree, ...approve)).answer.error?.message).toContain('src/evil.ts');
    git(tree, 'reset', '-q', '--hard', shown);
    await does(tree, ...approve);
    git(tree, 'reset', '-q', '--hard', 'HEAD@{1}');
    expect((await baton(tree, 'advance', 'TASK-7')).answer.error?.message).toContain('src/evil.ts');
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
    const first = await land(world, world.main);
    expect([first.code, first.answer.error]).toEqual([0, null]);
    expect(world.mainCommit()).toBe(to);
    expect(world.git(world.main, 'status', '--porcelain', '-uno')).toBe('');
    const entries = await world.trail();
    const about = `main at ${to}, was ${from.slice(0, 12)}`;
    expect(entries.at(-1)).toMatchObject({ actor: 'ada', event: 'task-landed', about });
    const revision = (await world.does(world.main, 'status', 'TASK-7')).revision;
    const second = await land(world, world.tree);
    expect([second.code, second.answer.error]).toEqual([0, null]);
    expect((await world.does(world.main, 'status', 'TASK-7')).revision).toBe(revision);
    // Others go on, the task goes on: still answered.
    world.commit(world.main, 'other.md', 'other\n');
    expect((await land(world, world.tree)).code).toBe(0);
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
    git(main, 'reset', '-q', '--hard', before);
    // Somebody merges in the main tree, and would end up on another main than they looked at.
    writeFileSync(join(main, '.git/MERGE_HEAD'), `${before}\n`);
    const merging = await expectRefused(world, main, 'Rejected');
    expect(merging.answer.error?.data).toMatchObject({ unmet: [{ condition: 'nothing-in-progress' }] });
    rmSync(join(main, '.git/MERGE_HEAD'));
    expect((await land(world, main)).answer.error).toBeNull();
  });

  test('main has its commits through a merge: landing records that, record-merge says so', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does, commit, baton, mainCommit } = world;
    const approved = git(tree, 'rev-parse', 'HEAD');
    const before = commit(main, 'other.md', 'other\n');
    // The commits are there and what they changed is not.
    git(main, 'merge', '-q', '-s', 'ours', '-m', 'Merge', approved);
    const dropped = await expectRefused(world, tree, 'Rejected');
    expect(dropped.answer.error?.data).toMatchObject({ unmet: [{ condition: 'merged-content' }] });
    git(main, 'reset', '-q', '--hard', before);

    git(main, 'merge', '-q', '--no-ff', '-m', 'Merge', approved);
    const merge = mainCommit();
    await does(tree, 'send', 'TASK-7', 'lock-main');
    const recorded = await baton(tree, 'send', 'TASK-7', 'record-merge', `commit=${approved}`, 'fastForward=true');
    expect(recorded.answer.error?.message).toContain('baton worktree land TASK-7');
    await does(tree, 'send', 'TASK-7', 'unlock-main');
    expect((await land(world, tree)).answer.error).toBeNull();
    expect(mainCommit()).toBe(merge);
    expect((await world.trail()).at(-1)).toMatchObject({ event: 'task-landed', about: `main had ${approved} already` });
    expect((await land(world, main)).answer).toMatchObject({ error: null, data: { replayed: true } });
    for (const each of ['task-list-updated', 'dependents-unblocked'])
      await does(tree, 'send', 'TASK-7', 'attest', `condition=${each}`, 'note=None.');
    await does(tree, 'compliance', 'TASK-7');
    await does(tree, 'advance', 'TASK-7');
  });

  test.each(['complete', 'approved'] as const)(
    'main was forwarded past its commits, by hand or since another task was built on it: %s',
    async (stop) => {
      const world = await createWorld(stop);
      const { main, tree, git, does, commit, baton, mainCommit } = world;
      const approved = git(tree, 'rev-parse', 'HEAD');
      git(main, 'merge', '-q', '--ff-only', approved);
      commit(main, 'README.md', 'Sign in.\n');
      const later = commit(main, 'stacked.md', 'stacked\n');
      if (stop === 'approved') {
        await does(tree, 'send', 'TASK-7', 'attest', 'condition=clean-build', 'note=It builds.');
        await does(tree, 'compliance', 'TASK-7');
        await does(tree, 'advance', 'TASK-7');
      }
      await does(tree, 'send', 'TASK-7', 'lock-main');
      const recorded = await baton(tree, 'send', 'TASK-7', 'record-merge', `commit=${approved}`, 'fastForward=true');
      expect(recorded.answer.error?.message).toContain('baton worktree land TASK-7');
      await does(tree, 'send', 'TASK-7', 'unlock-main');
      // Other commits than those that a person saw are not taken for them, and what was not approved is not.
      git(tree, 'commit', '-q', '--amend', '--no-edit', '--date', '2020-01-01T00:00:00Z');
      await expectRefused(world, tree, 'Rejected');
      git(tree, 'reset', '-q', '--hard', later);
      await expectRefused(world, tree, 'StaleApproval');
      git(tree, 'reset', '-q', '--hard', approved);

      const { answer } = await land(world, tree);
      expect(answer.error).toBeNull();
      expect(mainCommit()).toBe(later);
      expect((await world.trail()).at(-1)).toMatchObject({
        event: 'task-landed',
        about: `main had ${approved} already`,
      });
      // That main is not what was approved any more is told.
      expect(answer.data['warnings']).toMatchObject([
        { code: 'MainWentOn', message: expect.stringMatching(/README\.md.*git log /s) as string },
      ]);
      expect((await land(world, main)).answer).toMatchObject({ error: null, data: { replayed: true } });
      for (const each of ['task-list-updated', 'dependents-unblocked'])
        await does(tree, 'send', 'TASK-7', 'attest', `condition=${each}`, 'note=None.');
      await does(tree, 'compliance', 'TASK-7');
      await does(tree, 'advance', 'TASK-7');
    },
  );

  test('a landing that main does not have any more is done again, and told again', async () => {
    const world = await createWorld('complete');
    const { main, tree, git, mainCommit, does, baton } = world;
    const [before, approved] = [mainCommit(), git(tree, 'rev-parse', 'HEAD')];
    expect((await land(world, main)).code).toBe(0);
    git(main, 'reset', '-q', '--hard', before);
    for (const each of ['task-list-updated', 'dependents-unblocked'])
      await does(tree, 'send', 'TASK-7', 'attest', `condition=${each}`, 'note=None.');
    await does(tree, 'compliance', 'TASK-7');
    expect(JSON.stringify((await baton(tree, 'advance', 'TASK-7')).answer.error?.data)).toContain('merged');
    const told = (await world.trail()).filter(({ event }) => event === 'task-landed').length;
    expect((await land(world, main)).code).toBe(0);
    expect(mainCommit()).toBe(approved);
    expect((await world.trail()).filter(({ event }) => event === 'task-landed')).toHaveLength(told + 1);
    await does(tree, 'advance', 'TASK-7');
    expect((await land(world, main)).code).toBe(0);
    git(main, 'reset', '-q', '--hard', before);
    await expectRefused(world, main, 'NotApproved');
  });
});

test('two landings at once are one', { timeout: 120_000 }, async () => {
  const world = await createWorld('complete');
  const { main, tree, git, mainCommit, env } = world;
  const [before, approved] = [mainCommit(), git(tree, 'rev-parse', 'HEAD')];
  const [store, kept] = [join(main, '.agent-output'), join(main, '../kept')];
  cpSync(store, kept, { recursive: true });
  const who = { ...env, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' };
  const call = promisify(execFile);
  const start = (cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> =>
    call('baton', ['worktree', 'land', 'TASK-7', '--json'], { cwd, env: { ...who, ...more } }).then(
      () => 'landed',
      (error: unknown) => String((error as { stdout: unknown }).stdout),
    );
  const expectOne = async (): Promise<void> => {
    expect(mainCommit()).toBe(approved);
    const told = (await world.trail()).filter(({ event }) => event === 'task-landed');
    expect(told).toMatchObject([{ about: `main at ${approved}, was ${before.slice(0, 12)}` }]);
  };
  expect(await Promise.all([main, tree, main].map((cwd) => start(cwd)))).toEqual(['landed', 'landed', 'landed']);
  await expectOne();

  // The same in the order that is hardest: one moves main, another records that and frees the lock, and a third takes it before the first records.
  git(main, 'reset', '-q', '--hard', before);
  rmSync(store, { recursive: true });
  cpSync(kept, store, { recursive: true });
  const pausing = (name: string, ...steps: string[]) => {
    const folder = join(main, '..', name);
    mkdirSync(folder);
    const pause = { NODE_OPTIONS: `--import=${STOP_AT_STEP}`, PAUSE_AT: JSON.stringify(steps), PAUSE_IN: folder };
    return {
      ended: start(main, pause),
      reaches: (n: number) => expect.poll(() => existsSync(join(folder, `at-${n}`))).toBe(true),
      goesOn: (n: number) => writeFileSync(join(folder, `go-${n}`), ''),
    };
  };
  const third = pausing('third', 'link.*/main-working-tree[^/]*/tmp/revision', 'write.*/linked/main-working-tree');
  await third.reaches(1);
  const first = pausing('first', '/TASK-7/tmp/');
  await first.reaches(1);
  expect(mainCommit()).toBe(approved);
  expect(await start(tree)).toBe('landed');
  third.goesOn(1);
  await third.reaches(2);
  first.goesOn(1);
  expect(await first.ended).toBe('landed');
  third.goesOn(2);
  expect(await third.ended).toBe('landed');
  await expectOne();
});

describe('a merge is recorded only where it happened', { timeout: 120_000 }, () => {
  const record = (world: World, commit: string, ...more: string[]): Promise<Ended> =>
    world.baton(world.tree, 'send', 'TASK-7', 'record-merge', `commit=${commit}`, 'fastForward=true', ...more);

  test('not a commit that is on no main branch, nor one that came by a merge', async () => {
    const world = await createWorld('complete');
    const head = world.git(world.tree, 'rev-parse', 'HEAD');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    for (const commit of [head, world.mainCommit(), 'c'.repeat(40)])
      expect((await record(world, commit)).answer.error?.code).toBe('Rejected');
    expect((await record(world, head)).answer.error?.message).toContain('main');
    world.commit(world.main, 'other.md', 'other\n');
    world.git(world.main, 'merge', '-q', '--no-ff', '-m', 'Merge', head);
    const { answer } = await record(world, head);
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'fast-forward' }] } });
  });

  test('not what nobody approved, though main has it', async () => {
    const world = await createWorld('complete');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    const evil = world.commit(world.tree, 'evil.js', 'evil\n');
    world.git(world.main, 'merge', '-q', '--ff-only', evil);
    expect((await record(world, evil)).answer.error?.code).toBe('StaleApproval');
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
      const { answer } = await record(world, evil);
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
    const { answer } = await record(world, approved);
    expect(answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'merged-head' }] } });
  });

  test('one that a person made by hand, by fast-forward', async () => {
    const world = await createWorld('complete');
    const head = world.git(world.tree, 'rev-parse', 'HEAD');
    await world.does(world.tree, 'send', 'TASK-7', 'lock-main');
    world.git(world.main, 'merge', '-q', '--ff-only', head);
    expect((await record(world, head)).answer.error).toBeNull();
  });
});
