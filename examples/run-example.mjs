import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs `examples/<name>/main.mjs` the way a reader would, on the built packages; for the tests of the examples.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @param {{ readonly args?: readonly string[]; readonly cwd?: string }} [options]
 * @returns {Promise<{ code: number; stdout: string; stderr: string }>}
 */
export function runExample(name, environment = {}, { args = [], cwd = process.cwd() } = {}) {
  const main = fileURLToPath(new URL(`./${name}/main.mjs`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { cwd, env: { ...process.env, ...environment }, encoding: 'utf8' },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}
