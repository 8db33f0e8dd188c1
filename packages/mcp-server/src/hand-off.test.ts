import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleServer, call, createClient, createDesk, followNext, spawnServer } from './mcp-desk.fixture.ts';

// The SDK's own client, and the server in a process of its own.
let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'batonkit-mcp-program-'));
  program = await bundleServer(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a task whose work is gone is neither completed nor purged, unless forced', async () => {
  const desk = createDesk();
  const client = createClient('codex', { user: () => ({ choice: 'go ahead' }) });
  const taskId = 'TASK-1';
  try {
    await client.connect(spawnServer(program, desk.root));
    expect(await call(client, 'init', { taskId })).toMatchObject({ failed: false });
    expect(await call(client, 'start', { taskId, role: 'implementer' })).toMatchObject({ failed: false });
    desk.write('src/work.js', 'work\n');
    expect(await call(client, 'hand_off', { taskId, role: 'implementer' })).toMatchObject({ failed: false });
    rmSync(join(desk.root, 'src/work.js'));
    const lost = { failed: true, code: 'WorkWouldBeLost', data: { paths: ['src/work.js'] } };
    expect(await call(client, 'complete', { taskId })).toMatchObject(lost);
    expect(await call(client, 'purge', { taskId })).toMatchObject(lost);
    expect(await call(client, 'complete', { taskId, force: true })).toMatchObject({ failed: false });
  } finally {
    await client.close();
    desk.remove();
  }
});

test('a task is handed off, drift is caught and resolved, and two clients write at once', async () => {
  const desk = createDesk();
  const client = createClient('codex');
  const other = createClient('gemini', { user: () => ({ choice: 'go ahead' }) });
  const taskId = 'TASK-1';
  try {
    await Promise.all([
      client.connect(spawnServer(program, desk.root)),
      other.connect(spawnServer(program, desk.root)),
    ]);
    expect(await call(client, 'init', { taskId })).toMatchObject({ failed: false, revision: 1 });
    expect(await call(client, 'start', { taskId, role: 'implementer' })).toMatchObject({ failed: false });
    desk.write('src/login.js', 'export const NAME = /^[a-z.]+$/;\n');
    const handedOff = await call(client, 'hand_off', { taskId, role: 'implementer' });
    expect(handedOff).toMatchObject({ failed: false, files: ['src/login.js'] });

    await readResources(client);

    desk.write('src/login.js', 'export const NAME = /.*/;\n');
    const drifted = await call(other, 'start', { taskId, role: 'reviewer' });
    expect(drifted).toMatchObject({
      failed: true,
      code: 'DriftDetected',
      data: { report: { expected_role: 'implementer' } },
    });
    expect(drifted['message']).toContain('src/login.js');
    expect(await call(other, 'start', { taskId, role: 'reviewer' })).toMatchObject({ code: 'DriftUnresolved' });
    const resolved = { taskId, role: 'implementer', note: 'Tried by hand.', accept: 'current-tree' };
    expect(await call(other, 'resolve_drift', resolved)).toMatchObject({ failed: false });
    expect(await call(other, 'start', { taskId, role: 'reviewer' })).toMatchObject({ failed: false });

    const { revision } = await call(client, 'get', { taskId });
    const findings = Array.from({ length: 4 }, (_, index) =>
      [client, other].map((one) => [one, index] as const),
    ).flat();
    const written = await Promise.all(
      findings.map(([one, index]) =>
        call(one, 'block', { taskId, role: 'reviewer', finding: `${index} of ${one === client}` }),
      ),
    );
    expect(written.map(({ failed }) => failed)).not.toContain(true);
    const after = await call(client, 'get', { taskId });
    expect(after['revision']).toBe(Number(revision) + 8);

    const { entries } = (await call(client, 'trail', { taskId, limit: 100 })) as { entries?: { actor: string }[] };
    const actors = new Set(entries?.map(({ actor }) => actor));
    // The user of gemini, who gave no name, resolved the drift.
    expect([...actors]).toEqual(['mcp-client:codex', 'mcp-client:gemini', 'mcp-client:gemini/user']);
    expect(await call(client, 'purge', { taskId: 'NO-SUCH' })).toMatchObject({ failed: false, purged: false });
  } finally {
    await Promise.all([client.close(), other.close()]);
    desk.remove();
  }
});

test('a client of 2025 asks its user over the same connection', async () => {
  const desk = createDesk();
  const questions: string[] = [];
  const user = ({ message }: { message: string }): { choice: string; name: string } => {
    questions.push(message);
    return { choice: 'approve', name: 'grace' };
  };
  const client = createClient('claude-code', { isOld: true, user });
  const taskId = 'TASK-1';
  try {
    await client.connect(spawnServer(program, desk.root, 'memory'));
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    await call(client, 'init', { taskId });
    await followNext(client, taskId, 'present');
    const presented = await call(client, 'present', { taskId, checkpoint: 'plan' });
    expect(presented).toMatchObject({
      failed: false,
      warnings: [{ code: 'Approved', message: 'mcp-client:claude-code/grace approved the plan.' }],
    });
    await followNext(client, taskId, 'present');
    expect(await call(client, 'present', { taskId, checkpoint: 'change' })).toMatchObject({ failed: false });
    expect(questions).toEqual([
      expect.stringContaining('approve the plan'),
      expect.stringContaining('no working tree'),
    ]);
    const { record } = (await call(client, 'get', { taskId })) as { record?: { protocol: { checkpoints: object } } };
    expect(record?.protocol.checkpoints).toMatchObject({
      plan: { approved: { by: 'mcp-client:claude-code/grace' } },
      change: { approved: { by: 'mcp-client:claude-code/grace' } },
    });
  } finally {
    await client.close();
    desk.remove();
  }
});

/** Contexts, exports, patches and schemas, of a task that was handed off once. */
async function readResources(client: Client): Promise<void> {
  const read = async (uri: string): Promise<string> => {
    const [first] = (await client.readResource({ uri })).contents;
    return first !== undefined && 'text' in first ? first.text : '';
  };
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'baton://tasks/TASK-1/context',
    ...['implementer', 'reviewer', 'validator'].map((role) => `baton://tasks/TASK-1/export/${role}`),
    'baton://tasks/TASK-1/diff/implementer',
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
    'baton://tasks/{taskId}/incremental/{role}',
  );

  expect(JSON.parse(await read('baton://tasks/TASK-1/context'))).toMatchObject({ task_id: 'TASK-1' });
  expect(JSON.parse(await read('baton://tasks/TASK-1/export/reviewer'))).toMatchObject({ role: 'reviewer' });
  expect(await read('baton://tasks/TASK-1/diff/implementer')).toContain('+export const NAME = /^[a-z.]+$/;');
  expect(JSON.parse(await read('baton://tools/hand_off'))).toMatchObject({
    input: { additionalProperties: false, required: ['taskId', 'role'] },
    output: { properties: { files: { type: 'array', items: { type: 'string' } } } },
  });
  for (const uri of [
    'baton://tasks/NO/context',
    'baton://tasks/..%2F..%2Fetc/context',
    'baton://tools/no',
    'file:///etc/passwd',
  ]) {
    await expect(read(uri)).rejects.toMatchObject({ code: -32602 });
  }
  await expect(read('baton://tasks/TASK-1/export/nobody')).rejects.toThrow('nobody');

  const ref = { type: 'ref/resource' as const, uri: 'baton://tasks/{taskId}/context' };
  const { completion } = await client.complete({ ref, argument: { name: 'taskId', value: 'TA' } });
  expect(completion.values).toEqual(['TASK-1']);
}
