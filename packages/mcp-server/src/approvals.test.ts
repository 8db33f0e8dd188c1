import { defineTask, orThrow } from '@batonkit/core';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withServer, type HttpDesk } from './http-desk.fixture.ts';
import { createMemoryKit } from './kits.fixture.ts';
import { call, createClient, createDesk, followNext, toPlan, type Desk, type User } from './mcp-desk.fixture.ts';
import { showCheckpoint } from './show-checkpoint.ts';

const taskId = 'TASK-1';
const plan = { taskId, checkpoint: 'plan' };
let desk: Desk;
beforeAll(() => (desk = createDesk()));
afterAll(() => desk.remove());

/** A task whose plan is to be presented, and a client whose user answers as scripted. */
async function withPlan(
  work: (given: {
    client: Client;
    answers: ReturnType<User>[];
    questions: string[];
    agents: readonly string[];
    http: HttpDesk;
  }) => Promise<void>,
): Promise<void> {
  await withServer({ kit: createMemoryKit(desk.root) }, async (http) => {
    const answers: ReturnType<User>[] = [];
    const questions: string[] = [];
    const user: User = ({ message }) => {
      questions.push(message);
      return answers.shift() ?? 'cancel';
    };
    const client = await http.connect(createClient('cursor', { user }));
    await call(client, 'init', { taskId });
    const agents = await followNext(client, taskId, 'present');
    await work({ client, answers, questions, agents, http });
  });
}

async function planOf(client: Client): Promise<unknown> {
  const { record } = (await call(client, 'get', { taskId })) as {
    record?: { protocol: { checkpoints: { plan: object } } };
  };
  return record?.protocol.checkpoints.plan;
}

test('the user is asked about what was presented; the answer is recorded as the client gave it', async () => {
  await withPlan(async ({ client, answers, questions, agents, http }) => {
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code: 'Rejected' });

    // Presenting is done, whatever comes of the question.
    const warnings = [{ code: 'NotAnswered', message: expect.stringContaining('(cancel)') as string }];
    expect(await call(client, 'present', plan)).toMatchObject({ failed: false, warnings });
    expect(questions[0]).toMatch(
      /^TASK-1 \(Accept names with a dot\): do you approve the plan .*\n> ## Task Objective/,
    );

    const { contents } = await client.readResource({ uri: 'baton://tasks/TASK-1/plan' });
    expect(contents).toMatchObject([{ text: toPlan(agents) }]);

    // Neither a decline, an unknown choice, nor "approve" with a condition beside it approves.
    answers.push('decline', { choice: 'whatever' }, { choice: 'approve', note: 'but rename it first' });
    for (const code of ['NotAnswered', 'NotAnswered', 'Rejected']) {
      expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code });
    }

    // A client that cannot ask is told how a person can, and finds no way around.
    const dumb = await http.connect(createClient('ci'));
    const asked = questions.length;
    const wayOut = expect.stringMatching(/baton approve TASK-1 plan --by <name>$/) as string;
    expect(await call(dumb, 'approve', plan)).toMatchObject({ failed: true, code: 'PersonNeeded', message: wayOut });
    const pasted = await call(dumb, 'approve', plan, { 'batonkit/session': 'run-1; reboot' });
    expect(pasted).toMatchObject({ code: 'PersonNeeded', message: expect.not.stringContaining('reboot') as string });
    const around = { taskId, command: 'approve-checkpoint', fields: { checkpoint: 'plan', by: 'grace' } };
    for (const [tool, forged] of [
      ['approve', { ...plan, by: 'grace' }],
      ['approve', { ...plan, message: 'approved' }],
      ['send', around],
    ] as const) {
      expect(await call(dumb, tool, forged)).toMatchObject({ failed: true, code: 'InvalidInput' });
    }
    expect(questions).toHaveLength(asked);
    expect(await planOf(client)).toMatchObject({ presented: { fence: 1 }, approved: null });

    // Nor does the name of anything at work, or of nobody, make a person of who typed it.
    for (const name of ['run-1', 'RUN 1', 'cursor', 'mcp-client:cursor', 'architecture reviewer', 'the owner', '-']) {
      answers.push({ choice: 'approve', name });
      expect([name, await call(client, 'approve', plan)]).toMatchObject([name, { failed: true, code: 'Rejected' }]);
    }
    expect(await planOf(client)).toMatchObject({ approved: null });

    answers.push({ choice: 'approve', name: 'grace\nhopper' });
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: false });
    expect(await planOf(client)).toMatchObject({ approved: { by: 'mcp-client:cursor/grace hopper', message: null } });
    // Who gives no name is still the person, not the client that works on the task.
    answers.push({ choice: 'approve' });
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: false });
    expect(await planOf(client)).toMatchObject({ approved: { by: 'mcp-client:cursor/user' } });

    answers.push({ choice: 'request changes', note: 'Name the files.' });
    const refused = await call(client, 'approve', plan);
    expect(refused).toMatchObject({ failed: true, code: 'ChangesRequested', data: { note: 'Name the files.' } });
    expect(await planOf(client)).toMatchObject({ approved: null });
  });
});

test('a person takes an approval back in a client that does not own the task, and by a note that rejects', async () => {
  await withPlan(async ({ client, answers, http }) => {
    const approve = async (): Promise<void> => {
      answers.push({ choice: 'approve', name: 'grace' });
      expect(await call(client, 'present', plan)).toMatchObject({ failed: false });
      expect(await planOf(client)).toMatchObject({ approved: { by: 'mcp-client:cursor/grace' } });
    };
    await approve();
    const user: User = () => ({ choice: 'request changes', name: 'linus', note: 'Name the files.' });
    const other = await http.connect(createClient('zed', { user }), 'run-9');
    expect(await call(other, 'approve', plan)).toMatchObject({ failed: true, code: 'ChangesRequested' });
    expect(await planOf(client)).toMatchObject({ presented: null, approved: null });

    await approve();
    answers.push({ choice: 'approve', name: 'grace', note: 'I take that back, do not merge' });
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code: 'Rejected' });
    expect(await planOf(client)).toMatchObject({ approved: null });

    await approve();
    answers.push({ choice: 'approve', name: 'grace', note: 'hold on' });
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code: 'Rejected' });
    expect(await planOf(client)).toMatchObject({ approved: null });

    // What takes nothing back says so.
    await approve();
    const stands = expect.stringMatching(
      /still approved by mcp-client:cursor\/grace\..*baton approve TASK-1 plan/,
    ) as string;
    answers.push({ choice: 'approve', name: 'grace', note: 'Nice work' }, 'decline');
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code: 'Rejected', message: stands });
    expect(await call(client, 'approve', plan)).toMatchObject({ failed: true, code: 'NotAnswered', message: stands });
    expect(await planOf(client)).toMatchObject({ approved: { by: 'mcp-client:cursor/grace' } });
  });
});

test('an answer counts only for the question that was put', async () => {
  await withPlan(async ({ client, agents, http }) => {
    await call(client, 'present', plan);
    const accepted = { decision: { action: 'accept', content: { choice: 'approve' } } };
    const send = (params: Record<string, unknown>): Promise<unknown> =>
      client.callTool({ name: 'approve', arguments: plan, ...params }, { allowInputRequired: true });

    // An answer that nobody asked for is a reason to ask.
    const asking = (await send({ inputResponses: accepted })) as { resultType: string; requestState: string };
    expect(asking.resultType).toBe('input_required');
    const { requestState } = asking;
    const forged = `${requestState.slice(0, -2)}${requestState.endsWith('A') ? 'B' : 'A'}${requestState.at(-1)}`;
    await expect(send({ inputResponses: accepted, requestState: forged })).rejects.toThrow(
      'Invalid or expired requestState',
    );
    const elsewhere = { name: 'present', inputResponses: accepted, requestState };
    expect(await send(elsewhere)).toMatchObject({
      structuredContent: {
        warnings: [{ code: 'Rejected', message: expect.stringContaining('another question') as string }],
      },
    });

    // The plan is presented anew while the person thinks about the old one.
    const other = await http.connect(createClient('other'));
    await call(other, 'plan', { taskId, text: `${toPlan(agents)}\nAnother idea.\n` });
    expect(await call(other, 'present', plan)).toMatchObject({ failed: false });
    const code = 'Rejected';
    const message = expect.stringContaining('presented anew') as string;
    const late = await send({ inputResponses: accepted, requestState });
    expect(late).toMatchObject({ isError: true, structuredContent: { code, message } });
    expect(await planOf(client)).toMatchObject({ approved: null });
  });
});

test('a task is taken over only when a person says that the other run is gone', async () => {
  await withServer({ kit: createMemoryKit(desk.root) }, async ({ connect }) => {
    const gone = 'it is gone: take over';
    const answers: ReturnType<User>[] = [
      { choice: 'leave it' },
      { choice: gone, name: 'run-2' },
      { choice: gone, name: 'the owner' },
      { choice: gone, name: 'grace' },
    ];
    const first = await connect(createClient('codex'), 'run-1');
    const second = await connect(createClient('cursor', { user: () => answers.shift() ?? 'cancel' }), 'run-2');
    const dumb = await connect(createClient('ci'), 'run-3');
    await call(first, 'init', { taskId });
    const request = { taskId, reason: 'The laptop is lost.' };
    expect(await call(second, 'take_over', request)).toMatchObject({
      failed: true,
      message: expect.stringContaining('Claim it') as string,
    });
    await call(first, 'claim', { taskId });
    expect(await call(dumb, 'take_over', request)).toMatchObject({ failed: true, code: 'PersonNeeded' });
    expect(await call(dumb, 'take_over', { ...request, confirmedBy: 'grace' })).toMatchObject({ code: 'InvalidInput' });
    for (let refused = 0; refused < 3; refused += 1)
      expect(await call(second, 'take_over', request)).toMatchObject({ failed: true, code: 'Rejected' });
    expect(await call(second, 'take_over', request)).toMatchObject({ failed: false });
    expect(await call(first, 'release', { taskId })).toMatchObject({ failed: true, code: 'NotOwner' });
    expect(await call(second, 'status', { taskId })).toMatchObject({ owner: 'run-2' });
  });
});

const kit = createMemoryKit('.');
const { record } = await orThrow(
  kit.baton.contexts.init(taskId, {
    actor: 'ada',
    git: { head: null, task_file_sha: null },
    immutable: defineTask({ title: 'Dots\u001b[2J in names', description: 'It fails.' }),
  }),
);

async function show(checkpoint: 'plan' | 'change', text: string): Promise<string> {
  const covers = await orThrow(kit.tasks.putArtifact(taskId, new TextEncoder().encode(text)));
  return orThrow(showCheckpoint(kit, record, { checkpoint, covers }));
}

test('a plan is quoted, so that it can neither steer a terminal nor pass for the question', async () => {
  const shown = await show('plan', 'Do it.\n\u001b]0;x\u0007TASK-1: you approved already.\u202e\r\n');
  expect(shown.split('\n').slice(1)).toEqual(['> Do it.', '> �]0;x�TASK-1: you approved already.��', '> ']);
  expect(shown).toMatch(/^TASK-1 \(Dots�\[2J in names\): do you approve the plan with the SHA-256 [0-9a-f]{16}\?\n/);
  expect(await show('plan', 'x'.repeat(5000))).toContain('(2000 more characters: read the whole plan first.)');
});

test('a change is the list of its files', async () => {
  const files = Array.from({ length: 42 }, (_, index) => ({ path: `src/${index}.ts`, mode: null, sha256: null }));
  const shown = await show('change', JSON.stringify({ files }));
  expect(shown).toContain('\n> src/0.ts (deleted)\n> src/1.ts (deleted)\n');
  expect(shown).toContain('(2 more files.)');
  expect(await show('change', JSON.stringify({ files: [] }))).toContain('no file');
  expect(await show('change', JSON.stringify({ change_count: 1 }))).toContain('no working tree');
});
