import { listFields, OPERATIONS } from '@batonkit/operations';
import { describe, expect, test } from 'vitest';
import { type Answer, createPreparedShop, type Shop } from './scratch-shop.fixture.ts';

const LOG = ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n';

const sessionArgs = (session: string | null): readonly string[] => (session === null ? [] : ['--session', session]);

/** A repository whose task run-1 claimed; the implementer's turn is open. */
async function claimedShop(): Promise<
  Shop & { readonly as: (session: string | null, ...argv: string[]) => Promise<Answer> }
> {
  const shop = await createPreparedShop('claimed', async ({ write, ask }) => {
    write('qa.log', LOG);
    write('.git/info/exclude', 'qa.log\n');
    for (const argv of [
      ['init', 'TASK-1'],
      ['claim', 'TASK-1'],
      ['start', 'TASK-1', 'implementer'],
    ])
      expect(await ask(...argv, ...sessionArgs('run-1'))).toMatchObject({ success: true });
  });
  return { ...shop, as: (session, ...argv) => shop.ask(...argv, ...sessionArgs(session)) };
}

/** What a stranger may not do to a claimed task. */
const WRITES: readonly (readonly string[])[] = [
  ['start', 'TASK-1', 'reviewer'],
  ['hand-off', 'TASK-1', 'implementer'],
  ['update', 'TASK-1', 'implementer', '--qa-log-path', 'qa.log'],
  ['update', 'TASK-1', 'implementer', '--session-id', 'run-2'],
  ['block', 'TASK-1', 'reviewer', 'I do not like it.'],
  ['snapshot', 'TASK-1', 'implementer'],
  ['record-qa', 'TASK-1', 'implementer', 'qa.log', '--exit-code', '0'],
  ['qa', 'run', 'TASK-1', 'implementer'],
  ['attach-evidence', 'TASK-1', 'log', 'qa.log'],
  ['resolve-drift', 'TASK-1', 'implementer', '--accept', 'current-tree', '--note', 'Fine.'],
  ['restore', 'TASK-1', 'implementer', 'src/login.js'],
  ['rebuild', 'TASK-1', '--even-in-progress', 'It is stale.'],
  ['complete', 'TASK-1'],
  ['purge', 'TASK-1'],
  ['claim', 'TASK-1'],
  ['release', 'TASK-1'],
  ['classify', 'TASK-1', '--level', 'LOW'],
  ['plan', 'TASK-1', 'qa.log'],
  ['agent', 'TASK-1', 'architecture-updater', 'invoke'],
  ['present', 'TASK-1', 'plan'],
  ['compliance', 'TASK-1'],
  ['advance', 'TASK-1'],
  ['send', 'TASK-1', 'record-worktree', 'agent=null', 'worktree=/elsewhere'],
  ['send', 'TASK-1', 'lock-main'],
  ['send', 'TASK-1', 'unlock-main'],
  ['worktree', 'create', 'TASK-1'],
  ['worktree', 'create', 'TASK-1', 'architecture-updater'],
  ['worktree', 'merge', 'TASK-1', 'architecture-updater'],
  ['worktree', 'refresh', 'TASK-1', 'architecture-updater'],
  ['worktree', 'remove', 'TASK-1', 'architecture-updater'],
  ['worktree', 'land', 'TASK-1'],
];

/** Verbs that change something and still pass, each with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  init: 'refuses a task that exists',
  approve: 'a person approves, from any session but the owner’s',
  verify: 'only looks; drift that a stranger finds is not recorded',
  'take-over': 'a person confirms it, by name and with a reason, and the audit keeps both',
  'task create': 'a file of the repository, not the record',
  'task log': 'a file of the repository, not the record',
  'task check': 'a file of the repository, not the record',
  'task chain': 'a file of the repository, not the record',
};

test('every verb that changes a task is either refused to strangers or listed with the reason why not', () => {
  const changing = OPERATIONS.filter(
    (operation) => !operation.hints.readOnly && listFields(operation).some(({ name }) => name === 'taskId'),
  ).map(({ name }) => name);
  const covered = new Set([
    ...WRITES.flatMap(([verb = '', second = '']) => [verb, `${verb} ${second}`]),
    ...Object.keys(OPEN),
  ]);
  expect(changing.filter((name) => !covered.has(name))).toEqual([]);
});

describe('on a task that run-1 claimed', () => {
  test.each([['RUN-1'], ['run-1 '], [' run-1'], ['run\u20111'], [' '], ['']])(
    'the session %j is not run-1',
    { timeout: 180_000 },
    async (session) => {
      const { as } = await claimedShop();
      for (const argv of [
        ['hand-off', 'TASK-1', 'implementer', '--allow-clean'],
        ['block', 'TASK-1', 'implementer', 'I do not like it.'],
        ['release', 'TASK-1'],
      ])
        expect([argv[0], (await as(session, ...argv)).error?.code]).toEqual([argv[0], 'NotOwner']);
    },
  );

  test('a stranger that verifies finds drift, and the record does not change', { timeout: 180_000 }, async () => {
    const { as, write } = await claimedShop();
    write('src/login.js', 'export const login = () => 2;\n');
    expect(await as('run-1', 'hand-off', 'TASK-1', 'implementer')).toMatchObject({ success: true });
    write('src/login.js', 'export const login = () => 3;\n');
    const before = await as('run-1', 'get', 'TASK-1');
    for (const session of ['run-2', null]) await as(session, 'verify', 'TASK-1', 'reviewer');
    expect((await as('run-1', 'get', 'TASK-1')).data['revision']).toBe(before.data['revision']);
  });

  test.each([
    ['another session', 'run-2'],
    ['a caller without a session', null],
  ])('%s writes nothing', { timeout: 180_000 }, async (_, session) => {
    const { as, git, write } = await claimedShop();
    // A drift, so that there would be something to resolve.
    write('src/login.js', 'export const login = () => 2;\n');
    const before = await as('run-1', 'get', 'TASK-1');
    const allowed: string[] = [];
    for (const argv of WRITES) {
      const { error } = await as(session, ...argv);
      // Claiming and landing need a session before anything else.
      const codes = session === null ? ['NotOwner', 'InvalidInput'] : ['NotOwner'];
      if (!codes.includes(error?.code ?? 'none')) allowed.push(`${argv.join(' ')}: ${error?.code ?? 'done'}`);
    }
    expect(allowed).toEqual([]);
    expect((await as('run-1', 'get', 'TASK-1')).data['revision']).toBe(before.data['revision']);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['another session', 'run-2'],
    ['a caller without a session', null],
    ['its last owner', 'run-1'],
  ])('%s writes nothing once it was released on its way', { timeout: 180_000 }, async (_, session) => {
    const { as, git, write } = await claimedShop();
    for (const verb of ['compliance', 'advance', 'release'])
      expect(await as('run-1', verb, 'TASK-1')).toMatchObject({ success: true });
    write('src/login.js', 'export const login = () => 2;\n');
    const before = await as(null, 'get', 'TASK-1');
    const allowed: string[] = [];
    for (const argv of WRITES.filter(([verb]) => verb !== 'claim')) {
      const { error } = await as(session, ...argv);
      const codes = session === null ? ['NotOwner', 'InvalidInput'] : ['NotOwner'];
      if (!codes.includes(error?.code ?? 'none')) allowed.push(`${argv.join(' ')}: ${error?.code ?? 'done'}`);
    }
    expect(allowed).toEqual([]);
    expect((await as(null, 'get', 'TASK-1')).data['revision']).toBe(before.data['revision']);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect((await as(session, 'purge', 'TASK-1')).error?.message).toContain('Claim it first');
    expect(await as('run-3', 'claim', 'TASK-1')).toMatchObject({ success: true });
  });
});

describe('an agent that the owner admitted', () => {
  test('works in its own session, for its own role, until the task is taken over', { timeout: 180_000 }, async () => {
    const { as, write } = await claimedShop();
    write('src/login.js', 'export const login = () => 2;\n');
    expect(await as('run-1', 'hand-off', 'TASK-1', 'implementer')).toMatchObject({ success: true });
    expect((await as('run-2', 'start', 'TASK-1', 'reviewer')).error?.message).toContain(
      'The owner can admit a session by setting it as the session of reviewer.',
    );
    expect(await as('run-1', 'update', 'TASK-1', 'reviewer', '--session-id', 'run-2')).toMatchObject({ success: true });
    for (const argv of [
      ['start', 'TASK-1', 'reviewer'],
      ['record-qa', 'TASK-1', 'reviewer', 'qa.log', '--exit-code', '0'],
      ['attach-evidence', 'TASK-1', 'log', 'qa.log'],
      ['hand-off', 'TASK-1', 'reviewer', '--allow-clean'],
    ])
      expect([argv[0], await as('run-2', ...argv)]).toEqual([argv[0], expect.objectContaining({ success: true })]);
    for (const argv of [
      ['start', 'TASK-1', 'validator'],
      ['update', 'TASK-1', 'validator', '--session-id', 'run-2'],
      ['complete', 'TASK-1'],
    ])
      expect([argv[0], (await as('run-2', ...argv)).error?.code]).toEqual([argv[0], 'NotOwner']);
    const gone = ['--confirmed-by', 'grace', '--reason', 'The laptop is lost.'];
    expect(await as('run-3', 'take-over', 'TASK-1', ...gone)).toMatchObject({ success: true });
    for (const session of ['run-1', 'run-2'])
      expect((await as(session, 'start', 'TASK-1', 'reviewer')).error?.code).toBe('NotOwner');
  });
});

describe('update', () => {
  test('walks round no block and no hand-off', { timeout: 180_000 }, async () => {
    const { as, write } = await claimedShop();
    const set = async (role: string, status: string) =>
      (await as('run-1', 'update', 'TASK-1', role, '--status', status)).error;
    write('src/login.js', 'export const login = () => 2;\n');
    expect(await set('implementer', 'done')).toMatchObject({ code: 'Rejected' });
    await as('run-1', 'block', 'TASK-1', 'implementer', 'The tests are red.');
    for (const status of ['in_progress', 'done', 'pending'])
      expect([status, (await set('implementer', status))?.code]).toEqual([status, 'Rejected']);
    expect((await set('implementer', 'in_progress'))?.message).toContain('The tests are red.');
    expect((await set('reviewer', 'in_progress'))?.message).toContain('implementer is blocked');
    for (const argv of [
      ['snapshot', 'TASK-1', 'implementer'],
      ['hand-off', 'TASK-1', 'implementer'],
      ['complete', 'TASK-1'],
    ])
      expect([argv[0], (await as('run-1', ...argv)).error?.code]).toEqual([argv[0], 'Rejected']);
    expect(await as('run-1', 'start', 'TASK-1', 'implementer')).toMatchObject({ success: true });
    expect(await as('run-1', 'hand-off', 'TASK-1', 'implementer')).toMatchObject({ success: true });
  });
});
