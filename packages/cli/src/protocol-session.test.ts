import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createShop } from './scratch-shop.fixture.ts';

const GUIDE = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8');
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;

/** The files that the guide tells to make, by the path in their first line. */
const files = [...GUIDE.matchAll(/```(?:yaml|md)\n(?:# |<!-- )(\S+\.\w+)(?: -->)?\n+([^]*?)```/g)];
const lines = [.../```console\n([^]*?)```/.exec(GUIDE)![1]!.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);

test('the LOW task of the guide goes from start to end as it stands there', { timeout: 180_000 }, () => {
  const { directory } = createShop({ isRepository: false });
  // Linked trees stand beside the repository, so it is a folder of the scratch one.
  const repository = join(directory, 'repo');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  put(join(directory, 'bin', 'baton'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(join(directory, 'bin', 'baton'), 0o755);
  for (const [, path = '', text = ''] of files) put(join(repository, path), text);
  const env = {
    PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
    HOME: join(directory, 'bin'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'ada',
    GIT_AUTHOR_EMAIL: 'ada@example.invalid',
    GIT_COMMITTER_NAME: 'ada',
    GIT_COMMITTER_EMAIL: 'ada@example.invalid',
  };
  expect(files.map(([, path]) => path)).toContain('plan.md');
  expect(lines.length).toBeGreaterThan(25);
  const script = ['git init -q -b main', 'git add --all', 'git commit -qm Base', ...lines].join('\n');
  const ran = spawnSync('bash', ['-ec', script], { cwd: repository, env, encoding: 'utf8' });
  expect([ran.status, ran.status === 0 ? '' : ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toMatch(/files\s+README\.md/);
  expect(ran.stdout).toContain('baton diff TASK-7 implementer');
  const last = ran.stdout.slice(ran.stdout.lastIndexOf('audit entries'));
  expect(last).toMatch(/plan +approved by grace/);
  expect(last).toMatch(/change +approved by grace/);
  expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain('Sign in at');
});
