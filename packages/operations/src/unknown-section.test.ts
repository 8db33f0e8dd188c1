import { orThrow, type TaskStore } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { describe, expect, test } from 'vitest';
import type { OperationKit } from './operation/operation.ts';
import { openDesk } from './operation/operation-desk.fixture.ts';
import { OPERATIONS } from './operations.ts';

const ID = 'T-1';
const SECTION = { owner: 'run-9', proofs: ['9'.repeat(64)], spent: 3 };
const LOG = 'Test Files  1 passed (1)\n     Tests  1 passed (1)\n';
const SCOPE =
  'BLOCKING ISSUES: none\nDEFERRABLE ISSUES:\n- docs\nPERSISTENCE JUSTIFICATION: needs the cache\nSCOPE_DECISION: DEFER';
const REPORT = 'I read every file and found nothing that has to change. '.repeat(8);

/** What each operation that writes to a task is called with. Those with several steps or commands are called with each. */
const WRITES: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  init: [{}],
  start: [{ role: 'reviewer' }, { role: 'implementer', expect: 'either' }],
  'hand-off': [{ role: 'implementer' }, { role: 'implementer', allowClean: true, qaLog: LOG }],
  update: [
    { role: 'reviewer', status: 'in_progress' },
    { role: 'reviewer', qaLogPath: 'qa.log' },
  ],
  block: [{ role: 'reviewer', finding: 'red' }],
  rebuild: [{}, { evenInProgress: 'The scope grew.' }],
  complete: [{}, { force: true }],
  purge: [{}, { force: true }],
  'record-qa': [{ role: 'implementer', log: LOG }],
  'qa run': [{ role: 'implementer' }],
  'attach-evidence': [{ type: 'note', path: 'note.md', content: 'Seen.' }],
  snapshot: [{ role: 'implementer' }, { role: 'reviewer', allowClean: true }],
  verify: [{ role: 'implementer' }, { role: 'validator' }],
  'resolve-drift': [
    { role: 'implementer', note: 'Mine.', accept: 'current-tree' },
    { role: 'implementer', note: 'Put back.', accept: 'restored' },
  ],
  restore: [{ role: 'implementer' }, { role: 'implementer', paths: ['src/login.js'] }],
  claim: [{}, { dependencies: ['T-2'] }],
  release: [{}],
  'take-over': [{ confirmedBy: 'Grace Hopper', reason: 'The session is gone.' }],
  classify: [{}, { level: 'LOW' }],
  plan: [{ text: '# Plan\n\n## Steps\n\n1. Fix it.\n' }],
  agent: [
    { agent: 'reviewer-a', step: 'invoke' },
    { agent: 'reviewer-a', step: 'complete', report: REPORT },
    { agent: 'reviewer-a', step: 'fail', note: 'It crashed.' },
    { agent: 'reviewer-a', step: 'decide', verdict: 'APPROVED', note: 'Good.' },
    { agent: 'reviewer-a', step: 'decide', report: 'FINAL DECISION: APPROVED - as planned' },
    { agent: 'reviewer-a', step: 'scope', report: SCOPE },
  ],
  present: [{ checkpoint: 'plan' }, { checkpoint: 'change' }],
  approve: [{ checkpoint: 'change', by: 'Grace Hopper', message: 'Approved.' }],
  compliance: [{}],
  advance: [{}, { to: 'REQUIREMENTS' }],
  send: [
    { command: 'record-cost', fields: { usd: 3 } },
    { command: 'no-such-command' },
    { command: 'lock-main' },
    { command: 'abandon', fields: { reason: 'superseded', note: 'Not needed.' } },
    { command: 'request-changes', fields: { checkpoint: 'plan', by: 'Grace Hopper', note: 'Smaller.' } },
  ],
  worktree: ['create', 'merge', 'refresh', 'land', 'remove'].map((action) => ({ action, agent: 'reviewer-a' })),
};

/** What reads a task, and must go on doing so. */
const READS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get: {},
  export: { role: 'reviewer' },
  trail: {},
  inspect: {},
  diff: { role: 'implementer', type: 'from_base' },
  preview: { role: 'implementer' },
  attribute: {},
  status: {},
  next: {},
};

/** They need a proof to read, or are about files of the workspace and not about the record. */
const ELSEWHERE = ['evidence', 'task create', 'task show', 'task log', 'task check', 'task chain'];

/** Writes a section into a stored record, as a program with a slice of its own does, and answers the body. */
async function addSection(tasks: TaskStore, section: unknown): Promise<string> {
  const { revision, body } = await orThrow(tasks.read(ID));
  const { artifacts } = await liveOf(tasks);
  const changed = canonicalJson({ ...(JSON.parse(body ?? '') as object), costs: section });
  const commit = { id: ID, expected: revision, operationId: 'foreign', body: changed, audit: [], artifacts };
  await orThrow(tasks.commit(commit));
  return changed;
}

async function liveOf(tasks: TaskStore): Promise<{ readonly artifacts: readonly string[] }> {
  const { body } = await orThrow(tasks.read(ID));
  const named = [...new Set((body ?? '').match(/\b[0-9a-f]{64}\b/g) ?? [])];
  const held: string[] = [];
  for (const sha of named) if ((await tasks.getArtifact(ID, sha)).isOk()) held.push(sha);
  return { artifacts: held.sort() };
}

/** A linked tree that must never be asked to change anything. */
const linked = new Proxy({} as NonNullable<OperationKit['linked']>, {
  get: (_target, name) => () => {
    throw new Error(`linked.${String(name)} was called.`);
  },
});

/** A task of which one role handed off, whose tree has drifted since, and which something here does not know owns. */
async function foreignTask({ claimed }: { readonly claimed: boolean }) {
  const desk = openDesk({ linked });
  await desk.run('init', { taskId: ID });
  if (claimed) await desk.run('claim', { taskId: ID });
  await desk.run('start', { taskId: ID, role: 'implementer' });
  desk.worktree.edit('src/login.js', 'one\ntwo\n');
  expect(await desk.run('hand-off', { taskId: ID, role: 'implementer' })).toMatchObject({ files: ['src/login.js'] });
  desk.worktree.edit('src/login.js', 'by somebody\n');
  const body = await addSection(desk.kit.tasks, SECTION);
  return { ...desk, tasks: desk.kit.tasks, body };
}

test('every operation that takes a task is in one of these lists', () => {
  const taking = OPERATIONS.filter(({ input }) => 'taskId' in input.shape);
  expect(taking.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(WRITES), ...Object.keys(READS), ...ELSEWHERE].sort(),
  );
  for (const { name, hints } of taking) if (name in READS) expect([name, hints.readOnly]).toEqual([name, true]);
});

describe.each([{ claimed: false }, { claimed: true }])('a task with a section that no slice knows, %o', (given) => {
  test('is changed by no operation: each is refused by the name of the section', async () => {
    const { run, tasks, body, files, worktree } = await foreignTask(given);
    const before = await orThrow(tasks.read(ID));
    const artifacts = await liveOf(tasks);
    const answers: [string, unknown, unknown, unknown][] = [];
    for (const [name, inputs] of Object.entries(WRITES)) {
      for (const input of inputs) {
        for (const caller of [
          { actor: 'ada', session: 'run-1', forceSecrets: true },
          { actor: 'Grace Hopper', session: null, operationId: `${name}-${answers.length}` },
        ]) {
          const answer = await run(name, { taskId: ID, ...input }, { caller });
          answers.push([name, input, answer['code'], String(answer['message']).includes('"costs"')]);
        }
      }
    }
    expect(answers).toEqual(answers.map(([name, input]) => [name, input, 'UnknownSection', true]));
    expect(await orThrow(tasks.read(ID))).toEqual(before);
    expect(before.body).toBe(body);
    expect(await liveOf(tasks)).toEqual(artifacts);
    await orThrow(tasks.sweep({ olderThanMs: 0 }));
    expect(await liveOf(tasks)).toEqual(artifacts);
    expect((await orThrow(worktree.observe({ base: (await orThrow(worktree.head())).commit }))).changed).toHaveLength(
      1,
    );
    expect(files).toBeDefined();
  });

  test('is read by all that reads', async () => {
    const { run, tasks, body } = await foreignTask(given);
    for (const [name, input] of Object.entries(READS)) {
      const answer = await run(name, { taskId: ID, ...input });
      expect([name, answer['code']]).toEqual([name, undefined]);
    }
    expect(await run('get', { taskId: ID })).toMatchObject({ record: { costs: SECTION } });
    expect(await run('list')).toEqual({ tasks: [{ taskId: ID, revision: (await orThrow(tasks.read(ID))).revision }] });
    expect((await orThrow(tasks.read(ID))).body).toBe(body);
  });

  test('is left alone by the queue, which goes on to the next task', async () => {
    const { run, kit } = await foreignTask(given);
    await run('init', { taskId: 'T-2', taskFile: 'tasks/T-1.yaml' });
    const caller = { actor: 'bob', session: 'run-2' };
    expect(await run('queue', { take: true }, { caller })).toMatchObject({ taken: 'T-2', how: 'claimed' });
    expect(kit.caller.session).toBe('run-1');
  });

  test('is as any other when the section is null', async () => {
    const { run, tasks, worktree } = await foreignTask(given);
    await addSection(tasks, null);
    worktree.edit('src/login.js', 'one\ntwo\n');
    expect(await run('start', { taskId: ID, role: 'reviewer' })).not.toHaveProperty('code');
    expect((await orThrow(tasks.read(ID))).body).toContain('"costs":null');
  });
});
