import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, listBuildInputs, listPackages, root } from './build-inputs.mjs';

export { listPackages, root };
export const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);

/** Installs from the lockfile (through a pinned pnpm), unless the last install had the same inputs. */
export function ensureInstalled() {
  const manifests = ['packages', 'examples'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? filesBelow(join(root, folder)).filter((file) => file.endsWith('package.json'))
      : [],
  );
  const inputs = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((file) => join(root, file));
  const stamp = hashFiles([...inputs, ...manifests]);
  if (existsSync(join(root, 'node_modules', '.modules.yaml')) && readStamp('install') === stamp) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error(`Installing dependencies with ${packageManager} ...`);
  const install = spawnSync('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=silent'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) {
    console.error('The install failed. Check the network connection to the npm registry, then run the command again.');
    process.exit(install.status ?? 1);
  }
  writeStamp('install', stamp);
}

/** Builds every package whose sources changed since its last build, two at a time, and the declarations of all at once. */
export async function ensureBuilt() {
  const shared = ['tsconfig.json', 'scripts/tsup-package.ts', 'scripts/emit-declarations.mjs', 'pnpm-lock.yaml'];
  const stale = listPackages().flatMap((name) => {
    const folder = join(root, 'packages', name);
    const stamp = hashFiles([...shared.map((file) => join(root, file)), ...listBuildInputs(name)]);
    const fresh = existsSync(join(folder, 'dist')) && readStamp(`build-${name}`) === stamp;
    return fresh ? [] : [{ name, folder, stamp }];
  });
  if (stale.length === 0) return;
  console.error(`Building ${stale.map(({ name }) => name).join(', ')} ...`);
  for (const { folder } of stale) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const codes = await inLanes(2, [
    () => run(process.execPath, [join(root, 'scripts', 'emit-declarations.mjs')]),
    ...stale.map(
      ({ folder }) =>
        () =>
          run(bin('tsup'), [], folder),
    ),
  ]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
  for (const { name, stamp } of stale) writeStamp(`build-${name}`, stamp);
}

/**
 * Does all of the work, so many pieces at a time, begun in the given order.
 * @template T
 * @param {number} lanes
 * @param {(() => Promise<T>)[]} work
 * @returns {Promise<T[]>} in the given order
 */
export async function inLanes(lanes, work) {
  /** @type {T[]} */
  const results = [];
  const waiting = work.entries();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, piece] of waiting) results[index] = await piece();
    }),
  );
  return results;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 * @param {Record<string, string>} [env] beside that of this process
 * @returns {Promise<number>}
 */
export function run(command, args, cwd = root, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', (error) => {
      console.error(`${command} did not start: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * The same, with the output to read; it is shown as it comes only when asked for, so that two can run at a time.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 * @param {Record<string, string>} [env] beside that of this process
 * @param {(text: string) => void} [show]
 * @returns {Promise<{ code: number; output: string }>}
 */
export function runQuietly(command, args, cwd = root, env = {}, show = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        show(text);
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: `${command} did not start: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} name */
function readStamp(name) {
  const file = join(root, '.cache', 'stamps', name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * @param {string} name
 * @param {string} stamp
 */
function writeStamp(name, stamp) {
  mkdirSync(join(root, '.cache', 'stamps'), { recursive: true });
  writeFileSync(join(root, '.cache', 'stamps', name), stamp);
}
