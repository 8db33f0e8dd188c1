import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { letAgentsWork } from './let-agents-work.fixture.ts';
import { AGENT, type Desk, type Env, PERSON, presentedDesk } from './presented-plan.fixture.ts';
import { createShop, type Ran, type Shop } from './scratch-shop.fixture.ts';

const { PATH } = process.env;

/** A task whose plan is before a person, and two shells on it: the agent's, with its session, and the person's, without one. */
async function presented(creator: Env = AGENT): Promise<{ readonly shop: Shop; readonly type: Desk['type'] }> {
  const desk = await presentedDesk(creator);
  return { shop: desk, type: desk.type };
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
}, 180_000);

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
}, 180_000);

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
}, 180_000);

test('no spelling of a session, a name at work or a word for nobody in particular approves', async () => {
  const { shop, type } = await presented();
  const approve = ['approve', 'TASK-1', 'plan'];
  const sessions = ['RUN-1', ' run-1', 'run-1\u200b', 'run\u20101', 'run_1', 'run-9'];
  const names = [
    ...['run 1', 'run_1', 'run1', 'run\u20101', 'run-1 (owner)', 'session run-1', 'гun-1', 'run-\u0661', 'rùn-1\u3164'],
    ...[
      '@claude',
      '"claude"',
      'Claude, an agent',
      'claude@example.com',
      'сlaude',
      'ᴄʟᴀᴜᴅᴇ',
      'desk/claude',
      'the claude',
      'cl@ude',
    ],
    ...['architecture reviewer', 'the implementer', 'architectureReviewer', 'implementer (agent)'],
    ...['-', 'agent', 'the agent', 'coordinator', 'owner', 'the owner', 'me', 'myself', 'graсe'],
    ...[
      'user',
      'a person',
      'human',
      '42',
      'claude/user',
      'claude:grace',
      'mcp-client:claude',
      'mcp-client:claude/user',
    ],
  ];
  const accepted: string[] = [];
  for (const session of sessions) {
    const env = { PATH, BATON_SESSION: session };
    if ((await type(env, ...approve, '--by', 'grace')).code !== 4) accepted.push(`session ${session}`);
  }
  for (const by of names) if ((await type(PERSON, ...approve, '--by', by)).code !== 4) accepted.push(by);
  for (const actor of ['run-1', 'implementer', 'Architecture Updater'])
    if ((await type({ PATH }, ...approve, '--by', 'grace', '--actor', actor)).code !== 4) accepted.push(`as ${actor}`);
  expect(accepted).toEqual([]);
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'presented', approvals: [] });
  expect(await type(PERSON, ...approve, '--by', 'Claudette Run')).toMatchObject({ code: 0 });
}, 180_000);

test('no agent product, no word for anybody and no longer name that holds a session or an actor approves; people do', async () => {
  const { shop, type } = await presented();
  const approve = (by: string): Promise<Ran> => type(PERSON, 'approve', 'TASK-1', 'plan', '--by', by);
  const names = [
    ...['Claude', 'codex', 'gemini', 'copilot', 'cursor', 'devin', 'CI', 'AI', 'GPT-5', 'opus-4', 'Claude Code'],
    ...['Cascade', 'Travis CI', 'Mr Claude', 'parent session', 'a real person', 'CTO'],
    ...['someone', 'anyone', 'me', 'I', 'security-reviewer', 'the-agent', 'team', 'approved', 'run-2'],
    ...[
      'run-1/grace',
      'grace via run-1',
      'grace (run-1)',
      'run-01',
      'grace via claude',
      'grace (claude)',
      'claude/grace',
    ],
  ];
  const accepted: string[] = [];
  for (const by of names) if ((await approve(by)).code !== 4) accepted.push(by);
  expect(accepted).toEqual([]);
  expect((await approve('Claude')).stderr).toMatch(/full name/);
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'presented', approvals: [] });
  const refused: string[] = [];
  for (const by of ['Claude Monet', 'Ada Lovelace', 'ci.chen@example.com', 'Gemma Ray', 'Jean-Claude Killy'])
    if ((await approve(by)).code !== 0) refused.push(by);
  expect(refused).toEqual([]);
}, 180_000);

test('one shell that acts as two sessions approves in neither', async () => {
  const { shop, type } = await presented();
  const as = (session: string, ...argv: string[]): Promise<Ran> => type(AGENT, ...argv, '--session', session);
  const gone = ['take-over', 'TASK-1', '--reason', 'It is gone.', '--confirmed-by'];
  expect(await as('run-2', ...gone, 'grace')).toMatchObject({ code: 0 });
  expect(await as('run-2', 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  for (const session of [[], ['--session', 'run-2'], ['--session', 'run-3'], ['--session', '']])
    expect(await type(AGENT, 'approve', 'TASK-1', 'plan', '--by', 'grace', ...session)).toMatchObject({ code: 4 });
  // A shell whose own session never worked on the task is still the shell of an agent.
  const OTHER = { PATH, BATON_SESSION: 'run-7' };
  const refused = await type(OTHER, 'approve', 'TASK-1', 'plan', '--by', 'grace');
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('BATON_SESSION')]);
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ plan: 'presented', approvals: [] });
}, 180_000);

test('a task is taken over on the word of a person, not of anything at work', async () => {
  const { shop, type } = await presented();
  const NEXT = { PATH, BATON_ACTOR: 'codex', BATON_SESSION: 'run-2' };
  const gone = ['take-over', 'TASK-1', '--reason', 'It is gone.', '--confirmed-by'];
  expect(await type(AGENT, 'update', 'TASK-1', 'reviewer', '--session-id', 'run-5')).toMatchObject({ code: 0 });
  expect(await type(AGENT, 'update', 'TASK-1', 'reviewer', '--session-id', 'run-6')).toMatchObject({ code: 0 });
  const accepted: string[] = [];
  for (const by of [
    'run-2',
    'RUN 2',
    'codex',
    'run-1',
    'run_1',
    'claude',
    'run-5',
    'run-6',
    'the implementer',
    'agent',
  ])
    if ((await type(NEXT, ...gone, by)).code !== 4) accepted.push(by);
  const ambient = { PATH, BATON_ACTOR: 'codex', BATON_SESSION: 'run-8' };
  if ((await type(ambient, ...gone, 'run-8', '--session', 'run-2')).code !== 4) accepted.push('run-8');
  expect(accepted).toEqual([]);
  expect((await type(NEXT, ...gone, 'run-2')).stderr).toMatch(/Ask a person/);
  expect((await shop.ask('status', 'TASK-1')).data).toMatchObject({ owner: 'run-1' });
  expect(await type(NEXT, ...gone, 'grace')).toMatchObject({ code: 0 });
}, 180_000);

test('whoever did anything in a session is no person: evidence, QA, a turn, the context', async () => {
  const { shop, type } = await presented({ PATH, BATON_ACTOR: 'gemini', BATON_SESSION: 'run-0' });
  shop.write('qa.log', ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n');
  const as = (session: string, actor: string): Env => ({ PATH, BATON_ACTOR: actor, BATON_SESSION: session });
  const admitted = [
    ['reviewer', as('run-5', 'codex'), ['record-qa', 'TASK-1', 'reviewer', 'qa.log', '--exit-code', '0']],
    ['validator', as('run-6', 'cursor'), ['attach-evidence', 'TASK-1', 'log', 'qa.log']],
  ] as const;
  for (const [role, env, argv] of admitted) {
    await type(AGENT, 'update', 'TASK-1', role, '--session-id', env['BATON_SESSION'] ?? '');
    expect(await type(env, ...argv)).toMatchObject({ code: 0 });
  }
  expect(await type(AGENT, 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  const accepted: string[] = [];
  for (const by of ['codex', 'Cursor', 'gemini', 'the Gemini agent'])
    if ((await type(PERSON, 'approve', 'TASK-1', 'plan', '--by', by)).code !== 4) accepted.push(by);
  expect(accepted).toEqual([]);
  expect(await type(PERSON, 'approve', 'TASK-1', 'plan', '--by', 'grace')).toMatchObject({ code: 0 });
}, 180_000);

test('a person whose agents run under her own user name approves under that name, in a terminal without a session', async () => {
  const { username } = userInfo();
  const shop = createShop();
  shop.write('docs/notes.md', '# Notes\n');
  shop.write('.agent-output/.gitignore', '*\n');
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Notes');
  const agent = { PATH, BATON_SESSION: 'run-1' };
  const type = (env: Env, ...argv: string[]): Promise<Ran> => shop.baton(argv, { env });
  await type({ PATH }, 'init', 'TASK-1');
  await type(agent, 'claim', 'TASK-1');
  expect(await letAgentsWork(shop, 'TASK-1', 'run-1')).toBe('present');
  await type(agent, 'present', 'TASK-1', 'plan');
  const approve = ['approve', 'TASK-1', 'plan', '--by', username];
  expect(await type(agent, ...approve)).toMatchObject({ code: 4 });
  expect(await type({ PATH }, ...approve, '--session', 'run-1')).toMatchObject({ code: 4 });
  expect(await type({ PATH }, ...approve)).toMatchObject({ code: 0 });
  const trail = (await shop.ask('trail', 'TASK-1')).data;
  expect(JSON.stringify(trail)).toContain(`"${username}/run-1"`);
}, 180_000);

test('an agent that was given the name of a person keeps that person from approving under it', async () => {
  const { type } = await presented();
  expect(await type({ PATH, BATON_ACTOR: 'claude' }, 'approve', 'TASK-1', 'plan', '--by', 'claude')).toMatchObject({
    code: 4,
  });
}, 180_000);

test("a reviewer's answer that tells of a blocker, a condition, a missing check or a low score approves nothing", async () => {
  const { shop } = await presented();
  const codeOf = async (told: string): Promise<string | undefined> => {
    shop.write('answer.md', `# Review\n\n${told}\n\nFINAL DECISION: APPROVED - no violations\n`);
    const decide = [
      'agent',
      'TASK-1',
      'architecture-reviewer',
      'decide',
      '--report',
      'answer.md',
      '--session',
      'run-1',
    ];
    return (await shop.ask(...decide)).error?.code;
  };
  const taken: string[] = [];
  for (const told of [
    ...[
      'BLOCKER: the token is logged.',
      'login() crashes on empty input.',
      'Tokens are stored unencrypted.',
      'Checked nothing.',
      'Score: 2/10',
      'I could not run the tests.',
      '- [ ] tests run',
    ],
    ...['No concerns after the fix lands.', 'CI: red', 'Open issues: 2', '2 of 40 files read.'],
  ])
    if ((await codeOf(told)) !== 'MalformedDecision') taken.push(told);
  expect(taken).toEqual([]);
  // A clear answer is read; it comes too early for this task.
  expect(await codeOf('Blockers: none\nConcerns: none\nScore: 9/10')).toBe('Rejected');
}, 180_000);

test('a verdict beside words that say something else is no decision, and one beside a report without a decision is', async () => {
  const { shop } = await presented();
  const decide = async (...said: string[]): Promise<string | undefined> => {
    const { error } = await shop.ask(
      'agent',
      'TASK-1',
      'architecture-reviewer',
      'decide',
      ...said,
      '--session',
      'run-1',
    );
    return `${error?.code}: ${error?.message}`;
  };
  const taken: string[] = [];
  for (const note of [
    ...['not approved', 'REJECTED', 'the token leaks and tests fail', 'only if CI is green', 'Score: 2/10'],
    ...['fine\n\nFINAL DECISION: REJECTED - leaks', 'fine\n\nWait for legal.'],
  ])
    for (const way of [
      ['--verdict', 'APPROVED', '--note', note],
      ['--verdict', 'APPROVED', '--report', 'answer.md', '--note', note],
    ]) {
      shop.write('answer.md', 'I read each file.\n');
      const told = await decide(...way);
      if (told?.startsWith('MalformedDecision') !== true) taken.push(`${way.length} ${note}: ${told}`);
    }
  expect(taken).toEqual([]);

  shop.write('answer.md', 'FINAL DECISION: REJECTED - it leaks a token\n');
  const rejects = await decide('--report', 'answer.md', '--verdict', 'APPROVED', '--note', 'fine');
  expect(rejects).toMatch(/^MalformedDecision: .*The report says REJECTED, and the verdict is APPROVED\./);
  shop.write('answer.md', 'FINAL DECISION: APPROVED - good\n');
  const approves = await decide('--report', 'answer.md', '--verdict', 'REJECTED', '--note', 'bad');
  expect(approves).toMatch(/^MalformedDecision: .*The report says APPROVED, and the verdict is REJECTED\./);
  shop.write('answer.md', 'I do not approve; it leaks.\n');
  expect(await decide('--report', 'answer.md', '--verdict', 'APPROVED')).toMatch(
    /^MalformedDecision: .*I do not approve/,
  );

  // Clear words are read; they come too early for this task.
  shop.write('answer.md', 'I read each file. All 14 tests pass.\n');
  expect(await decide('--report', 'answer.md', '--verdict', 'APPROVED')).toMatch(/^Rejected/);
  expect(await decide('--report', 'answer.md', '--verdict', 'APPROVED', '--note', 'Sound.')).toMatch(/^Rejected/);
  expect(await decide('--verdict', 'APPROVED', '--note', 'Sound.')).toMatch(/^Rejected/);
  expect(await decide('--verdict', 'REJECTED', '--note', 'not approved')).toMatch(/^Rejected/);
}, 180_000);
