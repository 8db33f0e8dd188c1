import { expect, test } from 'vitest';
import { AGENT, type Desk, type Env, PERSON, presentedDesk } from './presented-plan.fixture.ts';
import type { Ran, Shop } from './scratch-shop.fixture.ts';

const { PATH } = process.env;

/** A task whose plan a person approved. */
async function approved(): Promise<Desk> {
  const desk = await presentedDesk();
  expect(await desk.type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'grace')).toMatchObject({ code: 0 });
  return desk;
}

const planOf = async ({ ask }: Shop): Promise<unknown> => (await ask('status', 'TASK-1')).data['plan'];
const NO = 'I take that back, do not merge';

test('a person takes an approval back with a message that rejects; the audit keeps who and in which words', async () => {
  const desk = await approved();
  const { type } = desk;
  const refused = await type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'grace', '--message', NO);
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('no longer approved')]);
  expect(await planOf(desk)).toBe('open');
  const trail = JSON.stringify((await desk.ask('trail', 'TASK-1')).data);
  expect(trail).toContain('changes-requested');
  expect(trail).toContain(NO);
  expect((await type(AGENT, 'advance', 'TASK-1')).code).toBe(4);
  // Presented again, another person can approve it.
  expect(await type(AGENT, 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  expect(await type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'linus')).toMatchObject({ code: 0 });
  expect(await planOf(desk)).toBe('approved');
}, 180_000);

test('so does request-changes from a terminal without a session, also behind the checkpoint and after a release', async () => {
  const desk = await approved();
  const { type } = desk;
  await type(AGENT, 'compliance', 'TASK-1');
  await type(AGENT, 'advance', 'TASK-1');
  expect(await type(AGENT, 'release', 'TASK-1')).toMatchObject({ code: 0 });
  const request = ['send', 'TASK-1', 'request-changes', 'checkpoint=plan', 'by=grace', `note=${NO}`];
  expect(await type(PERSON, ...request)).toMatchObject({ code: 0 });
  expect(await planOf(desk)).toBe('open');
  // There is nothing left to take back.
  expect(await type(PERSON, ...request)).toMatchObject({ code: 4 });
}, 180_000);

test('nobody else takes it back: no other session, no name at work, no message that rejects nothing', async () => {
  const desk = await approved();
  const approve = ['approve', 'TASK-1', 'plan', '--by'];
  const request = ['send', 'TASK-1', 'request-changes', 'checkpoint=plan', `note=${NO}`];
  const tried: [Env, ...string[]][] = [
    [{ PATH, BATON_SESSION: 'run-9' }, ...approve, 'grace', '--message', NO],
    [AGENT, ...approve, 'grace', '--message', NO],
    [PERSON, ...approve, 'run 1', '--message', NO],
    [PERSON, ...approve, 'grace', '--session', 'run-9', '--message', NO],
    [PERSON, ...approve, 'grace', '--message', 'Nice work'],
    [PERSON, ...approve, 'grace', '--message', 'Okay'],
    [{ PATH, BATON_SESSION: 'run-9' }, ...request, 'by=grace'],
    [{ PATH, BATON_SESSION: 'run-9' }, ...request, 'by=grace', '--session', ''],
    [PERSON, ...request, 'by=claude'],
    [PERSON, ...request, 'by=the agent'],
  ];
  const codes: unknown[] = [];
  for (const [env, ...argv] of tried) codes.push([(await desk.type(env, ...argv)).code, argv.join(' ')]);
  expect(codes.filter((found) => (found as [number])[0] === 0)).toEqual([]);
  expect(await planOf(desk)).toBe('approved');
}, 180_000);

const MORE = ['can you wait?', 'objection', 'un-approve', 'noooo', 'noch nicht', 'pas encore', 'todavía no'];

test('"hold on" after an approval takes it back; what may mean anything leaves it, says so, and prints the line that takes it back', async () => {
  const desk = await approved();
  const { type } = desk;
  const say = (message: string): Promise<Ran> =>
    type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'grace', '--message', message);
  const standing: string[] = [];
  for (const message of [
    'hold on',
    'Wait!',
    'nein',
    'stop',
    'not yet',
    'hang on',
    'wait, let me look again',
    '✋',
    ...MORE,
  ]) {
    const { code, stderr } = await say(message);
    if (code !== 4 || !stderr.includes('no longer approved') || (await planOf(desk)) !== 'open') standing.push(message);
    await type(AGENT, 'present', 'TASK-1', 'plan');
    expect(await say('approved')).toMatchObject({ code: 0 });
  }
  expect(standing).toEqual([]);
  for (const message of ['Okay', 'Nice work', 'when will it be done?', 'later']) {
    const { code, stderr } = await say(message);
    expect([message, code, stderr]).toEqual([message, 4, expect.stringContaining('still approved by grace')]);
    expect(stderr).not.toContain('waiting');
    expect(await planOf(desk)).toBe('approved');
  }
  // The line works as it is printed.
  const line = /baton (approve TASK-1 plan --by) <name> (--message) "(.*?)"/.exec((await say('Okay')).stderr) ?? [];
  const argv = [...(line[1] ?? '').split(' '), 'grace', line[2] ?? '', line[3] ?? ''];
  expect((await type(PERSON, ...argv)).stderr).toContain('no longer approved');
  expect(await planOf(desk)).toBe('open');
}, 180_000);

test('a rejection of what nobody approved yet says that it is not recorded, and prints the line that records it', async () => {
  const desk = await presentedDesk();
  const { code, stderr } = await desk.type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'grace', '--message', NO);
  expect([code, stderr]).toEqual([4, expect.stringContaining('Nothing was recorded')]);
  const line = /baton (send TASK-1 request-changes \S+ by=)<name> (note=)<why>/.exec(stderr) ?? [];
  const argv = [...`${line[1]}grace`.split(' '), `${line[2]}${NO}`];
  expect(await desk.type(PERSON, ...argv)).toMatchObject({ code: 0 });
  expect(await planOf(desk)).toBe('open');
}, 180_000);
