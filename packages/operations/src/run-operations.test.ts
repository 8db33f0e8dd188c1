import { expect, test } from 'vitest';
import * as z from 'zod';
import { type LinkedTrees, okAsync, orThrow } from '@batonkit/core';
import { listFields } from './operation/list-fields.ts';
import { openDesk } from './operation/operation-desk.fixture.ts';
import { OPERATIONS } from './operations.ts';

test('a task from its file to its end, each answer of the schema that its row promises', async () => {
  const { run, files } = openDesk();
  const id = { taskId: 'T-1' };
  expect(await run('init', id)).toMatchObject({ taskId: 'T-1', revision: 1 });
  expect(await run('list')).toEqual({ tasks: [{ taskId: 'T-1', revision: 1 }] });
  expect(await run('status', id)).toMatchObject({
    next: [{ action: 'start', subject: 'implementer' }, { action: 'claim' }],
  });
  expect(await run('next', { taskId: 'T-2' })).toMatchObject({ next: [{ action: 'init-context' }] });
  await run('start', { ...id, role: 'implementer' });
  expect(await run('next', id)).toMatchObject({
    next: [
      { action: 'hand-off', subject: 'implementer' },
      { action: 'claim', detail: 'Only to put T-1 under the protocol.' },
    ],
  });
  expect(await run('status', id)).toMatchObject({ next: [{ action: 'hand-off', subject: 'implementer' }, {}] });
  expect(await run('hand-off', { ...id, role: 'implementer' })).toMatchObject({ code: 'TreeClean' });
  const tested = { qaLog: 'All is well.\n', exitCode: 0 };
  expect(await run('hand-off', { ...id, role: 'implementer', exitCode: 0 })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('hand-off', { ...id, role: 'implementer', allowClean: true, ...tested })).toMatchObject({
    files: [],
  });
  expect(await run('get', id)).toMatchObject({ record: { qa: { baseline: { results: [{ status: 'passed' }] } } } });
  expect(await run('inspect', id)).toMatchObject({ verdict: 'unchanged', role: 'implementer', differences: [] });
  expect(await run('verify', { ...id, role: 'implementer' })).toEqual({ taskId: 'T-1', verdict: 'unchanged' });
  expect(await run('diff', { ...id, role: 'implementer' })).toMatchObject({ text: '' });
  expect(await run('preview', { ...id, role: 'implementer' })).toMatchObject({ steps: [] });
  expect(await run('attribute', { ...id, path: '*' })).toMatchObject({ files: [], blame: '' });
  await run('block', { ...id, role: 'reviewer', finding: 'Too short.' });
  expect(await run('status', id)).toMatchObject({ next: [{ action: 'start', subject: 'implementer' }, {}] });
  const rules = (await orThrow(files.read('rules.md')))?.text;
  const attached = await run('attach-evidence', { ...id, type: 'rule', path: 'rules.md' });
  expect(attached).toMatchObject({ revision: 5 });
  const proof = { type: 'rule', path: 'rules.md', sha256: attached['sha256'], content: rules, encoding: 'utf8' };
  expect(await run('evidence', { ...id, id: attached['id'] })).toEqual(proof);
  expect(await run('evidence', { ...id, id: 'ev-000000000000' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('export', { ...id, role: 'reviewer' })).toMatchObject({ file: 'context-reviewer.json' });
  await orThrow(files.write('rules.md', '# Rules\n\n## Input\n\nTrust nobody.\n'));
  expect(await run('export', { ...id, role: 'reviewer' })).toMatchObject({ code: 'StaleCitation' });
  expect(await run('rebuild', id)).toMatchObject({ changed: ['standards_citations'] });
  expect(await run('trail', { ...id, limit: 1 })).toMatchObject({ entries: [{ event: 'context-rebuilt' }] });
  expect(await run('get', id)).toMatchObject({ record: { task_id: 'T-1' } });
  expect(await run('purge', id)).toMatchObject({ purged: true });
  for (const name of ['get', 'status']) {
    const gone = await run(name, id);
    expect(gone['code']).toBe('ContextNotFound');
    expect(gone['message']).toMatch(/^T-1 has no context any more: it went with revision \d+, /);
  }
  expect(await run('trail', { taskId: 'T-2' })).toMatchObject({ code: 'ContextNotFound' });
});

test('evidence that is no text comes as base64', async () => {
  const { run, kit } = openDesk();
  await run('init', { taskId: 'T-1' });
  const content = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff]);
  const attach = { actor: 'ada', type: 'screenshot', path: 'login.png', content };
  const { evidence } = await orThrow(kit.baton.contexts.attachEvidence('T-1', attach));
  expect(await run('evidence', { taskId: 'T-1', id: evidence.id })).toMatchObject({
    content: 'iVBOR/8=',
    encoding: 'base64',
  });
});

test('the protocol: claimed, classified, and an approval is read before it counts', async () => {
  const { run } = openDesk();
  const id = { taskId: 'T-1' };
  await run('init', id);
  expect(await run('queue')).toMatchObject({ how: 'looked', taken: null, free: [{ taskId: 'T-1' }] });
  expect(await run('queue', { take: true })).toMatchObject({ how: 'claimed', taken: 'T-1', own: [{ owner: 'run-1' }] });
  expect(await run('queue', { request: 'what is the weather' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('next', id)).toMatchObject({ next: [{ action: 'compliance' }] });
  expect(await run('compliance', id)).toMatchObject({ verdict: 'PASSED', violations: [] });
  expect(await run('advance', id)).toMatchObject({ state: 'CLASSIFIED' });
  expect(await run('classify', { ...id, paths: ['README.md'], level: 'LOW' })).toMatchObject({
    level: 'LOW',
    agents: ['architecture-reviewer', 'architecture-updater'],
  });
  expect(await run('plan', { ...id, file: 'design.md' })).toMatchObject({ taskId: 'T-1' });
  expect(await run('plan', id)).toMatchObject({ code: 'InvalidInput' });
  expect(await run('agent', { ...id, agent: 'architecture-reviewer', step: 'complete' })).toMatchObject({
    code: 'InvalidInput',
  });
  for (const message of ['no', 'maybe later', 'what does it do?']) {
    const answer = await run('approve', { ...id, checkpoint: 'plan', by: 'grace', message });
    expect([message, answer.code]).toEqual([message, 'Rejected']);
    expect(answer.message).toContain('does not approve');
  }
  expect(await run('send', { ...id, command: 'lock-main' })).toMatchObject({ state: 'CLASSIFIED' });
  expect(await run('list')).toEqual({ tasks: [{ taskId: 'T-1', revision: expect.any(Number) as number }] });
  expect(await run('send', { ...id, command: 'unlock-main' })).toMatchObject({ state: 'CLASSIFIED' });
  expect(await run('send', { ...id, command: 'attest', fields: { condition: 'lunch' } })).toMatchObject({
    code: 'InvalidInput',
  });
  expect(await run('release', id)).toMatchObject({ taskId: 'T-1' });
});

test('documents, state files and tiers', async () => {
  const { run, files } = openDesk();
  expect(await run('section', { file: 'design.md', identifier: 'Form' })).toEqual({
    section: '## Form\n\nA form.\n',
  });
  expect(await run('section', { text: '# A\n', identifier: 'B' })).toMatchObject({ code: 'SectionNotFound' });
  expect(await run('section', { file: 'no.md', identifier: 'B' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('tasks', { file: 'tasks.md' })).toMatchObject({ tasks: [{ number: '1.1', title: 'Form' }] });
  expect(await run('tasks', { text: 'nothing' })).toMatchObject({ code: 'NoTasksFound' });
  expect(await run('context', { tasks: 'tasks.md', task: '1.1', design: 'design.md' })).toMatchObject({
    artifacts: { design: {} },
  });
  expect(await run('context', { tasks: 'tasks.md', task: '9' })).toMatchObject({ code: 'TaskBlockNotFound' });
  expect(await run('parse-report', { text: '**Implemented:** the form\n' })).toMatchObject({ implemented: 'the form' });

  expect(await run('task show', { taskId: '7' })).toMatchObject({ code: 'StateFileNotFound' });
  await run('task create', { taskId: '7', title: 'Form', requirements: 'A form.', criteria: ['Logs in'] });
  await run('task log', { taskId: '7', did: ['Wrote it.'], next: ['Test it.'] });
  expect(await run('task check', { taskId: '7', criterion: 0 })).toMatchObject({
    criteria: [{ checked: true }],
    sessions: 1,
  });
  expect(await run('task chain', { taskId: '7', summary: 'Done.' })).toMatchObject({ status: 'complete' });

  await orThrow(files.write('docs/tracks/ACTIVE_TRACK', 'search\n'));
  await orThrow(
    files.write(
      'artifacts/sessions/s1/work_log.md',
      '- [2026-01-01] Decision: Trie\n  Reason: fast\n  Impact: memory\n',
    ),
  );
  expect(await run('tiers compact')).toMatchObject({ entries: 1, outputs: ['docs/tracks/search/DECISIONS.md'] });
  expect(await run('tiers checkpoint')).toMatchObject({ track: 'search' });
  expect(await run('tiers recover')).toMatchObject({ replay: 'equal', changed: [] });
  expect(await run('tiers load', { maxTokens: 1000 })).toMatchObject({ track: 'search', compactionDue: false });
  expect(await run('tiers guard', { tool: 'Write', input: { file_path: '.git/config' } })).toMatchObject({
    decision: 'deny',
  });
});

test('linked trees are asked for what is meant, and what is missing is told', async () => {
  const asked: unknown[] = [];
  const tree = { taskId: 'T-1', agent: null, branch: 'baton/T-1', path: '/trees/T-1', state: 'present' };
  const note =
    <T>(value: T) =>
    (given: unknown) => {
      asked.push(given);
      return okAsync(value);
    };
  const merged = { how: 'fast-forward', head: 'a'.repeat(40) };
  const linked: LinkedTrees = {
    create: note(tree),
    list: () => okAsync([tree]),
    merge: note(merged),
    refresh: note(merged),
    fastForwardMain: note({ branch: 'main', from: 'a'.repeat(40), to: 'b'.repeat(40) }),
    remove: note({ removed: true, path: '/trees/T-1' }),
  };
  const { run } = openDesk({ linked });
  await run('init', { taskId: 'T-1' });
  expect(await run('worktree', { action: 'create', taskId: 'T-1', agent: 'style' })).toMatchObject({
    trees: [tree],
    outcome: 'made in /trees/T-1',
  });
  expect(asked.pop()).toEqual({ taskId: 'T-1', agent: 'style' });
  expect(await run('worktree', { action: 'merge', taskId: 'T-1' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('worktree', { action: 'create' })).toMatchObject({ code: 'InvalidInput' });
  expect(await run('worktree', { action: 'merge', taskId: 'T-1', agent: 'style' })).toMatchObject({
    outcome: `fast-forward, at ${merged.head}`,
  });
  expect(await run('worktree', { action: 'land', taskId: 'T-1' })).toMatchObject({ code: 'NotOwner' });
  expect(await run('worktree', { action: 'remove', taskId: 'T-1', keepBranch: true })).toMatchObject({
    outcome: 'removed /trees/T-1',
  });
  expect(asked.pop()).toEqual({ taskId: 'T-1', keepBranch: true });
  expect(await openDesk().run('worktree', { action: 'list' })).toMatchObject({ code: 'InvalidInput' });
});

test('every operation refuses what is no input', async () => {
  const { kit } = openDesk();
  for (const operation of OPERATIONS) {
    const refused = await operation.run(kit, { noSuchField: true });
    expect([operation.name, refused.isErr() && refused.error.code]).toEqual([operation.name, 'InvalidInput']);
  }
});

test('the fields of an operation are what its schema says', () => {
  for (const operation of OPERATIONS) {
    const schema = z.toJSONSchema(operation.input, { io: 'input' });
    const fields = listFields(operation);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.properties ?? {}));
    expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(schema.required ?? []);
  }
});
