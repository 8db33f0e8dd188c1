import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Baton, createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';

/** A git repository in a folder of its own. */
export interface HookRepository {
  readonly root: string;
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  read(path: string): string | null;
  /** Batonkit over the repository, as a program would open it. */
  open(): Baton;
  remove(): void;
}

/** What a task is, for tests that only need one. */
export const IMMUTABLE = defineTask({
  title: 'Login',
  description: 'A form.',
  scope: ['src/**'],
  acceptanceCriteria: ['It works'],
});

/** Makes a repository with one commit. */
export function createHookRepository(files: Readonly<Record<string, string>> = {}): HookRepository {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'baton-hooks-')));
  const write = (path: string, text: string): void => {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  for (const [path, text] of Object.entries({ 'README.md': 'hello\n', 'src/app.ts': 'old\n', ...files }))
    write(path, text);
  git('add', '-A');
  git('commit', '--quiet', '-m', 'start');
  return {
    root,
    git,
    write,
    read: (path) => (fs.existsSync(join(root, path)) ? fs.readFileSync(join(root, path), 'utf8') : null),
    open: () =>
      createBaton({
        tasks: createFsTaskStore({ root: join(root, '.agent-output') }),
        worktree: createGitWorktree({ directory: root }),
      }),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** Makes a task and opens the turn of its first role. */
export async function startTask(repository: HookRepository, id = 'TASK-1'): Promise<Baton> {
  const baton = repository.open();
  const git = { head: repository.git('rev-parse', 'HEAD'), task_file_sha: null };
  await orThrow(baton.contexts.init(id, { actor: 'ada', immutable: IMMUTABLE, git }));
  await orThrow(baton.startTurn(id, { role: 'implementer', actor: 'claude' }));
  return baton;
}
