import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGitWorktree } from '@batonkit/git-adapter';
import type { WorktreeUnderTest } from './worktree-under-test.ts';

/** A real repository in a temporary directory, looked at by the native engine. */
export function makeNativeWorktree(files: Readonly<Record<string, string>>): WorktreeUnderTest {
  const parent = mkdtempSync(join(tmpdir(), 'batonkit-suite-'));
  const root = join(parent, 'repo');
  mkdirSync(root);
  const at = (path: string): string => join(root, path);
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgSign=false'];
  const git = (...args: string[]): string =>
    execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
  const read = (path: string): Uint8Array | null =>
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : null;
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const commit = (): string => {
    git('add', '-A');
    git('commit', '-q', '-m', 'commit');
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q');
  for (const [path, content] of Object.entries(files)) write(path, content);
  commit();
  return {
    worktree: createGitWorktree({ directory: root, engine: 'native' }),
    edit: {
      write,
      remove: (path) => rmSync(at(path), { recursive: true }),
      read: (path) => read(at(path)),
      commit,
      stage: (path) => void git('add', '--', path),
      chmod: (path, executable) => chmodSync(at(path), executable ? 0o755 : 0o644),
      symlink: (path, target) => symlinkSync(target, at(path)),
      touch: (path) => utimesSync(at(path), new Date(0), new Date(0)),
      shell: (script) => void execFileSync('sh', ['-e', '-c', script], { cwd: root, stdio: 'pipe' }),
      target: () => {
        const directory = join(parent, 'target');
        return { directory, read: (path) => read(join(directory, path)) };
      },
    },
    close: () => rmSync(parent, { recursive: true, force: true }),
  };
}
