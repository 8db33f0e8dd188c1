import { join } from 'node:path';
import { caseSafeName, type CaseSpelling, nameBehind } from '@batonkit/core';
import { taskIdOfRef, taskRefName } from './task-ref-name.ts';

/** Whose linked working tree it is: the task's own, or that of one of its agents. */
export interface LinkedName {
  readonly taskId: string;
  /** `null` for the working tree of the task itself, into which the agents' branches are merged. */
  readonly agent: string | null;
}

const BRANCHES = 'baton/';
const AGENT = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** Agents are mostly called in small letters, so here capitals are what is spelled out. */
const AGENT_SPELLING: CaseSpelling = { spelled: 'upper' };

/** Whether an agent can be called that: branches and paths are made of it. */
export function isAgentName(name: unknown): name is string {
  return typeof name === 'string' && AGENT.test(name);
}

/**
 * The branch of a linked working tree: `baton/TASK-0824/task`, `baton/TASK-0824/agents/style-updater`. No two names share a
 * branch, also where `a` and `A` are one file; a task's branch is never the folder of its agents' branches.
 */
export function branchOf({ taskId, agent }: LinkedName): string {
  return `${BRANCHES}${taskRefName(taskId)}/${agent === null ? 'task' : `agents/${caseSafeName(agent, AGENT_SPELLING)}`}`;
}

/** The name behind a branch; `null` for a branch that {@link branchOf} did not make. */
export function nameOfBranch(branch: string): LinkedName | null {
  const [, task = '', agentName] = /^baton\/([^/]+)\/(?:task|agents\/([^/]+))$/.exec(branch) ?? [];
  const taskId = taskIdOfRef(task);
  if (taskId === null) return null;
  if (agentName === undefined) return { taskId, agent: null };
  const agent = nameBehind(agentName, AGENT_SPELLING);
  return isAgentName(agent) ? { taskId, agent } : null;
}

/** Where the files of a linked working tree are, below the folder of all of them. */
export function pathOf(root: string, { taskId, agent }: LinkedName): string {
  const task = join(root, taskRefName(taskId));
  return agent === null ? join(task, 'task') : join(task, 'agents', caseSafeName(agent, AGENT_SPELLING));
}
