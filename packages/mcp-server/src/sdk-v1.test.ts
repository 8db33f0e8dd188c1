import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'mcp-sdk-v1/client/index.js';
import { StdioClientTransport } from 'mcp-sdk-v1/client/stdio.js';
import { ElicitRequestSchema } from 'mcp-sdk-v1/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleServer, call, createDesk, followNext, type Desk, type ToolCaller } from './mcp-desk.fixture.ts';

// The client of version 1 of the SDK checks structured content against the output schema, failures included.
const taskId = 'TASK-1';
const role = 'implementer';
let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'batonkit-mcp-v1-'));
  program = await bundleServer(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Connected {
  readonly desk: Desk;
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: { readonly properties?: object | undefined };
  }[];
  readonly caller: ToolCaller;
}

/** A server process and a client of version 1 whose user answers every form with `choose`. */
async function withV1(
  choose: (choices: readonly string[], message: string) => string,
  work: (connected: Connected) => Promise<void>,
): Promise<void> {
  const desk = createDesk();
  const client = new Client({ name: 'old-cursor', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    const form =
      'requestedSchema' in params ? (params.requestedSchema.properties['choice'] as { enum: string[] }) : null;
    return { action: 'accept', content: { choice: choose(form?.enum ?? [], params.message), name: 'grace' } };
  });
  try {
    const args = [program, desk.root, 'fs'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
    const { tools } = await client.listTools();
    await work({ desk, tools, caller: { callTool: (params) => client.callTool(params) } });
  } finally {
    await client.close();
    desk.remove();
  }
}

/** Calls a tool, which must fail; what a program reads as structured content and as text must be the same. */
async function failure(caller: ToolCaller, name: string, input: Record<string, unknown>): Promise<string> {
  const answer = await caller.callTool({ name, arguments: input });
  const [first] = answer.content as { text: string }[];
  const told = JSON.parse(first?.text ?? '') as { code: string; message: string; data: unknown };
  expect([name, answer.isError, answer.structuredContent]).toEqual([name, true, told]);
  expect([name, typeof told.message, typeof told.data]).toEqual([name, 'string', 'object']);
  return told.code;
}

/** A value for each field that some tool demands. */
const INPUTS: Readonly<Record<string, unknown>> = {
  taskId: 'NO-SUCH',
  role,
  agent: 'style-updater',
  checkpoint: 'plan',
  id: 'ev-000000000000',
  type: 'plan',
  path: 'docs/design.md',
  finding: 'It fails.',
  note: 'Because.',
  reason: 'It is gone.',
  accept: 'current-tree',
  step: 'invoke',
  command: 'check-compliance',
  action: 'merge',
  file: 'docs/none.md',
  identifier: 'Nowhere',
  tasks: 'docs/none.md',
  task: '9.9',
  did: ['Something.'],
  next: ['More.'],
  criterion: 0,
};

test('every failure of every tool can be read', async () => {
  await withV1(
    (choices) => choices[1] ?? '',
    async ({ desk, tools, caller }) => {
      for (const { name } of tools) expect(await failure(caller, name, { nonsense: 1 }), name).toBe('InvalidInput');

      const done: string[] = [];
      for (const { name, inputSchema } of tools) {
        const fields = Object.entries(INPUTS).filter(([field]) => field in (inputSchema.properties ?? {}));
        const input = Object.fromEntries(fields);
        const { isError } = await caller.callTool({ name, arguments: input });
        if (isError === true) await failure(caller, name, input);
        else done.push(name);
      }
      // What needs no task that is there already.
      expect(done).toEqual(['list', 'purge', 'next', 'queue', 'tiers_load']);

      // Drift, and a task of another session.
      await call(caller, 'init', { taskId });
      await call(caller, 'start', { taskId, role });
      desk.write('src/login.js', 'export const NAME = /^[a-z.]+$/;\n');
      await call(caller, 'hand_off', { taskId, role });
      desk.write('src/login.js', 'export const NAME = /.*/;\n');
      expect(await failure(caller, 'start', { taskId, role: 'reviewer' })).toBe('DriftDetected');
      expect(await failure(caller, 'verify', { taskId, role })).toMatch(/^Drift/);
      // Its user says no.
      const drift = { taskId, role, note: 'Mine.', accept: 'current-tree' };
      expect(await failure(caller, 'resolve_drift', drift)).toBe('Rejected');
      expect(await failure(caller, 'purge', { taskId })).toBe('Rejected');
      const meta = { 'batonkit/session': 'another-run' };
      await caller.callTool({ name: 'claim', arguments: { taskId }, _meta: meta });
      for (const [name, input] of [
        ['compliance', { taskId }],
        ['purge', { taskId }],
        ['resolve_drift', drift],
      ] as const)
        expect(await failure(caller, name, input), name).toBe('NotOwner');
    },
  );
}, 60_000);

test('a question that gets no proper answer is a failure that can be read', async () => {
  const choose = (): string => {
    if (isClosed) throw new Error('The window was closed.');
    return 'whatever';
  };
  let isClosed = false;
  await withV1(choose, async ({ caller }) => {
    await call(caller, 'init', { taskId });
    expect(await failure(caller, 'purge', { taskId })).toBe('NotAnswered');
    isClosed = true;
    expect(await failure(caller, 'purge', { taskId })).toBe('NotAnswered');
    expect(await call(caller, 'get', { taskId })).toMatchObject({ failed: false });
  });
}, 60_000);

test('every success of every tool can be read', async () => {
  await withV1(
    (choices) => choices[0] ?? '',
    async ({ desk, tools, caller }) => {
      const done = new Set<string>();
      const counting: ToolCaller = {
        callTool: async (params) => {
          const answer = await caller.callTool(params);
          if (answer.isError !== true) {
            done.add(params.name);
            const [first] = answer.content as { text: string }[];
            expect(JSON.parse(first?.text ?? '')).toEqual(answer.structuredContent);
          }
          return answer;
        },
      };
      const succeed = async (name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
        const answer = await call(counting, name, input);
        expect(answer, name).toMatchObject({ failed: false });
        return answer;
      };

      await succeed('init', { taskId });
      await succeed('start', { taskId, role });
      desk.write('src/login.js', 'export const NAME = /^[a-z.]+$/;\n');
      await succeed('snapshot', { taskId, role });
      await succeed('hand_off', { taskId, role });
      await succeed('verify', { taskId, role });
      for (const name of ['get', 'inspect', 'attribute', 'status', 'next', 'trail']) await succeed(name, { taskId });
      for (const name of ['diff', 'preview', 'restore', 'export']) await succeed(name, { taskId, role });
      desk.write('src/login.js', 'export const NAME = /.*/;\n');
      await call(caller, 'start', { taskId, role: 'reviewer' });
      await succeed('resolve_drift', { taskId, role, note: 'Tried by hand.', accept: 'current-tree' });
      await succeed('record_qa', { taskId, role, log: 'Tests  3 passed (3)', exitCode: 0 });
      await succeed('qa_run', { taskId });
      const { id } = await succeed('attach_evidence', { taskId, type: 'plan', path: 'docs/design.md' });
      await succeed('evidence', { taskId, id });
      await succeed('update', { taskId, role: 'reviewer', qaLogPath: 'test.log' });
      await succeed('block', { taskId, role: 'reviewer', finding: 'It fails.' });
      await succeed('rebuild', { taskId });

      await followNext(counting, taskId, 'present');
      await succeed('present', { taskId, checkpoint: 'plan' });
      await succeed('approve', { taskId, checkpoint: 'plan' });
      await succeed('take_over', { taskId, reason: 'Again.' });
      await succeed('release', { taskId });
      await succeed('list');
      await succeed('queue');
      await succeed('worktree', { action: 'list' });
      await succeed('claim', { taskId });
      await succeed('purge', { taskId });
      await succeed('init', { taskId });
      for (const each of ['implementer', 'reviewer', 'validator']) {
        await succeed('start', { taskId, role: each });
        await succeed('hand_off', { taskId, role: each, allowClean: true });
      }
      await succeed('complete', { taskId });

      await succeed('section', { file: 'docs/design.md', identifier: 'Names' });
      await succeed('tasks', { file: 'docs/tasks.md' });
      await succeed('context', { tasks: 'docs/tasks.md', task: '1.1', design: 'docs/design.md' });
      await succeed('parse_report', { file: 'docs/report.md' });
      const state = { taskId: '42', title: 'Dots', requirements: 'Dots.', criteria: ['It works'] };
      await succeed('task_create', state);
      await succeed('task_show', { taskId: '42' });
      await succeed('task_log', { taskId: '42', did: ['Dots.'], next: ['Test.'] });
      await succeed('task_check', { taskId: '42', criterion: 0 });
      await succeed('task_chain', { taskId: '42', summary: 'Dots.', files: ['src/login.js'] });
      desk.write('docs/tracks/ACTIVE_TRACK', 'dots\n');
      desk.write('docs/tracks/dots/SPEC.md', '# Dots\n');
      for (const name of ['load', 'compact', 'checkpoint', 'recover']) await succeed(`tiers_${name}`);
      await succeed('tiers_guard', { tool: 'Read', input: {} });

      expect(tools.map(({ name }) => name).filter((name) => !done.has(name))).toEqual([]);
    },
  );
}, 60_000);
