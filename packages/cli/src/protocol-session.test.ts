import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layOut, readGuide } from './guide-files.fixture.ts';
import { createShop } from './scratch-shop.fixture.ts';

test('the LOW task of the guide goes from start to end as it stands there', { timeout: 180_000 }, () => {
  const { directory } = createShop({ isRepository: false });
  // Linked trees stand beside the repository, so it is a folder of the scratch one.
  const repository = join(directory, 'repo');
  const guide = readGuide('protocol.md');
  const env = layOut(guide, repository, join(directory, 'bin'));
  expect([...guide.files.keys()]).toContain('plan.md');
  expect(guide.lines.length).toBeGreaterThan(25);
  const script = ['git init -q -b main', 'git add --all', 'git commit -qm Base', ...guide.lines].join('\n');
  const ran = spawnSync('bash', ['-ec', script], { cwd: repository, env, encoding: 'utf8' });
  expect([ran.status, ran.status === 0 ? '' : ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toMatch(/files\s+README\.md/);
  expect(ran.stdout).toContain('baton diff TASK-7 --type presented');
  const last = ran.stdout.slice(ran.stdout.lastIndexOf('audit entries'));
  expect(last).toMatch(/plan +approved by grace/);
  expect(last).toMatch(/change +approved by grace/);
  expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain('Sign in at');
});
