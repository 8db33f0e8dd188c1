import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHookRepository, type HookRepository, startTask } from './hook-repository.fixture.ts';
import { createOpencodePlugin, type OpencodeHooks } from './opencode-plugin.ts';

/*
 * Names and shapes: packages/plugin/src/index.ts and packages/opencode/src/tool/*.ts of https://github.com/anomalyco/opencode at d545d8f.
 */
let repository: HookRepository;
let hooks: OpencodeHooks;
const toasts: string[] = [];
beforeAll(async () => {
  repository = createHookRepository({
    'batonkit.config.json': '{ "guard": { "profile": "planning" } }\n',
    'docs/tracks/ACTIVE_TRACK': 'search\n',
    'docs/tracks/search/PLAN.md': '# Plan\n\n## Goal\n\nFind people.\n',
  });
  await startTask(repository);
  const showToast = ({ body }: { body: { message: string } }) => Promise.resolve(toasts.push(body.message));
  hooks = await createOpencodePlugin({ directory: repository.root, client: { tui: { showToast } } });
});
afterAll(() => repository.remove());

const call = (tool: string) => ({ tool, sessionID: 'ses_1', callID: 'call_1' });
const attempt = (tool: string, args: unknown) =>
  hooks['tool.execute.before'](call(tool), { args }).then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

describe('before a tool', () => {
  test.each([
    ['write', { filePath: 'docs/a.md', content: '' }, 'done'],
    ['write', { filePath: 'src/a.ts', content: '' }, 'src/a.ts may not be written'],
    ['edit', { filePath: 'src/a.ts', oldString: '', newString: '' }, 'src/a.ts may not be written'],
    ['write', { filePath: 'src/a.ts', file_path: 'docs/a.md' }, 'src/a.ts may not be written'],
    ['read', { filePath: '.agent-output/TASK-1/context.json' }, 'belongs to the store'],
    [
      'apply_patch',
      { patchText: '*** Begin Patch\n*** Delete File: src/app.ts\n*** End Patch' },
      'src/app.ts may not be written',
    ],
    ['bash', { command: 'rm app.ts', workdir: 'src' }, 'src/app.ts may not be written'],
    ['bash', { command: 'git status' }, 'done'],
    ['bash', { command: 'make all' }, 'this harness cannot ask'],
    ['question', { questions: [] }, 'done'],
    ['some_mcp_tool', {}, 'is not allowed here'],
    ['batonkit_status', { taskId: 'TASK-1' }, 'done'],
    ['batonkit_approve', { taskId: 'TASK-1', checkpoint: 'plan' }, "a person's decision"],
    ['write', undefined, 'does not say'],
  ])('%s %j: %s', async (tool, args, expected) => {
    expect(await attempt(tool, args)).toContain(expected);
  });

  test('a guard that fails throws', async () => {
    repository.write('batonkit.config.json', '{');
    expect(await attempt('write', { filePath: 'docs/a.md' })).toContain('batonkit.config.json cannot be read');
    const outside = await createOpencodePlugin({ directory: '/' });
    await expect(outside['tool.execute.before'](call('read'), { args: { filePath: 'x' } })).rejects.toThrow(
      'no git repository',
    );
    repository.write('batonkit.config.json', '{}');
  });
});

test('what was used is logged', async () => {
  await hooks['tool.execute.after']({ ...call('bash'), args: { command: 'ls' } });
  expect(repository.read('artifacts/sessions/ses_1/work_log.md')).toMatch(/Tool: bash ls\n$/);
});

test('the system prompt and the prompt of a compaction hold what must not be lost', async () => {
  const output = { system: ['You are opencode.'] };
  await hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, output);
  expect(output.system).toHaveLength(2);
  expect(output.system[1]).toContain('Find people.');
  expect(output.system[1]).toContain('the turn of implementer is open');
  const compaction = { context: [] as string[] };
  await hooks['experimental.session.compacting']({ sessionID: 'ses_1' }, compaction);
  expect(compaction.context).toEqual([output.system[1]]);
});

test('an idle session is told of its open turn, once', async () => {
  const idle = { event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } };
  await hooks.event(idle);
  await hooks.event(idle);
  await hooks.event({ event: { type: 'session.updated' } });
  expect(toasts).toEqual([expect.stringContaining('the turn of implementer is still open')]);
});

test('nothing but the guard ever fails', async () => {
  const outside = await createOpencodePlugin({ directory: '/' });
  await outside['tool.execute.after']({ ...call('bash'), args: null });
  const output = { system: [] as string[] };
  await outside['experimental.chat.system.transform']({}, output);
  await outside['experimental.session.compacting']({ sessionID: 'x' }, { context: output.system });
  await outside.event({ event: { type: 'session.idle', properties: { sessionID: 'x' } } });
  expect(output.system).toEqual([]);
});
