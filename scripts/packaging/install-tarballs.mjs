import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, runQuietly } from '../ensure-ready.mjs';

/**
 * Installs tarballs into an empty project, with their dependencies from the registry, the way that hides least: a package sees what its packed
 * manifest lists, and nothing else.
 *
 * @param {string} project
 * @param {{ name: string; tarball: string }[]} packed
 * @returns {Promise<{ name: string; manifest: any }[]>} with the manifests as they were packed
 */
export async function installTarballs(project, packed) {
  const ours = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({
      name: 'stranger',
      private: true,
      dependencies: { ...ours, '@types/node': '^20.19.0' },
      // What our packages ask of each other is not in the registry yet.
      pnpm: { overrides: ours },
    }),
  );
  const settings = [
    '--ignore-workspace',
    '--ignore-scripts',
    '--no-lockfile',
    '--prefer-offline',
    '--config.hoist=false',
  ];
  const { code, output } = await runQuietly(bin('pnpm'), ['install', ...settings], project);
  if (code !== 0) throw new Error(`pnpm install of the tarballs failed:\n${output}`);
  return packed.map(({ name }) => ({
    name,
    manifest: JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')),
  }));
}
