// What the machine of slices costs against the one before it (commit 64c192e), interleaved in one process:
//
//   git worktree add /tmp/before 64c192e && (cd /tmp/before && npx -y pnpm@10.34.8 install --frozen-lockfile)
//   node benchmarks/slices/against-before.mjs /tmp/before
//
// Goals: decide, and decide and evolve, at most 1.05 times their time before; uncached reading at most 1.15 times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median, OwnTime, race, ratio } from '../measure.mjs';

const ROUNDS = 201;
const BATCH_MS = 30;
const content = 'a'.repeat(64);
const env = { now: '2026-11-16T09:00:00.000Z', actor: 'bench', session: 'run-1', facts: { head: null } };
const protocol = {
  other_tasks: [],
  open_dependencies: [],
  tree: null,
  content,
  coverage: { [content]: [] },
  missing_artifacts: [],
  main_lock: 'run-1',
  main: null,
};
const look = { ...env, facts: { head: null, protocol } };
const person = { ...look, actor: 'grace', session: null };

const [before = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'batonkit-against-'));
const old = await bundle('before', before, ['packages/core/src/index.ts', 'packages/core/src/protocol/index.ts']);
const now = await bundle('now', '.', [
  'packages/batonkit/src/index.ts',
  'packages/core/src/index.ts',
  'packages/protocol/src/index.ts',
]);
rmSync(folder, { recursive: true });

const walks = [old, now].map((machine) => ({ machine, moments: walk(machine) }));
const contenders = {
  decide: (/** @type {typeof walks[number]} */ { machine, moments }) => {
    for (const { record } of moments)
      if (machine.decide(record, { type: 'advance' }, look).isErr()) throw new Error('refused');
  },
  'decide and evolve': (/** @type {typeof walks[number]} */ { machine, moments }) => {
    for (const { record } of moments)
      machine.decide(record, { type: 'advance' }, look).unwrapOr([]).reduce(machine.evolve, record);
  },
  'evolve alone': (/** @type {typeof walks[number]} */ { machine, moments }) => {
    for (const { record, events } of moments) events().reduce(machine.evolve, record);
  },
  'read, uncached': (/** @type {typeof walks[number]} */ { machine, moments }) => {
    for (const { body } of moments) if (machine.readRecord(body()).isErr()) throw new Error('unreadable');
  },
};
for (const [name, run] of Object.entries(contenders)) {
  const [was, is] = await race(
    ROUNDS,
    walks.map((walked) => timed(() => run(walked), walked.moments.length)),
    { warmUps: 5 },
  );
  const { value } = ratio(is, was);
  console.log(
    `${name.padEnd(20)} ${(median(was ?? []) * 1000).toFixed(1)} -> ${(median(is ?? []) * 1000).toFixed(1)} µs  ${value.toFixed(3)}x`,
  );
}

/**
 * @param {string} name
 * @param {string} root
 * @param {readonly string[]} entries
 * @returns {Promise<any>}
 */
async function bundle(name, root, entries) {
  const outfile = join(folder, `${name}.mjs`);
  const contents = entries.map((entry) => `export * from ${JSON.stringify(resolve(root, entry))};`).join('\n');
  await build({
    stdin: { contents, resolveDir: resolve(root) },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@batonkit/source'],
    logLevel: 'error',
    external: ['pg', 'isomorphic-git'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return import(pathToFileURL(outfile).href);
}

/**
 * @param {() => void} all
 * @param {number} count
 */
function timed(all, count) {
  return () => {
    // Processor time: on a machine that does other things too, the clock on the wall measures those.
    const [start, used] = [performance.now(), process.cpuUsage()];
    let done = 0;
    while (performance.now() - start < BATCH_MS) {
      all();
      done += count;
    }
    const { user, system } = process.cpuUsage(used);
    return new OwnTime((user + system) / 1000 / done);
  };
}

/**
 * The record of a task at the moment before each step forward, with its body; each call of `body` gives another one, so that no cache has it.
 *
 * @param {any} machine
 */
function walk({ nextActions, decide, evolve, defineTask }) {
  const moments = [];
  let record = null;
  let number = 0;
  for (let steps = 0; steps < 200; steps += 1) {
    /** @type {{ action: string, subject: string | null } | undefined} */
    const action = nextActions(record, look)[0];
    if (action === undefined || action.action === 'finish') return moments;
    if (record !== null && action.action === 'advance') {
      const text = JSON.stringify(record);
      const body = () => text.replace('"created_by":"bench"', () => `"created_by":"bench ${(number += 1)}"`);
      const made = decide(record, { type: 'advance' }, look)._unsafeUnwrap();
      const events = () => made.map((/** @type {object} */ event) => structuredClone(event));
      moments.push({ record, body, events });
    }
    const command = commandFor(action, defineTask);
    record = decide(record, command, action.action === 'await-approval' ? person : look)
      ._unsafeUnwrap()
      .reduce(evolve, record);
  }
  throw new Error('nextActions leads nowhere.');
}

/**
 * @param {{ action: string, subject: string | null }} action
 * @param {(given: object) => object} defineTask
 */
function commandFor({ action, subject }, defineTask) {
  const counts = { passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 };
  const result = { command: 'npm test', failures: [], failures_total: 0, duration_ms: null };
  const passed = { ...result, tool: 'vitest', status: 'passed', counts };
  const domains = ['architecture', 'quality', 'style', 'security'];
  const agents = domains.flatMap((domain) => [{ name: `${domain}-reviewer` }, { name: `${domain}-updater` }]);
  const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'];
  const planned_agents = domains.map((domain) => `${domain}-updater`);
  /** @type {Record<string, object>} */
  const commands = {
    'init-context': {
      type: 'init-context',
      taskId: 'TASK-1',
      immutable: defineTask({ title: 'Bench', description: 'Walk.', qaCommands: ['npm test'] }),
    },
    claim: { type: 'claim-task', worktree: '/work/task' },
    audit: { type: 'audit-state' },
    compliance: { type: 'check-compliance' },
    classify: { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] },
    'select-agents': { type: 'select-agents', agents },
    'record-worktree': { type: 'record-worktree', agent: subject, worktree: `/work/${subject ?? ''}` },
    'remove-worktree': { type: 'record-worktree', agent: subject, worktree: null },
    'record-plan': { type: 'record-plan', plan: { sha: '1'.repeat(64), bytes: 900, sections, planned_agents } },
    'invoke-agent': { type: 'invoke-agent', agent: subject },
    'complete-agent': {
      type: 'complete-agent',
      agent: subject,
      report: { sha: '2'.repeat(64), bytes: 400 },
      unchanged: true,
    },
    'record-decision': { type: 'record-decision', agent: subject, verdict: 'APPROVED' },
    attest: { type: 'attest', condition: subject, note: 'Done.' },
    'record-qa': { type: 'record-qa', role: 'implementer', log: '3'.repeat(64), results: [passed] },
    commit: { type: 'record-activity', activity: 'commit', agent: 'style-updater', commit: 'c'.repeat(40) },
    merge: { type: 'record-merge', commit: 'c'.repeat(40), fastForward: true },
    present: { type: 'present-checkpoint', checkpoint: subject },
    'await-approval': { type: 'approve-checkpoint', checkpoint: subject, by: 'grace' },
    advance: { type: 'advance' },
  };
  const command = commands[action];
  if (command === undefined) throw new Error(`${action} was not expected.`);
  return command;
}
