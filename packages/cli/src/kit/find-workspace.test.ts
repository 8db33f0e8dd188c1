import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runHook } from '../hooks/run-hook.ts';
import { createShop, type Shop, taskFile } from '../scratch-shop.fixture.ts';
import { findWorkspace, listWorktrees } from './find-workspace.ts';

/** A folder that goes with the test. */
function createFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'baton-bare-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A bare copy of a shop, with a linked working tree for each name. */
function cloneBare({ directory }: Shop, bare: string, ...trees: readonly string[]): void {
  git(directory, 'clone', '-q', '--bare', directory, bare);
  for (const tree of trees) git(bare, 'worktree', 'add', '-q', '-b', `of-${basename(tree)}`, tree);
}

/** How the guard judges a use of a tool in a working tree. */
async function judge(cwd: string, tool: string, path: string): Promise<string> {
  let told = '';
  const stream = { write: (text: string) => (told += text) };
  const payload = { session_id: 's', cwd, tool_name: tool, tool_input: { file_path: path } };
  await runHook(['claude', 'PreToolUse'], {
    stdin: [JSON.stringify(payload)],
    stdout: stream,
    stderr: stream,
    env: { BATON_TASK: 'TASK-1' },
    cwd,
  });
  return told.trim();
}

test('the trees of a bare repository share a store in it, and nothing with the one beside it', async () => {
  const shop = createShop();
  const folder = createFolder();
  for (const name of ['a', 'b']) {
    cloneBare(shop, join(folder, `${name}.git`), join(folder, `${name}-one`), join(folder, `${name}-two`));
  }
  const list = async (tree: string, ...more: string[]) =>
    (await shop.ask('list', '-C', join(folder, tree), ...more)).data;
  const one = { tasks: [{ taskId: 'TASK-1', revision: 1 }] };

  expect((await shop.baton(['init', 'TASK-1', '-C', join(folder, 'a-one')])).code).toBe(0);
  expect(await list('a-two')).toEqual(one);
  expect(await list('b-one')).toEqual({ tasks: [] });
  expect(fs.existsSync(join(folder, 'a.git/.agent-output/TASK-1'))).toBe(true);
  expect(fs.readdirSync(folder)).not.toContain('.agent-output');
  const { stdout } = await shop.baton(['doctor', '-C', join(folder, 'a-two')]);
  expect(stdout).toMatch(new RegExp(`ok +store +${folder}/a\\.git/\\.agent-output`));
  expect(stdout).toContain(`${folder}/a-two (linked to ${folder}/a.git)`);

  expect((await shop.ask('init', 'TASK-1', '-C', join(folder, 'b-one'), '--store', 'git')).error).toBeNull();
  expect(await list('b-two', '--store', 'git')).toEqual(one);
  expect(await list('a-one', '--store', 'git')).toEqual({ tasks: [] });
  vi.stubEnv('HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  fs.writeFileSync(join(folder, '.gitconfig'), '[safe]\n\tbareRepository = explicit\n');
  expect(await list('b-two', '--store', 'git')).toEqual(one);
});

test('a bare repository of any name, beside its trees, is one with the folder that points to it', async () => {
  const shop = createShop();
  const folder = createFolder();
  const bare = join(folder, '.bare');
  cloneBare(shop, bare, join(folder, 'main'), join(folder, 'feature/login'));
  fs.writeFileSync(join(folder, '.git'), 'gitdir: ./.bare\n');
  const settings = { store: 'tasks', roles: ['writer'], guard: { writableRoots: ['.'] } };
  fs.writeFileSync(join(bare, 'batonkit.config.json'), JSON.stringify(settings));

  expect((await shop.baton(['init', 'TASK-1', '-C', join(folder, 'main')])).code).toBe(0);
  expect(fs.existsSync(join(bare, 'tasks/TASK-1'))).toBe(true);
  for (const place of ['feature/login/src', '.'])
    expect((await shop.ask('list', '-C', join(folder, place))).data).toMatchObject({ tasks: [{ taskId: 'TASK-1' }] });
  const status = await shop.ask('status', 'TASK-1', '-C', join(folder, 'feature/login'));
  expect(status.data).toMatchObject({ roles: [{ role: 'writer' }] });
  // The folder itself holds no files of the repository, and what looks like a file of it is part of git.
  const started = await shop.baton(['start', 'TASK-1', 'writer', '-C', folder]);
  expect(started.stderr).toMatch(/^warning: .* is not in a git working tree\.\nerror: /);
  expect((await shop.baton(['doctor', '-C', folder])).stdout).toMatch(/problem +repository .* is not inside/);
  expect(await judge(folder, 'Write', '.bare/hooks/post-checkout')).toContain('"deny"');
  // Who stands above the trees is in none of them.
  expect(await judge(folder, 'Write', 'main/docs/a.md')).toContain('start the agent in that tree');
  const workspace = findWorkspace([join(folder, 'main')]);
  expect(workspace === null ? [] : [...listWorktrees(workspace)].sort()).toEqual([
    join(folder, 'feature/login'),
    join(folder, 'main'),
  ]);
});

test('hooks in a tree of a bare repository go by its store, keep agents out of it, and log in the tree', async () => {
  const shop = createShop();
  const folder = createFolder();
  const [bare, tree] = [join(folder, 'shop.git'), join(folder, 'tree')];
  cloneBare(shop, bare, tree);
  expect(await judge(tree, 'Write', 'docs/a.md')).toContain('TASK-1');
  await shop.baton(['init', 'TASK-1', '-C', tree]);
  expect(await judge(tree, 'Write', 'docs/a.md')).toBe('{}');
  for (const path of ['.agent-output/TASK-1/context.json', 'batonkit.config.json', 'HEAD'])
    expect(await judge(tree, 'Write', join(bare, path))).toContain('"deny"');
  expect(await judge(tree, 'Read', join(bare, '.agent-output/TASK-1/context.json'))).toContain('"deny"');
  expect(fs.existsSync(join(tree, 'artifacts/sessions/s/guard.log'))).toBe(true);
  expect(fs.existsSync(join(bare, 'artifacts'))).toBe(false);
});

test('a linked tree of a submodule shares the store of the submodule', async () => {
  const shop = createShop();
  const folder = createFolder();
  git(folder, 'init', '-q', 'outer');
  const outer = join(folder, 'outer');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', shop.directory, 'inner');
  const inner = join(outer, 'inner');
  git(inner, 'worktree', 'add', '-q', '-b', 'other', join(folder, 'linked'));
  fs.writeFileSync(join(inner, 'tasks/TASK-2.yaml'), taskFile('TASK-2'));
  expect((await shop.ask('init', 'TASK-2', '-C', inner)).error).toBeNull();
  expect((await shop.ask('list', '-C', join(folder, 'linked'))).data).toMatchObject({ tasks: [{ taskId: 'TASK-2' }] });
  expect(fs.existsSync(join(inner, '.agent-output/TASK-2'))).toBe(true);
});
