import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { describe, expect, test } from 'vitest';
import { createWorld, type World } from './protocol-world.fixture.ts';

const ID = 'TASK-7';

/** What the record says that must not depend on where a caller is. */
async function seen({ does, tree }: World): Promise<unknown> {
  const { record } = (await does(tree, 'get', ID)) as { record: { protocol: unknown; coordination: unknown } };
  return record;
}

/** How often the tree was found to differ from a hand-off. */
async function drifts({ does, tree }: World): Promise<readonly number[]> {
  const { roles } = (await does(tree, 'status', ID)) as { roles: { drift: number }[] };
  return roles.map(({ drift }) => drift);
}

/** Every place of the repository that is not the task's own tree. */
const elsewhere = ({ main, agentTree, tree }: World): readonly string[] => {
  const link = `${tree}-link`;
  symlinkSync(main, link);
  mkdirSync(join(agentTree, 'docs'));
  return [main, join(main, 'tasks'), agentTree, join(agentTree, 'docs'), link];
};

describe('a task is judged by its own tree, wherever the caller is', { timeout: 120_000 }, () => {
  test('advance sees commits that nobody handed off, and counts no drift for another tree', async () => {
    const world = await createWorld('committed');
    const { baton, main, agentTree, commit, tree, does } = world;
    // What was handed off is in the task's tree, so from everywhere the step is as good as from there.
    for (const cwd of elsewhere(world)) {
      const { next } = (await does(cwd, 'next', ID)) as { next: { action: string }[] };
      expect(next.map(({ action }) => action)).toEqual(['compliance']);
      expect((await baton(cwd, 'verify', ID, 'implementer', '--expect', 'either')).answer.error).toBeNull();
    }
    expect(await drifts(world)).toEqual([0, 0, 0, 0, 0]);
    commit(tree, 'evil.js', 'evil\n');
    await does(main, 'compliance', ID);
    for (const cwd of [main, agentTree]) {
      const { answer } = await baton(cwd, 'advance', ID);
      expect(answer.error?.code).toMatch(/^(?:Rejected|DriftUnresolved)$/);
      expect(JSON.stringify(answer.error?.data)).toContain('snapshot-intact');
    }
  });

  test('present covers the files of the task, approve and advance hold them against it', async () => {
    const world = await createWorld('awaiting');
    const { baton, main, agentTree, commit, tree, git } = world;
    const presented = (await baton(main, 'present', ID, 'change')).answer.data;
    expect(presented).toMatchObject({ files: ['README.md'] });
    for (const cwd of [agentTree, tree])
      expect((await baton(cwd, 'present', ID, 'change')).answer.data).toMatchObject({
        files: ['README.md'],
        covers: presented.covers,
      });
    commit(tree, 'evil.js', 'evil\n');
    const approve = ['approve', ID, 'change', '--by', 'grace', '--message', 'Approved'];
    for (const cwd of [main, agentTree]) {
      const { answer } = await baton(cwd, ...approve);
      expect(answer.error?.message).toContain('evil.js');
    }
    git(tree, 'reset', '-q', '--hard', 'HEAD~1');
    expect((await baton(main, ...approve)).answer.error).toBeNull();
    commit(tree, 'evil.js', 'evil\n');
    await world.does(main, 'send', ID, 'attest', 'condition=clean-build', 'note=Built.');
    await world.does(main, 'compliance', ID);
    const { answer } = await baton(main, 'advance', ID);
    expect(JSON.stringify(answer.error?.data)).toContain('change-approved');
    expect(answer.error?.message).toContain('evil.js');
  });

  test('audit and record-merge find what changed behind the approval', async () => {
    const world = await createWorld('complete');
    const { baton, main, agentTree, commit, tree, mainCommit } = world;
    commit(tree, 'evil.js', 'evil\n');
    await world.does(main, 'send', ID, 'lock-main');
    for (const cwd of [main, agentTree]) {
      expect((await baton(cwd, 'compliance', ID)).answer.data).toMatchObject({ verdict: 'FAILED' });
      const said = ['send', ID, 'record-merge', `commit=${mainCommit()}`, 'fastForward=true'];
      expect((await baton(cwd, ...said)).answer.error?.code).toBe('Rejected');
      const { violations } = (await baton(cwd, 'status', ID)).answer.data;
      expect(String(violations)).toContain('evil.js');
    }
  });

  test('a turn is opened and handed off in the tree of the task', async () => {
    const world = await createWorld('working');
    const { baton, main, tree, agentTree, does } = world;
    writeFileSync(join(main, 'README.md'), 'an edit of somebody in the main tree\n');
    const clean = await baton(main, 'hand-off', ID, 'implementer');
    expect(clean.answer.error?.code).toBe('TreeClean');
    writeFileSync(join(tree, 'README.md'), 'Sign in.\n');
    expect((await baton(main, 'hand-off', ID, 'implementer')).answer.error).toBeNull();
    const shown = (await does(agentTree, 'diff', ID, 'implementer')) as { text: string };
    expect(shown.text).toContain('Sign in.');
    expect(shown.text).not.toContain('somebody in the main tree');
    expect((await baton(agentTree, 'start', ID, 'reviewer')).answer.error).toBeNull();
    expect(await drifts(world)).toEqual([0, 0, 0, 0, 0]);
    expect((await does(main, 'status', ID)).tree).toContain(tree);
  });

  test('a claim from another tree leaves the task where it is', async () => {
    const world = await createWorld('committed');
    const { baton, main, tree, does, commit } = world;
    commit(tree, 'evil.js', 'evil\n');
    await does(main, 'release', ID);
    await does(main, 'claim', ID);
    await does(main, 'compliance', ID);
    const { answer } = await baton(main, 'advance', ID);
    expect(JSON.stringify(answer.error?.data)).toContain('snapshot-intact');
  });
});

describe(
  'a tree that cannot be looked at is refused with its path, and nothing is decided or counted',
  { timeout: 120_000 },
  () => {
    const verbs = [
      ['present', ID, 'change'],
      ['approve', ID, 'change', '--by', 'grace', '--message', 'Approved'],
      ['advance', ID],
      ['compliance', ID],
      ['verify', ID, 'implementer'],
      ['start', ID, 'reviewer'],
      ['snapshot', ID, 'implementer', '--allow-clean'],
      ['send', ID, 'attest', 'condition=clean-build', 'note=Built.'],
      ['send', ID, 'return', 'because=approval-without-coverage', 'note=Because.'],
    ] as const;

    test('another clone that shares the store', async () => {
      const world = await createWorld('awaiting');
      const { baton, main, tree, git, env } = world;
      const clone = `${main} clone`;
      git(main, 'clone', '-q', main, clone);
      env.BATON_STORE = join(main, '.agent-output');
      const before = await seen(world);
      for (const verb of verbs) {
        const { code, answer } = await baton(clone, ...verb);
        expect([verb[0], answer.error?.code, code]).toEqual([verb[0], 'Elsewhere', 4]);
        expect(answer.error?.message).toContain(`cd ${tree}`);
        expect(answer.error?.data).toMatchObject({ path: tree, here: clone });
      }
      expect((await baton(clone, 'worktree', 'land', ID)).answer.error?.code).toBe('NotApproved');
      expect(await seen(world)).toEqual(before);
      expect((await baton(clone, 'next', ID)).answer.data).toMatchObject({
        next: [{ action: 'go-to-tree', subject: tree }],
      });
      expect((await baton(clone, 'status', ID)).answer.data).toMatchObject({
        state: 'AWAITING_USER_APPROVAL',
        violations: [],
      });
      expect((await baton(clone, 'release', ID)).answer.error).toBeNull();
    });

    test('another clone does not land what was approved in this one', async () => {
      const world = await createWorld('complete');
      const { baton, main, tree, git, env } = world;
      const clone = `${main}-clone`;
      git(main, 'clone', '-q', main, clone);
      git(clone, 'fetch', '-q', main, 'refs/heads/baton/*:refs/heads/baton/*');
      env.BATON_STORE = join(main, '.agent-output');
      const before = git(clone, 'rev-parse', 'main');
      const { answer } = await baton(clone, 'worktree', 'land', ID);
      expect(answer.error).toMatchObject({ code: 'Elsewhere', data: { path: tree } });
      expect(git(clone, 'rev-parse', 'main')).toBe(before);
      expect((await baton(clone, 'worktree', 'land', ID, '--session', 'run-2')).answer.error?.code).toBe('NotOwner');
    });

    test('a tree that was deleted, or moved away, until it is made again', async () => {
      const world = await createWorld('awaiting');
      const { baton, main, tree, does } = world;
      renameSync(tree, `${tree}-away`);
      for (const verb of verbs) {
        const { answer } = await baton(main, ...verb);
        expect([verb[0], answer.error?.code]).toEqual([verb[0], 'Elsewhere']);
        expect(answer.error?.message).toContain(`cd ${tree}`);
        expect(answer.error?.message).toContain(`baton worktree create ${ID}`);
      }
      rmSync(`${tree}-away`, { recursive: true });
      await does(main, 'worktree', 'create', ID);
      expect((await baton(main, 'present', ID, 'change')).answer.data).toMatchObject({ files: ['README.md'] });
    });

    test('a tree whose link to the repository is broken, or that another repository took the place of', async () => {
      const world = await createWorld('awaiting');
      const { baton, main, tree, agentTree, git } = world;
      const head = git(tree, 'rev-parse', 'HEAD');
      const link = readFileSync(join(tree, '.git'), 'utf8');
      const refuseAll = async (): Promise<void> => {
        for (const verb of [
          ['present', ID, 'change'],
          ['advance', ID],
          ['compliance', ID],
        ] as const) {
          const { answer } = await baton(main, ...verb);
          expect([verb[0], answer.error?.code]).toEqual([verb[0], 'Elsewhere']);
          expect(answer.error?.message).toContain(tree);
        }
        expect((await baton(main, 'next', ID)).answer.data).toMatchObject({
          next: [{ action: 'go-to-tree', subject: tree }],
        });
      };
      writeFileSync(join(tree, '.git'), 'gitdir: /nowhere\n');
      await refuseAll();
      writeFileSync(join(tree, '.git'), readFileSync(join(agentTree, '.git'), 'utf8'));
      await refuseAll();
      rmSync(join(tree, '.git'));
      await refuseAll();
      git(tree, 'init', '-q');
      git(tree, 'fetch', '-q', main, 'refs/heads/*:refs/remotes/main/*');
      git(tree, 'checkout', '-q', '--force', '-b', 'impostor', head);
      await refuseAll();
      rmSync(join(tree, '.git'), { recursive: true });
      writeFileSync(join(tree, '.git'), link);
      expect((await baton(main, 'present', ID, 'change')).answer.data).toMatchObject({ files: ['README.md'] });
    });

    test('a tree that was removed while the task is under way, until it is made again', async () => {
      const world = await createWorld('awaiting');
      const { baton, main, tree, git, does, commit } = world;
      const head = git(tree, 'rev-parse', 'HEAD');
      commit(tree, 'more.js', 'more\n');
      for (const agent of ['architecture-reviewer', 'architecture-updater'])
        await does(main, 'worktree', 'remove', ID, agent);
      await does(main, 'worktree', 'remove', ID, '--keep-branch');
      const second = `${main}-second`;
      git(main, 'worktree', 'add', '-q', '--detach', second, head);
      for (const verb of verbs) {
        const { answer } = await baton(second, ...verb);
        expect([verb[0], answer.error?.code]).toEqual([verb[0], 'Elsewhere']);
        expect(answer.error?.message).toContain(`baton worktree create ${ID}`);
      }
      expect((await baton(second, 'next', ID)).answer.data).toMatchObject({ next: [{ action: 'record-worktree' }] });
      await does(main, 'worktree', 'create', ID);
      expect((await baton(second, 'present', ID, 'change')).answer.data).toMatchObject({
        files: ['README.md', 'more.js'],
      });
    });
  },
);

test('the audit names the head of the tree of the task, wherever the caller was', { timeout: 120_000 }, async () => {
  const world = await createWorld('awaiting');
  const { main, tree, git, does } = world;
  const head = git(tree, 'rev-parse', 'HEAD');
  writeFileSync(join(main, 'qa.log'), 'Tests  1 passed (1)\n');
  await does(main, 'record-qa', ID, 'implementer', 'qa.log', '--exit-code', '0');
  await does(main, 'present', ID, 'change');
  const tasks = createFsTaskStore({ root: join(main, '.agent-output') });
  const { entries } = await orThrow(createBaton({ tasks }).contexts.trail(ID));
  expect(entries.slice(-2).map((entry) => entry.head)).toEqual([head, head]);
});

test('from a bare repository, whose trees are all linked', { timeout: 120_000 }, async () => {
  const world = await createWorld('claimed');
  const { main, git, does, baton } = world;
  const bare = `${main}-bare.git`;
  git(main, 'clone', '-q', '--bare', main, bare);
  git(bare, 'worktree', 'add', '-q', '-b', 'desk', `${main}-desk`);
  await does(`${main}-desk`, 'init', ID);
  await does(`${main}-desk`, 'claim', ID);
  await does(bare, 'worktree', 'create', ID);
  for (const cwd of [bare, `${main}-desk`]) {
    const { answer } = await baton(cwd, 'compliance', ID);
    expect([answer.error, answer.data.verdict]).toEqual([null, 'PASSED']);
  }
  expect((await baton(bare, 'advance', ID)).answer.data).toMatchObject({ state: 'CLASSIFIED' });
});

test(
  'without the protocol, another tree than the one of the last hand-off is no drift',
  { timeout: 120_000 },
  async () => {
    const world = await createWorld('claimed');
    const { main, git, does, baton, commit } = world;
    writeFileSync(
      join(main, 'tasks/TASK-8.yaml'),
      'id: TASK-8\ntitle: T\nstatus: in_progress\npriority: P2\narea: docs\ndescription: D.\nscope: { in: [README.md] }\nacceptance_criteria: [A]\n',
    );
    const other = `${main}-other`;
    git(main, 'worktree', 'add', '-q', '-b', 'other', other);
    await does(main, 'init', 'TASK-8');
    await does(main, 'start', 'TASK-8', 'implementer');
    writeFileSync(join(main, 'README.md'), 'Sign in.\n');
    await does(main, 'hand-off', 'TASK-8', 'implementer');
    for (const verb of [
      ['verify', 'TASK-8', 'implementer'],
      ['start', 'TASK-8', 'reviewer'],
    ] as const) {
      const { answer } = await baton(other, ...verb);
      expect(answer.error).toMatchObject({ code: 'Elsewhere', data: { path: main, here: other } });
    }
    const { roles } = (await does(main, 'status', 'TASK-8')) as { roles: { drift: number }[] };
    expect(roles.map(({ drift }) => drift)).toEqual([0, 0, 0]);
    // Its content may come by a commit; then the other tree is as good.
    const made = commit(main, 'README.md', 'Sign in.\n');
    git(other, 'merge', '-q', '--ff-only', made);
    expect((await baton(other, 'verify', 'TASK-8', 'implementer', '--expect', 'either')).answer.error).toBeNull();
  },
);

/** Calls tools of one MCP server that runs in `cwd`, one after the other. */
async function overMcp(
  { env }: World,
  cwd: string,
  calls: readonly (readonly [string, object])[],
): Promise<readonly { readonly isError?: boolean; readonly structuredContent?: object; readonly text: string }[]> {
  const server = spawn('baton', ['mcp'], { cwd, env: { ...env, BATON_SESSION: 'run-1', BATON_ACTOR: 'ada' } });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<Record<string, unknown>> => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done === true) throw new Error('The server is gone.');
      const answer = JSON.parse(value) as { id?: number; result?: Record<string, unknown> };
      if (answer.id === id) return answer.result ?? answer;
    }
  };
  try {
    const clientInfo = { name: 'test', version: '1' };
    await ask(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const answers = [];
    for (const [index, [name, given]] of calls.entries()) {
      const answer = await ask(index + 1, 'tools/call', { name, arguments: { taskId: ID, ...given } });
      answers.push({ ...answer, text: JSON.stringify(answer) });
    }
    return answers;
  } finally {
    server.kill();
  }
}

test('over one MCP connection in the main tree', { timeout: 120_000 }, async () => {
  const world = await createWorld('complete');
  const { main, tree, commit, git, mainCommit } = world;
  const before = mainCommit();
  commit(tree, 'evil.js', 'evil\n');
  const [landed, audited, recorded] = await overMcp(world, main, [
    ['worktree', { action: 'land' }],
    ['compliance', {}],
    ['send', { command: 'record-merge', fields: { commit: before, fastForward: true } }],
  ]);
  expect([landed?.isError, landed?.text]).toEqual([true, expect.stringContaining('StaleApproval')]);
  expect(audited?.text).toContain('evil.js');
  expect(recorded?.isError).toBe(true);
  expect(mainCommit()).toBe(before);
  git(tree, 'reset', '-q', '--hard', 'HEAD~1');
  const [again] = await overMcp(world, main, [['worktree', { action: 'land' }]]);
  expect(again?.isError ?? false).toBe(false);
  expect(mainCommit()).toBe(git(tree, 'rev-parse', 'HEAD'));
});

test(
  'a task that starts anew on the branch of its last life says so, from the claim on',
  { timeout: 120_000 },
  async () => {
    const { main, tree, git, does, baton } = await createWorld('committed');
    const branch = `baton/${ID}/task`;
    const rejected = git(tree, 'rev-parse', 'HEAD');
    await does(tree, 'send', ID, 'abandon', 'reason=no-longer-needed', 'note=Not wanted.');
    for (const agent of ['architecture-reviewer', 'architecture-updater'])
      await does(main, 'worktree', 'remove', ID, agent);
    await does(main, 'worktree', 'remove', ID, '--keep-branch');
    await does(main, 'compliance', ID);
    await does(main, 'complete', ID);
    await does(main, 'init', ID);

    const claimed = await baton(main, 'claim', ID);
    expect(claimed.answer.error).toBeNull();
    const made = await baton(main, 'worktree', 'create', ID);
    expect(made.answer.error).toBeNull();
    for (const { answer, text } of [claimed, made]) {
      expect(answer.data['warnings']).toMatchObject([{ code: 'ContinuesBranch' }]);
      for (const part of [branch, rejected, `git log main..${branch}`]) expect(text).toContain(part);
      expect(text).not.toMatch(/reset|branch -[dD]|--force/);
    }
    expect(made.text).toContain('1 commit ahead of main');
    // Where it was then is known.
    expect(git(tree, 'rev-parse', 'HEAD')).toBe(rejected);
    const other = (await baton(main, 'worktree', 'create', ID, '--base', 'main')).answer.data['warnings'];
    expect(JSON.stringify(other)).toContain('--base main was not used');

    // An ordinary beginning has nothing to say.
    const fresh = await createWorld('claimed');
    expect((await fresh.baton(fresh.main, 'worktree', 'create', ID)).answer.data).toMatchObject({ warnings: [] });
  },
);
