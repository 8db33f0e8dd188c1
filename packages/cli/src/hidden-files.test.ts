import { expect, test } from 'vitest';
import { createShop } from './scratch-shop.fixture.ts';

const role = 'implementer';
const OUTSIDE = {
  code: 'HiddenFiles',
  where: 'docs/notes/.gitignore',
  message: expect.stringContaining('not seen') as string,
};

test.each(['native', 'isomorphic'])(
  'a folder that ignores itself is told outside the scope, %s engine',
  async (engine) => {
    const { write, git, ask, baton } = createShop();
    write('batonkit.config.json', JSON.stringify({ engine }));
    write('.gitignore', '*.log\n');
    git('add', '-A');
    git('commit', '-qm', 'Engine');
    for (const argv of [
      ['init', 'TASK-1'],
      ['start', 'TASK-1', role],
    ])
      expect((await ask(...argv)).error).toBeNull();
    write('src/login.js', 'work\n');
    expect((await ask('hand-off', 'TASK-1', role)).error).toBeNull();
    const { ignored: before = 0 } = (await ask('verify', 'TASK-1', role)).data as { ignored?: number };
    write('build.log', 'ignored\n');
    write('docs/notes/.gitignore', '*\n');
    write('docs/notes/hidden.md', 'hidden\n');
    // The folder of a tool is nothing to tell.
    write('docs/.pytest_cache/.gitignore', '*\n');
    const ignored = before + 4;
    for (const argv of [
      ['verify', 'TASK-1', role],
      ['inspect', 'TASK-1'],
      ['status', 'TASK-1'],
    ])
      expect(await ask(...argv), argv[0]).toMatchObject({ error: null, data: { warnings: [OUTSIDE], ignored } });
    const shown = await baton(['verify', 'TASK-1', role]);
    expect(shown.stderr).toContain('HiddenFiles: docs/notes/.gitignore');
    expect(shown.stdout).toContain(`${ignored} ignored files or folders`);
    expect((await baton(['status', 'TASK-1'])).stdout).toContain(`${ignored} ignored files or folders`);
    // In the scope it is drift.
    write('src/notes/.gitignore', '*\n');
    expect((await ask('verify', 'TASK-1', role)).error?.code).toBe('DriftDetected');
  },
  30_000,
);
