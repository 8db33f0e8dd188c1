import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { orThrow, type TaskStore } from '@batonkit/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { commitOf, createTroubledDirectory, failureOf } from './troubled-store.fixture.ts';

let directory: Awaited<ReturnType<typeof createTroubledDirectory>>;
beforeEach(async () => (directory = await createTroubledDirectory()));
afterEach(() => directory.close());
const fresh = (): TaskStore => createFsTaskStore({ root: directory.root });
const pathOf = (revision: number): string => directory.taskPath('revisions', String(revision).padStart(8, '0'));
const note = (): string => fs.readFileSync(directory.taskPath('last-revision'), 'utf8');

describe('a revision that is gone', () => {
  test('whichever it is, and however many: Corrupt for every call, and nothing is written', async () => {
    for (let expected = 1; expected < 12; expected += 1) await orThrow(directory.sound.commit(commitOf(expected)));
    const saved = new Map(Array.from({ length: 12 }, (_, at) => [at + 1, fs.readFileSync(pathOf(at + 1))]));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), async (gone) => {
        for (const revision of gone) fs.rmSync(pathOf(revision));
        const left = fs.readdirSync(directory.taskPath('revisions'));
        try {
          for (const store of [directory.sound, fresh()]) {
            expect((await failureOf(store.read('TASK-1'))).code).toBe('Corrupt');
            for (const expected of [0, Math.min(...gone) - 1, 11, 12])
              expect((await failureOf(store.commit(commitOf(expected, { operationId: 'new' })))).code).toBe('Corrupt');
            expect((await failureOf(store.readAudit('TASK-1', { afterRevision: 0, limit: 5 }))).code).toBe('Corrupt');
            expect((await failureOf(store.sweep({ olderThanMs: 0 }))).code).toBe('Corrupt');
          }
          expect(fs.readdirSync(directory.taskPath('revisions'))).toEqual(left);
        } finally {
          for (const revision of gone) fs.writeFileSync(pathOf(revision), saved.get(revision) ?? '');
        }
        expect((await orThrow(directory.sound.read('TASK-1'))).revision).toBe(12);
      }),
      { numRuns: 25 },
    );
  });

  test('is told by number', async () => {
    for (let expected = 1; expected < 9; expected += 1) await orThrow(directory.sound.commit(commitOf(expected)));
    for (const revision of [2, 3, 4, 5, 6, 7]) fs.rmSync(pathOf(revision));
    expect((await failureOf(fresh().read('TASK-1'))).data).toEqual({
      id: 'TASK-1',
      where: directory.taskPath('revisions'),
      reason: 'revision 9 was made, but there is no 00000002, 00000003, 00000004, 00000005, 00000006',
    });
  });
});

describe('the note of the last revision', () => {
  test('follows each commit', async () => {
    expect(note()).toBe('00000001\n');
    await orThrow(directory.sound.commit(commitOf(1)));
    expect(note()).toBe('00000002\n');
  });

  test.each(['00000001\n', '', '\0\0\0\0', 'no number', '0000000000000001\n'])(
    'may lag or be unreadable, as after a crash: %j',
    async (text) => {
      for (const expected of [1, 2]) await orThrow(directory.sound.commit(commitOf(expected)));
      fs.writeFileSync(directory.taskPath('last-revision'), text);
      expect((await orThrow(fresh().read('TASK-1'))).revision).toBe(3);
      await orThrow(fresh().commit(commitOf(3)));
      expect(note()).toBe('00000004\n');
    },
  );

  test('may be missing, as in a store of an earlier version', async () => {
    fs.rmSync(directory.taskPath('last-revision'));
    expect((await orThrow(fresh().read('TASK-1'))).revision).toBe(1);
  });

  test('that is a pipe keeps nobody waiting', async () => {
    fs.rmSync(directory.taskPath('last-revision'));
    execFileSync('mkfifo', [directory.taskPath('last-revision')]);
    expect((await failureOf(fresh().read('TASK-1'))).data).toMatchObject({
      where: directory.taskPath('last-revision'),
      reason: 'it is not a regular file',
    });
  });

  test('that cannot be written fails no commit', async () => {
    const { store } = directory.troubled((point) => {
      if (point === 'before overwrite last-revision') throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    expect(note()).toBe('00000001\n');
  });

  test('is written after the revision is durable, and never goes back', async () => {
    const { store, reached } = directory.troubled(async (point) => {
      if (point === 'after fsync directory revisions') await orThrow(directory.sound.commit(commitOf(2)));
    });
    await orThrow(store.commit(commitOf(1)));
    expect(reached).toContain('after fsync directory revisions');
    expect(reached).not.toContain('before overwrite last-revision');
    expect(note()).toBe('00000003\n');
  });
});

test('a name that a listing missed beside a writer is no gap', async () => {
  for (const expected of [1, 2]) await orThrow(directory.sound.commit(commitOf(expected)));
  const entries: typeof nodeFiles.entries = async (path) =>
    (await nodeFiles.entries(path)).filter(({ name }) => name !== '00000002');
  const store = createFsTaskStore({ root: directory.root, files: { ...nodeFiles, entries } });
  expect((await orThrow(store.read('TASK-1'))).revision).toBe(3);
});

test('names that are none of ours are no revisions', async () => {
  for (const name of ['.DS_Store', '00000001~', '1', '000000002', '00000000'])
    fs.writeFileSync(directory.taskPath('revisions', name), '');
  expect((await orThrow(fresh().read('TASK-1'))).revision).toBe(1);
});
