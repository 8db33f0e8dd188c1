import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createShop, type Answer, type Shop } from './scratch-shop.fixture.ts';

const role = 'implementer';
const START = 'export const login = () => 1;\n';

/** A task that was handed off in a repository that was moved then. */
async function movedShop(engine: string): Promise<{
  readonly shop: Shop;
  readonly there: string;
  readonly ask: (...argv: readonly string[]) => Promise<Answer>;
}> {
  const shop = createShop();
  shop.write('batonkit.config.json', JSON.stringify({ engine }));
  shop.git('add', '-A');
  shop.git('commit', '-qm', 'Engine');
  const there = `${shop.directory}-moved`;
  onTestFinished(() => rmSync(there, { recursive: true, force: true }));
  const ask = async (...argv: readonly string[]): Promise<Answer> =>
    JSON.parse((await shop.baton([...argv, '--json'], { cwd: there })).stdout) as Answer;
  for (const argv of [
    ['init', 'TASK-1'],
    ['start', 'TASK-1', role],
  ])
    expect((await shop.ask(...argv)).error).toBeNull();
  shop.write('src/login.js', 'work\n');
  expect((await shop.ask('hand-off', 'TASK-1', role)).error).toBeNull();
  renameSync(shop.directory, there);
  return { shop, there, ask };
}

test.each(['native', 'isomorphic'])(
  'a repository that was moved is judged as before, %s engine',
  async (engine) => {
    const { there, ask } = await movedShop(engine);
    expect(await ask('verify', 'TASK-1', role)).toMatchObject({ error: null, data: { verdict: 'unchanged' } });
    writeFileSync(join(there, 'src/login.js'), 'by somebody else\n');
    expect((await ask('start', 'TASK-1', 'reviewer')).error?.code).toBe('DriftDetected');
    expect((await ask('restore', 'TASK-1', role, '--foreign', 'keep')).error).toBeNull();
    expect((await ask('verify', 'TASK-1', role)).error).toBeNull();
    expect((await ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
  },
  30_000,
);

test('another repository at another path is none that was moved, also when the first one is gone', async () => {
  const { shop, there, ask } = await movedShop('native');
  renameSync(there, shop.directory);
  shop.git('clone', '-q', shop.directory, there);
  renameSync(join(shop.directory, '.agent-output'), join(there, '.agent-output'));
  writeFileSync(join(there, 'src/login.js'), START.replace('1', '3'));
  expect((await ask('verify', 'TASK-1', role)).error).toMatchObject({
    code: 'Elsewhere',
    data: { path: shop.directory },
  });
  rmSync(shop.directory, { recursive: true });
  expect((await ask('verify', 'TASK-1', role)).error?.code).toBe('Elsewhere');
}, 30_000);
