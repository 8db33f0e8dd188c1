import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const OLD = new Date('2020-01-01');
const SHA = 'a'.repeat(64);

interface Store extends Shop {
  /** The folder of the one task. */
  readonly task: string;
  /** A folder of somebody else's, with files that look like ours. */
  readonly elsewhere: string;
}

async function createStore(): Promise<Store> {
  const shop = createShop();
  expect((await shop.baton(['init', 'TASK-1'])).code).toBe(0);
  const elsewhere = join(shop.directory, '.git', 'elsewhere');
  fs.mkdirSync(elsewhere);
  for (const name of ['revision-1', 'other-1', 'thesis.txt', SHA, `${SHA}.gz`, `${SHA}~1`]) age(elsewhere, name);
  return { ...shop, task: join(shop.directory, '.agent-output', 'TASK-1'), elsewhere };
}

function age(folder: string, name: string): void {
  fs.writeFileSync(join(folder, name), 'dear');
  fs.utimesSync(join(folder, name), OLD, OLD);
}

describe('doctor --fix deletes nothing that is not its own', () => {
  test.each(['tmp', 'artifacts', 'trash'])('through a link in place of %s', async (folder) => {
    const { task, elsewhere, baton } = await createStore();
    age(join(task, 'tmp'), 'other-2');
    fs.rmSync(join(task, folder), { recursive: true });
    fs.symlinkSync(elsewhere, join(task, folder));
    await baton(['doctor', '--fix']);
    await baton(['block', 'TASK-1', 'reviewer', 'Finding.']);
    expect(fs.readdirSync(elsewhere)).toHaveLength(6);
  });

  test('through a link in place of the task or of the store', async () => {
    for (const place of ['.agent-output/TASK-1', '.agent-output']) {
      const { directory, task, elsewhere, baton } = await createStore();
      age(join(task, 'tmp'), 'other-2');
      fs.renameSync(join(directory, place), join(elsewhere, 'moved'));
      fs.symlinkSync(join(elsewhere, 'moved'), join(directory, place));
      const before = listAll(elsewhere);
      await baton(['doctor', '--fix']);
      const { code, stderr } = await baton(['block', 'TASK-1', 'reviewer', 'Finding.']);
      expect([place, code === 0, listAll(elsewhere)]).toEqual([place, false, before]);
      expect(stderr).toMatch(/link/);
    }
  });

  test('of what lies in its folders and was not made by it', async () => {
    const { task, elsewhere, baton } = await createStore();
    age(join(task, 'tmp'), 'other-2');
    age(join(task, 'tmp'), 'thesis.txt');
    age(join(task, 'artifacts'), 'thesis.txt');
    age(join(task, 'artifacts'), SHA);
    fs.symlinkSync(elsewhere, join(task, 'tmp', 'other-3'));
    fs.lutimesSync(join(task, 'tmp', 'other-3'), OLD, OLD);
    execFileSync('mkfifo', [join(task, 'artifacts', 'b'.repeat(64)), join(task, 'tmp', 'other-4')]);
    expect((await baton(['doctor', '--fix'])).code).toBe(0);
    expect(fs.readdirSync(join(task, 'tmp')).sort()).toEqual(['other-3', 'other-4', 'thesis.txt']);
    expect(fs.readdirSync(join(task, 'artifacts'))).toContain('thesis.txt');
    expect(fs.readdirSync(join(task, 'artifacts'))).not.toContain(SHA);
    expect(fs.readdirSync(elsewhere)).toHaveLength(6);
  });
});

describe('a pipe keeps nobody waiting', () => {
  test.each(['.gitignore', 'src/.gitignore', '.gitattributes', 'src/.gitattributes'])(
    'in place of %s',
    async (name) => {
      const { directory, ask } = await createStore();
      execFileSync('mkfifo', [join(directory, name)]);
      // Only for a file that looks touched does git ask for attributes.
      fs.utimesSync(join(directory, 'src/login.js'), OLD, OLD);
      const { error } = await ask('start', 'TASK-1', 'implementer');
      expect([error?.data.reason, error?.message.includes(name)]).toEqual(['unsupported', true]);
      expect((await ask('list')).success).toBe(true);
    },
    30_000,
  );

  test.each([
    ...['src/pipe', 'src/login.js', 'tasks/TASK-1.task.yaml', 'standards-map.yaml', '.agent-output/TASK-1/lock'],
    ...['batonkit.config.json', 'batonkit.config.mjs'],
  ])(
    'in place of %s',
    async (name) => {
      const { directory, baton } = await createStore();
      fs.rmSync(join(directory, name), { recursive: true, force: true });
      execFileSync('mkfifo', [join(directory, name)]);
      for (const argv of [['list'], ['status', 'TASK-1'], ['start', 'TASK-1', 'implementer'], ['doctor', '--fix']])
        expect((await baton(argv)).code).toBeGreaterThanOrEqual(0);
    },
    30_000,
  );

  test('in place of the settings of a harness, and of what an earlier use of linked trees left', async () => {
    const { directory, ask } = await createStore();
    fs.mkdirSync(join(directory, '.claude'));
    const linked = join(directory, '.git/batonkit/linked/TASK-1');
    await ask('claim', 'TASK-1', '--session', 'run-1');
    const create = ['worktree', 'create', 'TASK-1', '--session', 'run-1'];
    expect(await ask(...create)).toMatchObject({ success: true });
    const lock = fs.readdirSync(linked).find((name) => name.startsWith('lock-')) ?? '';
    const tries: [string, ...string[]][] = [
      [join(directory, '.claude/settings.json'), 'hooks', 'install', 'claude-code'],
      [join(linked, lock), ...create],
      [join(linked, 'move.json'), ...create],
    ];
    for (const [path, ...argv] of tries) {
      const kept = fs.existsSync(path) ? fs.readFileSync(path) : null;
      fs.rmSync(path, { force: true });
      execFileSync('mkfifo', [path]);
      expect([path, (await ask(...argv)).error?.message]).toEqual([path, expect.stringContaining('ordinary file')]);
      fs.rmSync(path);
      if (kept !== null) fs.writeFileSync(path, kept);
    }
  }, 30_000);
});

function listAll(folder: string): string {
  return execFileSync('find', [folder, '-printf', '%P %y %s\n'], { encoding: 'utf8' });
}
