import { createTaskProtocol } from '@batonkit/protocol';
import { createFsTaskStore } from '@batonkit/fs-adapter';

// One of several orchestrators that drive the same task as the same session, each doing what `next` says, until the task is in REQUIREMENTS.
const [root, name] = process.argv.slice(2);
const protocol = createTaskProtocol({ tasks: createFsTaskStore({ root: root ?? '' }) });
const owner = { actor: name ?? '', session: 'run-1' };
let advanced = 0;
let refused = 0;

/** @param {import('@batonkit/protocol').NextAction} action */
function carryOut({ action, subject }) {
  /** @param {import('@batonkit/protocol').SendableCommand} command */
  const send = (command) => protocol.send('TASK-1', { ...owner, command });
  /** @type {Record<string, () => ReturnType<typeof protocol.send>>} */
  const ways = {
    claim: () => protocol.claim('TASK-1', { ...owner, worktree: '/work/task' }),
    compliance: () => protocol.checkCompliance('TASK-1', owner),
    classify: () => send({ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] }),
    'select-agents': () =>
      send({ type: 'select-agents', agents: [{ name: 'architecture-reviewer' }, { name: 'architecture-updater' }] }),
    'record-worktree': () => send({ type: 'record-worktree', agent: subject, worktree: `/work/${subject ?? 'task'}` }),
    'record-plan': () =>
      protocol.recordPlan('TASK-1', {
        ...owner,
        content: '## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n',
      }),
    advance: () => send({ type: 'advance', to: /** @type {'CLASSIFIED'} */ (subject) }),
  };
  const way = ways[action];
  if (way === undefined) throw new Error(`${action} was not expected.`);
  return way();
}

for (let steps = 0; steps < 500; steps += 1) {
  const status = await protocol.status('TASK-1', owner);
  if (status.isErr()) throw new Error(status.error.message);
  if (status.value.state === 'REQUIREMENTS') break;
  const [first] = status.value.next;
  if (first === undefined) throw new Error('There is nothing to do.');
  const done = await carryOut(first);
  if (done.isErr() && done.error.code !== 'Rejected' && done.error.code !== 'NotOwner')
    throw new Error(done.error.message);
  if (done.isErr()) refused += 1;
  else if (first.action === 'advance') advanced += 1;
}
console.log(JSON.stringify({ advanced, refused }));
