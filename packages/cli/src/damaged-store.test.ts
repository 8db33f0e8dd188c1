import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createShop, type Shop, taskFile } from './scratch-shop.fixture.ts';

interface Damage {
  readonly name: string;
  /** Gets the folder of the task, which has five revisions. */
  readonly strike: (task: string) => void;
}

const revision = (task: string, number: number): string => join(task, 'revisions', String(number).padStart(8, '0'));
const replaced =
  (number: number, put: (path: string, task: string) => void) =>
  (task: string): void => {
    fs.rmSync(revision(task, number));
    put(revision(task, number), task);
  };
const without =
  (...numbers: number[]) =>
  (task: string): void =>
    numbers.forEach((number) => fs.rmSync(revision(task, number)));

/** Damage that every reader and writer must meet with `Corrupt`. */
const DAMAGES: readonly Damage[] = [
  { name: 'the first revision is gone', strike: without(1) },
  { name: 'one in the middle is gone', strike: without(3) },
  { name: 'the last is gone', strike: without(5) },
  { name: 'several are gone', strike: without(2, 4) },
  { name: 'the last two are gone', strike: without(4, 5) },
  { name: 'all but the last are gone', strike: without(1, 2, 3, 4) },
  { name: 'the folder is empty', strike: without(1, 2, 3, 4, 5) },
  { name: 'the folder is gone', strike: (task) => fs.rmSync(join(task, 'revisions'), { recursive: true }) },
  {
    name: 'the folder is a file',
    strike: (task) => {
      fs.rmSync(join(task, 'revisions'), { recursive: true });
      fs.writeFileSync(join(task, 'revisions'), '');
    },
  },
  {
    name: 'the folder is a link',
    strike: (task) => {
      fs.renameSync(join(task, 'revisions'), join(task, 'elsewhere'));
      fs.symlinkSync('elsewhere', join(task, 'revisions'));
    },
  },
  {
    name: 'the folder of the task is a link',
    strike: (task) => {
      fs.renameSync(task, `${task}.moved`);
      fs.symlinkSync(`${task}.moved`, task);
    },
  },
  {
    name: 'the folder of the task is a file',
    strike: (task) => {
      fs.rmSync(task, { recursive: true });
      fs.writeFileSync(task, '');
    },
  },
  ...[3, 5].flatMap((number): Damage[] => [
    { name: `revision ${number} is a folder`, strike: replaced(number, (path) => fs.mkdirSync(path)) },
    { name: `revision ${number} is a pipe`, strike: replaced(number, (path) => execFileSync('mkfifo', [path])) },
    {
      name: `revision ${number} is a link`,
      strike: replaced(number, (path, task) => fs.symlinkSync(revision(task, 2), path)),
    },
  ]),
  { name: 'the last is empty', strike: replaced(5, (path) => fs.writeFileSync(path, '')) },
  {
    name: 'the last has the bytes of an older one',
    strike: replaced(5, (path, task) => fs.copyFileSync(revision(task, 4), path)),
  },
  { name: 'a later one exists', strike: (task) => fs.copyFileSync(revision(task, 5), revision(task, 9)) },
];

/** Damage that does not change what a reader answers; `doctor` reads everything and finds it. */
const HIDDEN: readonly Damage[] = [
  { name: 'an earlier one is empty', strike: replaced(2, (path) => fs.writeFileSync(path, '')) },
  {
    name: 'an earlier one has the bytes of another',
    strike: replaced(3, (path, task) => fs.copyFileSync(revision(task, 2), path)),
  },
  {
    name: 'an earlier one is cut',
    strike: (task) => fs.truncateSync(revision(task, 4), 100),
  },
];

async function createTasks(): Promise<Shop & { readonly task: string }> {
  const shop = createShop();
  for (const id of ['TASK-0', 'TASK-2']) shop.write(`tasks/${id}.yaml`, taskFile(id));
  for (const id of ['TASK-0', 'TASK-1', 'TASK-2']) expect((await shop.baton(['init', id])).code).toBe(0);
  for (let turn = 2; turn <= 5; turn += 1)
    expect((await shop.baton(['block', 'TASK-1', 'reviewer', `Finding ${turn}.`])).code).toBe(0);
  const task = join(shop.directory, '.agent-output', 'TASK-1');
  expect(fs.readdirSync(join(task, 'revisions'))).toHaveLength(5);
  return { ...shop, task };
}

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly detail: string;
  readonly advice: string;
}

const problemsOf = async ({ ask }: Pick<Shop, 'ask'>): Promise<readonly Finding[]> =>
  ((await ask('doctor')).data as { findings: Finding[] }).findings.filter(({ verdict }) => verdict === 'problem');

describe('a task whose files were damaged', () => {
  test.each(DAMAGES)('$name: Corrupt, for readers and writers and the doctor, and the others go on', async (damage) => {
    const shop = await createTasks();
    damage.strike(shop.task);
    const before = snapshot(shop.directory);

    expect((await shop.ask('status', 'TASK-1')).error?.code).toBe('Corrupt');
    expect((await shop.ask('block', 'TASK-1', 'reviewer', 'Finding 6.')).error?.code).toBe('Corrupt');
    expect((await shop.ask('purge', 'TASK-1')).error?.code).toBe('Corrupt');

    const { success, data } = await shop.ask('list');
    expect(success).toBe(true);
    const rows = data.tasks as { taskId: string; damaged?: string }[];
    expect(rows.map(({ taskId }) => taskId)).toEqual(['TASK-0', 'TASK-1', 'TASK-2']);
    expect(rows.flatMap(({ taskId, damaged }) => (damaged === undefined ? [] : [taskId]))).toEqual(['TASK-1']);
    expect((await shop.baton(['list'])).stdout).toMatch(/TASK-1.*damaged/);
    expect((await shop.ask('status', 'TASK-2')).success).toBe(true);
    const queue = await shop.ask('queue');
    expect(queue.success).toBe(true);
    expect(queue.data['damaged']).toMatchObject([{ taskId: 'TASK-1' }]);
    expect((await shop.baton(['queue'])).stdout).toMatch(/Damaged[^]*TASK-1/);

    const problems = await problemsOf(shop);
    expect(problems.map(({ detail }) => detail.slice(0, 6))).toContain('TASK-1');
    expect(problems.map(({ advice }) => advice).join()).not.toMatch(/purge|rm |delete|remove/);
    expect((await shop.baton(['doctor', '--fix'])).code).toBe(1);
    expect(snapshot(shop.directory)).toBe(before);
  });

  test.each(HIDDEN)('$name: the doctor finds it', async ({ strike }) => {
    const shop = await createTasks();
    strike(shop.task);
    expect((await problemsOf(shop)).map(({ detail }) => detail.slice(0, 6))).toContain('TASK-1');
  });
});

test.each<Damage>([
  { name: 'leads nowhere', strike: (ref) => fs.writeFileSync(ref, 'ref: refs/heads/gone\n') },
  {
    name: 'is a folder',
    strike: (ref) => {
      fs.rmSync(ref);
      fs.mkdirSync(ref);
    },
  },
])('a task in git whose ref $name: Corrupt in its status, in the list and for the doctor', async ({ strike }) => {
  const { write, directory, ask } = createShop();
  const askGit: Shop['ask'] = (...argv) => ask(...argv, '--store', 'git');
  write('tasks/TASK-2.yaml', taskFile('TASK-2'));
  for (const id of ['TASK-1', 'TASK-2']) expect((await askGit('init', id)).error).toBeNull();
  strike(join(directory, '.git/refs/batonkit/tasks/TASK-1'));
  expect((await askGit('status', 'TASK-1')).error?.code).toBe('Corrupt');
  expect((await askGit('list')).data.tasks).toMatchObject([
    { taskId: 'TASK-1', damaged: expect.stringContaining('leads to no object') as string },
    { taskId: 'TASK-2' },
  ]);
  expect((await askGit('queue')).data['damaged']).toMatchObject([{ taskId: 'TASK-1' }]);
  expect((await problemsOf({ ask: askGit })).map(({ detail }) => detail.slice(0, 6))).toContain('TASK-1');
});

describe('what a task names beside its record', () => {
  const STRIKES: readonly Damage[] = [
    { name: 'is gone', strike: (file) => fs.rmSync(file) },
    { name: 'has other bytes', strike: (file) => fs.writeFileSync(file, 'other') },
    { name: 'is empty', strike: (file) => fs.writeFileSync(file, '') },
    {
      name: 'is a pipe',
      strike: (file) => {
        fs.rmSync(file);
        execFileSync('mkfifo', [file]);
      },
    },
  ];

  test.each(STRIKES)('$name: the doctor finds every one, and says what to do', async ({ strike }) => {
    const shop = createShop();
    await shop.baton(['init', 'TASK-1']);
    await shop.baton(['start', 'TASK-1', 'implementer']);
    shop.write('src/login.js', 'export const login = () => 2;\n');
    expect((await shop.baton(['hand-off', 'TASK-1', 'implementer'])).code).toBe(0);
    expect(await problemsOf(shop)).toEqual([]);

    const folder = join(shop.directory, '.agent-output', 'TASK-1', 'artifacts');
    const files = fs.readdirSync(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) strike(join(folder, file));
    const problems = await problemsOf(shop);
    expect(problems.map(({ check }) => check)).toEqual(files.map(() => 'artifacts'));
    expect(problems.map(({ detail, advice }) => detail + advice).join()).not.toMatch(/putArtifact|purge|rm /);
    expect(problems[0]?.advice).toMatch(/backup/);
  });
});

/** What the store of TASK-1 holds, names and kinds and sizes. */
function snapshot(directory: string): string {
  return execFileSync('find', ['.agent-output', '-path', '*TASK-1*', '-printf', '%p %y %s\n'], {
    cwd: directory,
    encoding: 'utf8',
  });
}
