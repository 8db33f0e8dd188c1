import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createDeltaTracker } from 'batonkit';
import { expect, test } from 'vitest';
import { createShop, type Answer, type Shop } from './scratch-shop.fixture.ts';

const WORK = 'export const login = () => 2;\n';
const resolve = ['resolve-drift', 'TASK-1', 'implementer', '--note', 'Put back.', '--accept'] as const;

/** A task whose drift was counted in the shop, and a linked tree and a clone that hold exactly what was handed off. */
async function driftedShop(): Promise<
  Shop & {
    readonly linked: string;
    readonly clone: string;
    readonly askIn: (cwd: string, ...argv: readonly string[]) => Promise<Answer>;
  }
> {
  const shop = createShop();
  const store = ['--store', join(shop.directory, '.git', 'shared-store')];
  const [linked, clone] = [join(shop.directory, '.git', 'linked'), join(shop.directory, '.git', 'clone')];
  shop.git('worktree', 'add', '-q', '-b', 'feature', linked);
  shop.git('clone', '-q', shop.directory, clone);
  const askIn = async (cwd: string, ...argv: readonly string[]): Promise<Answer> =>
    JSON.parse((await shop.baton([...argv, ...store, '--json'], { cwd })).stdout) as Answer;
  for (const argv of [
    ['init', 'TASK-1'],
    ['start', 'TASK-1', 'implementer'],
  ])
    expect((await askIn(shop.directory, ...argv)).error).toBeNull();
  for (const place of [shop.directory, linked, clone]) writeFileSync(join(place, 'src/login.js'), WORK);
  expect((await askIn(shop.directory, 'hand-off', 'TASK-1', 'implementer')).error).toBeNull();
  shop.write('src/login.js', 'drifted\n');
  expect((await askIn(shop.directory, 'verify', 'TASK-1', 'implementer')).error?.code).toBe('DriftDetected');
  return { ...shop, linked, clone, askIn };
}

test('a drift is not resolved as restored in another tree or clone, where nothing was put back', async () => {
  const { directory, write, linked, clone, askIn } = await driftedShop();
  for (const cwd of [linked, clone]) {
    const { error } = await askIn(cwd, ...resolve, 'restored');
    expect(error?.code, cwd).toBe('Elsewhere');
    expect(error?.message).toContain(`cd ${directory}`);
  }
  // Nor does the tree of somebody else take the place of the drifted one, while that is there.
  expect((await askIn(linked, ...resolve, 'current-tree')).error?.code).toBe('Elsewhere');
  expect((await askIn(directory, 'start', 'TASK-1', 'reviewer')).error?.code).toBe('DriftUnresolved');
  write('src/login.js', WORK);
  expect((await askIn(directory, ...resolve, 'restored')).error).toBeNull();
}, 30_000);

test('the library restores files of a claimed task for its owner alone', async () => {
  const { directory, askIn } = await driftedShop();
  const tasks = createFsTaskStore({ root: join(directory, '.git', 'shared-store') });
  const deltas = createDeltaTracker({ tasks, worktree: createGitWorktree({ directory }) });
  expect((await askIn(directory, 'claim', 'TASK-1', '--session', 'run-1')).error).toBeNull();
  const role = 'implementer';
  for (const who of [{}, { actor: 'eve' }, { actor: 'eve', session: 'run-2' }]) {
    const restored = await deltas.restore('TASK-1', { ...who, role });
    expect(restored.isErr() && restored.error.code, JSON.stringify(who)).toBe('NotOwner');
  }
  expect(readFileSync(join(directory, 'src/login.js'), 'utf8')).toBe('drifted\n');
  const refused = await deltas.restore('TASK-1', { actor: 'ada', session: 'run-1', role });
  expect(refused.isErr() && refused.error.code).toBe('Rejected');
  const copy = await deltas.restore('TASK-1', { role, into: join(directory, '.git', 'copy') });
  expect(copy.isOk()).toBe(true);
}, 30_000);
