import { createManualClock, createScriptedQaRunner } from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { expect } from 'vitest';
import * as z from 'zod';
import {
  type Failure,
  type GitWorktree,
  type MutationOptions,
  defineSlice,
  ok,
  orThrow,
  type ResultAsync,
  type TaskStore,
  type Warning,
  MAIN_LOCK_TASK,
} from '@batonkit/core';
import { createTaskQueue, type NextAction, type SendableCommand, type TaskState } from '@batonkit/protocol';
import { REVIEWER, UPDATER } from '../../protocol/src/slice/protocol-run.fixture.ts';
import type { AttestedCondition } from '../../protocol/src/section/protocol-section.ts';
import { sampleImmutable } from '../../core/src/machine/sample-task.fixture.ts';
import { createBaton, type Baton } from './create-baton.ts';

type Whole = Baton<{ tasks: TaskStore; worktree: GitWorktree }>;

/** One process: its own services and its own clock, on a store and a working tree that others use as well. */
export interface Desk {
  readonly taskId: string;
  readonly tasks: TaskStore;
  /** With a working tree. */
  readonly baton: Whole;
  /** Without one: the protocol rests on what it is told. */
  readonly bare: Baton;
  readonly worktree: MemoryWorktree;
  readonly owner: { readonly actor: string; readonly session: string };
}

/** What every write answers. */
interface Answer {
  readonly revision?: number;
  readonly replayed: boolean;
  readonly warnings?: readonly Warning[];
}

/** A call that changes something, and how a task gets to where it can be made. */
export interface MutatingCall {
  readonly prepare: (desk: Desk) => Promise<unknown>;
  readonly call: (desk: Desk, named: Pick<MutationOptions, 'operationId'>) => ResultAsync<Answer, Failure>;
  /** How many revisions it makes; one where it is left out. */
  readonly revisions?: number;
  /** The record that it changes, where that is not the task's. */
  readonly record?: string;
}

const SECOND = 'security-reviewer';
const ada = { actor: 'ada' };
const ROLE = { ...ada, role: 'implementer' };
const PLAN = `# Plan\n## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n## Implementation Plans\n### ${UPDATER}\n`;
const REPORT = 'A report that says what was looked at, what was found, and what has to be done about it. '.repeat(2);
const SCOPE =
  'BLOCKING ISSUES: none\nDEFERRABLE ISSUES:\n- docs for the cache\nPERSISTENCE JUSTIFICATION: needs the cache first\nSCOPE_DECISION: DEFER';
const LOG = ' ✓ src/login.test.ts (3 tests) 5ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n';

/** A slice besides those that Batonkit runs. */
const visits = defineSlice({
  name: 'visits',
  section: z.strictObject({ visits: z.number().nullable() }),
  begin: () => ({ visits: null }),
  commands: [z.strictObject({ type: z.literal('visit') })],
  events: [z.strictObject({ type: z.literal('visited') })],
  decide: { visit: (_record) => ok([{ type: 'visited' }]) },
  evolve: { visited: ({ visits: known }) => ({ visits: (known ?? 0) + 1 }) },
});

/** Opens a desk. Desks with different numbers have clocks that differ by hours. */
export function openDesk(tasks: TaskStore, taskId: string, worktree: MemoryWorktree, number = 0): Desk {
  const clock = createManualClock({ start: Date.parse('2026-11-16T09:00:00Z') + number * 7_200_000 });
  return {
    ...{ taskId, tasks, worktree, owner: { actor: 'ada', session: `run-${taskId}` } },
    baton: createBaton({
      tasks,
      worktree,
      clock,
      slices: [visits],
      runner: createScriptedQaRunner({ 'npm test': { output: LOG } }),
    }),
    bare: createBaton({ tasks, clock, runner: createScriptedQaRunner({ 'npm test': { output: LOG } }) }),
  };
}

/** A working tree for {@link openDesk}. */
export function openTree(): MemoryWorktree {
  return createMemoryWorktree({ files: { 'src/login/form.ts': 'old\n' } });
}

const init = ({ baton, taskId }: Desk) => orThrow(baton.contexts.init(taskId, { ...ada, immutable: sampleImmutable }));
const start = async (desk: Desk): Promise<unknown> => {
  await init(desk);
  return orThrow(desk.baton.startTurn(desk.taskId, ROLE));
};
const edit = async (desk: Desk): Promise<unknown> => {
  await start(desk);
  return desk.worktree.edit('src/login/form.ts', 'new\n');
};
const handOff = async (desk: Desk): Promise<unknown> => {
  await edit(desk);
  return orThrow(desk.baton.handOff(desk.taskId, ROLE));
};
const claim = async (desk: Desk): Promise<unknown> => {
  await orThrow(desk.bare.contexts.init(desk.taskId, { ...ada, immutable: sampleImmutable }));
  return orThrow(desk.bare.protocol.claim(desk.taskId, desk.owner));
};

/** Claims the task, then see {@link goOnUntil}. */
function workUntil(until: NextAction['action'], where?: TaskState): (desk: Desk) => Promise<void> {
  return async (desk) => {
    await claim(desk);
    await goOnUntil(desk, until, where);
  };
}

/** Carries out what `next` says until it says `until`, in the state that is named, if one is. */
export async function goOnUntil(desk: Desk, until: NextAction['action'], where?: TaskState): Promise<void> {
  for (let steps = 0; steps < 100; steps += 1) {
    const { next, state } = await orThrow(desk.bare.protocol.status(desk.taskId, desk.owner));
    const [first] = next;
    if (first === undefined) throw new Error(`It ended before ${until}.`);
    if (first.action === until && (where === undefined || state === where)) return;
    await perform(desk, first);
  }
  throw new Error('next leads nowhere.');
}

async function perform(
  desk: Desk,
  { action, subject }: { readonly action: string; readonly subject: NextAction['subject'] },
): Promise<unknown> {
  const { bare, taskId, owner } = desk;
  const agent = subject ?? '';
  const send = (command: SendableCommand): Promise<unknown> =>
    orThrow(bare.protocol.send(taskId, { ...owner, command }));
  switch (action) {
    case 'compliance':
      return orThrow(bare.protocol.checkCompliance(taskId, owner));
    case 'classify':
      return send({ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: ['src/**'] });
    case 'select-agents':
      return send({ type: 'select-agents', agents: [REVIEWER, SECOND, UPDATER].map((name) => ({ name })) });
    case 'record-worktree':
      return send({ type: 'record-worktree', agent: subject, worktree: 'tree-1' });
    case 'record-plan':
      return orThrow(bare.protocol.recordPlan(taskId, { ...owner, content: PLAN }));
    case 'invoke-agent':
      return send({ type: 'invoke-agent', agent });
    case 'complete-agent':
      return orThrow(bare.protocol.completeAgent(taskId, { ...owner, agent, report: REPORT }));
    case 'attest':
      return send({ type: 'attest', condition: subject as AttestedCondition, note: 'Done.' });
    case 'present':
      return orThrow(bare.protocol.present(taskId, { ...owner, checkpoint: 'plan' }));
    case 'await-approval':
      return orThrow(
        bare.protocol.approve(taskId, { actor: 'grace', checkpoint: 'plan', by: 'grace', message: 'approved' }),
      );
    case 'hand-off':
      await orThrow(bare.startTurn(taskId, { ...owner, role: UPDATER }));
      return orThrow(bare.handOff(taskId, { ...owner, role: UPDATER, allowClean: true }));
    case 'run-qa':
      return orThrow(bare.runQa(taskId, { ...owner, role: UPDATER }));
    case 'commit':
      return send({ type: 'record-activity', activity: 'commit', agent: UPDATER, commit: 'c'.repeat(40) });
    case 'advance':
      return send({ type: 'advance' });
    case 'record-decision':
      return send({ type: 'record-decision', agent, verdict: 'APPROVED' });
    default:
      throw new Error(`${action} was not expected.`);
  }
}

/** Two reviewers reject more work than the task is worth, and are asked what of it can wait. */
async function negotiate(desk: Desk): Promise<void> {
  await workUntil('record-decision', 'REVIEW')(desk);
  const rejected = { type: 'record-decision', verdict: 'REJECTED', note: 'It loses the input.' } as const;
  const commands: readonly SendableCommand[] = [
    { ...rejected, agent: REVIEWER },
    { type: 'invoke-agent', agent: SECOND },
    { ...rejected, agent: SECOND },
    { type: 'estimate-effort', effort: 9, scope: 1, note: 'A week.' },
    { type: 'return', because: 'scope-exceeded', note: 'Too much for this task.' },
    { type: 'invoke-agent', agent: REVIEWER },
  ];
  for (const command of commands) await orThrow(desk.bare.protocol.send(desk.taskId, { ...desk.owner, command }));
}

/** Every call that changes a record, by the service and its name. */
export const MUTATING_CALLS: Readonly<Record<string, MutatingCall>> = {
  startTurn: {
    prepare: init,
    call: ({ baton, taskId }, named) => baton.startTurn(taskId, { ...ROLE, ...named }),
  },
  handOff: {
    prepare: edit,
    call: ({ baton, taskId }, named) => baton.handOff(taskId, { ...ROLE, ...named, qaLog: { log: LOG, exitCode: 0 } }),
  },
  'contexts.init': {
    prepare: () => Promise.resolve(),
    call: ({ baton, taskId }, named) => baton.contexts.init(taskId, { ...ada, ...named, immutable: sampleImmutable }),
  },
  'contexts.updateCoordination': {
    prepare: init,
    call: ({ baton, taskId }, named) =>
      baton.contexts.updateCoordination(taskId, { ...ROLE, ...named, status: 'in_progress', qaLogPath: 'test.log' }),
  },
  'contexts.markBlocked': {
    prepare: init,
    call: ({ baton, taskId }, named) =>
      baton.contexts.markBlocked(taskId, { ...ada, ...named, role: 'reviewer', finding: 'It fails.' }),
  },
  'contexts.send': {
    prepare: init,
    call: ({ baton, taskId }, named) =>
      (baton.contexts as Baton<{ tasks: TaskStore; slices: readonly [typeof visits] }>['contexts']).send(taskId, {
        ...{ ...ada, ...named, command: { type: 'visit' } },
      }),
  },
  runQa: {
    prepare: start,
    call: ({ baton, taskId }, named) => baton.runQa(taskId, { ...ROLE, ...named }),
  },
  'handOff, which runs QA': {
    prepare: edit,
    call: ({ baton, taskId }, named) => baton.handOff(taskId, { ...ROLE, ...named, qa: true }),
  },
  'contexts.recordQa': {
    prepare: start,
    call: ({ baton, taskId }, named) => baton.contexts.recordQa(taskId, { ...ROLE, ...named, log: LOG, exitCode: 0 }),
  },
  'contexts.rebuild': {
    prepare: init,
    call: ({ baton, taskId }, named) =>
      baton.contexts.rebuild(taskId, { ...ada, ...named, immutable: { ...sampleImmutable, repo_paths: ['a.ts'] } }),
  },
  'contexts.attachEvidence': {
    prepare: init,
    call: ({ baton, taskId }, named) =>
      baton.contexts.attachEvidence(taskId, { ...ada, ...named, type: 'log', path: 'a.log', content: 'green' }),
  },
  'contexts.complete': {
    prepare: init,
    call: ({ baton, taskId }, named) => baton.contexts.complete(taskId, { ...ada, ...named }),
    revisions: 2,
  },
  'contexts.purge': {
    prepare: handOff,
    call: ({ baton, taskId }, named) => baton.contexts.purge(taskId, { ...ada, ...named }),
  },
  'deltas.snapshot': {
    prepare: edit,
    call: ({ baton, taskId }, named) => baton.deltas.snapshot(taskId, { ...ROLE, ...named }),
  },
  'deltas.resolveDrift': {
    prepare: async (desk) => {
      await handOff(desk);
      desk.worktree.edit('src/login/form.ts', 'by hand\n');
      const refused = await desk.baton.startTurn(desk.taskId, { ...ada, role: 'reviewer' });
      expect(refused.isErr() && refused.error.code).toBe('DriftDetected');
    },
    call: ({ baton, taskId }, named) =>
      baton.deltas.resolveDrift(taskId, { ...ROLE, ...named, note: 'By hand.', accept: 'current-tree' }),
  },
  'protocol.claim': {
    prepare: init,
    call: ({ baton, taskId, owner }, named) => baton.protocol.claim(taskId, { ...owner, ...named }),
  },
  'protocol.release': {
    prepare: claim,
    call: ({ baton, taskId, owner }, named) => baton.protocol.release(taskId, { ...owner, ...named }),
  },
  'protocol.takeOver': {
    prepare: claim,
    call: ({ baton, taskId }, named) =>
      baton.protocol.takeOver(taskId, {
        ...{ actor: 'bob', session: `next-${taskId}`, ...named },
        ...{ confirmedBy: 'grace', reason: 'The laptop is lost.' },
      }),
  },
  'protocol.send': {
    prepare: workUntil('classify'),
    call: ({ bare, taskId, owner }, named) =>
      bare.protocol.send(taskId, {
        ...{ ...owner, ...named },
        command: { type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: ['docs/**'] },
      }),
  },
  'protocol.recordPlan': {
    prepare: workUntil('record-plan'),
    call: ({ bare, taskId, owner }, named) => bare.protocol.recordPlan(taskId, { ...owner, ...named, content: PLAN }),
  },
  'protocol.completeAgent': {
    prepare: workUntil('complete-agent'),
    call: ({ bare, taskId, owner }, named) =>
      bare.protocol.completeAgent(taskId, { ...owner, ...named, agent: REVIEWER, report: REPORT }),
  },
  'protocol.review': {
    prepare: workUntil('record-decision'),
    call: ({ bare, taskId, owner }, named) =>
      bare.protocol.review(taskId, {
        ...owner,
        ...named,
        agent: REVIEWER,
        answer: 'FINAL DECISION: APPROVED - The input is validated.',
      }),
  },
  'protocol.classifyScope': {
    prepare: negotiate,
    call: ({ bare, taskId, owner }, named) =>
      bare.protocol.classifyScope(taskId, { ...owner, ...named, agent: REVIEWER, answer: SCOPE }),
  },
  'protocol.present': {
    prepare: workUntil('present'),
    call: ({ bare, taskId, owner }, named) => bare.protocol.present(taskId, { ...owner, ...named, checkpoint: 'plan' }),
  },
  'protocol.approve': {
    prepare: workUntil('await-approval'),
    call: ({ bare, taskId }, named) =>
      bare.protocol.approve(taskId, { actor: 'grace', ...named, checkpoint: 'plan', by: 'grace', message: 'approved' }),
  },
  'protocol.requestChanges': {
    prepare: workUntil('await-approval'),
    call: ({ bare, taskId, owner }, named) =>
      bare.protocol.requestChanges(taskId, { ...owner, ...named, checkpoint: 'plan', by: 'grace', note: 'Shorter.' }),
  },
  'protocol.checkCompliance': {
    prepare: claim,
    call: ({ bare, taskId, owner }, named) => bare.protocol.checkCompliance(taskId, { ...owner, ...named }),
  },
  'mainLock.acquire': {
    prepare: async ({ baton, owner }) => {
      await orThrow(baton.protocol.mainLock.acquire({ ...owner, operation: 'git-operation' }));
      await orThrow(baton.protocol.mainLock.release(owner));
    },
    call: ({ baton, owner }, named) =>
      baton.protocol.mainLock.acquire({ ...owner, ...named, operation: 'git-operation' }),
    record: MAIN_LOCK_TASK,
  },
  'mainLock.release': {
    prepare: ({ baton, owner }) => orThrow(baton.protocol.mainLock.acquire({ ...owner, operation: 'git-operation' })),
    call: ({ baton, owner }, named) => baton.protocol.mainLock.release({ ...owner, ...named }),
    record: MAIN_LOCK_TASK,
  },
  'queue.take': {
    prepare: init,
    call: ({ baton, tasks, taskId, owner }, named) =>
      createTaskQueue({ tasks, protocol: baton.protocol }).take({
        ...{ ...owner, ...named },
        filter: { phases: [], types: [], names: [taskId] },
      }),
  },
};

/** What needs a git repository with linked trees: tried in `task-protocol.test.ts`. */
const WITH_LINKED_TREES = ['protocol.land'];

/** What changes no record by itself. A verification that fails is counted, and that is no answer. */
const READS = [
  ...['contexts.get', 'contexts.exportFor', 'contexts.readManifest', 'contexts.readEvidence', 'contexts.list'],
  ...['contexts.trail', 'deltas.verify', 'deltas.inspect', 'deltas.diff', 'deltas.preview', 'deltas.restore'],
  ...['deltas.attribute', 'protocol.status', 'protocol.next', 'protocol.showChange', 'mainLock.read', 'queue.look'],
  'traceQa',
];

/** Fails when a service has a method that is neither a read nor in {@link MUTATING_CALLS}: each new one is tried, too. */
export function expectAllCallsKnown({ baton, tasks }: Desk): void {
  const methods = (service: object, prefix: string): string[] =>
    Object.entries(service).flatMap(([name, value]) => (typeof value === 'function' ? [`${prefix}${name}`] : []));
  const all = [
    ...methods(baton, ''),
    ...methods(baton.contexts, 'contexts.'),
    ...methods(baton.deltas, 'deltas.'),
    ...methods(baton.protocol, 'protocol.'),
    ...methods(baton.protocol.mainLock, 'mainLock.'),
    ...methods(createTaskQueue({ tasks, protocol: baton.protocol }), 'queue.'),
  ];
  const elsewhere = [...READS, ...WITH_LINKED_TREES];
  expect(all.filter((name) => !elsewhere.includes(name)).sort()).toEqual(
    [...new Set(Object.keys(MUTATING_CALLS).map((name) => name.replace(/,.*/, '')))].sort(),
  );
}

/** Makes one call twice at once under one id, on two desks, then once more; tells what is wrong with the answers and the record. */
export async function callTwice(
  name: string,
  desks: readonly [Desk, Desk],
  operationId: string,
): Promise<readonly string[]> {
  const { call, revisions = 1, record: other } = MUTATING_CALLS[name] ?? { call: () => expect.fail(name) };
  const [desk] = desks;
  const id = other ?? desk.taskId;
  const revision = async (): Promise<number> => (await orThrow(desk.tasks.read(id))).revision;
  const before = await revision();
  const answers = await Promise.all(desks.map((each) => call(each, { operationId })));
  const after = await revision();
  const late = await call(desks[1], { operationId });
  const audit = await orThrow(desk.tasks.readAudit(id, { afterRevision: before, limit: 100 }));
  const recorded = audit.flatMap(({ lines }) => lines).filter((line) => line.includes(`"id":"${operationId}"`)).length;
  const said = answers.map((answer) =>
    answer.isOk() ? `replayed: ${answer.value.replayed}` : `${answer.error.code}: ${answer.error.message}`,
  );
  const found = {
    answers: said.sort().join(', '),
    revisions: after - before,
    recorded,
    late: late.isOk() ? `replayed: ${late.value.replayed}` : `${late.error.code}: ${late.error.message}`,
    afterwards: (await revision()) - after,
  };
  const expected = {
    ...{ answers: 'replayed: false, replayed: true', revisions, recorded: 1, late: 'replayed: true', afterwards: 0 },
  };
  return Object.entries(found)
    .filter(([key, value]) => value !== expected[key as keyof typeof expected])
    .map(([key, value]) => `${name}: ${key} ${value}`);
}
