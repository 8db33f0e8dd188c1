import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Lays tarballs out in an empty project as pnpm would: each package sees itself, what its packed manifest lists, and
 * nothing else. Dependencies from the registry are links to what the workspace has installed, so no network is needed.
 *
 * @param {string} project
 * @param {{ name: string; tarball: string }[]} packed
 * @returns {{ name: string; manifest: any }[]} with the manifests as they were packed
 */
export function installTarballs(project, packed) {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true }));
  const installed = packed.map(({ name, tarball }) => {
    const home = join(project, 'node_modules', '.store', name.replace('/', '+'));
    const target = join(home, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', home]);
    renameSync(join(home, 'package'), target);
    return { name, home, target, manifest: JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) };
  });
  for (const { name, home, target, manifest } of installed) {
    link(target, join(project, 'node_modules', name));
    const workspaceFolder = resolve('packages', name.replace('@batonkit/', ''));
    for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const sibling = installed.find((other) => other.name === dependency);
      const source = sibling?.target ?? join(workspaceFolder, 'node_modules', dependency);
      link(source, join(home, 'node_modules', dependency));
      // The types of what we ask of the user are the user's.
      if (dependency in (manifest.peerDependencies ?? {})) {
        link(source, join(project, 'node_modules', dependency));
        const types = join(workspaceFolder, 'node_modules', '@types', dependency);
        if (existsSync(types)) link(types, join(home, 'node_modules', '@types', dependency));
      }
    }
  }
  link(resolve('node_modules', '@types', 'node'), join(project, 'node_modules', '@types', 'node'));
  return installed;
}

/**
 * @param {string} source
 * @param {string} target
 */
function link(source, target) {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(source, target);
}
