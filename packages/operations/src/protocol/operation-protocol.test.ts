import { expect, test } from 'vitest';
import { errAsync, orThrow, storeErrors } from '@batonkit/core';
import { LEGITIMATE_REASONS } from '@batonkit/protocol';
import { attestedIn } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { TRANSITIONS } from '../../../protocol/src/guards/transitions.ts';
import { CommandSchema } from '../../../protocol/src/slice/protocol-machine.fixture.ts';
import { openDesk } from '../operation/operation-desk.fixture.ts';
import { PROTOCOL_OPERATIONS } from './protocol-operations.ts';

const id = { taskId: 'T-1' };
const REVIEWER = 'architecture-reviewer';
const UPDATER = 'architecture-updater';
const plan = `# Plan\n## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n## Implementation Plans\n### ${UPDATER}\n`;
const report = 'A report that says what was looked at, what was found, and what has to be done about it. '.repeat(2);

async function claimed() {
  const desk = openDesk();
  const { run } = desk;
  await run('init', id);
  expect(await run('claim', { ...id, dependencies: [] })).toMatchObject(id);
  const goOn = async () => {
    const state = String((await run('status', id)).state);
    for (const condition of attestedIn(state)) {
      const fields = { condition, note: 'So it is.' };
      expect(await run('send', { ...id, command: 'attest', fields })).toMatchObject({ state });
    }
    await run('compliance', id);
    return run('advance', id);
  };
  return { ...desk, goOn };
}

test('agents by operations: planned, invoked, reported, approved by a person in words', async () => {
  const { run, goOn } = await claimed();
  expect(await goOn()).toMatchObject({ state: 'CLASSIFIED' });
  // The paths are those of the task itself.
  expect(await run('classify', { ...id, level: 'HIGH', changes: ['api'] })).toMatchObject({ level: 'HIGH' });
  const agents = [REVIEWER, UPDATER].map((name) => ({ name }));
  await run('send', { ...id, command: 'select-agents', fields: { agents } });
  for (const agent of [REVIEWER, UPDATER]) {
    await run('send', { ...id, command: 'record-worktree', fields: { agent, worktree: `/agents/${agent}` } });
  }
  await run('plan', { ...id, text: plan });
  expect(await goOn()).toMatchObject({ state: 'REQUIREMENTS' });
  const reviewer = { ...id, agent: REVIEWER };
  expect(await run('agent', { ...reviewer, step: 'complete', report })).toMatchObject({ code: 'Rejected' });
  expect(await run('agent', { ...reviewer, step: 'invoke' })).toMatchObject(id);
  expect(await run('agent', { ...reviewer, step: 'fail', note: 'Out of memory.' })).toMatchObject(id);
  expect(await run('agent', { ...reviewer, step: 'invoke' })).toMatchObject(id);
  const short = await run('agent', { ...reviewer, step: 'complete', report: 'Fine.\n' });
  expect(short).toMatchObject({ code: 'InvalidInput' });
  expect(short.message).toContain('6 bytes, and one of fewer than 100');
  expect(await run('agent', { ...reviewer, step: 'complete', report, workRemaining: 'none' })).toMatchObject(id);
  expect(await goOn()).toMatchObject({ state: 'SYNTHESIS' });
  expect(await run('present', { ...id, checkpoint: 'plan' })).toMatchObject(id);
  const person = { caller: { actor: 'grace' } };
  const yes = { ...id, checkpoint: 'plan', by: 'grace', message: 'Yes, proceed with implementation' };
  expect(await run('approve', { ...yes, message: 'Hm.' }, person)).toMatchObject({ code: 'Rejected' });
  const self = [
    await run('approve', yes),
    await run('approve', yes, { caller: { actor: 'grace', session: 'run-2', ambientSession: 'run-1' } }),
    await run('approve', { ...yes, by: REVIEWER }, person),
    await run('send', { ...id, command: 'approve-checkpoint', fields: { checkpoint: 'plan', by: 'grace' } }, person),
    await run('approve', { ...id, checkpoint: 'plan' }, person),
  ];
  expect(self.map(({ code }) => code)).toEqual(['Rejected', 'Rejected', 'Rejected', 'InvalidInput', 'InvalidInput']);
  expect(await run('status', id)).toMatchObject({ plan: 'presented' });
  const nextFor = async (caller: { actor: string; session?: string; ambientSession?: string }) =>
    ((await run('next', id, { caller }))['next'] as readonly { action: string; who: string }[])
      .filter(({ who }) => who === 'person')
      .map(({ action }) => action);
  expect(await nextFor({ actor: 'ada', session: 'run-1' })).toEqual(['await-approval']);
  expect(await nextFor({ actor: 'ada', ambientSession: 'run-1' })).toEqual(['await-approval']);
  expect(await nextFor({ actor: 'bob', session: 'run-2' })).toEqual(['ask-to-take-over']);
  expect(await nextFor({ actor: 'grace' })).toEqual(['approve', 'ask-to-take-over']);
  expect(await run('approve', yes, person)).toMatchObject(id);
  expect(await run('status', id)).toMatchObject({ plan: 'approved' });
  expect(await goOn()).toMatchObject({ state: 'IMPLEMENTATION' });
  // Where no turn is open, one is started before it is handed off.
  const turns = async (name: string) => {
    const next = (await run(name, id))['next'] as readonly { action: string; subject: string }[];
    return next
      .filter(({ action }) => /^(start|hand-off)$/.test(action))
      .map(({ action, subject }) => [action, subject]);
  };
  const handOff = ['hand-off', 'implementer'];
  for (const name of ['next', 'status']) expect(await turns(name)).toEqual([['start', 'implementer'], handOff]);
  await run('start', { ...id, role: 'implementer' });
  for (const name of ['next', 'status']) expect(await turns(name)).toEqual([handOff]);
});

test('a step of an agent that lacks its words is refused with the field that is missing', async () => {
  const { run } = await claimed();
  const agent = { ...id, agent: REVIEWER };
  for (const [step, words] of [
    ['fail', 'needs a note'],
    ['decide', 'or its verdict'],
    ['scope', 'as report'],
    ['complete', 'as report'],
  ] as const) {
    const answer = await run('agent', { ...agent, step });
    expect([step, answer.code]).toEqual([step, 'InvalidInput']);
    expect(answer.message).toContain(words);
  }
});

test('a step of an agent that nobody selected is refused, whatever its words', async () => {
  const { run } = await claimed();
  const agent = { ...id, agent: REVIEWER };
  const before = await run('get', id);
  for (const [words, code] of [
    [{ step: 'invoke' }, 'Rejected'],
    [{ step: 'fail', note: 'Out of memory.' }, 'InvalidInput'],
    [{ step: 'decide', verdict: 'APPROVED' }, 'Rejected'],
    [{ step: 'decide', verdict: 'REJECTED', note: 'Unsound.' }, 'Rejected'],
    [{ step: 'decide', report: 'Perhaps.' }, 'MalformedDecision'],
    [{ step: 'scope', report: 'Perhaps.' }, 'MalformedDecision'],
    [{ step: 'complete', report, unchanged: true }, 'InvalidInput'],
  ] as const) {
    const answer = await run('agent', { ...agent, ...words });
    expect([words, answer.code]).toEqual([words, code]);
  }
  expect(await run('get', id)).toMatchObject({ revision: before.revision });
});

test('what another session owns is taken over only with the word of a person', async () => {
  const { run } = await claimed();
  const by = { caller: { actor: 'bob', session: 'run-2' } };
  expect(await run('queue', { take: true }, by)).toMatchObject({
    how: 'nothing',
    taken: null,
    held: [{ taskId: 'T-1', owner: 'run-1' }],
  });
  expect(await run('release', id, by)).toMatchObject({ code: 'NotOwner' });
  const said = { ...id, confirmedBy: 'grace', reason: 'The laptop is lost.' };
  expect(await run('take-over', said, by)).toMatchObject(id);
  expect(await run('status', id, by)).toMatchObject({ owner: 'run-2' });
});

test('the queue reads a request, and lists add to what it asks for', async () => {
  const { run } = openDesk();
  await run('init', id);
  expect(await run('queue', { request: 'work on all tasks' })).toMatchObject({ free: [{ taskId: 'T-1' }] });
  expect(await run('queue', { request: 'work on all tasks', types: ['billing'] })).toMatchObject({ free: [] });
  expect(await run('queue', { types: ['web'], names: ['T-1'] })).toMatchObject({ free: [{ taskId: 'T-1' }] });
  expect(await run('queue', { phases: ['nine'] })).toMatchObject({ free: [] });
});

test('a queue that cannot be read is not empty, be it looked at or taken from', async () => {
  const { run, kit } = openDesk();
  await run('init', id);
  const away = storeErrors.storageFailure('list', 'the disk is away');
  let lists = 0;
  const tasks = {
    ...kit.tasks,
    list: (options: { limit: number }) => (lists-- > 0 ? kit.tasks.list(options) : errAsync(away)),
  };
  expect(await run('queue', {}, { tasks })).toMatchObject({ code: 'StorageFailure' });
  expect(await run('queue', { take: true }, { tasks })).toMatchObject({ code: 'StorageFailure' });
  expect(await run('queue', { take: true }, { caller: { actor: 'ada', session: '' } })).toMatchObject({
    code: 'InvalidInput',
  });
  // The claim was recorded before the last look failed, so the next question goes on with it.
  lists = 2;
  expect(await run('queue', { take: true }, { tasks })).toMatchObject({ code: 'StorageFailure' });
  expect(await run('queue', { take: true })).toMatchObject({ taken: 'T-1', how: 'resumed' });
});

test('what was not presented is not approved, with words or without', async () => {
  const { run } = await claimed();
  const person = { caller: { actor: 'grace' } };
  const early = await run('approve', { ...id, checkpoint: 'plan', by: 'grace' }, person);
  expect(early).toMatchObject({ code: 'Rejected' });
});

test('the lock of the main tree is for one of the known operations', async () => {
  const { run } = await claimed();
  const lock = { ...id, command: 'lock-main' };
  expect(await run('send', { ...lock, fields: { operation: 'lunch' } })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('send', { ...lock, fields: { operation: 'file-modification' } })).toMatchObject({ state: 'INIT' });
  const by = { caller: { actor: 'bob', session: 'run-2' } };
  expect(await run('send', { ...id, command: 'unlock-main' }, by)).toMatchObject({ code: 'NotOwner' });
});

test('every example of send is a command that the domain takes', () => {
  const send = PROTOCOL_OPERATIONS.find(({ name }) => name === 'send');
  for (const example of send!.shell.examples) {
    const [, , type, ...words] = [...example.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) =>
      word.replaceAll('"', ''),
    );
    const fields: Record<string, string> = {};
    for (const [name = '', value = ''] of words.map((word) => word.split('=', 2))) fields[name] = value;
    expect([example, CommandSchema.safeParse({ type, ...fields }).error]).toEqual([example, undefined]);
    if (type === 'abandon') expect(LEGITIMATE_REASONS).toContain(fields['reason']);
    if (type === 'return') expect(TRANSITIONS.map(({ trigger }) => trigger)).toContain(fields['because']);
  }
});

test('a command that there is not brings the list of those that there are, the lock among them', async () => {
  const { run } = await claimed();
  const answer = await run('send', { ...id, command: 'frobnicate' });
  expect(answer).toMatchObject({ code: 'InvalidInput' });
  for (const name of ['attest', 'abandon', 'lock-main', 'unlock-main']) expect(answer.message).toContain(name);
});

test("classify goes by the repository's own rules, those of the request first, and takes the full protocol", async () => {
  const { run, files } = await claimed();
  const rules =
    'version: 1\nlevels:\n  HIGH: []\n  MEDIUM: []\n  LOW: [src/**]\nagents:\n  base: { HIGH: [], MEDIUM: [], LOW: [house] }\n';
  await orThrow(files.write('rules.yaml', rules));
  expect(await run('classify', id)).toMatchObject({ level: 'HIGH' });
  const low = await run('classify', id, { riskRules: 'rules.yaml' });
  expect(low).toMatchObject({ level: 'LOW' });
  expect(low.agents).toContain('house-reviewer');
  expect(await run('classify', { ...id, riskRules: 'rules.yaml' })).toMatchObject({ level: 'LOW' });
  expect(await run('classify', { ...id, riskRules: 'none.yaml' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('classify', { ...id, riskRules: 'tasks.md' })).toMatchObject({ code: 'SchemaViolation' });
  const full = await run('classify', { ...id, forceFullProtocol: true }, { riskRules: 'rules.yaml' });
  expect(full).toMatchObject({ level: 'HIGH' });
  const { record } = (await run('get', id)) as { record: { protocol: { risk: unknown } } };
  expect(record.protocol.risk).toMatchObject({ method: 'manual_override', variant: 'FULL', triggers: [] });
});
