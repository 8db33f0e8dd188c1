import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Answer, createPreparedShop, type Shop, taskFile } from './scratch-shop.fixture.ts';

const REVIEWER = 'architecture-reviewer';
const UPDATER = 'architecture-updater';
const SELECTED = `agents=[{"name":"${REVIEWER}"},{"name":"${UPDATER}"}]`;
const REPORT =
  'The form keeps its input in one place; the reviewer looked at every caller and at the tests of each of them.';
const PLAN = `## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n## ${UPDATER}: implementation plan\n`;

interface Desk extends Shop {
  /** Does it as the owner and answers what came of it. */
  readonly own: (...argv: string[]) => Promise<Answer>;
  /** The same, and it must succeed. */
  readonly must: (...argv: string[]) => Promise<Answer>;
  readonly state: () => Promise<unknown>;
  readonly step: () => Promise<Answer>;
}

/** A claimed task in CLASSIFIED, with its plan; it works in the repository itself. */
async function openDesk(): Promise<Desk> {
  return toDesk(
    await createPreparedShop('classified', async (shop) => {
      const { must, step } = toDesk(shop);
      shop.write('README.md', '# Shop\n');
      shop.write('.git/info/exclude', 'plan.md\nreport.md\n');
      shop.write('plan.md', PLAN);
      shop.write('report.md', REPORT);
      shop.git('add', '--all');
      shop.git('commit', '--quiet', '--message', 'Docs');
      await must('init', 'TASK-1');
      await must('claim', 'TASK-1');
      await step();
    }),
  );
}

function toDesk(shop: Shop): Desk {
  const own = (...argv: string[]): Promise<Answer> => shop.ask(...argv, '--session', 'run-1');
  const must = async (...argv: string[]): Promise<Answer> => {
    const answer = await own(...argv);
    expect([argv.join(' '), answer.error?.message ?? null]).toEqual([argv.join(' '), null]);
    return answer;
  };
  const step = async (): Promise<Answer> => {
    await own('compliance', 'TASK-1');
    return own('advance', 'TASK-1');
  };
  const state = async (): Promise<unknown> => (await own('status', 'TASK-1')).data['state'];
  return { ...shop, own, must, step, state };
}

/** From CLASSIFIED to SYNTHESIS, with the plan approved. */
async function planned({ ask, must, step, state }: Desk): Promise<void> {
  for (const agent of [REVIEWER, UPDATER])
    await must('send', 'TASK-1', 'record-worktree', `agent=${agent}`, `worktree=/trees/${agent}`);
  await must('plan', 'TASK-1', 'plan.md');
  expect((await step()).error).toBeNull();
  await must('agent', 'TASK-1', REVIEWER, 'invoke');
  await must('agent', 'TASK-1', REVIEWER, 'complete', '--report', 'report.md');
  expect((await step()).error).toBeNull();
  for (const condition of [
    'conflicts-resolved',
    'requirements-mapped',
    'trade-offs-recorded',
    'success-criteria-recorded',
  ])
    await must('send', 'TASK-1', 'attest', `condition=${condition}`, 'note=One report.');
  await must('present', 'TASK-1', 'plan');
  // A person approves, in a session of their own.
  expect((await ask('approve', 'TASK-1', 'plan', '--by', 'grace', '--message', 'approved')).error).toBeNull();
  expect(await state()).toBe('SYNTHESIS');
}

/** A turn that writes a file, and its commit. */
async function work({ must, write, git }: Desk, path: string, text: string): Promise<void> {
  await must('start', 'TASK-1', 'implementer', '--expect', 'either');
  write(path, text);
  await must('hand-off', 'TASK-1', 'implementer');
  git('add', '--all');
  git('commit', '--quiet', '--message', `[${UPDATER}] Work`);
  const commit = git('rev-parse', 'HEAD').trim();
  await must('send', 'TASK-1', 'record-activity', 'activity=commit', `agent=${UPDATER}`, `commit=${commit}`);
}

async function passGates({ must }: Desk): Promise<void> {
  for (const condition of ['no-source-references', 'no-build-impact', 'nothing-security-sensitive'])
    await must('send', 'TASK-1', 'attest', `condition=${condition}`, 'note=Only the README.');
}

test(
  'what changed is judged, not what was said: a LOW task that changed a source goes nowhere',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk();
    await desk.must('classify', 'TASK-1', 'README.md');
    await planned(desk);
    await work(desk, 'src/login.js', 'export const login = () => 2;\n');
    await passGates(desk);
    const refused = await desk.step();
    expect(await desk.state()).toBe('SYNTHESIS');
    expect(refused.error?.message).toContain('src/login.js');
    expect(refused.error?.message).toContain('CLASSIFIED');
    // Saying LOW again, whoever is said to have decided so, does not help.
    await desk.must('send', 'TASK-1', 'return', 'because=risk-raised', 'note=A source changed.');
    await desk.must('classify', 'TASK-1', '--level', 'LOW');
    expect((await desk.step()).error?.message).toContain('src/login.js');
    expect(await desk.state()).toBe('CLASSIFIED');
    expect((await desk.must('status', 'TASK-1')).data['plan']).toBe('open');
    const raised = await desk.must('classify', 'TASK-1');
    expect(raised.data['level']).toBe('HIGH');
  },
);

test(
  'a path that was not classified stops the short path, though it is harmless too',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk();
    await desk.must('classify', 'TASK-1', 'README.md');
    await planned(desk);
    await work(desk, 'CHANGELOG.md', '# Changes\n');
    await passGates(desk);
    expect((await desk.step()).error?.message).toContain('CHANGELOG.md');
    expect(await desk.state()).toBe('SYNTHESIS');
  },
);

test('however a source is touched in commits, it counts as changed', { timeout: 120_000 }, async () => {
  const desk = await openDesk();
  const { must, write, git, step, state } = desk;
  await must('classify', 'TASK-1', 'README.md');
  await planned(desk);
  await passGates(desk);
  const start = git('rev-parse', 'HEAD').trim();
  const touches: readonly [what: string, path: string, touch: () => void][] = [
    ['deleted', 'src/login.js', () => void git('rm', '--quiet', 'src/login.js')],
    ['renamed to a document', 'src/login.js', () => void git('mv', 'src/login.js', 'README-login.md')],
    [
      'made executable',
      'src/login.js',
      () => {
        chmodSync(`${desk.directory}/src/login.js`, 0o755);
        git('add', 'src/login.js');
      },
    ],
    [
      'ignored, added by force',
      'src/hidden.js',
      () => {
        write('.git/info/exclude', 'plan.md\nreport.md\nsrc/hidden.js\n');
        write('src/hidden.js', 'export const hidden = 1;\n');
        git('add', '--force', 'src/hidden.js');
      },
    ],
    [
      'changed by an earlier commit of several',
      'src/login.js',
      () => {
        write('src/login.js', 'export const login = () => 2;\n');
        git('commit', '--quiet', '--all', '--message', `[${UPDATER}] Work`);
        write('README.md', '# Shop\n\nSign in.\n');
        git('add', 'README.md');
      },
    ],
  ];
  for (const [what, path, touch] of touches) {
    touch();
    git('commit', '--quiet', '--message', `[${UPDATER}] Work`);
    expect([what, (await step()).error?.message]).toEqual([what, expect.stringContaining(`${path} is HIGH`)]);
    expect(await state()).toBe('SYNTHESIS');
    git('reset', '--quiet', '--hard', start);
  }
});

test('risk rules that the task itself relaxed, or brought along, do not count', { timeout: 120_000 }, async () => {
  const desk = await openDesk();
  const { must, write, git, step, state } = desk;
  write('easy.yaml', 'version: 1\nlevels:\n  HIGH: []\n  MEDIUM: []\n  LOW: ["**"]\ndocumentation: ["**"]\n');
  write('.git/info/exclude', 'plan.md\nreport.md\neasy.yaml\n');
  const easy = await must('classify', 'TASK-1', 'src/login.js', '--risk-rules', 'easy.yaml');
  expect(easy.data['level']).toBe('LOW');
  await must('send', 'TASK-1', 'select-agents', SELECTED);
  await planned(desk);
  await work(desk, 'src/login.js', 'export const login = () => 2;\n');
  await passGates(desk);
  expect((await step()).error?.message).toContain('src/login.js is HIGH');
  // A settings file that names them is a change too.
  write('batonkit.config.json', '{ "riskRules": "easy.yaml" }');
  git('add', '--all');
  git('commit', '--quiet', '--message', `[${UPDATER}] Settings`);
  expect((await step()).error?.message).toContain('batonkit.config.json is HIGH: it decides how risk is judged.');
  expect(await state()).toBe('SYNTHESIS');
});

test('a plan that was approved for another brief is not approved', { timeout: 120_000 }, async () => {
  const desk = await openDesk();
  const { must, write, step, state } = desk;
  await must('classify', 'TASK-1');
  await must('send', 'TASK-1', 'select-agents', SELECTED);
  await planned(desk);
  write('tasks/TASK-1.task.yaml', taskFile('TASK-1').replace('src/**', 'src/**, lib/**'));
  const rebuilt = await must('rebuild', 'TASK-1');
  expect(JSON.stringify(rebuilt.data['warnings'])).toContain('these approvals are void: of the plan.');
  expect((await must('status', 'TASK-1')).data['plan']).toBe('open');
  expect((await step()).error?.message).toContain('plan');
  expect(await state()).toBe('SYNTHESIS');
});

test(
  'a rejection outlives going back, a lower level and another selection; only its reviewer takes it back',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk();
    const { own, must, step, state } = desk;
    await must('classify', 'TASK-1', 'README.md', '--force-full-protocol');
    await must('send', 'TASK-1', 'select-agents', SELECTED);
    await planned(desk);
    expect((await step()).error).toBeNull();
    expect(await state()).toBe('IMPLEMENTATION');
    await work(desk, 'README.md', '# Shop\n\nSign in.\n');
    await must('agent', 'TASK-1', REVIEWER, 'invoke');
    await must('agent', 'TASK-1', REVIEWER, 'decide', '--verdict', 'REJECTED', '--note', 'It says where, not how.');
    // A record that is made anew would have forgotten it.
    const purge = await own('purge', 'TASK-1');
    expect([purge.error?.code, purge.error?.message]).toEqual(['Rejected', expect.stringContaining(REVIEWER)]);
    await must('send', 'TASK-1', 'return', 'because=blocker', 'note=Start over.');
    const low = await must('classify', 'TASK-1', 'README.md', '--level', 'LOW');
    expect(low.data['agents']).toContain(REVIEWER);
    expect((await own('send', 'TASK-1', 'select-agents', `agents=[{"name":"style-reviewer"}]`)).error?.code).toBe(
      'Rejected',
    );
    expect((await must('status', 'TASK-1')).data['plan']).toBe('open');
    await planned(desk);
    await passGates(desk);
    const refused = await step();
    expect(refused.error?.message).toContain('It says where, not how.');
    expect(await state()).toBe('SYNTHESIS');

    await must('agent', 'TASK-1', REVIEWER, 'invoke');
    await must('agent', 'TASK-1', REVIEWER, 'decide', '--verdict', 'APPROVED', '--note', 'The plan is complete now.');
    expect((await step()).error).toBeNull();
    expect(await state()).toBe('AWAITING_USER_APPROVAL');
  },
);

test(
  'a task that ended while a rejection stood is rejected still when it starts anew',
  { timeout: 120_000 },
  async () => {
    const desk = await openDesk();
    const { own, must, step } = desk;
    await must('classify', 'TASK-1', 'README.md', '--force-full-protocol');
    await must('send', 'TASK-1', 'select-agents', SELECTED);
    await planned(desk);
    expect((await step()).error).toBeNull();
    await work(desk, 'README.md', '# Shop\n\nSign in.\n');
    await must('agent', 'TASK-1', REVIEWER, 'invoke');
    await must('agent', 'TASK-1', REVIEWER, 'decide', '--verdict', 'REJECTED', '--note', 'It says where, not how.');
    // Who releases it is rid of neither the task nor the rejection.
    await must('release', 'TASK-1');
    expect((await desk.ask('purge', 'TASK-1')).error?.code).toBe('NotOwner');
    await must('claim', 'TASK-1');
    expect((await own('purge', 'TASK-1')).error?.code).toBe('Rejected');
    await must('send', 'TASK-1', 'abandon', 'reason=no-longer-needed', 'note=Not wanted.');
    for (const agent of ['null', REVIEWER, UPDATER])
      await must('send', 'TASK-1', 'record-worktree', `agent=${agent}`, 'worktree=null');
    await own('compliance', 'TASK-1');
    await must('complete', 'TASK-1');
    const anew = await must('init', 'TASK-1');
    const message = expect.stringContaining(`TASK-1 ended before while the rejection of ${REVIEWER} stood.`) as string;
    expect(anew.data['warnings']).toContainEqual({ code: 'RejectedBefore', message });
    const life = async (): Promise<void> => {
      await must('claim', 'TASK-1');
      expect((await own('get', 'TASK-1')).data).toMatchObject({
        record: {
          protocol: {
            agents: { [REVIEWER]: { decision: { verdict: 'REJECTED' }, feedback: 'It says where, not how.' } },
          },
        },
      });
      expect((await own('purge', 'TASK-1')).error?.code).toBe('Rejected');
      const left = await own('send', 'TASK-1', 'select-agents', `agents=[{"name":"${UPDATER}"}]`);
      expect(left.error?.message).toContain(`${REVIEWER} rejected the content`);
    };
    await life();
    // A second round of the same trick leads no further.
    await must('send', 'TASK-1', 'abandon', 'reason=no-longer-needed', 'note=Not wanted.');
    await must('send', 'TASK-1', 'record-worktree', 'agent=null', 'worktree=null');
    await own('compliance', 'TASK-1');
    await must('complete', 'TASK-1');
    await must('init', 'TASK-1');
    await life();
  },
);

test('instructions for agents are never classified as LOW, however they are spelled', async () => {
  const { must } = await openDesk();
  for (const path of ['agents.md', 'docs/Claude.md', '.cursorrules', 'docs/.claude/notes.md', 'docs/x.instructions.md'])
    expect([path, (await must('classify', 'TASK-1', path)).data['level']]).toEqual([path, 'HIGH']);
});
