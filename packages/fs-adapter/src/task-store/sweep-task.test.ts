import fs from 'node:fs';
import { orThrow, type TaskStore } from '@batonkit/core';
import { createManualClock } from '@batonkit/memory-adapter';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { commitOf, createTroubledDirectory, failAt, failureOf, systemError } from './troubled-store.fixture.ts';

let directory: Awaited<ReturnType<typeof createTroubledDirectory>>;
beforeEach(async () => (directory = await createTroubledDirectory()));
afterEach(() => directory.close());

describe('a sweep', () => {
  const put = (byte: number): Promise<string> => orThrow(directory.sound.putArtifact('TASK-1', new Uint8Array([byte])));

  test('takes unfinished revisions away before it removes an artifact, and only then', async () => {
    fs.writeFileSync(directory.taskPath('tmp', 'revision-paused'), '');
    fs.writeFileSync(directory.taskPath('tmp', 'other-paused'), '');
    const young = {
      ...nodeFiles,
      writtenAt: (path: string) =>
        path.includes('paused') ? Promise.resolve(Date.now() + 1e6) : nodeFiles.writtenAt(path),
    };
    const first = directory.troubled(() => undefined, young);
    expect(await orThrow(first.store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
    expect(fs.readdirSync(directory.taskPath('tmp')).sort()).toEqual(['other-paused', 'revision-paused']);
    await put(1);
    const { store, reached } = directory.troubled(() => undefined, young);
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual(['other-paused']);
    const order = [
      'after rename to trash',
      'after remove unfinished revision',
      'after fsync directory revisions',
      'after remove trash',
    ];
    const places = order.map((point) => reached.indexOf(point));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('gives an artifact its name back that a commit named meanwhile, and does not count it', async () => {
    const [named, orphan] = [await put(1), await put(2)];
    const { store } = directory.troubled(async (point, times) => {
      if (point === 'before rename to trash' && times === 1)
        await orThrow(directory.sound.commit(commitOf(1, { artifacts: [named] })));
    });
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(fs.readdirSync(directory.taskPath('artifacts'))).toEqual([named]);
    expect(fs.readdirSync(directory.taskPath('trash'))).toEqual([]);
    expect((await failureOf(directory.sound.getArtifact('TASK-1', orphan))).code).toBe('ArtifactMissing');
  });

  test.each(['before rename to trash', 'before remove trash'])('does not count what was gone %s', async (at) => {
    await put(1);
    const { store } = directory.troubled(failAt(at, 'ENOENT'));
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
  });

  test.each(['before rename to trash', 'before remove trash', 'before fsync directory revisions'])(
    'that fails %s says so and keeps the artifact readable',
    async (at) => {
      const sha = await put(1);
      const { store } = directory.troubled(failAt(at, 'EIO'));
      expect((await failureOf(store.sweep({ olderThanMs: 0 }))).data).toMatchObject({ operation: 'sweep TASK-1' });
      expect(await orThrow(directory.sound.getArtifact('TASK-1', sha))).toEqual(new Uint8Array([1]));
    },
  );

  test('makes the next revision durable before it drops a body, and the new file before it takes the name', async () => {
    await orThrow(directory.sound.commit(commitOf(1)));
    const { store, reached } = directory.troubled();
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(reached.filter((point) => point.startsWith('after') && !point.includes('context.json')).slice(0, 7)).toEqual(
      [
        'after fsync directory revisions',
        'after create unfinished other',
        'after write unfinished other',
        'after fsync unfinished other',
        'after close unfinished other',
        'after rename to revision',
        'after fsync directory revisions',
      ],
    );
  });

  test('of one revision has nothing to drop and syncs nothing', async () => {
    const { store, reached } = directory.troubled();
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
    expect(reached).not.toContain('after fsync directory revisions');
  });

  test('that drops no body syncs once', async () => {
    await orThrow(directory.sound.commit(commitOf(1)));
    const { store, reached } = directory.troubled();
    expect(await orThrow(store.sweep({ olderThanMs: 3_600_000 }))).toEqual({ removed: 0 });
    expect(reached.filter((point) => point === 'after fsync directory revisions')).toHaveLength(1);
  });

  test('takes what is just as old as asked for', async () => {
    fs.writeFileSync(directory.taskPath('tmp', 'other-left'), '');
    const files = { ...nodeFiles, writtenAt: () => Promise.resolve(1000) };
    const sweepAt = (now: number) =>
      createFsTaskStore({ root: directory.root, files, clock: createManualClock({ start: now }) });
    expect(await orThrow(sweepAt(1499).sweep({ olderThanMs: 500 }))).toEqual({ removed: 0 });
    expect(await orThrow(sweepAt(1500).sweep({ olderThanMs: 500 }))).toEqual({ removed: 1 });
  });

  test('leaves a body whose file another sweep took, and tells other trouble', async () => {
    await orThrow(directory.sound.commit(commitOf(1)));
    const { store } = directory.troubled((point, times) => {
      if (point === 'before rename to revision' && times === 1) throw systemError('ENOENT');
    });
    await orThrow(store.sweep({ olderThanMs: 0 }));
    expect(fs.readFileSync(directory.taskPath('revisions', '00000001'), 'utf8')).toContain('body 0');
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
    const full = directory.troubled(failAt('before rename to revision', 'ENOSPC'));
    expect((await failureOf(full.store.sweep({ olderThanMs: 0 }))).code).toBe('StorageFailure');
    expect(fs.readdirSync(directory.taskPath('tmp'))).toEqual([]);
  });

  test('leaves no body behind for good when another sweep took a file in the middle, and counts only what it dropped', async () => {
    for (const expected of [1, 2, 3]) await orThrow(directory.sound.commit(commitOf(expected)));
    const { store } = directory.troubled((point, times) => {
      if (point === 'before rename to revision' && (times === 2 || times === 4)) throw systemError('ENOENT');
    });
    await orThrow(store.commit(commitOf(4, { body: null })));
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 2 });
    const revisions = fs.readdirSync(directory.taskPath('revisions'));
    const left = revisions.filter((name) =>
      fs.readFileSync(directory.taskPath('revisions', name), 'utf8').includes('body '),
    );
    expect(left).toEqual([]);
  });

  test('drops no body that is younger than asked for, and goes on where the last sweep ended', async () => {
    for (const expected of [1, 2, 3]) await orThrow(directory.sound.commit(commitOf(expected)));
    const isYoung = (revision: number): string => directory.taskPath('revisions', `0000000${revision}`);
    const old = new Date(Date.now() - 60_000);
    fs.utimesSync(isYoung(1), old, old);
    expect(await orThrow(directory.sound.sweep({ olderThanMs: 30_000 }))).toEqual({ removed: 1 });
    fs.utimesSync(isYoung(2), old, old);
    fs.utimesSync(isYoung(3), old, old);
    expect(await orThrow(directory.sound.sweep({ olderThanMs: 30_000 }))).toEqual({ removed: 2 });
    expect((await orThrow(directory.sound.read('TASK-1'))).body).toBe('body 3');
  });

  describe('of a task with a damaged revision says Corrupt', () => {
    const damage = (revision: number): void =>
      fs.truncateSync(directory.taskPath('revisions', `0000000${revision}`), 9);
    const refusal = async (store: TaskStore): Promise<string> =>
      (await failureOf(store.sweep({ olderThanMs: 0 }))).code;

    test('the last one: no artifact goes', async () => {
      const sha = await put(1);
      damage(1);
      expect(await refusal(directory.sound)).toBe('Corrupt');
      expect(fs.readdirSync(directory.taskPath('artifacts'))).toEqual([sha]);
    });

    test('the last one, while artifacts are set aside: they stay readable', async () => {
      const sha = await put(1);
      const { store } = directory.troubled((point) => {
        if (point === 'after rename to trash') damage(1);
      });
      expect(await refusal(store)).toBe('Corrupt');
      expect(await orThrow(directory.sound.getArtifact('TASK-1', sha))).toEqual(new Uint8Array([1]));
    });

    test('the last one, after everything was swept', async () => {
      await put(1);
      const { store } = directory.troubled((point) => {
        if (point === 'after remove trash') damage(1);
      });
      expect(await refusal(store)).toBe('Corrupt');
    });

    test.each([1, 2])('an earlier one, %d', async (revision) => {
      for (const expected of [1, 2]) await orThrow(directory.sound.commit(commitOf(expected)));
      damage(revision);
      expect(await refusal(directory.sound)).toBe('Corrupt');
    });

    test('an earlier one, just before its body is dropped', async () => {
      await orThrow(directory.sound.commit(commitOf(1)));
      const writtenAt: typeof nodeFiles.writtenAt = (path) => {
        if (path.endsWith('00000001')) damage(1);
        return nodeFiles.writtenAt(path);
      };
      expect(await refusal(createFsTaskStore({ root: directory.root, files: { ...nodeFiles, writtenAt } }))).toBe(
        'Corrupt',
      );
    });
  });

  test('whose leftover was taken by its writer does not count it', async () => {
    fs.writeFileSync(directory.taskPath('tmp', 'other-left'), '');
    const { store } = directory.troubled(failAt('before remove unfinished other', 'ENOENT'));
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
  });

  test('counts over all tasks, and writes a context.json that is missing', async () => {
    await orThrow(directory.sound.commit({ ...commitOf(0), id: 'TASK-2' }));
    for (const id of ['TASK-1', 'TASK-2'])
      for (const byte of [1, 2]) await orThrow(directory.sound.putArtifact(id, new Uint8Array([byte])));
    fs.rmSync(directory.taskPath('context.json'));
    expect(await orThrow(createFsTaskStore({ root: directory.root }).sweep({ olderThanMs: 0 }))).toEqual({
      removed: 4,
    });
    expect(fs.readFileSync(directory.taskPath('context.json'), 'utf8')).toBe('body 0');
  });
});
