import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, runQuietly } from '../ensure-ready.mjs';

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
    ['bun', `npx --yes --prefer-offline ${BUN}`],
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
 * The manifest of an installed package.
 *
 * @param {string} project
 * @param {string} name
 */
export function readInstalled(project, name) {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'));
}
