import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

// Packs every package (or those named as arguments) as it would be published; publint and attw judge the tarball.
const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'batonkit-tarballs-'));
const bin = (/** @type {string} */ name) => resolve('node_modules/.bin', name);

/** @type {string[]} */
const problems = [];
const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync('packages');
for (const name of names) {
  const { stdout } = await execute(bin('pnpm'), ['pack', '--json', '--pack-destination', folder], {
    cwd: join('packages', name),
  });
  const { filename } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const tarball = resolve(folder, filename);
  await judge(name, bin('publint'), ['run', tarball, '--strict']);
  await judge(name, bin('attw'), [
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'schemas',
    '--format',
    'ascii',
  ]);
}
rmSync(folder, { recursive: true });

for (const problem of problems) console.error(problem);
console.log(`${names.length} tarballs, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 */
async function judge(name, command, args) {
  try {
    await execute(command, args);
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string; stderr: string }} */ (error);
    problems.push(`@batonkit/${name}: ${command.split('/').at(-1)}\n${stdout}${stderr}`);
  }
}
