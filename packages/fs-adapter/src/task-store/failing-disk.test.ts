import fs from 'node:fs';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { commitOf, createTroubledDirectory, failAt, failureOf, systemError } from './troubled-store.fixture.ts';

let directory: Awaited<ReturnType<typeof createTroubledDirectory>>;
beforeEach(async () => (directory = await createTroubledDirectory()));
afterEach(() => directory.close());

describe('a commit', () => {
  test.each(['create', 'write', 'fsync', 'close'])('that fails at %s wrote nothing and left nothing', async (step) => {
    const { store } = directory.troubled(failAt(`before ${step} unfinished revision`, 'ENOSPC'));
    expect(await failureOf(store.commit(commitOf(1)))).toMatchObject({
      code: 'StorageFailure',
      data: { operation: 'commit TASK-1', reason: 'the disk is full (ENOSPC)' },
    });
    expect(await orThrow(directory.sound.read('TASK-1'))).toEqual({ revision: 1, body: 'body 0' });
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
    expect(await orThrow(store.list({ limit: 1 }))).toEqual([{ id: 'TASK-1', revision: 1, purged: false }]);
  });

  test('whose device fails at the link may have been made: the outcome is unknown, and repeating it tells', async () => {
    const { store } = directory.troubled(failAt('after link revision', 'EIO'));
    expect(await failureOf(store.commit(commitOf(1)))).toMatchObject({
      code: 'OutcomeUnknown',
      data: { id: 'TASK-1', operationId: 'op-1' },
      cause: { code: 'EIO' },
    });
    expect(await orThrow(directory.sound.commit(commitOf(1)))).toEqual({ revision: 2, replayed: true });
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
  });

  test('on a file system without hard links is a StorageFailure', async () => {
    const { store } = directory.troubled(failAt('before link revision', 'EPERM'));
    expect((await failureOf(store.commit(commitOf(1)))).message).toContain('the operation is not permitted (EPERM)');
  });

  test.each(['EIO', 'ENOSPC'])(
    'whose name may not be durable (%s) is not acknowledged, nor is its replay',
    async (code) => {
      const { store } = directory.troubled(failAt('before fsync directory revisions', code));
      expect(await failureOf(store.commit(commitOf(1)))).toMatchObject({ code: 'OutcomeUnknown', cause: { code } });
      expect(await failureOf(store.commit(commitOf(1)))).toMatchObject({ code: 'OutcomeUnknown', cause: { code } });
      expect(await orThrow(directory.sound.commit(commitOf(1)))).toEqual({ revision: 2, replayed: true });
    },
  );

  test('a bug under it stays an exception', async () => {
    const bug = new TypeError('a bug');
    const { store } = directory.troubled((point) => {
      if (point === 'before link revision') throw bug;
    });
    await expect(store.commit(commitOf(1))).rejects.toBe(bug);
  });

  test('whose unfinished file a sweep took away is written again', async () => {
    const { store, reached } = directory.troubled((point, times) => {
      if (point === 'before link revision' && times < 4)
        for (const name of fs.readdirSync(directory.taskPath('tmp'))) fs.rmSync(directory.taskPath('tmp', name));
    });
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    expect(reached.filter((point) => point === 'before create unfinished revision')).toHaveLength(4);
  });

  test('gives up when sweeps keep taking its file away', async () => {
    const { store, reached } = directory.troubled(failAt('before link revision', 'ENOENT'));
    expect(await failureOf(store.commit(commitOf(1)))).toMatchObject({
      code: 'StorageFailure',
      data: { operation: 'commit TASK-1', reason: 'sweeps kept taking its unfinished file away' },
    });
    expect(reached.filter((point) => point === 'before link revision')).toHaveLength(20);
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
  });

  test('makes its directories again when somebody removed them, durable as the first time', async () => {
    const { store, reached } = directory.troubled();
    await orThrow(store.commit(commitOf(1)));
    fs.rmSync(directory.taskPath('tmp'), { recursive: true });
    reached.length = 0;
    expect(await orThrow(store.commit(commitOf(2)))).toEqual({ revision: 3, replayed: false });
    expect(reached).toContain('after make directory tmp');
    expect(reached).toContain('after fsync directory TASK-1');
  });

  test('asks for its directories once per task and process', async () => {
    const { store, reached } = directory.troubled();
    await orThrow(store.commit(commitOf(1)));
    reached.length = 0;
    await orThrow(store.commit(commitOf(2)));
    expect(reached.filter((point) => point.includes('make directory'))).toEqual([]);
    await orThrow(store.commit({ ...commitOf(0), id: 'TASK-2' }));
    expect(reached).toContain('after make directory TASK-2');
  });

  test('that lost the race for the name is a Conflict with what it found', async () => {
    const { store } = directory.troubled(async (point) => {
      if (point === 'before link revision')
        await orThrow(directory.sound.commit(commitOf(1, { operationId: 'rival' })));
    });
    expect((await failureOf(store.commit(commitOf(1)))).data).toEqual({ id: 'TASK-1', expected: 1, found: 2 });
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
  });

  test('looks for artifacts only after its unfinished file is there, and names the missing one', async () => {
    const sha = await orThrow(directory.sound.putArtifact('TASK-1', new Uint8Array([1])));
    const { store } = directory.troubled((point) => {
      if (point === 'after close unfinished revision') fs.rmSync(directory.taskPath('artifacts', sha));
    });
    const missing = await failureOf(store.commit(commitOf(1, { artifacts: [sha] })));
    expect(missing).toMatchObject({ code: 'ArtifactMissing', data: { id: 'TASK-1', sha } });
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
  });

  test('whose earlier revision lost its file is a gap in the audit, and Corrupt', async () => {
    for (const expected of [1, 2]) await orThrow(directory.sound.commit(commitOf(expected)));
    fs.rmSync(directory.taskPath('revisions', '00000002'));
    const audit = await failureOf(directory.sound.readAudit('TASK-1', { afterRevision: 0, limit: 10 }));
    expect(audit).toMatchObject({
      code: 'Corrupt',
      data: { where: directory.taskPath('revisions'), reason: 'revision 3 was made, but there is no 00000002' },
    });
  });
});

describe('a purge', () => {
  test('stands when the bodies before it cannot be dropped, and a sweep drops them', async () => {
    const { store } = directory.troubled(failAt('before create unfinished other', 'ENOSPC'));
    expect(await orThrow(store.commit(commitOf(1, { body: null })))).toEqual({ revision: 2, replayed: false });
    const first = (): string => fs.readFileSync(directory.taskPath('revisions', '00000001'), 'utf8');
    expect(first()).toContain('body 0');
    expect(await orThrow(directory.sound.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(first()).not.toContain('body 0');
  });

  test('does not hide a bug', async () => {
    const { store } = directory.troubled((point) => {
      if (point === 'before create unfinished other') throw new TypeError('a bug');
    });
    await expect(store.commit(commitOf(1, { body: null }))).rejects.toThrow('a bug');
  });
});

test('a failed call tells what it was about', async () => {
  const broken = createFsTaskStore({
    root: directory.root,
    files: {
      ...nodeFiles,
      exists: () => Promise.reject(systemError('EIO')),
      list: () => Promise.reject(systemError('EIO')),
      read: () => Promise.reject(systemError('EIO')),
    },
  });
  const told = [
    await broken.read('TASK-1'),
    await broken.list({ limit: 1 }),
    await broken.getArtifact('TASK-1', 'a'.repeat(64)),
    await broken.readAudit('TASK-1', { afterRevision: 0, limit: 1 }),
    await broken.commit(commitOf(1)),
    await broken.sweep({ olderThanMs: 0 }),
  ].map((answer) => (answer._unsafeUnwrapErr().data as { operation: string }).operation);
  expect(told).toEqual([
    'read TASK-1',
    'list tasks',
    'read an artifact of TASK-1',
    'read the audit of TASK-1',
    'commit TASK-1',
    'sweep',
  ]);
});
