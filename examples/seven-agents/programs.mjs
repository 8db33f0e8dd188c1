// Runs the other programs: the agents.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const agentProgram = fileURLToPath(new URL('./agent.mjs', import.meta.url));

/**
 * Runs a Node program to its end.
 *
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ output: string; ok: boolean }>}
 */
function runNode(cwd, args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ output: `${stdout}${error === null ? '' : stderr}`, ok: error === null });
    });
  });
}

/**
 * Lets an agent work in its tree.
 *
 * @param {string} cwd
 * @param {string[]} args name, what to do, and what it has to know for that
 */
export const runAgent = (cwd, ...args) => runNode(cwd, [agentProgram, ...args]);
