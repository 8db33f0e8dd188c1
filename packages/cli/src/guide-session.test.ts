import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layOut, readGuide } from './guide-files.fixture.ts';
import { createShop } from './scratch-shop.fixture.ts';

test('the first task of the guide goes as the guide tells', { timeout: 120_000 }, () => {
  const { directory, git } = createShop();
  git('rm', '-rq', '.');
  git('commit', '-q', '-m', 'Empty');
  const guide = readGuide('cli.md');
  const env = layOut(guide, directory, join(directory, 'bin'));
  writeFileSync(join(directory, '.git', 'info', 'exclude'), 'bin\n');
  expect([...guide.files.keys()]).toContain('tasks/TASK-0824.yaml');
  expect(guide.lines.length).toBeGreaterThan(10);
  for (const line of guide.lines) {
    // The guide promises an exit code in the comment, where it is not 0.
    const promised = Number(/ # exit (\d)/.exec(line)?.[1] ?? 0);
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: directory, env, encoding: 'utf8' });
    expect([line, status, status === promised ? '' : stderr]).toEqual([line, promised, '']);
    expect([line, /^warning/m.test(stdout + stderr)], 'what a newcomer types first is not warned of').toEqual([
      line,
      false,
    ]);
  }
});
