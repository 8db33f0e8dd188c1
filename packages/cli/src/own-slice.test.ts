import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createShop, type Answer } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = fileURLToPath(new URL('../dist/baton.js', import.meta.url));
const COSTS = fileURLToPath(new URL('../../../examples/own-slice/costs.mjs', import.meta.url));
const env = { ...process.env, BATON_ACTOR: 'ada' };

interface Ran extends Answer {
  readonly code: number;
  readonly text: string;
}

function run(cwd: string, ...argv: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...argv], { cwd, env }, (_error, stdout, stderr) => {
      const answer = argv.includes('--json') ? (JSON.parse(stdout) as Answer) : {};
      resolve({ ...(answer as Answer), code: child.exitCode ?? -1, text: stdout + stderr });
    });
  });
}

const WRITES = [
  ['init'],
  ['start', 'implementer'],
  ['hand-off', 'implementer'],
  ['update', 'reviewer', '--status', 'in_progress'],
  ['block', 'reviewer', 'red'],
  ['attach-evidence', 'note', 'src/login.js'],
  ['claim', '--session', 'run-1'],
  ['send', 'abandon', 'reason=no-longer-needed', 'note=Not needed.'],
  ['send', 'record-cost', 'role=implementer', 'usd=1'],
  ['rebuild'],
  ['complete', '--force'],
  ['purge', '--force'],
];

test.each(['.agent-output', 'git'])('the slices of the settings work with `baton`, in the store %s', async (store) => {
  const shop = createShop();
  const settle = (settings: object) => shop.write('batonkit.config.json', JSON.stringify({ store, ...settings }));
  const baton = (...argv: string[]) => run(shop.directory, ...argv);
  settle({ slices: [COSTS] });
  expect((await baton('init', 'TASK-1', '--json')).error).toBeNull();
  await baton('send', 'TASK-1', 'set-budget', 'usd=5');
  const sent = await baton('send', 'TASK-1', 'record-cost', 'role=implementer', 'usd=6.5', '--json');
  expect(sent).toMatchObject({ success: true, code: 0 });

  const refused = await baton('start', 'TASK-1', 'implementer', '--json');
  expect(refused).toMatchObject({ code: 4, error: { code: 'Rejected' } });
  expect(refused.error?.message).toContain('The budget of 5 USD is spent: 6.5 USD so far.');
  const [status, trail] = await Promise.all([baton('status', 'TASK-1'), baton('trail', 'TASK-1')]);
  expect(status.text).toMatch(/costs +6\.5 of 5 USD/);
  expect(trail.text).toMatch(/cost-recorded +implementer: 6\.5 USD/);

  // A program without the slice.
  settle({});
  const before = await shop.ask('get', 'TASK-1');
  const read = await Promise.all([baton('status', 'TASK-1'), baton('trail', 'TASK-1')]);
  expect(read.map(({ code }) => code)).toEqual([0, 0]);
  expect(read[0]?.text).toMatch(/costs +no loaded slice knows this/);
  expect(read[1]?.text).toContain('cost-recorded');
  const purged = await baton('purge', 'TASK-1', '--force', '--json');
  expect(purged).toMatchObject({ code: 4, error: { code: 'UnknownSection' } });
  for (const [verb = '', ...more] of store === 'git' ? WRITES.slice(0, 3) : WRITES) {
    const { error } = await shop.ask(verb, 'TASK-1', ...more);
    expect([verb, error?.code, error?.message.includes('"costs"')]).toEqual([verb, 'UnknownSection', true]);
  }
  expect(await shop.ask('get', 'TASK-1')).toEqual(before);

  // And with it again.
  settle({ slices: [COSTS] });
  await baton('send', 'TASK-1', 'set-budget', 'usd=10');
  expect(await baton('start', 'TASK-1', 'implementer', '--json')).toMatchObject({ code: 0 });
});

test('slices that cannot be loaded are named, and nothing is done', async () => {
  const shop = createShop();
  const load = async (text: string): Promise<unknown> => {
    shop.write('tools/slice.mjs', text);
    shop.write('batonkit.config.json', JSON.stringify({ slices: ['tools/slice.mjs'] }));
    const { error, code } = await run(shop.directory, 'list', '--json');
    return [error?.code, error?.message, code];
  };
  expect(await load('export default 3;\n')).toEqual([
    'InvalidConfig',
    expect.stringMatching(/tools\/slice\.mjs.*exports no slice/),
    2,
  ]);
  expect(await load("throw new Error('boom');\n")).toEqual(['InvalidConfig', expect.stringContaining('boom'), 2]);
  const taken = `import costs from ${JSON.stringify(COSTS)};\nexport default [costs, { ...costs, name: 'more' }];\n`;
  expect(await load(taken)).toEqual(['InvalidConfig', expect.stringContaining('both have the field costs'), 2]);
});
