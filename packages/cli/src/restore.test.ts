import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPreparedShop, type Shop } from './scratch-shop.fixture.ts';

const role = 'implementer';

/** Handed off: one file edited and staged, then edited again; one new and executable; one removed. */
function handedOff(engine: string): Promise<Shop> {
  return createPreparedShop(`restore-${engine}`, async ({ directory, write, git, ask }) => {
    write('batonkit.config.json', JSON.stringify({ engine }));
    write('src/old.txt', 'old\n');
    write('src/other.txt', 'other\n');
    git('add', '-A');
    git('commit', '-qm', 'Before');
    const done = async (...argv: string[]): Promise<void> => void expect((await ask(...argv)).error).toBeNull();
    await done('init', 'TASK-1');
    await done('start', 'TASK-1', role);
    write('src/login.js', 'staged\n');
    git('add', 'src/login.js');
    write('src/login.js', 'work\n');
    write('src/run.sh', 'echo\n');
    chmodSync(join(directory, 'src/run.sh'), 0o755);
    rmSync(join(directory, 'src/old.txt'));
    await done('hand-off', 'TASK-1', role);
  });
}

const isRun = ({ directory }: Shop): boolean => (statSync(join(directory, 'src/run.sh')).mode & 0o100) !== 0;
const read = ({ directory }: Shop, path: string): string => readFileSync(join(directory, path), 'utf8');

describe.each(['native', 'isomorphic'])('%s engine', (engine) => {
  test('keeps edits from outside under a name, puts back content, modes and what was staged, and gives the edits back', async () => {
    const shop = await handedOff(engine);
    const { directory, write, git, ask } = shop;
    const status = git('status', '--porcelain=v2');
    write('src/login.js', 'foreign\n');
    write('src/other.txt', 'foreign too\n');
    git('add', '-A');
    chmodSync(join(directory, 'src/run.sh'), 0o644);
    expect((await ask('start', 'TASK-1', 'reviewer')).error?.code).toBe('DriftDetected');
    const refused = await ask('restore', 'TASK-1', role);
    expect(refused.error?.message).toContain("foreign: 'keep'");
    expect(read(shop, 'src/login.js')).toBe('foreign\n');

    expect((await ask('restore', 'TASK-1', role, '--foreign', 'keep')).data).toMatchObject({ kept: 'foreign-1' });
    expect([read(shop, 'src/login.js'), read(shop, 'src/other.txt'), isRun(shop)]).toEqual(['work\n', 'other\n', true]);
    expect(git('status', '--porcelain=v2')).toBe(status);
    const resolved = await ask('resolve-drift', 'TASK-1', role, '--accept', 'restored', '--note', 'By hand.');
    expect(resolved.error).toBeNull();

    expect((await ask('restore', 'TASK-1', '--snapshot', 'foreign-1')).error).toBeNull();
    expect([read(shop, 'src/login.js'), read(shop, 'src/other.txt')]).toEqual(['foreign\n', 'foreign too\n']);
    expect((await ask('restore', 'TASK-1', role)).data).not.toHaveProperty('kept');
    expect(git('status', '--porcelain=v2')).toBe(status);
    expect((await ask('restore', 'TASK-1', '--snapshot', 'foreign-2')).error?.code).toBe('SnapshotMissing');
  });

  test('puts back a difference in mode alone, and one in the index alone', async () => {
    const shop = await handedOff(engine);
    const { directory, git, ask } = shop;
    const status = git('status', '--porcelain=v2');
    chmodSync(join(directory, 'src/other.txt'), 0o755);
    chmodSync(join(directory, 'src/run.sh'), 0o644);
    expect((await ask('preview', 'TASK-1', role)).data['steps']).toEqual([
      { path: 'src/other.txt', action: 'write', foreign: false },
      { path: 'src/run.sh', action: 'write', foreign: false },
    ]);
    expect((await ask('restore', 'TASK-1', role)).data).toEqual({ written: 2, removed: 0 });
    git('add', 'src/run.sh', 'src/login.js');
    git('gc', '-q', '--prune=now');
    expect((await ask('restore', 'TASK-1', role)).data).toEqual({ written: 2, removed: 0 });
    expect(git('status', '--porcelain=v2')).toBe(status);
    expect(git('show', ':src/login.js')).toBe('staged\n');
    expect((await ask('verify', 'TASK-1', role)).error).toBeNull();
  });

  test('puts a hand-off back after another tree was accepted, and after the task is complete', async () => {
    const shop = await handedOff(engine);
    const { directory, write, git, ask } = shop;
    write('src/login.js', 'accepted\n');
    await ask('verify', 'TASK-1', role);
    const accepted = await ask('resolve-drift', 'TASK-1', role, '--accept', 'current-tree', '--note', 'Fine.');
    expect(accepted.error).toBeNull();
    expect((await ask('restore', 'TASK-1', role)).data).not.toHaveProperty('kept');
    expect(read(shop, 'src/login.js')).toBe('work\n');
    write('src/login.js', 'accepted\n');

    git('add', '-A');
    git('commit', '-qm', 'Work');
    expect((await ask('complete', 'TASK-1')).error).toBeNull();
    expect((await ask('get', 'TASK-1')).error?.code).toBe('ContextNotFound');
    git('checkout', '-q', 'HEAD~1', '--', '.');
    chmodSync(join(directory, 'src/run.sh'), 0o644);
    expect((await ask('restore', 'TASK-1', role)).error).toBeNull();
    expect([read(shop, 'src/login.js'), isRun(shop)]).toEqual(['work\n', true]);
    write('src/login.js', 'foreign\n');
    expect((await ask('restore', 'TASK-1', role, '--foreign', 'keep')).error?.message).toContain('is complete');
    expect((await ask('restore', 'TASK-1', role, '--into', join(directory, '../copy'))).error).toBeNull();
    expect(readFileSync(join(directory, '../copy/src/login.js'), 'utf8')).toBe('work\n');
    expect((await ask('purge', 'TASK-1')).error).toBeNull();
    expect((await ask('restore', 'TASK-1', role)).error).not.toBeNull();
  });

  test('changes no other working tree than the one that the snapshot is of', async () => {
    const shop = await handedOff(engine);
    const { directory, git, ask } = shop;
    git('worktree', 'add', '-q', '-b', 'other', '../linked');
    git('clone', '-q', '.', '../clone');
    for (const place of ['linked', 'clone']) {
      const there = join(directory, '..', place);
      const store = ['-C', there, '--store', join(directory, '.agent-output')];
      for (const verb of ['restore', 'preview', 'inspect', 'verify'])
        expect([
          verb,
          (await ask(verb, 'TASK-1', ...(verb === 'inspect' ? [] : [role]), ...store)).error,
        ]).toMatchObject([verb, { code: 'Elsewhere', data: { path: directory } }]);
      expect(readFileSync(join(there, 'src/old.txt'), 'utf8')).toBe('old\n');
    }
  });
});

test('drift that goes away by itself is told as such, and the next verify clears it with an entry in the audit; lines are shown', async () => {
  const shop = await handedOff('native');
  const { git, write, ask, baton } = shop;
  write('src/other.txt', 'other\nby hand\n');
  const drifted = await baton(['verify', 'TASK-1', role]);
  expect(drifted.code).toBe(3);
  expect(drifted.stderr).toContain('+by hand');
  expect((await baton(['status', 'TASK-1'])).stdout).toContain('+by hand');
  expect((await baton(['inspect', 'TASK-1'])).stdout).toContain('+by hand');
  expect((await ask('verify', 'TASK-1', role)).error?.data['lines']).toContain('+by hand');
  git('checkout', '-q', 'src/other.txt');

  expect((await ask('start', 'TASK-1', 'reviewer')).error?.message).toContain('went away by itself, verify clears it');
  expect((await baton(['inspect', 'TASK-1'])).stdout).toContain('went away by itself');
  expect((await baton(['status', 'TASK-1'])).stdout).toContain('went away');
  git('worktree', 'add', '-q', '-b', 'same', '../same');
  expect((await ask('verify', 'TASK-1', role)).data).toMatchObject({ verdict: 'unchanged', cleared: 2 });
  const again = (await ask('verify', 'TASK-1', role)).data;
  expect([again['verdict'], again['cleared']]).toEqual(['unchanged', undefined]);
  expect((await baton(['trail', 'TASK-1'])).stdout).toContain('drift-cleared');
  expect((await ask('start', 'TASK-1', 'reviewer')).error).toBeNull();
});
