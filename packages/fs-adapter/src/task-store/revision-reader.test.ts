import fs from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { commitOf, createTroubledDirectory, failureOf } from './troubled-store.fixture.ts';

let directory: Awaited<ReturnType<typeof createTroubledDirectory>>;
beforeEach(async () => (directory = await createTroubledDirectory()));
afterEach(() => directory.close());

describe('a reader', () => {
  test('whose revision is swept while it looks finds the next one', async () => {
    let rounds = 0;
    const read = async (path: string): Promise<Buffer> => {
      if (path.endsWith('00000001') && (rounds += 1) === 1) {
        await orThrow(directory.sound.commit(commitOf(1)));
        await orThrow(directory.sound.sweep({ olderThanMs: 0 }));
      }
      return nodeFiles.read(path);
    };
    const store = createFsTaskStore({ root: directory.root, files: { ...nodeFiles, read } });
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 2, body: 'body 1' });
  });

  test('of a task whose last revision lost its body says Corrupt', async () => {
    await orThrow(directory.sound.commit(commitOf(1)));
    await orThrow(directory.sound.sweep({ olderThanMs: 0 }));
    fs.rmSync(directory.taskPath('revisions', '00000002'));
    // As after a crash before the revision was noted.
    fs.writeFileSync(directory.taskPath('last-revision'), '00000001\n');
    for (const store of [directory.sound, createFsTaskStore({ root: directory.root })])
      expect((await failureOf(store.read('TASK-1'))).data).toEqual({
        id: 'TASK-1',
        where: directory.taskPath('revisions'),
        reason: 'its last revision has no body',
      });
  });

  test('remembers where a task stood: one file and one look at the folder', async () => {
    for (let expected = 1; expected < 20; expected += 1) await orThrow(directory.sound.commit(commitOf(expected)));
    const asked: string[] = [];
    const noting = <T>(what: string, call: (path: string) => Promise<T>): ((path: string) => Promise<T>) => {
      return (path) => (asked.push(`${what} ${path.slice(-2)}`), call(path));
    };
    const files: FileOperations = {
      ...nodeFiles,
      exists: noting('exists', (path) => nodeFiles.exists(path)),
      look: noting('look', (path) => nodeFiles.look(path)),
      entries: noting('entries', (path) => nodeFiles.entries(path)),
      read: noting('read', (path) => nodeFiles.read(path)),
    };
    const settle = () => new Promise((done) => setTimeout(done, 60));
    const store = createFsTaskStore({ root: directory.root, files });
    await settle();
    await orThrow(store.read('TASK-1'));
    expect(asked).toContain('entries ns');
    asked.length = 0;
    await orThrow(store.read('TASK-1'));
    expect(asked).toEqual(['look ns', 'read 20']);
    await orThrow(directory.sound.commit(commitOf(20)));
    expect((await orThrow(store.read('TASK-1'))).revision).toBe(21);
    await orThrow(store.commit(commitOf(21)));
    await settle();
    await orThrow(store.read('TASK-1'));
    asked.length = 0;
    await orThrow(store.read('TASK-1'));
    expect(asked).toEqual(['look ns', 'read 22']);
  });

  test('checks all names the less often the more there are', async () => {
    let checks = 0;
    const entries: FileOperations['entries'] = (path) => ((checks += 1), nodeFiles.entries(path));
    const store = createFsTaskStore({ root: directory.root, files: { ...nodeFiles, entries } });
    for (let expected = 1; expected < 200; expected += 1) await orThrow(store.commit(commitOf(expected)));
    checks = 0;
    for (let expected = 200; expected < 260; expected += 1) await orThrow(store.commit(commitOf(expected)));
    expect(checks).toBeGreaterThan(10);
    expect(checks).toBeLessThan(25);
  });

  test('of a task that somebody removed starts anew', async () => {
    await orThrow(directory.sound.read('TASK-1'));
    fs.rmSync(directory.taskPath(), { recursive: true });
    expect(await orThrow(directory.sound.read('TASK-1'))).toEqual({ revision: 0, body: null });
    expect(await orThrow(directory.sound.commit(commitOf(0)))).toEqual({ revision: 1, replayed: false });
  });

  test('of a page meets the damage of one task and lists the others', async () => {
    for (const id of ['TASK-2', 'TASK-3', 'TASK-4']) await orThrow(directory.sound.commit({ ...commitOf(0), id }));
    fs.writeFileSync(join(directory.root, 'TASK-3', 'revisions', '00000001'), 'damaged');
    const store = createFsTaskStore({ root: directory.root });
    expect((await orThrow(store.list({ limit: 9 }))).map((row) => [row.id, row.problem?.code])).toEqual([
      ['TASK-1', undefined],
      ['TASK-2', undefined],
      ['TASK-3', 'Corrupt'],
      ['TASK-4', undefined],
    ]);
    expect((await failureOf(store.read('TASK-3'))).data).toMatchObject({ reason: 'its checksum does not match' });
  });

  test('lists more tasks than it opens at once', async () => {
    for (let task = 10; task < 50; task += 1)
      await orThrow(directory.sound.commit({ ...commitOf(0), id: `T-${task}` }));
    fs.mkdirSync(join(directory.root, 'T-00', 'revisions'), { recursive: true });
    expect((await orThrow(directory.sound.list({ prefix: 'T-', limit: 39 }))).map(({ id }) => id)).toEqual(
      Array.from({ length: 39 }, (_, index) => `T-${index + 10}`),
    );
    expect(await orThrow(directory.sound.list({ limit: 100 }))).toHaveLength(41);
  });

  test('lists in the order of ids, whatever the order of the disk', async () => {
    for (const id of ['b', 'TASK-2', 'A']) await orThrow(directory.sound.commit({ ...commitOf(0), id }));
    const sorted = ['A', 'TASK-1', 'TASK-2', 'b'];
    for (const order of [sorted, [...sorted].reverse()]) {
      const list = async (path: string): Promise<string[]> => {
        const names = await nodeFiles.list(path);
        return path === directory.root ? order.flatMap((id) => names.filter((name) => name.startsWith(id))) : names;
      };
      const store = createFsTaskStore({ root: directory.root, files: { ...nodeFiles, list } });
      expect((await orThrow(store.list({ limit: 9 }))).map(({ id }) => id)).toEqual(sorted);
    }
  });
});

describe('a revision file', () => {
  const reseal = (content: string): void =>
    fs.writeFileSync(directory.taskPath('revisions', '00000001'), `${content}\n${sha256Hex(content)}\n`);

  test.each(['{"format":"batonkit/revision/2"}\n', '{}\n', 'null\n', 'no JSON\n', ''])(
    'of another version is Corrupt: %j',
    async (content) => {
      reseal(content);
      expect((await failureOf(createFsTaskStore({ root: directory.root }).read('TASK-1'))).data).toMatchObject({
        reason: 'it is not a revision file of this version',
      });
    },
  );

  test.each([
    { task: 'TASK-1', revision: 2 },
    { task: 'TASK-2', revision: 1 },
  ])('of $task revision $revision in the wrong place is Corrupt', async ({ task, revision }) => {
    reseal(`${JSON.stringify({ format: 'batonkit/revision/1', task, revision, audit: 0, body: 0, artifacts: [] })}\n`);
    expect((await failureOf(createFsTaskStore({ root: directory.root }).read('TASK-1'))).data).toMatchObject({
      reason: `it holds revision ${revision} of ${task}`,
    });
  });
});
