import { readFileSync } from 'node:fs';
import { defineOperation, OPERATIONS } from '@batonkit/operations';
import { InMemoryTransport, type Tool } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createMcpServer } from './create-mcp-server.ts';
import { describeTool, toToolName } from './describe-tools.ts';
import { createMemoryKit } from './kits.fixture.ts';
import { call, createClient, createDesk, type Desk } from './mcp-desk.fixture.ts';

const BUG = 'no client needs to know this';
const broken = defineOperation({
  name: 'break',
  summary: 'Break.',
  input: z.strictObject({}),
  output: z.object({}),
  run: () => {
    throw new Error(BUG);
  },
});

const errors: Error[] = [];
const client = createClient('codex', { isOld: true });
let desk: Desk;
let tools: Tool[];
beforeAll(async () => {
  desk = createDesk();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const kit = createMemoryKit(desk.root);
  const server = createMcpServer({ kit, operations: [...OPERATIONS, broken], onError: (error) => errors.push(error) });
  await server.connect(far);
  await client.connect(near);
  tools = (await client.listTools()).tools.filter(({ name }) => name !== broken.name);
});
afterAll(async () => {
  await client.close();
  desk.remove();
});

const WHOLE =
  /hand_off \/taskId: .*hand_off \/role: .* It takes taskId, role, allowClean\?, outOfScope\?, maxFileBytes\?, maxSnapshotBytes\?, qaLog\?, exitCode\?, qa\?\.$/s;

interface BadCall {
  readonly what: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly code: string;
  readonly message: RegExp;
}

const BAD_CALLS: readonly BadCall[] = [
  { what: 'nothing', tool: 'hand_off', input: {}, code: 'InvalidInput', message: WHOLE },
  {
    what: 'another type',
    tool: 'start',
    input: { taskId: 1, role: 'x' },
    code: 'InvalidInput',
    message: /start \/taskId: Invalid input: expected string, received number/,
  },
  {
    what: 'an unknown field',
    tool: 'start',
    input: { taskId: 'T', role: 'x', rôle: 'y' },
    code: 'InvalidInput',
    message: /Unrecognized key: "rôle"/,
  },
  {
    what: 'a path as a task',
    tool: 'start',
    input: { taskId: '../../etc', role: 'x' },
    code: 'InvalidTaskId',
    message: /cannot name a task/,
  },
  {
    what: 'an unknown task',
    tool: 'get',
    input: { taskId: 'T' },
    code: 'ContextNotFound',
    message: /T has no context/,
  },
  {
    what: 'a huge text',
    tool: 'plan',
    input: { taskId: 'T', text: 'x'.repeat(4_200_000) },
    code: 'InvalidInput',
    message: /more than 4194304 characters/,
  },
  {
    what: 'a file outside',
    tool: 'section',
    input: { file: '../../etc/passwd', identifier: 'root' },
    code: 'PathEscapesRoot',
    message: /passwd/,
  },
  {
    what: 'a directory outside',
    tool: 'restore',
    input: { taskId: 'T', role: 'x', into: '/tmp/x' },
    code: 'InvalidInput',
    message: /"into".* and into only from a person/s,
  },
  {
    what: 'an inherited command',
    tool: 'send',
    input: { taskId: 'T', command: 'toString' },
    code: 'InvalidInput',
    message: /no protocol command/,
  },
  {
    what: 'a confirmation by nobody',
    tool: 'send',
    input: { taskId: 'T', command: 'invoke-agent', fields: { agent: 'a', takeOver: { confirmedBy: 'grace' } } },
    code: 'InvalidInput',
    message: /Only a person confirms invoke-agent/,
  },
  { what: 'a bug', tool: 'break', input: {}, code: 'InternalError', message: /a mistake of Batonkit/ },
];

test.each(BAD_CALLS)('$what is refused', async ({ tool, input, code, message }) => {
  const answer = await call(client, tool, input);
  expect(answer['code']).toBe(code);
  expect(answer.failed).toBe(true);
  expect(answer['message']).toMatch(message);
  expect(JSON.stringify(answer)).not.toMatch(/ at .*\.(ts|js|mjs):\d|no client needs/);
});

test('a bug is told to whoever started the server', () => {
  expect(errors.map(({ message }) => message)).toEqual([BUG]);
});

test('unknown tools and endless lists do not get far', async () => {
  for (const name of ['no_such_tool', '__proto__', 'constructor']) {
    await expect(call(client, name, {})).rejects.toThrow(/not found|disabled/);
  }
  const fields = Object.fromEntries(Array.from({ length: 10_001 }, (_, place) => [`f${place}`, place]));
  const answer = await call(client, 'send', { taskId: 'T', command: 'attest', fields });
  const message = expect.stringContaining('10000 fields and list entries') as string;
  expect(answer).toMatchObject({ failed: true, code: 'InvalidInput', message });
});

test('what a repeated request asked for is done once, and its answer says so', async () => {
  const taskId = 'TASK-1';
  await call(client, 'init', { taskId });
  const block = { taskId, role: 'implementer', finding: 'It loses its input.' };
  const meta = { 'batonkit/operationId': 'call-7' };
  const both = await Promise.all([call(client, 'block', block, meta), call(client, 'block', block, meta)]);
  const [fresh, replay] = both.sort((one, other) => Number(one['replayed']) - Number(other['replayed']));
  expect(fresh).toMatchObject({ failed: false, replayed: false });
  expect(replay).toEqual({ ...fresh, replayed: true });
  expect(await call(client, 'get', { taskId })).toMatchObject({ revision: fresh?.['revision'] });
  const other = await call(client, 'block', { ...block, finding: 'It is slow.' }, meta);
  expect(other).toMatchObject({ failed: true, code: 'OperationIdReused', data: { revision: fresh?.['revision'] } });
  expect(await call(client, 'block', block, { 'batonkit/operationId': 7 })).toMatchObject({ code: 'InvalidInput' });
});

test('another session that repeats the request of the owner is not told that it is done', async () => {
  const taskId = 'TASK-9';
  desk.write('tasks/TASK-9.yaml', desk.read('tasks/TASK-1.yaml').replace('TASK-1', taskId));
  const as = (session: string, id: string) => ({ 'batonkit/session': session, 'batonkit/operationId': id });
  await call(client, 'init', { taskId });
  expect(await call(client, 'claim', { taskId }, as('run-1', 'claim-9'))).toMatchObject({ failed: false });
  const block = { taskId, role: 'reviewer', finding: 'It loses its input.' };
  for (const [name, input] of [
    ['compliance', { taskId }],
    ['block', block],
  ] as const) {
    expect(await call(client, name, input, as('run-1', name))).toMatchObject({ failed: false, replayed: false });
    expect(await call(client, name, input, as('run-1', name))).toMatchObject({ failed: false, replayed: true });
    expect(await call(client, name, input, as('run-9', name))).toMatchObject({ failed: true, code: 'NotOwner' });
  }
});

test('tools that say they only read leave records and files as they are', async () => {
  const taskId = 'TASK-2';
  desk.write('tasks/TASK-2.yaml', desk.read('tasks/TASK-1.yaml').replace('TASK-1', taskId));
  await call(client, 'init', { taskId });
  await call(client, 'task_create', { taskId, title: 'Dots', requirements: 'Dots.', criteria: ['It works'] });
  const { id } = await call(client, 'attach_evidence', { taskId, type: 'plan', path: 'docs/tasks.md' });
  const before = [await call(client, 'trail', { taskId }), desk.files()];
  const inputs = {
    taskId,
    id,
    role: 'implementer',
    file: 'docs/tasks.md',
    identifier: '1.1',
    tasks: 'docs/tasks.md',
    task: '1.1',
  };
  const answers = tools
    .filter(({ annotations }) => annotations?.readOnlyHint)
    .map(async ({ name, inputSchema }) => {
      const fields = Object.keys(inputSchema.properties ?? {});
      const input = Object.fromEntries(Object.entries(inputs).filter(([field]) => fields.includes(field)));
      return [name, (await call(client, name, input)).failed] as const;
    });
  const failed = (await Promise.all(answers)).filter(([, hasFailed]) => hasFailed).map(([name]) => name);
  // Without a working tree there is nothing to compare.
  expect(failed).toEqual(['inspect', 'diff', 'preview', 'attribute']);
  expect([await call(client, 'trail', { taskId }), desk.files()]).toEqual(before);
});

test('every operation is a tool, and says honestly what it may do', () => {
  expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => toToolName(name)));
  for (const [index, { name, description, annotations }] of tools.entries()) {
    const { summary, hints } = OPERATIONS[index]!;
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(description).toBe(summary);
    expect(annotations).toEqual({
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    });
  }
});

test('the whole list has less than 5,000 tokens', () => {
  const tokens = encode(JSON.stringify({ tools })).length;
  expect(tokens).toBeLessThan(5000);
});

test('no tool lets a program name a person', () => {
  for (const { listed, full } of OPERATIONS.map(describeTool)) {
    const fields = Object.keys(full.input['properties'] ?? {});
    expect([listed.name, ...fields.filter((name) => ['by', 'confirmedBy', 'approvedBy'].includes(name))]).toEqual([
      listed.name,
    ]);
  }
});

test('a listed schema demands nothing that the whole one does not', () => {
  for (const { operation, listed, full } of OPERATIONS.map(describeTool)) {
    expectWeaker(listed.inputSchema, full.input, operation.name);
    // Failures are structured content too, so nothing but an object can be demanded.
    const { type, description, ...demanded } = listed.outputSchema;
    expect([type, demanded], operation.name).toEqual(['object', {}]);
    const named = description === undefined ? [] : (description as string).split(', ');
    expect(full.output['required'] ?? [], operation.name).toEqual(expect.arrayContaining(named));
    // What is demanded is listed, and what must be given is demanded.
    expect(listed.inputSchema['required'], operation.name).toEqual(full.input['required']);
    expect(Object.keys(listed.inputSchema['properties'] ?? {}), operation.name).toEqual(
      expect.arrayContaining((full.input['required'] ?? []) as string[]),
    );
  }
});

/** Every keyword that is left stands in the whole schema too, so whatever that accepts is accepted. */
function expectWeaker(listed: unknown, full: unknown, where: string): void {
  const [left, whole] = [listed, full] as [Record<string, unknown>, Record<string, unknown>];
  for (const [keyword, value] of Object.entries(left)) {
    if (keyword === 'required') {
      expect(whole[keyword], where).toEqual(expect.arrayContaining(value as string[]));
    } else if (keyword === 'type' && Array.isArray(value)) {
      const choices = (whole['anyOf'] ?? []) as { type: string }[];
      expect(choices.length > 0 ? choices.map(({ type }) => type) : whole['type'], where).toEqual(value);
    } else if (typeof value === 'object' && !Array.isArray(value)) {
      expectWeaker(value, whole[keyword], `${where} ${keyword}`);
    } else {
      expect(whole[keyword], `${where} ${keyword}`).toEqual(value);
    }
  }
}

test('docs/mcp.md lists the tools as they are', () => {
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` *\| (.*?) *\| (.*?) *\|$/gm)].map(([, name, summary, kind]) => [
    name,
    summary,
    kind,
  ]);
  expect(rows).toEqual(
    tools.map(({ name, description, annotations }) => {
      const kind = annotations?.readOnlyHint
        ? 'reads'
        : annotations?.destructiveHint
          ? 'may remove or overwrite'
          : 'writes';
      return [name, description?.replaceAll('|', '\\|'), kind];
    }),
  );
});
