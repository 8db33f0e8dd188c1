import { OPERATIONS } from '@batonkit/operations';
import { expect, test } from 'vitest';
import { plannedDesk } from './presented-plan.fixture.ts';
import { type Answer, createShop, type Shop, taskFile } from './scratch-shop.fixture.ts';

const { PATH } = process.env;
type Desk = Shop & { readonly as: (session: string | null, ...argv: string[]) => Promise<Answer> };

/** A repository with a task. */
function openShop(): Desk {
  const shop = createShop();
  shop.write('docs/notes.md', '# Notes\n');
  shop.write('.agent-output/.gitignore', '*\n');
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Notes');
  return toDesk(shop);
}

/** `as` runs a command line in a session, or in the terminal of a person. */
function toDesk(shop: Shop): Desk {
  const as: Desk['as'] = async (session, ...argv) => {
    const who = session === null ? { BATON_ACTOR: 'grace' } : { BATON_ACTOR: 'ada', BATON_SESSION: session };
    const { stdout } = await shop.baton([...argv, '--json'], { env: { PATH, ...who } });
    return JSON.parse(stdout) as Answer;
  };
  return { ...shop, as };
}

/** What the owner does, in this order, each under an operation id of its own. */
const WORK: readonly (readonly string[])[] = [
  ['init', 'TASK-1'],
  ['claim', 'TASK-1'],
  ['rebuild', 'TASK-1', '--even-in-progress', 'It is stale.'],
  ['start', 'TASK-1', 'implementer'],
  ['update', 'TASK-1', 'implementer', '--qa-log-path', 'qa.log'],
  ['record-qa', 'TASK-1', 'implementer', 'qa.log', '--exit-code', '0'],
  ['attach-evidence', 'TASK-1', 'log', 'qa.log'],
  ['snapshot', 'TASK-1', 'implementer', '--allow-clean'],
  ['hand-off', 'TASK-1', 'implementer', '--allow-clean'],
  ['block', 'TASK-1', 'reviewer', 'It fails.'],
  ['start', 'TASK-1', 'reviewer'],
  ['hand-off', 'TASK-1', 'reviewer', '--allow-clean'],
  ['compliance', 'TASK-1'],
  ['advance', 'TASK-1'],
  ['classify', 'TASK-1', 'docs/notes.md', '--level', 'LOW'],
  ['send', 'TASK-1', 'record-worktree', 'agent=architecture-updater', 'worktree=tree-1'],
  ['plan', 'TASK-1', '.agent-output/plan.md'],
  ['send', 'TASK-1', 'record-worktree', 'agent=architecture-reviewer', 'worktree=tree-2'],
  ['compliance', 'TASK-1'],
  ['advance', 'TASK-1'],
  ['agent', 'TASK-1', 'architecture-reviewer', 'invoke'],
  ['agent', 'TASK-1', 'architecture-reviewer', 'complete', '--report', '.agent-output/report.md'],
  ['send', 'TASK-1', 'lock-main'],
  ['send', 'TASK-1', 'unlock-main'],
];

const LOG = ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n';

/** What became of a command line that somebody else repeats. */
const said = ({ success, error, data }: Answer): string =>
  success ? `done, replayed: ${String(data['replayed'])}` : (error?.code ?? '');

test(
  'whoever repeats what the owner did, under its operation id, is not told that it is done',
  { timeout: 120_000 },
  async () => {
    const { as, write } = openShop();
    write('qa.log', LOG);
    write('.git/info/exclude', 'qa.log\n');
    write('.agent-output/report.md', 'The change is sound and small. '.repeat(30));
    write(
      '.agent-output/plan.md',
      '# Plan\n\n## Task Objective\n\n## Scope Definition\n\n## Stakeholder Agent Reports\n\n## Implementation plan\n',
    );
    const told: string[] = [];
    for (const [at, argv] of WORK.entries()) {
      if (argv[0] === 'rebuild') write('tasks/TASK-1.task.yaml', taskFile('TASK-1', 'notes: Later.\n'));
      const line = [...argv, '--operation-id', `${at}-${argv[0]}`];
      expect([argv, said(await as('run-1', ...line))]).toEqual([argv, 'done, replayed: false']);
      if (argv[0] === 'init') continue;
      expect([argv, said(await as('run-1', ...line))]).toEqual([argv, 'done, replayed: true']);
      for (const session of ['run-9', null]) {
        const answer = said(await as(session, ...line));
        if (answer.startsWith('done')) told.push(`${session ?? 'nobody'}: ${argv.join(' ')}: ${answer}`);
      }
    }
    const init = await as('run-9', 'init', 'TASK-1', '--operation-id', '0-init');
    if (init.success) told.push('run-9: init');
    expect(told).toEqual([]);
    const purge = ['purge', 'TASK-1', '--operation-id', 'purge-1'];
    expect([said(await as('run-1', ...purge)), said(await as('run-1', ...purge))]).toEqual([
      'done, replayed: false',
      'done, replayed: true',
    ]);
    expect(said(await as('run-9', ...purge))).toBe('NotOwner');
  },
);

/** A task whose plan is presented; the request was `present-1`. */
async function presented(): Promise<Desk> {
  const desk = toDesk(await plannedDesk({ PATH, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' }));
  expect(said(await desk.as('run-1', ...PRESENT))).toBe('done, replayed: false');
  return desk;
}

const PRESENT = ['present', 'TASK-1', 'plan', '--operation-id', 'present-1'];
const APPROVE = [
  ...['approve', 'TASK-1', 'plan', '--by', 'grace', '--message', 'approved'],
  ...['--operation-id', 'approve-1'],
];

test(
  'nor of a presentation, an audit, an attestation or an approval, and a session never of an approval',
  { timeout: 180_000 },
  async () => {
    const desk = await presented();
    const { as } = desk;
    const lines = [
      PRESENT,
      ['compliance', 'TASK-1', '--operation-id', 'audit-1'],
      ['send', 'TASK-1', 'attest', 'condition=conflicts-resolved', 'note=x', '--operation-id', 'attest-1'],
    ];
    for (const line of lines) {
      await as('run-1', ...line);
      expect([line[0], said(await as('run-1', ...line))]).toEqual([line[0], 'done, replayed: true']);
      for (const session of ['run-9', null])
        expect([line[0], said(await as(session, ...line))]).toEqual([line[0], 'NotOwner']);
    }
    expect(said(await as(null, ...APPROVE))).toBe('done, replayed: false');
    expect(said(await as(null, ...APPROVE))).toBe('done, replayed: true');
    for (const session of ['run-1', 'run-9']) {
      expect(said(await as(session, ...APPROVE))).toBe('Rejected');
      expect(said(await as(null, ...APPROVE, '--session', session))).toBe('NotOwner');
    }
    // Nor is who had the task before.
    const gone = ['--confirmed-by', 'grace', '--reason', 'The laptop is lost.'];
    expect(said(await as('run-3', 'take-over', 'TASK-1', ...gone))).toBe('done, replayed: false');
    for (const line of lines) expect([line[0], said(await as('run-1', ...line))]).toEqual([line[0], 'NotOwner']);
  },
);

test(
  'an approval that is repeated after it was taken back is not told as one, nor what is presented no more',
  { timeout: 180_000 },
  async () => {
    const desk = await presented();
    const { as } = desk;
    const plan = async (): Promise<unknown> => (await as('run-1', 'status', 'TASK-1')).data['plan'];
    expect(said(await as(null, ...APPROVE))).toBe('done, replayed: false');
    expect(said(await as('run-1', ...PRESENT))).toBe('done, replayed: true');
    await as(null, 'approve', 'TASK-1', 'plan', '--by', 'grace', '--message', 'hold on');
    expect(await plan()).toBe('open');
    const again = await as(null, ...APPROVE);
    expect(again.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'still-approved' }] } });
    expect(again.error?.message).toContain('is not approved now');
    const shown = await as('run-1', ...PRESENT);
    expect(shown.error).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'still-presented' }] } });
    expect(await plan()).toBe('open');
    // Under a new id it can be done anew.
    expect(said(await as('run-1', ...PRESENT.slice(0, 3), '--operation-id', 'present-2'))).toBe(
      'done, replayed: false',
    );
    expect(said(await as(null, ...APPROVE.slice(0, -1), 'approve-2'))).toBe('done, replayed: false');
    expect(await plan()).toBe('approved');
  },
);

test('a presentation of a plan that is another by now is not told as done', { timeout: 180_000 }, async () => {
  const desk = await presented();
  const { as } = desk;
  desk.write('.agent-output/plan2.md', `# Other\n\n${'## Task Objective\n\nAnother.\n'}`);
  expect(said(await as('run-1', 'plan', 'TASK-1', '.agent-output/plan2.md'))).toBe('done, replayed: false');
  expect((await as('run-1', ...PRESENT)).error).toMatchObject({ code: 'Rejected' });
});

test('a person reads of a repeated command that it was done before', { timeout: 180_000 }, async () => {
  const { baton, as } = openShop();
  await as('run-1', 'init', 'TASK-1');
  const claim = ['claim', 'TASK-1', '--session', 'run-1'];
  const release = ['release', 'TASK-1', '--session', 'run-1', '--operation-id', 'release-1'];
  await baton(claim);
  expect((await baton(release)).stdout).toContain('done: TASK-1 is released');
  await baton(claim);
  const { code, stdout, stderr } = await baton(release);
  expect([code, stdout]).toEqual([0, expect.stringContaining('done before: TASK-1; this call changed nothing')]);
  expect(stdout).not.toContain('is released');
  expect(stderr).toContain('was done before, in revision 3');
});

test('nor that a task is complete', { timeout: 180_000 }, async () => {
  const { as } = openShop();
  await as('run-1', 'init', 'TASK-1');
  await as('run-1', 'claim', 'TASK-1');
  await as('run-1', 'send', 'TASK-1', 'abandon', 'reason=no-longer-needed', 'note=Not wanted any more.');
  await as('run-1', 'send', 'TASK-1', 'record-worktree', 'agent=null', 'worktree=null');
  await as('run-1', 'compliance', 'TASK-1');
  const complete = ['complete', 'TASK-1', '--operation-id', 'complete-1'];
  expect(said(await as('run-1', ...complete))).toBe('done, replayed: false');
  expect(said(await as('run-1', ...complete))).toBe('done, replayed: true');
  for (const session of ['run-9', null]) {
    expect(said(await as(session, ...complete))).toBe('NotOwner');
    expect(said(await as(session, 'complete', 'TASK-1'))).toBe('NotOwner');
  }
});

test('send takes no task over: take-over asks for the person', { timeout: 180_000 }, async () => {
  const { as } = openShop();
  await as('run-1', 'init', 'TASK-1');
  await as('run-1', 'claim', 'TASK-1');
  const fields = ['confirmedBy=grace', 'reason=gone'];
  for (const session of ['run-9', null]) {
    const { error } = await as(session, 'send', 'TASK-1', 'take-over-task', ...fields, '--session', 'run-9');
    expect(error).toMatchObject({ code: 'InvalidInput' });
    expect(error?.message).toContain('baton take-over TASK-1 --confirmed-by <name> --reason <why>');
  }
  expect((await as('run-1', 'status', 'TASK-1')).data['owner']).toContain('run-1');
  expect((await as('run-9', 'send', 'TASK-1', 'nonsense')).error?.message).not.toContain('take-over-task');
});

test('all that changes a task is tried', () => {
  const tried = [...WORK, PRESENT, APPROVE].map(([verb]) => verb);
  const elsewhere = [
    'purge',
    'complete',
    'qa run',
    'resolve-drift',
    'restore',
    'take-over',
    'verify',
    'release',
    'worktree',
  ];
  const changing = OPERATIONS.filter(
    ({ name, hints, input }) => !hints.readOnly && Object.hasOwn(input.shape, 'taskId') && !name.startsWith('task '),
  ).map(({ name }) => name);
  expect(changing.filter((name) => ![...tried, ...elsewhere].includes(name))).toEqual([]);
});
