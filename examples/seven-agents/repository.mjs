// The repository that the example starts from, made in a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const files = {
  'todo.md': '- [ ] TASK-7 Greet people properly\n- [ ] TASK-8 Greet them in other languages\n',
  'src/greet.mjs': "export function greet(name) {\n  return 'Hello ' + name;\n}\n",
  'src/farewell.mjs': "export function farewell(name) {\n  return 'Goodbye ' + name;\n}\n",
  // The whole QA of this project: whatever tests are there, pass.
  'check.mjs':
    "import { readdirSync } from 'node:fs';\n\nfor (const file of readdirSync('src').filter((name) => name.endsWith('.mjs')))\n  await import(`./src/${file}`);\nconsole.log('all checks passed');\n",
};

/** Makes the repository; its parent folder is all there is to remove afterwards. */
export function makeRepository() {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-seven-')));
  const directory = join(parent, 'greetings');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Example');
  git('config', 'user.email', 'example@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Greetings');
  return { parent, directory, git, head: git('rev-parse', 'HEAD') };
}
