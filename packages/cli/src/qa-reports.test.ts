import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const COLLECTION = new URL('../../capture/src/qa/collection/', import.meta.url);
const printed = (name: string): string => readFileSync(new URL(name, COLLECTION), 'utf8');
const FAILING = 'sum.test.js > sum > adds negative - numbers';

async function open(config: object = {}): Promise<Shop> {
  const shop = createShop();
  shop.write('.agent-output/.gitignore', '*\n');
  shop.write('batonkit.config.json', JSON.stringify(config));
  await shop.ask('init', 'TASK-1');
  return shop;
}
async function record(shop: Shop, text: string, ...more: readonly string[]): Promise<Record<string, unknown>> {
  shop.write('.agent-output/report', text);
  return (await shop.ask('record-qa', 'TASK-1', 'implementer', '.agent-output/report', ...more)).data;
}
const runOf = async (
  shop: Shop,
): Promise<{ results: { failures: string[] }[]; verdicts: Record<string, string[]> }> => {
  const { data } = await shop.ask('get', 'TASK-1');
  return (data.record as { qa: { runs: never[] } }).qa.runs.at(-1) as never;
};

test('a log is the baseline, and reports in other formats name the same tests', async () => {
  const shop = await open();
  const command = ['--command', 'npx vitest run'];
  expect(await record(shop, printed('vitest4-fail.log'), '--exit-code', '1', ...command)).toMatchObject({
    baseline: true,
    results: [{ tool: 'vitest', status: 'failed', failed: 1 }],
  });
  for (const name of ['vitest4-fail.xml', 'vitest4-fail.json', 'vitest4-tap-fail.tap']) {
    const data = await record(shop, printed(name), '--exit-code', '1', ...command);
    expect([name, data.results]).toEqual([
      name,
      [{ command: 'npx vitest run', tool: 'vitest', status: 'failed', failed: 1 }],
    ]);
    const { verdicts } = await runOf(shop);
    expect([name, verdicts]).toEqual([name, { fixed: [], pre_existing: [expect.any(String)], regressed: [], new: [] }]);
  }
  const green = await record(shop, printed('vitest4-pass.xml'), '--exit-code', '0', ...command);
  expect(green.results).toMatchObject([{ status: 'passed' }]);
  expect((await runOf(shop)).verdicts.fixed).toEqual([FAILING]);
});

const PARSER = `export default {
  name: 'mine',
  parse: (text) => {
    if (text.startsWith('BOOM')) throw new Error('boom');
    if (!text.startsWith('MINE')) return null;
    return { tests: text.trim().split('\\n').slice(1).map((line) => ({ name: line.slice(2), status: line[0] === '+' ? 'passed' : 'failed' })) };
  },
};
`;

test('a parser that the settings name reads what nobody else can; the exit code still has a say', async () => {
  const shop = await open({ qaParsers: ['tools/qa-parser.mjs'] });
  shop.write('tools/qa-parser.mjs', PARSER);
  const red = await record(shop, 'MINE\n+ adds\n- subtracts\n', '--exit-code', '1', '--command', 'mine');
  expect(red.results).toMatchObject([{ status: 'failed', failed: 1 }]);
  expect((await record(shop, 'MINE\n+ adds\n', '--exit-code', '3', '--command', 'mine')).results).toMatchObject([
    { status: 'failed' },
  ]);
  expect((await runOf(shop)).results[0]?.failures).toEqual(['exit code 3']);
  expect((await record(shop, 'MINE\n+ subtracts\n', '--exit-code', '0', '--command', 'mine')).results).toMatchObject([
    { status: 'passed' },
  ]);
  expect((await runOf(shop)).verdicts.fixed).toEqual(['subtracts']);
  const thrown = await record(shop, 'BOOM\n1 passing\n', '--exit-code', '0', '--command', 'mine');
  expect(thrown.warnings).toMatchObject([{ code: 'QaParser', message: 'The parser mine failed: boom' }]);
  shop.write('.agent-output/report', 'MINE\n+ adds\n');
  shop.write('tools/other.mjs', 'export default 3;\n');
  shop.write('batonkit.config.json', JSON.stringify({ qaParsers: ['tools/other.mjs'] }));
  const { stderr } = await shop.baton([
    'record-qa',
    'TASK-1',
    'implementer',
    '.agent-output/report',
    '--exit-code',
    '0',
  ]);
  expect(stderr).toContain('a module of qaParsers exports no parser');
});

test('no parser of a repository runs that its settings do not name', async () => {
  const shop = await open();
  for (const path of ['qa-parser.mjs', 'tools/qa-parser.mjs', 'batonkit.qa.mjs', '.agent-output/qa-parser.mjs'])
    shop.write(
      path,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(shop.directory)} + '/ran', ''); ${PARSER}`,
    );
  const { results } = await record(shop, 'MINE\n+ adds\n', '--exit-code', '1', '--command', './qa-parser.mjs');
  expect(results).toMatchObject([{ tool: 'generic', status: 'failed' }]);
  expect(existsSync(`${shop.directory}/ran`)).toBe(false);
});
