import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { withServer } from './http-desk.fixture.ts';
import { createFsKit } from './kits.fixture.ts';
import {
  bundleServer,
  call,
  createClient,
  createDesk,
  followNext,
  spawnServer,
  type Desk,
  type User,
} from './mcp-desk.fixture.ts';

const taskId = 'TASK-1';
const role = 'implementer';

interface Given {
  readonly desk: Desk;
  /** Its user answers as scripted, else cancels. */
  readonly client: Client;
  /** It cannot ask anybody. */
  readonly dumb: Client;
  readonly answers: ReturnType<User>[];
  readonly questions: string[];
}

async function withClients(work: (given: Given) => Promise<void>): Promise<void> {
  const desk = createDesk();
  const answers: ReturnType<User>[] = [];
  const questions: string[] = [];
  const user: User = ({ message }) => {
    questions.push(message);
    return answers.shift() ?? 'cancel';
  };
  try {
    await withServer({ kit: createFsKit(desk.root) }, async ({ connect }) => {
      const client = await connect(createClient('cursor', { user }));
      const dumb = await connect(createClient('ci'));
      await call(client, 'init', { taskId });
      await work({ desk, client, dumb, answers, questions });
    });
  } finally {
    desk.remove();
  }
}

async function lastActor(client: Client): Promise<unknown> {
  const { entries } = (await call(client, 'trail', { taskId })) as { entries?: { event: string; actor: string }[] };
  return entries?.at(-1);
}

test('only a person says what became of a drift, and only of the drift they were shown', async () => {
  await withClients(async ({ desk, client, dumb, answers, questions }) => {
    await call(client, 'start', { taskId, role });
    desk.write('src/login.js', 'export const NAME = /^[a-z.]+$/;\n');
    await call(client, 'hand_off', { taskId, role });
    desk.write('src/login.js', 'export const NAME = /.*/;\n');
    expect(await call(client, 'start', { taskId, role: 'reviewer' })).toMatchObject({ code: 'DriftDetected' });
    const resolve = { taskId, role, note: 'Nothing to see.', accept: 'current-tree' };

    const refused = await call(dumb, 'resolve_drift', resolve);
    expect(refused).toMatchObject({ failed: true, code: 'PersonNeeded' });
    expect(refused['message']).toContain(
      'baton resolve-drift TASK-1 implementer --accept current-tree --note <note> --session run-1',
    );
    expect(await call(client, 'resolve_drift', resolve)).toMatchObject({ failed: true, code: 'NotAnswered' });
    answers.push({ choice: 'do not', note: 'That was me. Put it back.' });
    expect(await call(client, 'resolve_drift', resolve)).toMatchObject({
      failed: true,
      code: 'Rejected',
      message: expect.stringContaining('That was me.') as string,
    });
    expect(questions[0]).toMatch(/^TASK-1 .*drift.*\n> .*src\/login\.js/s);
    expect(questions[0]).toContain('Nothing to see.');
    expect(await call(client, 'start', { taskId, role: 'reviewer' })).toMatchObject({ code: 'DriftUnresolved' });

    // The tree changes while the person looks at the report.
    const params = { name: 'resolve_drift', arguments: resolve };
    const asked = (await client.callTool(params, { allowInputRequired: true })) as unknown as { requestState: string };
    desk.write('src/login.js', 'export const NAME = /.+/;\n');
    const accepted = { decision: { action: 'accept', content: { choice: 'go ahead' } } };
    const late = { ...params, inputResponses: accepted, requestState: asked.requestState };
    const { structuredContent } = await client.callTool(late, { allowInputRequired: true });
    expect(structuredContent).toMatchObject({
      code: 'Rejected',
      message: expect.stringContaining('something changed') as string,
    });

    answers.push({ choice: 'go ahead', name: 'grace', note: 'Nice catch' });
    expect(await call(client, 'resolve_drift', resolve)).toMatchObject({
      failed: false,
      warnings: [{ code: 'Confirmed', message: 'mcp-client:cursor/grace said: Nice catch' }],
    });
    expect(await lastActor(client)).toMatchObject({ actor: 'mcp-client:cursor/grace' });
    expect(await call(client, 'start', { taskId, role: 'reviewer' })).toMatchObject({ failed: false });
  });
});

test('a context is forgotten only when a person says so', async () => {
  await withClients(async ({ client, dumb, answers, questions }) => {
    expect(await call(dumb, 'purge', { taskId })).toMatchObject({
      failed: true,
      code: 'PersonNeeded',
      message: expect.stringContaining('baton purge TASK-1 --session run-1') as string,
    });
    answers.push({ choice: 'do not' });
    expect(await call(client, 'purge', { taskId })).toMatchObject({ failed: true, code: 'Rejected' });
    expect(questions).toEqual([expect.stringContaining('TASK-1 (Accept names with a dot)')]);
    expect(await call(client, 'get', { taskId })).toMatchObject({ failed: false });
    // There is nothing to lose where there is nothing.
    expect(await call(dumb, 'purge', { taskId: 'NO-SUCH' })).toMatchObject({ failed: false, purged: false });
    answers.push({ choice: 'go ahead', name: 'grace' });
    expect(await call(client, 'purge', { taskId })).toMatchObject({ failed: false, purged: true });
    expect(await lastActor(client)).toMatchObject({ actor: 'mcp-client:cursor/grace' });
  });
});

test('an answer about one call does not serve another', async () => {
  await withClients(async ({ desk, client }) => {
    desk.write('tasks/TASK-2.yaml', desk.read('tasks/TASK-1.yaml').replace(taskId, 'TASK-2'));
    await call(client, 'init', { taskId: 'TASK-2' });
    const ask = { name: 'purge', arguments: { taskId } };
    const asked = (await client.callTool(ask, { allowInputRequired: true })) as unknown as { requestState: string };
    const accepted = { decision: { action: 'accept', content: { choice: 'go ahead' } } };
    for (const [name, input] of [
      ['purge', { taskId: 'TASK-2' }],
      ['rebuild', { taskId, evenInProgress: 'Because.' }],
      ['send', { taskId, command: 'abandon', fields: { reason: 'no-longer-needed', note: 'x' } }],
    ] as const) {
      const params = { name, arguments: input, inputResponses: accepted, requestState: asked.requestState };
      const answer = await client.callTool(params, { allowInputRequired: true });
      expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'Rejected' } });
    }
    expect(await call(client, 'get', { taskId: 'TASK-2' })).toMatchObject({ failed: false });
  });
});

test('an answer counts once, and only in the session that asked', async () => {
  await withClients(async ({ client }) => {
    const ask = { name: 'purge', arguments: { taskId } };
    const accepted = { decision: { action: 'accept', content: { choice: 'go ahead' } } };
    const asked = (await client.callTool(ask, { allowInputRequired: true })) as unknown as { requestState: string };
    const answer = { ...ask, inputResponses: accepted, requestState: asked.requestState };
    const elsewhere = { ...answer, _meta: { 'batonkit/session': 'another-run' } };
    const refused = { isError: true, structuredContent: { code: 'Rejected' } };
    expect(await client.callTool(elsewhere, { allowInputRequired: true })).toMatchObject(refused);
    const done = await client.callTool(answer, { allowInputRequired: true });
    expect(done).toMatchObject({ structuredContent: { purged: true } });
    await call(client, 'init', { taskId });
    expect(await client.callTool(answer, { allowInputRequired: true })).toMatchObject(refused);
    expect(await call(client, 'get', { taskId })).toMatchObject({ failed: false });
  });
});

test('a client that says it can ask, and then fails to, changes nothing', async () => {
  const desk = createDesk();
  const folder = mkdtempSync(join(tmpdir(), 'batonkit-mcp-confirm-'));
  try {
    const program = await bundleServer(folder);
    const isBroken: User = () => {
      throw new Error('The window was closed.');
    };
    for (const isOld of [true, false]) {
      const client = createClient('broken', { user: isBroken, isOld });
      await client.connect(spawnServer(program, desk.root));
      await call(client, 'init', { taskId });
      const failed = await call(client, 'purge', { taskId }).catch((error: unknown) => ({ failed: true, error }));
      expect(failed).toMatchObject({ failed: true });
      expect(await call(client, 'get', { taskId })).toMatchObject({ failed: false });
      await client.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
    desk.remove();
  }
});

test('what overrides a check or ends a task is asked, too', async () => {
  await withClients(async ({ client, dumb, answers, questions }) => {
    await followNext(client, taskId, 'classify');
    await call(client, 'task_create', { taskId: '42', title: 'Dots', requirements: 'Dots.', criteria: ['It works'] });
    const calls: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['rebuild', { taskId, evenInProgress: 'Because.' }, 'baton rebuild TASK-1 --even-in-progress <why>'],
      ['send', { taskId, command: 'abandon', fields: { reason: 'no-longer-needed', note: 'x' } }, 'baton send TASK-1'],
      ['task_chain', { taskId: '42', summary: 'Dots.', force: true }, 'baton task chain 42 --force'],
    ];
    for (const [tool, input, command] of calls) {
      const asked = questions.length;
      expect(await call(dumb, tool, input), tool).toMatchObject({
        failed: true,
        code: 'PersonNeeded',
        message: expect.stringContaining(command) as string,
      });
      answers.push({ choice: 'do not' });
      expect(await call(client, tool, input), tool).toMatchObject({ failed: true, code: 'Rejected' });
      expect(questions).toHaveLength(asked + 1);
    }
    expect(await call(dumb, 'status', { taskId })).toMatchObject({ failed: false, state: 'CLASSIFIED' });
    expect(await call(dumb, 'task_show', { taskId: '42' })).not.toMatchObject({ status: 'complete' });
    // What overrides nothing needs nobody.
    expect(await call(dumb, 'classify', { taskId, forceFullProtocol: true })).toMatchObject({ level: 'HIGH' });
  });
});

test('a stranger to a claimed task is refused before anybody is asked', async () => {
  await withClients(async ({ desk, client, questions }) => {
    await call(client, 'start', { taskId, role });
    desk.write('src/login.js', 'export const NAME = /^[a-z.]+$/;\n');
    await call(client, 'hand_off', { taskId, role });
    desk.write('src/login.js', 'export const NAME = /.*/;\n');
    await call(client, 'start', { taskId, role: 'reviewer' });
    await call(client, 'claim', { taskId });
    const before = await call(client, 'get', { taskId });
    for (const [name, input] of [
      ['purge', {}],
      ['purge', { force: true }],
      ['complete', { force: true }],
      ['rebuild', { evenInProgress: 'Because.' }],
      ['resolve_drift', { role, note: 'Fine.', accept: 'current-tree' }],
      ['resolve_drift', { role, note: 'Fine.', accept: 'restored' }],
      ['send', { command: 'abandon', fields: { reason: 'no-longer-needed', note: 'x' } }],
    ] as const) {
      const params = { name, arguments: { taskId, ...input }, _meta: { 'batonkit/session': 'another-run' } };
      const { structuredContent } = await client.callTool(params, { allowInputRequired: true });
      expect(structuredContent, `${name} ${JSON.stringify(input)}`).toMatchObject({ code: 'NotOwner' });
    }
    expect(questions).toEqual([]);
    expect(await call(client, 'get', { taskId })).toMatchObject({ revision: before['revision'] });
  });
});
