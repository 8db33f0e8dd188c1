import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { orThrow } from '@batonkit/core';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryKit } from './kits.fixture.ts';
import { call, createClient, createDesk, type Desk } from './mcp-desk.fixture.ts';
import * as exported from './index.ts';
import { serveHttp } from './serve-http.ts';
import { serveStdio } from './serve-stdio.ts';

let desk: Desk;
beforeAll(() => (desk = createDesk()));
afterAll(() => desk.remove());

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The status of a request whose headers fetch would not let through. */
function post(url: string, headers: Record<string, string>, body = PING): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { ...JSON_HEADERS, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('only this machine, and no web page, reaches a server on loopback', async () => {
  const serving = await orThrow(serveHttp({ kit: createMemoryKit(desk.root) }));
  try {
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await post(serving.url, {})).toBe(200);
    expect(await post(serving.url, { host: 'localhost:1' })).toBe(200);
    expect(await post(serving.url, { host: 'rebound.example.com' })).toBe(403);
    expect(await post(serving.url, { origin: 'https://example.com' })).toBe(403);
    expect(await post(serving.url, { origin: 'http://localhost:5173' })).toBe(403);
    expect(await post(serving.url, { origin: 'null' })).toBe(403);
    expect(await post(serving.url.replace('/mcp', '/other'), {})).toBe(404);
    expect(await post(serving.url, {}, '{"jsonrpc":')).toBe(400);
    expect(await post(serving.url, { 'content-type': 'text/plain' })).toBe(415);
    expect(await post(serving.url, {}, `"${'x'.repeat(4 * 1024 * 1024)}"`)).toBe(413);

    const port = Number(new URL(serving.url).port);
    const taken = await serveHttp({ kit: createMemoryKit(desk.root), port });
    expect(taken.isErr() && taken.error).toMatchObject({ code: 'ListenFailure', data: { reason: 'EADDRINUSE' } });
  } finally {
    await serving.close();
  }
});

test('other machines need a token', async () => {
  const kit = createMemoryKit(desk.root);
  const open = await serveHttp({ kit, host: '0.0.0.0' });
  expect(open.isErr() && open.error.code).toBe('TokenNeeded');
  const token = ['s', 'e', 's', 'a', 'm', 'e'].join('');
  const serving = await orThrow(serveHttp({ kit, token, allowedOrigins: ['tool.example.com'] }));
  try {
    expect(await post(serving.url, {})).toBe(401);
    expect(await post(serving.url, { authorization: `Bearer ${token}x` })).toBe(401);
    expect(await post(serving.url, { authorization: `Bearer ${token}`, origin: 'https://tool.example.com' })).toBe(200);
  } finally {
    await serving.close();
  }
});

test('clients of 2025 and 2026 write at once, and each acts in the session of its address', async () => {
  const serving = await orThrow(serveHttp({ kit: createMemoryKit(desk.root) }));
  const clients = [createClient('old', { isOld: true }), createClient('new')] as const;
  const taskId = 'TASK-1';
  try {
    await Promise.all(
      clients.map((client, index) =>
        client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}?session=run-${index}`))),
      ),
    );
    const [old, recent] = clients;
    await call(old, 'init', { taskId });
    const findings = Array.from({ length: 6 }, (_, index) => ({
      taskId,
      role: 'implementer',
      finding: `Finding ${index}.`,
    }));
    const written = await Promise.all(findings.map((block, index) => call(clients[index % 2]!, 'block', block)));
    expect(new Set(written.map(({ revision }) => revision)).size).toBe(6);

    expect(await call(recent, 'claim', { taskId })).toMatchObject({ failed: false });
    expect(await call(old, 'compliance', { taskId })).toMatchObject({ failed: true, code: 'NotOwner' });
    expect(await call(recent, 'status', { taskId })).toMatchObject({ owner: 'run-1' });
  } finally {
    for (const client of clients) await client.close();
    await serving.close();
  }
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

function open(): { input: PassThrough; output: PassThrough; errors: Error[]; closed: Promise<void> } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const errors: Error[] = [];
  const { closed } = serveStdio({ kit: createMemoryKit('.'), input, output, onError: (error) => errors.push(error) });
  return { input, output, errors, closed };
}

test('lines that are no messages are passed over, and the end of the input is the end', async () => {
  const { input, output, errors, closed } = open();
  input.write('garbage\n{"jsonrpc":\n[]\n\u0000\n');
  input.write(`${JSON.stringify(INITIALIZE)}\n`);
  const [answer] = (await once(output, 'data')) as [Buffer];
  expect(JSON.parse(answer.toString())).toMatchObject({ id: 1, result: { serverInfo: { name: 'batonkit' } } });
  expect(errors.length).toBeGreaterThan(0);
  input.end();
  await closed;
});

test('a message without end is not kept', async () => {
  const { input, errors, closed } = open();
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < 18; sent += 1) input.write(chunk);
  await closed;
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/exceed|maximum|size/i)]);
});

test('what the package exports', () => {
  expect(Object.keys(exported).sort()).toEqual(['createMcpServer', 'serveHttp', 'serveStdio', 'toToolName']);
});
