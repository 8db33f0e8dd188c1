import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, runQuietly } from '../ensure-ready.mjs';

const BUN = 'bun@1.4.4';

/**
 * Installs tarballs into an empty project, with a line that the quick start gives for it. Dependencies come from the registry.
 *
 * @param {string} project
 * @param {string} line such as `npm install /path/to/checkout/.cache/packed/*.tgz`
 * @param {string} packed the folder of the tarballs
 * @returns {Promise<{ code: number; output: string }>}
 */
export async function installPacked(project, line, packed) {
  const commands = `${project}.commands`;
  mkdirSync(commands, { recursive: true });
  mkdirSync(project, { recursive: true });
  for (const [name, call] of [
    ['pnpm', `'${bin('pnpm')}'`],
    ['bun', `'${installBun()}'`],
  ]) {
    writeFileSync(join(commands, name ?? ''), `#!/bin/sh\nexec ${call} "$@"\n`);
    chmodSync(join(commands, name ?? ''), 0o755);
  }
  writeFileSync(join(project, 'package.json'), '{ "name": "stranger", "private": true }\n');
  return runQuietly('sh', ['-c', line.replace('/path/to/checkout/.cache/packed', packed)], project, {
    PATH: `${commands}:${process.env['PATH']}`,
    npm_config_prefer_offline: 'true',
    npm_config_ignore_scripts: 'true',
    // A package sees what its packed manifest lists, and nothing else.
    npm_config_hoist: 'false',
  });
}

/**
 * Bun needs its install script, which the packages under test must do without: so it gets a folder and a call of its own.
 * npx would keep a copy whose script never ran, and use it from then on.
 */
function installBun() {
  const folder = join(root, '.cache', BUN);
  const program = join(folder, 'node_modules', '.bin', 'bun');
  if (spawnSync(program, ['--version']).status !== 0) {
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', BUN, '--no-save', '--prefer-offline', '--ignore-scripts=false', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}:\n${stderr}`);
  }
  return program;
}

/**
 * The manifest of an installed package.
 *
 * @param {string} project
 * @param {string} name
 */
export function readInstalled(project, name) {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'));
}
