import { defineTask, orThrow } from '@batonkit/core';
import { InMemoryTransport, type Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';
import { createMemoryKit } from './kits.fixture.ts';
import { call, createClient, createDesk, type Desk } from './mcp-desk.fixture.ts';

const TASKS = Array.from({ length: 51 }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`);
const immutable = defineTask({ title: 'One of many', description: 'One of many.' });

let desk: Desk;
let client: Client;
beforeAll(async () => {
  desk = createDesk();
  client = createClient('codex', { isOld: true });
  const kit = createMemoryKit(desk.root);
  const init = { actor: 'orchestrator', git: { head: null, task_file_sha: null }, immutable };
  for (const id of TASKS) await orThrow(kit.baton.contexts.init(id, init));
  const [near, far] = InMemoryTransport.createLinkedPair();
  // Whoever started the server may force secrets in; clients may not.
  const forcing = { ...kit, caller: { ...kit.caller, forceSecrets: true } };
  await createMcpServer({ kit: forcing }).connect(far);
  await client.connect(near);
});
afterAll(async () => {
  await client.close();
  desk.remove();
});

test('the first 50 tasks are listed, and all can be read', async () => {
  const { resources } = await client.listResources();
  const listed = resources.filter(({ uri }) => uri.endsWith('/context')).map(({ uri }) => uri.split('/')[3]);
  expect(listed).toEqual(TASKS.slice(0, 50));
  const { contents } = await client.readResource({ uri: 'baton://tasks/T-51/context' });
  expect(contents).toMatchObject([{ text: expect.stringContaining('"T-51"') as unknown }]);
});

test('a secret is not forced in, whatever the server was started with', async () => {
  const finding = `The key is ${['AKIA', 'Q3EGRJ7TMN5V', 'K2XZ'].join('')}.`;
  const answer = await call(client, 'block', { taskId: 'T-01', role: 'implementer', finding });
  expect(answer).toMatchObject({ failed: true, code: 'SecretFound' });
});
