import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createWorld, type Ended, type World } from './protocol-world.fixture.ts';

const ID = 'TASK-7';
const land = ({ baton, tree }: World): Promise<Ended> => baton(tree, 'worktree', 'land', ID);

/** Types the commands that a refusal prints and that match, in the order in which it prints them. */
function type({ tree, env }: World, { answer }: Ended, commands: RegExp): readonly string[] {
  const printed = (answer.error?.message ?? '').match(commands) ?? [];
  const who = { ...env, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' };
  for (const line of printed) {
    const command = line.replace('<why>', 'Elsewhere');
    execFileSync('sh', ['-c', command], { cwd: tree, env: who, stdio: 'pipe' });
  }
  return printed;
}

test('a task whose work came to main by other commits ends as its refusals say', { timeout: 120_000 }, async () => {
  const world = await createWorld('complete');
  const { main, tree, git, baton, mainCommit } = world;
  const approved = git(tree, 'rev-parse', 'HEAD');
  // Its branch is gone, and brought back.
  git(tree, 'checkout', '-q', '--detach');
  git(main, 'branch', '-q', '-D', 'baton/TASK-7/task');
  expect(type(world, await land(world), /git checkout -b \S+/g)).toHaveLength(1);

  git(main, 'merge', '-q', '--squash', approved);
  git(main, 'commit', '-q', '-m', 'Another task brought it');
  const there = world.commit(main, 'other.md', 'other\n');
  const refused = await land(world);
  expect(refused.answer.error).toMatchObject({ data: { unmet: [{ condition: 'nothing-to-land' }] } });
  expect(type(world, refused, /git rebase main/g)).toHaveLength(1);
  expect(mainCommit()).toBe(there);

  // The branch has nothing of its own any more. That is told with both ways out, and neither leads back here.
  const moved = await land(world);
  expect([moved.answer.error?.code, moved.answer.error?.message]).toEqual([
    'StaleApproval',
    expect.stringContaining(`git reset --keep ${approved}`),
  ]);
  const steps = /baton send TASK-7 (?:return because|abandon reason)=\S+ note=<why>/g;
  expect(type(world, moved, steps)).toHaveLength(2);
  expect((await world.trail()).map(({ about }) => about)).toContain('AWAITING_USER_APPROVAL -> CLEANUP');
  for (const agent of [['architecture-reviewer'], ['architecture-updater'], []])
    expect((await baton(main, 'worktree', 'remove', ID, ...agent)).answer.error).toBeNull();
});

test(
  'what a person did not see come to main, they look at again, and then it is landed',
  { timeout: 120_000 },
  async () => {
    const world = await createWorld('complete');
    const { main, tree, git, does } = world;
    git(main, 'merge', '-q', '--squash', git(tree, 'rev-parse', 'HEAD'));
    git(main, 'commit', '-q', '-m', 'Another task brought it');
    git(tree, 'rebase', '-q', 'main');
    const refused = await land(world);
    expect(refused.answer.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'merged-head' }] } });
    expect(type(world, refused, /baton send TASK-7 return because=\S+ note=<why>/g)).toHaveLength(1);
    const commit = git(main, 'rev-parse', 'main');
    expect(await does(tree, 'present', ID, 'change')).toMatchObject({ commits: [{ commit, files: ['README.md'] }] });
    await does(tree, 'approve', ID, 'change', '--by', 'grace', '--message', 'Approved');
    await does(tree, 'send', ID, 'attest', 'condition=clean-build', 'note=It builds.');
    await does(tree, 'compliance', ID);
    await does(tree, 'advance', ID);
    expect((await land(world)).answer.error).toBeNull();
    expect((await world.trail()).at(-1)).toMatchObject({ event: 'task-landed', about: `main had ${commit} already` });
  },
);
