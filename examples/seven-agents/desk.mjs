// What every step of the coordinator works with.
import { execFileSync } from 'node:child_process';

export const TASK = 'TASK-7';
export const REVIEWERS = ['architecture-reviewer', 'quality-reviewer', 'style-reviewer'];
export const UPDATERS = ['architecture-updater', 'quality-updater', 'style-updater', 'test-updater'];
export const OWNER = { actor: 'coordinator', session: 'run-1' };

/**
 * @typedef {object} Desk What a step works with.
 * @property {import('@batonkit/git-adapter').LinkedWorktrees} trees
 * @property {import('batonkit').Baton} baton
 * @property {import('@batonkit/protocol').TaskProtocol} protocol
 * @property {string} head where the main branch was when the task began
 * @property {(line: string) => void} say
 * @property {import('@batonkit/protocol').ProtocolRecord | null} record
 * @property {(directory: string) => import('@batonkit/git-adapter').EngineWorktree} openTree
 * @property {(agent: string | null) => string} treeOf
 */

/** @param {string} cwd @param {string[]} args */
export function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
