import { decide, evolve } from 'batonkit';
import { defineTask } from '@batonkit/core';
import { nextActions } from '@batonkit/protocol';
import { amount, median, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: with a hundred agents and ten rounds, one decision (with its event applied, or with the list of what is next) stays under 5 ms.
const AGENTS = amount(100, 8);
const ROUNDS = amount(10, 2);
const GOAL_MS = 5;
const domains = Array.from({ length: AGENTS / 2 }, (_, index) => `domain-${index}`);
const reviewers = domains.map((domain) => `${domain}-reviewer`);
const updaters = domains.map((domain) => `${domain}-updater`);
const report = { sha: '2'.repeat(64), bytes: 400 };

/** @type {import('@batonkit/protocol').ProtocolRecord | null} */
let record = null;
let content = 'a'.repeat(64);
/** @type {Map<string, number[]>} */
const times = new Map();

/** What a look at the world gives. */
function look() {
  const said = Object.values(record?.protocol?.agents ?? {}).flatMap(({ decision }) => decision?.covers ?? []);
  const attested = Object.values(record?.protocol?.attestations ?? {}).flatMap(({ covers }) => covers ?? []);
  const coverage = Object.fromEntries([...said, ...attested].map((sha) => [sha, sha === content ? [] : ['src/a.ts']]));
  const unknown = {
    other_tasks: [],
    open_dependencies: [],
    tree: null,
    missing_artifacts: [],
    main_lock: 'run-1',
    main: null,
  };
  const protocol = { ...unknown, content, coverage };
  return { now: '2026-11-16T09:00:00.000Z', actor: 'bench', session: 'run-1', facts: { head: null, protocol } };
}

/** @param {import('@batonkit/protocol').ProtocolTaskCommand} command */
function act(command) {
  // A person approves, in no session.
  const env = command.type === 'approve-checkpoint' ? { ...look(), actor: 'grace', session: null } : look();
  const start = performance.now();
  const events = decide(record, command, env)._unsafeUnwrap();
  record = events.reduce(evolve, record);
  note(command.type, performance.now() - start);
  if (command.type !== 'record-decision' && command.type !== 'merge-agent') return;
  const asked = performance.now();
  nextActions(record, env);
  note('nextActions', performance.now() - asked);
}

/**
 * @param {string} name
 * @param {number} time
 */
function note(name, time) {
  const known = times.get(name) ?? [];
  known.push(time);
  times.set(name, known);
}

/** @param {string} role */
function qa(role) {
  const counts = { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 };
  const rest = { counts, failures: [], failures_total: 0, duration_ms: null };
  const result = /** @type {const} */ ({ command: 'npm test', tool: 'vitest', status: 'passed' });
  act({ type: 'record-qa', role, log: '3'.repeat(64), results: [{ ...result, ...rest }] });
}

/** The section as it is now; a function, since the compiler does not see that `act` changes the record. */
function protocolNow() {
  return record?.protocol ?? null;
}

/** The whole life of the task up to VALIDATION. */
function walk() {
  record = null;
  act({
    type: 'init-context',
    taskId: 'TASK-1',
    git: { head: null, branch: null, task_file_sha: null },
    immutable: defineTask({ title: 'A large task', description: 'It takes a hundred.', qaCommands: ['npm test'] }),
  });
  act({ type: 'claim-task', worktree: '/work/task' });
  act({ type: 'check-compliance' });
  act({ type: 'advance' });
  act({ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] });
  act({ type: 'select-agents', agents: [...reviewers, ...updaters].map((name) => ({ name })) });
  for (const agent of [...reviewers, ...updaters]) act({ type: 'record-worktree', agent, worktree: `/work/${agent}` });
  const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'];
  act({ type: 'record-plan', plan: { sha: '1'.repeat(64), bytes: 900, sections, planned_agents: updaters } });
  act({ type: 'check-compliance' });
  act({ type: 'advance' });
  for (const agent of reviewers) {
    act({ type: 'invoke-agent', agent });
    act({ type: 'complete-agent', agent, report });
  }
  act({ type: 'check-compliance' });
  act({ type: 'advance' });
  for (const condition of /** @type {const} */ ([
    'conflicts-resolved',
    'requirements-mapped',
    'trade-offs-recorded',
    'success-criteria-recorded',
  ])) {
    act({ type: 'attest', condition, note: 'So it is.' });
  }
  act({ type: 'present-checkpoint', checkpoint: 'plan' });
  act({ type: 'approve-checkpoint', checkpoint: 'plan', by: 'grace' });
  act({ type: 'check-compliance' });
  act({ type: 'advance' });
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const agent of updaters) {
      act({ type: 'invoke-agent', agent });
      qa(agent);
      content = content.startsWith('a') ? 'b'.repeat(64) : 'a'.repeat(64);
      const { head, merges } = protocolNow()?.branch ?? { head: null, merges: 0 };
      act({ type: 'merge-agent', agent, commit: (merges + 1).toString(16).padStart(40, 'd'), onto: head });
      qa(agent);
      act({ type: 'complete-agent', agent, report });
    }
    for (const agent of reviewers) {
      act({ type: 'invoke-agent', agent });
      act({ type: 'record-decision', agent, verdict: round < ROUNDS ? 'REJECTED' : 'APPROVED', note: 'Not yet.' });
    }
  }
  act({ type: 'attest', condition: 'requirements-met', note: 'So it is.' });
  act({ type: 'check-compliance' });
  act({ type: 'advance' });
  const reached = protocolNow()?.state ?? 'nothing';
  if (reached !== 'VALIDATION') throw new Error(`The run ended in ${reached}.`);
}

// The first walk warms up what is built on first use, such as the schemas.
walk();
times.clear();
walk();

/** @type {number[]} */
let worst = [];
for (const [name, measured] of [...times].sort()) {
  if (worst.length === 0 || median(measured) > median(worst)) worst = measured;
  const count = String(measured.length).padStart(5);
  const late = measured.toSorted((a, b) => a - b)[Math.floor((measured.length - 1) * 0.95)] ?? NaN;
  console.log(
    `${name.padEnd(20)} ${count} times  median ${median(measured).toFixed(3)} ms  95 % ${late.toFixed(3)} ms`,
  );
}
console.log(`record ${JSON.stringify(record).length} bytes`);
const what = 'slowest kind of decision, a hundred agents in ten rounds';
console.log(`the slowest: ${tellGoal({ what, ...summary(worst), unit: 'ms', atMost: GOAL_MS })}`);
