import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Folder names of all packages, in alphabetical order. */
export function listPackages() {
  return readdirSync(join(root, 'packages')).filter((name) => existsSync(join(root, 'packages', name, 'package.json')));
}

/**
 * The files that the build of a package depends on: its own and, when it takes code of others into its files, those of all workspace
 * packages that it depends on. A fix of the guard in core is otherwise not in the hook program.
 *
 * @param {string} name
 * @returns {string[]}
 */
export function listBuildInputs(name) {
  const packages = bundlesOthers(name) ? listWithDependencies(name) : [name];
  return packages.flatMap((each) =>
    filesBelow(join(root, 'packages', each)).filter((file) => !/\.(test|fixture)\.ts$|\.md$/.test(file)),
  );
}

/**
 * tsup leaves dependencies out unless `noExternal` says otherwise.
 * @param {string} name
 */
function bundlesOthers(name) {
  const folder = join(root, 'packages', name);
  const settings = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return settings.some((file) => readFileSync(join(folder, file), 'utf8').includes('noExternal'));
}

/**
 * @param {string} name
 * @returns {string[]}
 */
function listWithDependencies(name) {
  const found = new Set([name]);
  for (const each of found) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', each, 'package.json'), 'utf8'));
    for (const [dependency, version] of Object.entries(manifest.dependencies ?? {}))
      if (String(version).startsWith('workspace:')) found.add(dependency.replace('@batonkit/', ''));
  }
  return [...found];
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'schemas'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
