import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';

/**
 * A harness in one function: each role is a command that reads its part of the context on standard input and edits the repository.
 * An agent that fails blocks its role with what it said; what it printed is kept as evidence.
 *
 * @param {object} job
 * @param {string} job.directory the repository
 * @param {string} job.taskId a task whose context is there
 * @param {Readonly<Record<string, { readonly actor: string; readonly command: readonly [string, ...string[]] }>>} job.agents by role
 * @param {(line: string) => void} job.say
 * @returns {Promise<'done' | 'blocked' | 'drifted'>}
 */
export async function runHarness({ directory, taskId, agents, say }) {
  const baton = openBaton(directory);
  for (const [role, { actor, command }] of Object.entries(agents)) {
    const [program, ...args] = command;
    const started = await baton.startTurn(taskId, { role, actor });
    if (started.isErr() && started.error.code === 'DriftDetected') {
      say(`${role} does not start: ${started.error.message}`);
      return 'drifted';
    }
    await orThrow(started);

    const { text, tokens } = await orThrow(baton.contexts.exportFor(taskId, { role }));
    const agent = spawnSync(program, args, { cwd: directory, input: text, encoding: 'utf8' });
    const said = `${agent.stdout}${agent.stderr}`.trim();
    const log = { actor, type: 'agent-log', path: `${role}.log`, content: said };
    const { evidence } = await orThrow(baton.contexts.attachEvidence(taskId, log));
    if (agent.status !== 0) {
      await orThrow(baton.contexts.markBlocked(taskId, { role, actor, finding: `${said} (evidence ${evidence.id})` }));
      say(`${role} is blocked: ${said}`);
      return 'blocked';
    }
    const { snapshot } = await orThrow(baton.handOff(taskId, { role, actor, allowClean: true }));
    const changed = snapshot?.files_changed.map(({ path }) => path).join(', ');
    say(`${role} read ${tokens} tokens, said "${said}", handed off ${changed}`);
  }
  return 'done';
}

/** @param {string} directory */
export function openBaton(directory) {
  return createBaton({
    tasks: createFsTaskStore({ root: join(directory, '.agent-output') }),
    worktree: createGitWorktree({ directory }),
  });
}
