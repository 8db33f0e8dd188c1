import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorld } from './protocol-world.fixture.ts';
import { createShop, type Shop, taskFile } from './scratch-shop.fixture.ts';

/** A repository whose task has two QA commands, with a turn open and an edit in it. */
async function open(): Promise<Shop> {
  const shop = createShop();
  const { write, git, baton } = shop;
  write('tasks/TASK-1.task.yaml', taskFile('TASK-1', 'qa: { commands: [sh test.sh, sh lint.sh] }\n'));
  write('test.sh', 'echo testing; grep -q 2 src/login.js\n');
  write('lint.sh', 'echo linting >&2; exit 0\n');
  write('.gitignore', '.agent-output\n');
  git('add', '-A');
  git('commit', '-qm', 'Checks');
  for (const argv of [
    ['init', 'TASK-1'],
    ['start', 'TASK-1', 'implementer'],
  ])
    expect((await baton(argv)).stderr).toBe('');
  return shop;
}

test('baton qa run shows what the commands print, tells how each ended, and ends with 1 when one failed', async () => {
  const { baton, write, ask } = await open();
  const failed = await baton(['qa', 'run', 'TASK-1']);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(
    /^run: sh test\.sh \(1 of 2\)\ntesting\nfailed: sh test\.sh \(1 of 2\): exit code 1, [\d.]+ s\nrun: sh lint\.sh/,
  );
  expect(failed.stdout).toMatch(
    /^done: QA of TASK-1 is recorded[^]*sh test\.sh +test +failed +1 [^]*sh lint\.sh +lint +passed +0 /,
  );
  expect(failed.stdout).toMatch(/It counts for tree [0-9a-f]{12}, until the content changes\.\n$/);

  write('src/login.js', 'export const login = () => 2;\n');
  expect((await baton(['next', 'TASK-1'])).stdout).toMatch(
    /so that run is stale[^]*baton qa run TASK-1\n[^]*baton hand-off/,
  );
  expect((await baton(['status', 'TASK-1'])).stdout).toMatch(
    /failed, executed by implementer for tree [0-9a-f]{12}, stale: the content changed/,
  );

  const { data } = await ask('qa', 'run', 'TASK-1', '--parallel');
  expect(data).toMatchObject({
    grade: 'executed',
    passed: true,
    counts: true,
    verdicts: { fixed: [expect.any(String)] },
  });
  expect(data['treeBefore']).toBe(data['tree']);
  expect((await baton(['next', 'TASK-1'])).stdout).not.toContain('stale');
  expect((await baton(['trail', 'TASK-1'])).stdout).toMatch(
    /qa-run-recorded +implementer: executed, passed, tree [0-9a-f]{12}/,
  );
  expect((await baton(['export', 'TASK-1', 'reviewer'])).stdout).toContain('"grade":"executed"');
});

test('several at once are told apart line by line', async () => {
  const { baton } = await open();
  const { stderr } = await baton(['qa', 'run', 'TASK-1', 'implementer', '--parallel']);
  expect(stderr).toMatch(/^(?:\[1\] )?testing$/m);
  expect(stderr).toMatch(/^(?:\[2\] )?linting$/m);
});

test('a hand-off with --qa runs them first', async () => {
  const { baton, write, ask } = await open();
  write('src/login.js', 'export const login = () => 2;\n');
  const { code, stderr } = await baton(['hand-off', 'TASK-1', 'implementer', '--qa']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('done: sh lint.sh (2 of 2): exit code 0')]);
  expect((await ask('status', 'TASK-1')).data['qa']).toMatchObject({
    grade: 'executed',
    status: 'passed',
    tree: 'same',
  });
});

test('an interrupt ends the commands, and nothing is recorded', async () => {
  const { baton, write, ask, directory } = await open();
  write('test.sh', 'touch .agent-output/started; sleep 60\n');
  const onInterrupt = (stop: () => void): (() => void) => {
    const timer = setInterval(() => existsSync(join(directory, '.agent-output/started')) && stop(), 20);
    return () => clearInterval(timer);
  };
  const { code, stderr } = await baton(['qa', 'run', 'TASK-1'], { onInterrupt });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The QA run was cancelled during sh test.sh. Nothing was recorded.'),
  ]);
  expect((await ask('status', 'TASK-1')).data['qa']).toBeNull();
});

test('a changed definition needs words, which are recorded', async () => {
  const { baton, write, ask } = await open();
  write('src/login.js', 'export const login = () => 2;\n');
  write('test.sh', 'exit 0\n');
  const { stdout, stderr } = await baton(['qa', 'run', 'TASK-1']);
  expect(stdout).toMatch(
    /It does not count as proof:\n {2}- test\.sh, which a QA command runs, is not that of the brief\.\n/,
  );
  expect(stderr).toContain('warning: QaUnproven');
  expect((await ask('qa', 'run', 'TASK-1', '--accept', 'It was too strict.')).data).toMatchObject({ counts: true });
});

test('a person who is to approve a change is told which QA definitions it changes', async () => {
  const world = await createWorld('awaiting');
  writeFileSync(join(world.tree, 'vitest.config.js'), 'export default { test: { include: [] } };\n');
  const { qaChanged, warnings } = await world.does(world.tree, 'present', 'TASK-7', 'change');
  const message = 'vitest.config.js, which decides what checks check, is not that of the brief.';
  expect(qaChanged).toEqual([message]);
  expect(warnings).toContainEqual({ code: 'QaDefinitionChanged', message });
});
