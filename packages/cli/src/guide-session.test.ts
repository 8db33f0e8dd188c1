import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createShop } from './scratch-shop.fixture.ts';

const GUIDE = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;

/** The files that the guide tells to make, by the path in their first line. */
const files = [...GUIDE.matchAll(/```(?:yaml|md)\n(?:# |<!-- )(\S+\.\w+)(?: -->)?\n+([^]*?)```/g)];
/** The lines of its session, with the exit code that the guide promises. */
const lines = [.../```console\n([^]*?)```/.exec(GUIDE)![1]!.matchAll(/^\$ (.*?)(?: +# (?:exit (\d))?.*)?$/gm)];

test('the first task of the guide goes as the guide tells', { timeout: 120_000 }, () => {
  const { directory, git } = createShop();
  git('rm', '-rq', '.');
  git('commit', '-q', '-m', 'Empty');
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin', 'baton'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(directory, '.git', 'info', 'exclude'), 'bin\n');
  for (const [, path = '', text = ''] of files) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const env = {
    PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
    HOME: join(directory, 'bin'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'ada',
    GIT_AUTHOR_EMAIL: 'ada@example.invalid',
    GIT_COMMITTER_NAME: 'ada',
    GIT_COMMITTER_EMAIL: 'ada@example.invalid',
  };
  expect(files.map(([, path]) => path)).toContain('tasks/TASK-0824.yaml');
  expect(lines.length).toBeGreaterThan(10);
  for (const [, line = '', exit = '0'] of lines) {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: directory, env, encoding: 'utf8' });
    expect([line, status, status === Number(exit) ? '' : stderr]).toEqual([line, Number(exit), '']);
    expect([line, /^warning/m.test(stdout + stderr)], 'what a newcomer types first is not warned of').toEqual([
      line,
      false,
    ]);
  }
});
