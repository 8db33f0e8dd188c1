import { expect, test } from 'vitest';
import { letAgentsWork } from './let-agents-work.fixture.ts';
import { createShop, type Ran, type Shop } from './scratch-shop.fixture.ts';

const { PATH } = process.env;
const AGENT = { PATH, BATON_ACTOR: 'claude', BATON_SESSION: 'run-1' };
const PERSON = { PATH, BATON_ACTOR: 'grace' };
type Env = Readonly<Record<string, string | undefined>>;

/** A task whose plan is before a person, and two shells on it: the agent's, with its session, and the person's, without one. */
async function presented(): Promise<{ shop: Shop; type: (env: Env, ...argv: string[]) => Promise<Ran> }> {
  const shop = createShop();
  shop.write('docs/notes.md', '# Notes\n');
  shop.write('.agent-output/.gitignore', '*\n');
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Notes');
  const type = (env: Env, ...argv: string[]): Promise<Ran> => shop.baton(argv, { env });
  await type(AGENT, 'init', 'TASK-1');
  await type(AGENT, 'claim', 'TASK-1');
  expect(await letAgentsWork(shop, 'TASK-1', 'run-1')).toBe('present');
  expect(await type(AGENT, 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  return { shop, type };
}

test('no agent approves its own work: neither by default, by name, by another session, nor past the verb', async () => {
  const { shop, type } = await presented();
  const approve = ['approve', 'TASK-1', 'plan'];
  const tried: [number, Env, ...string[]][] = [
    [2, AGENT, ...approve],
    [2, PERSON, ...approve, '--message', 'approved'],
    [4, AGENT, ...approve, '--by', 'grace', '--message', 'approved'],
    [4, AGENT, ...approve, '--by', 'grace', '--session', 'run-2'],
    [4, AGENT, ...approve, '--by', 'grace', '--session', ''],
    [4, PERSON, ...approve, '--by', 'grace', '--session', 'run-1'],
    [4, PERSON, ...approve, '--by', 'claude'],
    [4, PERSON, ...approve, '--by', ' CLAUDE '],
    [4, PERSON, ...approve, '--by', 'run-1'],
    [4, PERSON, ...approve, '--by', 'implementer'],
    [4, PERSON, ...approve, '--by', 'architecture-reviewer'],
    [4, PERSON, ...approve, '--by', ' '],
    [4, PERSON, ...approve, '--by', 'grace', '--message', 'please clean up the diff'],
    [4, PERSON, ...approve, '--by', 'grace', '--message', 'approved. I take that back.'],
    [4, PERSON, ...approve, '--by', 'grace', '--message', "LGTM. I'm getting a 500 on /login."],
    [2, AGENT, 'send', 'TASK-1', 'approve-checkpoint', 'checkpoint=plan', 'by=grace'],
    [2, PERSON, 'send', 'TASK-1', 'approve-checkpoint', 'checkpoint=plan', 'by=grace', 'message=no'],
  ];
  const codes: unknown[] = [];
  for (const [, env, ...argv] of tried) codes.push([(await type(env, ...argv)).code, argv.join(' ')]);
  expect(codes).toEqual(tried.map(([code, , ...argv]) => [code, argv.join(' ')]));
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'presented', approvals: [] });

  expect(await type(PERSON, ...approve, '--by', 'grace', '--message', 'Approved, go ahead')).toMatchObject({ code: 0 });
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'approved', approvals: [{ by: 'grace' }] });
}, 60_000);

test('next tells the agent to wait for a person, and only a terminal without a session how to approve', async () => {
  const { type } = await presented();
  for (const argv of [
    ['next', 'TASK-1'],
    ['status', 'TASK-1'],
    ['next', 'TASK-1', '--session', ''],
  ]) {
    const { stdout, stderr } = await type(AGENT, ...argv);
    expect(stdout + stderr).not.toContain('baton approve');
    expect(stdout).toMatch(/A person approves it, outside this session\./);
  }
  expect((await type({ ...AGENT, BATON_SESSION: 'run-2' }, 'next', 'TASK-1')).stdout).not.toContain('baton approve');
  expect((await type(AGENT, 'next', 'TASK-1', '--json')).stdout).toContain('"who":"person"');

  const { stdout } = await type(PERSON, 'next', 'TASK-1');
  const line = /baton (approve .*)$/m.exec(stdout)?.[1] ?? '';
  expect(line).toBe('approve TASK-1 plan --by <name>');
  expect(await type(PERSON, ...line.replace('<name>', 'grace').split(' '))).toMatchObject({ code: 0 });
}, 60_000);

test('who owned the task or was admitted to it does not approve it later, in their session or under their name', async () => {
  const { shop, type } = await presented();
  const NEXT = { PATH, BATON_ACTOR: 'codex', BATON_SESSION: 'run-2' };
  expect(await type(AGENT, 'update', 'TASK-1', 'implementer', '--session-id', 'run-3')).toMatchObject({ code: 0 });
  expect(await type(AGENT, 'release', 'TASK-1')).toMatchObject({ code: 0 });
  expect(await type(NEXT, 'claim', 'TASK-1')).toMatchObject({ code: 0 });
  expect(await type(NEXT, 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  const approve = ['approve', 'TASK-1', 'plan', '--by'];
  const tried: [Env, string][] = [
    [AGENT, 'grace'],
    [{ ...AGENT, BATON_SESSION: 'run-3' }, 'grace'],
    [PERSON, 'claude'],
    [PERSON, 'run-1'],
    [PERSON, 'codex'],
    [PERSON, 'c-o d_e.x'],
    [PERSON, 'соdеx'],
    [PERSON, 'cödex'],
    [PERSON, '...'],
  ];
  const codes: unknown[] = [];
  for (const [env, by] of tried) codes.push([(await type(env, ...approve, by)).code, by]);
  expect(codes).toEqual(tried.map(([, by]) => [4, by]));
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'presented', approvals: [] });
  expect(await type(PERSON, ...approve, 'grace')).toMatchObject({ code: 0 });
}, 60_000);
