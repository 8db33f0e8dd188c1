// The round of an updater.
import { orThrow } from '@batonkit/core';
import { git, OWNER, TASK } from './desk.mjs';
import { runAgent } from './programs.mjs';

/** @typedef {import('./desk.mjs').Desk} Desk */

/** Runs the checks: of an updater before its merge in its own tree, else on the task branch. @param {Pick<Desk, 'baton'>} desk @param {string} role */
export async function check({ baton }, role) {
  await orThrow(baton.runQa(TASK, { ...OWNER, role }));
}

/**
 * The next step in the round of an updater: work, check, merge, hand off, check again, report. What was done before a crash is seen in
 * the record or in git, and is not done again.
 *
 * @param {Desk} desk @param {string} agent
 */
export async function update(desk, agent) {
  const { protocol, baton, treeOf, record, say } = desk;
  const section = record?.protocol;
  const known = section?.agents[agent];
  if (section === undefined || section === null || known === undefined) throw new Error(`There is no ${agent}.`);
  /** @param {import('@batonkit/protocol').SendableCommand} command @param {string} [operationId] */
  const send = (command, operationId) =>
    orThrow(protocol.send(TASK, { ...OWNER, command, ...(operationId === undefined ? {} : { operationId }) }));
  const round = String(known.round);
  const tree = treeOf(agent);

  if (findWork(tree, 'HEAD', agent, round) === null) {
    const { ok } = await runAgent(tree, agent, 'work', round, String(known.retries));
    say(`  ${agent}, round ${round}: ${ok ? 'worked' : 'died'}`);
    if (!ok) return send({ type: 'fail-agent', agent, message: 'Its program died.' });
  }
  const merged = section.branch.head === null ? null : findWork(tree, section.branch.head, agent, round);
  if (merged === null) return mergeRound(desk, agent, section);
  if (record?.coordination[agent]?.status === 'in_progress') {
    const command = {
      type: /** @type {const} */ ('record-activity'),
      activity: /** @type {const} */ ('commit'),
      agent,
    };
    await send({ ...command, commit: merged }, `${agent}-commit-${round}`);
    return orThrow(baton.handOff(TASK, { ...OWNER, role: agent }));
  }
  if (section.build?.agent === agent) return check(desk, agent);
  const report = `${agent} worked in round ${round}; its work is on the task branch at ${section.branch.head}, where the checks pass.`;
  return orThrow(protocol.completeAgent(TASK, { ...OWNER, agent, report }));
}

/** Brings the work of a round to the task branch. @param {Desk} desk @param {string} agent @param {import('@batonkit/protocol').ProtocolSection} section */
async function mergeRound({ protocol, baton, trees, treeOf, record, say }, agent, { branch, agents }) {
  // Who merges has its turn in the task's tree, so that every change there is somebody's.
  if (record?.coordination[agent]?.status !== 'in_progress')
    await orThrow(baton.startTurn(TASK, { ...OWNER, role: agent }));
  const refreshed = await trees.refresh({ taskId: TASK, agent });
  if (refreshed.isErr()) {
    say(`  ${agent}: ${refreshed.error.message}`);
    const task = (await orThrow(trees.list({ taskId: TASK }))).find((tree) => tree.agent === null);
    await runAgent(treeOf(agent), agent, 'resolve', '1', task?.branch ?? '');
    await orThrow(trees.refresh({ taskId: TASK, agent }));
  }
  const qa = agents[agent]?.qa;
  if (qa?.passed !== true || qa.merges !== branch.merges) await check({ baton }, agent);
  const { head } = await orThrow(trees.merge({ taskId: TASK, agent }));
  const command = { type: /** @type {const} */ ('merge-agent'), agent, commit: head, onto: branch.head };
  return orThrow(protocol.send(TASK, { ...OWNER, command }));
}

/** The commit of an agent's round that a commit contains. @param {string} cwd @param {string} commit @param {string} agent @param {string} round */
function findWork(cwd, commit, agent, round) {
  const log = git(cwd, 'log', '--format=%H%x00%s%x00%(trailers:key=Round,valueonly)%x01', commit, '--');
  for (const entry of log.split('\x01')) {
    const [id = '', subject = '', trailer = ''] = entry.trim().split('\0');
    if (subject.startsWith(`[${agent}] `) && trailer.trim() === round) return id;
  }
  return null;
}
