import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPreparedShop, type Shop } from './scratch-shop.fixture.ts';

const role = 'implementer';

const handedOff = (engine: string): Promise<Shop> =>
  createPreparedShop(`pruned-${engine}`, async ({ write, git, ask }) => {
    write('batonkit.config.json', JSON.stringify({ engine }));
    write('src/other.txt', 'other\n');
    git('add', '-A');
    git('commit', '-qm', 'Before');
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', role],
    ])
      expect((await ask(...argv)).error).toBeNull();
    write('src/login.js', 'work\n');
    expect((await ask('hand-off', 'TASK-1', role)).error).toBeNull();
  });

test.each(['native', 'isomorphic'])(
  '%s engine: with a base that was amended, expired and pruned everything still works, and its copy goes with the task',
  async (engine) => {
    const { directory, write, git, ask } = await handedOff(engine);
    const base = git('rev-parse', 'HEAD').trim();
    write('src/other.txt', 'amended\n');
    git('commit', '-q', '--amend', '-m', 'Amended', 'src/other.txt');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    expect(() => git('cat-file', '-e', base)).toThrow();

    const data = async (...argv: string[]) => {
      const { error, data: answer } = await ask(...argv);
      expect(error).toBeNull();
      return answer;
    };
    expect((await ask('verify', 'TASK-1', role)).error).toMatchObject({
      code: 'DriftDetected',
      data: { lines: expect.stringContaining('+amended') as string },
    });
    expect(await data('inspect', 'TASK-1')).toMatchObject({ verdict: 'drift' });
    expect((await data('diff', 'TASK-1', role))['text']).toContain('+work');
    expect((await data('diff', 'TASK-1', role, '--type', 'drift'))['text']).toContain('-other');
    expect((await data('preview', 'TASK-1', role))['steps']).toMatchObject([{ path: 'src/other.txt' }]);
    await data('restore', 'TASK-1', role, '--into', join(directory, '../copy'));
    expect(readFileSync(join(directory, '../copy/src/other.txt'), 'utf8')).toBe('other\n');
    expect((await data('attribute', 'TASK-1'))['files']).toMatchObject([{ path: 'src/login.js' }]);
    await data('restore', 'TASK-1', role, '--foreign', 'keep');
    expect(readFileSync(join(directory, 'src/other.txt'), 'utf8')).toBe('other\n');
    await data('resolve-drift', 'TASK-1', role, '--accept', 'current-tree', '--note', 'The commit was amended.');
    await data('start', 'TASK-1', 'reviewer');
    write('src/login.js', 'reviewed\n');
    await data('hand-off', 'TASK-1', 'reviewer');
    expect((await data('status', 'TASK-1'))['tree']).toBe('unchanged since reviewer handed off');

    const copies = join(directory, '.git/batonkit/snapshots.git/bases');
    expect(readdirSync(copies)).toContain(base);
    await data('purge', 'TASK-1');
    expect(existsSync(join(copies, base))).toBe(false);
  },
);
