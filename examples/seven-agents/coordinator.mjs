// The coordinator: it does what `next` says until the task is finished, and writes no source itself. It keeps nothing in memory from
// one step to the next, so that it can die at any moment and be started again: everything it needs is in the record and in git.
import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createTaskProtocol, detectApproval } from '@batonkit/protocol';
import { createNodeQaRunner } from '@batonkit/fs-adapter';
import { createGitWorktree, createLinkedWorktrees } from '@batonkit/git-adapter';
import { finalize, mergeToMain } from './closing.mjs';
import { OWNER, REVIEWERS, TASK, UPDATERS } from './desk.mjs';
import { runAgent } from './programs.mjs';
import { check, update } from './updater-round.mjs';

/** @typedef {import('./desk.mjs').Desk} Desk */

const USER = 'grace';

const immutable = defineTask({
  title: 'Greet people properly',
  description: 'Greetings are joined in one place, and names may be anything that has a text form.',
  scope: ['src/**', 'todo.md'],
  acceptanceCriteria: ['The checks pass'],
  qaCommands: ['node check.mjs'],
});

const plan = [
  '## Task Objective\nGreet people properly.',
  '## Scope Definition\nsrc/ and its checks.',
  '## Stakeholder Agent Reports\nIn the record.',
  ...UPDATERS.map((agent) => `## ${agent}: Implementation Plan\nWhat ${agent} does, and in which files.`),
].join('\n\n');

/** What can be done for several agents or conditions on one look at the task. */
const ALIKE = ['attest', 'record-worktree', 'remove-worktree', 'invoke-agent', 'record-decision'];

/**
 * Takes the task from where it is to its end. Started again after a crash, it goes on.
 *
 * @param {{ tasks: import('@batonkit/core').TaskStore; directory: string; head: string; say?: (line: string) => void }} given
 */
export async function coordinate({ tasks, directory, head, say = () => undefined }) {
  const trees = createLinkedWorktrees({ directory });
  const openTree = rememberTrees();
  for (let steps = 0; steps < 400; steps += 1) {
    const found = await orThrow(trees.list({ taskId: TASK }));
    const worktree = openTree(found.find(({ agent }) => agent === null)?.path ?? directory);
    const baton = createBaton({ tasks, roles: ['coordinator'], worktree, runner: createNodeQaRunner() });
    const protocol = createTaskProtocol({ tasks, policy: { detectApproval }, worktree, trees });
    const { next, record } = await orThrow(protocol.status(TASK, OWNER));
    // The tree of the task goes last, because the agents' branches are compared with its branch.
    const first = next.find(({ action, subject }) => action === 'remove-worktree' && subject !== null) ?? next[0];
    if (first === undefined) return;
    if (first.action === 'init-context' && (await isFinished(baton))) return;
    const desk = {
      trees,
      baton,
      protocol,
      head,
      say,
      record,
      openTree,
      treeOf: (/** @type {string | null} */ agent) => treeOf(found, agent),
    };
    const alike = next.filter(
      ({ action, condition, subject }) =>
        action === first.action && condition === first.condition && (subject === null) === (first.subject === null),
    );
    for (const step of ALIKE.includes(first.action) ? alike : [first]) {
      say(`${record?.protocol?.state ?? '-'}: ${step.action} ${step.subject ?? ''}`);
      await carryOut(desk, step);
    }
  }
  throw new Error('The task does not come to its end.');
}

/** Working trees by path, opened once each. */
function rememberTrees() {
  /** @type {Map<string, ReturnType<typeof createGitWorktree>>} */
  const known = new Map();
  return (/** @type {string} */ directory) => {
    const tree = known.get(directory) ?? createGitWorktree({ directory });
    known.set(directory, tree);
    return tree;
  };
}

/** True when the task was completed and its context is gone; its trail stays. @param {import('batonkit').Baton} baton */
async function isFinished(baton) {
  const trail = await baton.contexts.trail(TASK);
  return trail.isOk() && trail.value.entries.some(({ event }) => event.type === 'task-completed');
}

/** @param {readonly import('@batonkit/git-adapter').LinkedTree[]} found @param {string | null} agent */
function treeOf(found, agent) {
  const tree = found.find((one) => one.agent === agent);
  if (tree === undefined) throw new Error(`${agent ?? 'The task'} has no working tree.`);
  return tree.path;
}

/** @param {Desk} desk @param {import('@batonkit/protocol').NextAction} action */
async function carryOut(desk, { action, subject, condition, detail }) {
  const { trees, baton, protocol, head, record, openTree } = desk;
  const agent = subject ?? '';
  /** @param {import('@batonkit/protocol').SendableCommand} command */
  const send = (command) => orThrow(protocol.send(TASK, { ...OWNER, command }));
  /** @type {Record<string, () => unknown>} */
  const ways = {
    'init-context': () =>
      orThrow(baton.contexts.init(TASK, { ...OWNER, immutable, git: { head, task_file_sha: null } })),
    claim: async () => {
      const { path } = await orThrow(trees.create({ taskId: TASK }));
      await orThrow(protocol.claim(TASK, { ...OWNER, worktree: openTree(path).id }));
    },
    compliance: () => orThrow(protocol.checkCompliance(TASK, OWNER)),
    classify: () =>
      send({ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: ['src/**'] }),
    'select-agents': () =>
      send({ type: 'select-agents', agents: [...REVIEWERS, ...UPDATERS].map((name) => ({ name })) }),
    'record-worktree': async () => {
      const { path } = await orThrow(trees.create({ taskId: TASK, ...(subject === null ? {} : { agent }) }));
      await send({ type: 'record-worktree', agent: subject, worktree: openTree(path).id });
    },
    'remove-worktree': async () => {
      await orThrow(trees.remove({ taskId: TASK, ...(subject === null ? {} : { agent }) }));
      await send({ type: 'record-worktree', agent: subject, worktree: null });
    },
    'record-plan': () => orThrow(protocol.recordPlan(TASK, { ...OWNER, content: plan })),
    'invoke-agent': () => invoke(desk, agent),
    'complete-agent': () => (UPDATERS.includes(agent) ? update(desk, agent) : require(desk, agent)),
    'record-decision': () => decide(desk, agent),
    'run-qa': () => check(desk, 'coordinator'),
    attest: () =>
      agent === 'style-linters'
        ? finalize(desk)
        : send({ type: 'attest', condition: /** @type {'clean-build'} */ (subject), note: 'Looked at it.' }),
    present: () => orThrow(protocol.present(TASK, { ...OWNER, checkpoint: /** @type {'plan'} */ (subject) })),
    'await-approval': () =>
      orThrow(
        // The answer of a person, who is asked outside the coordinator's session.
        protocol.approve(TASK, {
          actor: USER,
          checkpoint: /** @type {'plan'} */ (subject),
          by: USER,
          message: 'Approved, go ahead.',
        }),
      ),
    merge: () => mergeToMain(desk),
    advance: () => send({ type: 'advance' }),
    'hand-off': () => finalize(desk),
    finish: async () => {
      await orThrow(protocol.mainLock.release(OWNER));
      await orThrow(baton.contexts.complete(TASK, OWNER));
    },
  };
  const way = ways[action];
  if (way === undefined)
    throw new Error(`${record?.protocol?.state ?? '-'}: nobody knows how to ${action} (${condition}): ${detail}`);
  await way();
}

/** An agent is invoked; a reviewer that rejected is not, before its updater has had another round. @param {Desk} desk @param {string} agent */
async function invoke({ protocol, record }, agent) {
  const section = record?.protocol;
  const reviewer = section?.agents[agent];
  const isUnmended = reviewer?.decision?.verdict === 'REJECTED' && reviewer.last_review_sha === section?.branch.head;
  const next = isUnmended ? agent.replace('-reviewer', '-updater') : agent;
  await orThrow(protocol.send(TASK, { ...OWNER, command: { type: 'invoke-agent', agent: next } }));
}

/** A reviewer says what it demands. @param {Desk} desk @param {string} agent */
async function require({ protocol, treeOf }, agent) {
  const { output } = await runAgent(treeOf(agent), agent, 'requirements');
  await orThrow(protocol.completeAgent(TASK, { ...OWNER, agent, report: output }));
}

/** A reviewer looks at what is on the task branch now. @param {Desk} desk @param {string} agent */
async function decide({ protocol, trees, treeOf, say }, agent) {
  await orThrow(trees.refresh({ taskId: TASK, agent }));
  const { output } = await runAgent(treeOf(agent), agent, 'review');
  say(`  ${agent}: ${/FINAL DECISION.*/.exec(output)?.[0] ?? output}`);
  await orThrow(protocol.review(TASK, { ...OWNER, agent, answer: output }));
}
