import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs an example of the documentation where its reader would: in a git repository with one commit. */
export async function inScratchRepository(example: () => Promise<void>): Promise<void> {
  const home = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'batonkit-example-'));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  };
  git('init', '--quiet');
  writeFileSync(join(folder, 'login.js'), 'export const login = () => true;\n');
  git('add', '.');
  git('commit', '--quiet', '--message=start');
  process.chdir(folder);
  try {
    await example();
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
  }
}
