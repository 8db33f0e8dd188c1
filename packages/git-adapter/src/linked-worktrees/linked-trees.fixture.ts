import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { okAsync, orThrow, type ResultAsync } from '@batonkit/core';
import type { MainLock } from '@batonkit/protocol';
import { afterEach } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createLinkedWorktrees, type LinkedWorktrees, type LinkedWorktreesOptions } from './create-linked-worktrees.ts';
import type { MainMergeOptions } from './fast-forward-main.ts';
import type { LinkedWorktreeError } from './linked-problem.ts';
import type { LinkedTree } from './list-linked-trees.ts';

export const TASK = 'TASK-1';
export const HOLDER = 'run-1';

/** A repository with the linked trees of a task and some agents. */
export interface Scene {
  readonly repository: ScratchRepository;
  readonly trees: LinkedWorktrees;
  readonly task: LinkedTree;
  readonly agents: Readonly<Record<string, LinkedTree>>;
  /** The tree of the task (`null`), of an agent, or the main one (`'main'`) to work in. */
  readonly at: (agent: string | null) => ScratchRepository;
  /** Commits files in a tree as its agent. */
  readonly commit: (agent: string | null, files: Readonly<Record<string, string | null>>, message?: string) => string;
}

/** The name of the main working tree in a scene. */
export const MAIN_TREE = 'main';

export async function setScene(
  files: Readonly<Record<string, string>>,
  agents: readonly string[] = ['one', 'two'],
  options: Partial<LinkedWorktreesOptions> = {},
): Promise<Scene> {
  const repository = ScratchRepository.create(files);
  const trees = createLinkedWorktrees({ directory: repository.root, ...options });
  const task = await orThrow(trees.create({ taskId: TASK }));
  const made: Record<string, LinkedTree> = {};
  for (const agent of agents) made[agent] = await orThrow(trees.create({ taskId: TASK, agent }));
  const at = (agent: string | null): ScratchRepository => {
    if (agent === MAIN_TREE) return repository;
    const tree = agent === null ? task : made[agent];
    if (tree === undefined) throw new Error(`no tree of ${agent}`);
    return repository.at(tree.path);
  };
  return {
    repository,
    trees,
    task,
    agents: made,
    at,
    commit: (agent, changes, message = `[${agent ?? 'coordinator'}] Change`) => {
      const tree = at(agent);
      for (const [name, content] of Object.entries(changes))
        if (content === null) tree.remove(name);
        else tree.write(name, content);
      tree.git('add', '-A');
      tree.git('commit', '-q', '--allow-empty', '-m', message);
      return tree.git('rev-parse', 'HEAD');
    },
  };
}

/** The lock of the main working tree, held by {@link HOLDER}. */
export const heldMainLock = {
  read: () =>
    okAsync<MainLock | null>({
      session: HOLDER,
      actor: 'ada',
      fence: 1,
      since: '2026-01-01T00:00:00.000Z',
      operation: 'git-operation',
    }),
};

/** What lands the task of a scene as it is now, all of it approved. */
export function landing(repository: ScratchRepository, taskId = TASK, cwd = repository.root): MainMergeOptions {
  const git = (...args: string[]): string => repository.gitIn({ cwd }, ...args);
  const branch = `refs/heads/baton/${taskId}/task`;
  const names = git('diff', '--name-only', '--no-renames', '-z', `HEAD...${branch}`).split('\0').filter(Boolean);
  const files = names.map((path) => {
    const mode = git('ls-tree', branch, '--', path).split(' ')[0];
    const base = git('ls-tree', git('merge-base', 'HEAD', branch), '--', path).split(/[ \t]/)[2] ?? null;
    if (mode === undefined || mode === '') return { path, mode: null, sha256: null, base };
    const bytes = spawnSync('git', ['cat-file', 'blob', `${branch}:${path}`], { cwd }).stdout;
    return { path, mode, sha256: createHash('sha256').update(bytes).digest('hex'), base };
  });
  const approved = { commit: git('rev-parse', branch), files };
  return { taskId, session: HOLDER, mainLock: heldMainLock, approved };
}

/** Everything that a person or git could see of a working tree: branch, commits, index with its flags, files, status. */
export function seeTree(tree: ScratchRepository): unknown {
  return {
    head: readFileSync(join(tree.git('rev-parse', '--absolute-git-dir'), 'HEAD'), 'utf8'),
    commit: tree.git('rev-parse', 'HEAD'),
    index: tree.git('ls-files', '--stage', '-v'),
    status: tree.git('status', '--porcelain=v2', '--untracked-files=all'),
    files: listFiles(tree.root),
    leftovers: readdirSync(tree.git('rev-parse', '--absolute-git-dir')).filter((name) => /^index\./.test(name)),
  };
}

/** The repository as a whole: every branch and other ref, every tree. */
export function seeAll({ repository, task, agents }: Pick<Scene, 'repository' | 'task' | 'agents'>): unknown {
  const paths = [repository.root, task.path, ...Object.values(agents).map(({ path }) => path)];
  return {
    refs: repository.git('for-each-ref'),
    trees: paths.map((path) => (existsSync(path) ? seeTree(repository.at(path)) : null)),
    registered: repository.git('worktree', 'list', '--porcelain'),
  };
}

function listFiles(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString('latin1');
      if (prefix === '' && name === '.git') continue;
      const path = Buffer.concat([Buffer.from(`${folder}/`), entry.name]).toString('latin1');
      if (entry.isDirectory()) visit(path, `${prefix}${name}/`);
      else files[prefix + name] = entry.isSymbolicLink() ? 'link' : readFileSync(Buffer.from(path, 'latin1'), 'latin1');
    }
  };
  visit(root, '');
  return files;
}

/** Scenes that are cleared away after each test. */
export function useScenes(): (files?: Record<string, string>, agents?: string[]) => Promise<Scene> {
  const open: ScratchRepository[] = [];
  afterEach(() => {
    for (const repository of open.splice(0)) repository.close();
  });
  return async (files = { 'a.txt': 'one\n', 'b.txt': 'b\n' }, agents = ['one', 'two']) => {
    const made = await setScene(files, agents);
    open.push(made.repository);
    return made;
  };
}

/** The conditions that a call did not meet, or its code. */
export async function unmetOf(call: ResultAsync<unknown, LinkedWorktreeError>): Promise<readonly string[]> {
  const result = await call;
  if (result.isOk()) return ['succeeded'];
  const { code, data } = result.error;
  return 'unmet' in data ? data.unmet.map(({ condition }) => condition) : [code];
}
