import { decide, evolve } from 'batonkit';
import { defineTask } from '@batonkit/core';
import { PROTOCOL_TABLE, nextActions } from '@batonkit/protocol';
import { createMachine, getInitialSnapshot, transition } from 'xstate';
import { amount, median, OwnTime, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: at least as many decisions a second as XState's pure `transition` on the same graph. XState gets the bare graph: the same states and
// steps, every guard already met. Batonkit checks the command and the env against their schemas and evaluates every guard.
const ROUNDS = amount(61, 1);
const BATCH_MS = amount(30, 5);
const env = { now: '2026-11-16T09:00:00.000Z', actor: 'bench', session: 'run-1', facts: { head: null } };
const content = 'a'.repeat(64);
const facts = {
  other_tasks: [],
  open_dependencies: [],
  tree: null,
  content,
  coverage: { [content]: [] },
  missing_artifacts: [],
  main_lock: 'run-1',
  main: null,
};
const look = { ...env, facts: { head: null, protocol: facts } };
// A person approves, in no session.
const person = { ...look, actor: 'grace', session: null };
const ready = walk();

const machine = createMachine({ initial: 'INIT', states: graph() });
let snapshot = getInitialSnapshot(machine);
const snapshots = ready.map(({ to }) => {
  const before = snapshot;
  [snapshot] = transition(machine, snapshot, { type: `advance ${to}` });
  return { before, event: { type: `advance ${to}` } };
});
if (snapshot.value !== 'CLEANUP') throw new Error(`XState ended in ${JSON.stringify(snapshot.value)}.`);

const contenders = {
  'XState transition, bare graph': () => {
    for (const { before, event } of snapshots) transition(machine, before, event);
  },
  'Batonkit decide, every guard': () => {
    for (const { record } of ready) if (decide(record, { type: 'advance' }, look).isErr()) throw new Error('refused');
  },
  'Batonkit decide and evolve': () => {
    for (const { record } of ready) decide(record, { type: 'advance' }, look).unwrapOr([]).reduce(evolve, record);
  },
  'Batonkit refusal with every reason': () => {
    for (const { record } of ready) decide(record, { type: 'advance' }, env).isErr();
  },
};

const times = await race(ROUNDS, Object.values(contenders).map(timedBatch));
const rates = new Map(
  Object.keys(contenders).map((name, index) => [name, (times[index] ?? []).map((ms) => 1000 / ms)]),
);

const rival = rates.get('XState transition, bare graph');
for (const [name, measured] of rates) {
  const rate = Math.round(median(measured)).toString();
  console.log(`${name.padEnd(36)} ${rate.padStart(9)}/s  ${ratio(measured, rival).value.toFixed(2)}x XState`);
}
const decisions = ratio(rates.get('Batonkit decide, every guard'), rival);
console.log(tellGoal({ what: 'decisions a second', rival: 'XState transition', ...decisions, atLeast: 1 }));

/**
 * A contestant that decides for a while and answers the milliseconds of one decision.
 *
 * @param {() => void} decideAll
 */
function timedBatch(decideAll) {
  return () => {
    const start = performance.now();
    let decisions = 0;
    while (performance.now() - start < BATCH_MS) {
      decideAll();
      decisions += ready.length;
    }
    return new OwnTime((performance.now() - start) / decisions);
  };
}

/** The same states and steps as an XState configuration. */
function graph() {
  /** @type {Record<string, { on: Record<string, string> }>} */
  const states = {};
  for (const { from, to, trigger } of PROTOCOL_TABLE.rows) {
    states[from] ??= { on: {} };
    states[from].on[`${trigger} ${to}`] ??= to;
  }
  return states;
}

/** The record of a task at the moment before each step forward, with all that the step needs. */
function walk() {
  /** @type {{ record: import('@batonkit/protocol').ProtocolRecord, to: string }[]} */
  const moments = [];
  /** @type {import('@batonkit/protocol').ProtocolRecord | null} */
  let record = null;
  for (let steps = 0; steps < 200; steps += 1) {
    /** @type {import('@batonkit/protocol').NextAction | undefined} */
    const action = nextActions(record, look)[0];
    if (action === undefined || action.action === 'finish') return moments;
    if (record !== null && action.action === 'advance') moments.push({ record, to: action.subject ?? '' });
    record = decide(record, commandFor(action), action.action === 'await-approval' ? person : look)
      ._unsafeUnwrap()
      .reduce(evolve, record);
  }
  throw new Error('nextActions leads nowhere.');
}

/**
 * @param {import('@batonkit/protocol').NextAction} action
 * @returns {import('@batonkit/protocol').ProtocolTaskCommand}
 */
function commandFor({ action, subject }) {
  const agent = subject ?? '';
  const checkpoint = /** @type {'plan' | 'change'} */ (subject);
  /** @type {Record<string, import('@batonkit/protocol').ProtocolTaskCommand>} */
  const commands = {
    'init-context': init(),
    claim: { type: 'claim-task', worktree: '/work/task' },
    compliance: { type: 'check-compliance' },
    classify: { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] },
    'select-agents': {
      type: 'select-agents',
      agents: ['architecture', 'quality', 'style', 'security'].flatMap((domain) => [
        { name: `${domain}-reviewer` },
        { name: `${domain}-updater` },
      ]),
    },
    'record-worktree': { type: 'record-worktree', agent: subject, worktree: `/work/${agent}` },
    'remove-worktree': { type: 'record-worktree', agent: subject, worktree: null },
    'record-plan': {
      type: 'record-plan',
      plan: {
        sha: '1'.repeat(64),
        bytes: 900,
        sections: ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'],
        planned_agents: ['architecture-updater', 'quality-updater', 'style-updater', 'security-updater'],
      },
    },
    'invoke-agent': { type: 'invoke-agent', agent },
    'complete-agent': { type: 'complete-agent', agent, report: { sha: '2'.repeat(64), bytes: 400 }, unchanged: true },
    'record-decision': { type: 'record-decision', agent, verdict: 'APPROVED' },
    attest: { type: 'attest', condition: /** @type {'clean-build'} */ (subject), note: 'Done.' },
    'record-qa': { type: 'record-qa', role: 'implementer', log: '3'.repeat(64), results: [passed()] },
    commit: { type: 'record-activity', activity: 'commit', agent: 'style-updater', commit: 'c'.repeat(40) },
    merge: { type: 'record-merge', commit: 'c'.repeat(40), fastForward: true },
    present: { type: 'present-checkpoint', checkpoint },
    'await-approval': { type: 'approve-checkpoint', checkpoint, by: 'grace' },
    advance: { type: 'advance' },
  };
  const command = commands[action];
  if (command === undefined) throw new Error(`${action} was not expected.`);
  return command;
}

/** @returns {import('@batonkit/core').QaResult} */
function passed() {
  const counts = { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 };
  const result = { command: 'npm test', failures: [], failures_total: 0, duration_ms: null };
  return { ...result, tool: 'vitest', status: 'passed', counts };
}

/** @returns {import('@batonkit/protocol').ProtocolTaskCommand} */
function init() {
  const immutable = defineTask({ title: 'Bench', description: 'Walk.', qaCommands: ['npm test'] });
  return { type: 'init-context', taskId: 'TASK-1', immutable };
}
