import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary git repository with login.js in its only commit.
 *
 * @param {string} text
 */
export function createLoginRepository(text) {
  const directory = mkdtempSync(join(tmpdir(), 'batonkit-claude-'));
  const edit = (/** @type {string} */ changed) => writeFileSync(join(directory, 'login.js'), changed);
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: directory });
  edit(text);
  git('init', '--quiet');
  git('add', 'login.js');
  git('-c', 'user.name=ada', '-c', 'user.email=ada@batonkit.invalid', 'commit', '--quiet', '--message=Start');
  return { directory, edit, remove: () => rmSync(directory, { recursive: true }) };
}
