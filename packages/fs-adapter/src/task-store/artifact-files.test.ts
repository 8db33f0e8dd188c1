import fs from 'node:fs';
import { orThrow } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { commitOf, createTroubledDirectory, failAt, failureOf } from './troubled-store.fixture.ts';

let directory: Awaited<ReturnType<typeof createTroubledDirectory>>;
beforeEach(async () => (directory = await createTroubledDirectory()));
afterEach(() => directory.close());

describe('an artifact', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const sha = sha256Hex(bytes);

  test('whose unfinished file a sweep took away is written again', async () => {
    const { store, reached } = directory.troubled((point, times) => {
      if (point === 'before rename to artifact' && times < 3) fs.rmSync(directory.taskPath('tmp'), { recursive: true });
    });
    expect(await orThrow(store.putArtifact('TASK-1', bytes))).toBe(sha);
    expect(reached.filter((point) => point === 'before rename to artifact')).toHaveLength(3);
    expect(await orThrow(directory.sound.getArtifact('TASK-1', sha))).toEqual(bytes);
  });

  test('is what it was when it was given, whatever becomes of the bytes meanwhile', async () => {
    const own = new Uint8Array(bytes);
    const { store } = directory.troubled((point) => {
      if (point === 'before write unfinished other') own.fill(7);
    });
    expect(await orThrow(store.putArtifact('TASK-1', own))).toBe(sha);
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
  });

  test.each(['/x', `${sha}0`, `0${sha}`, sha.toUpperCase(), ''])('there is none by the name %j', async (name) => {
    await orThrow(directory.sound.putArtifact('TASK-1', bytes));
    fs.writeFileSync(directory.taskPath('artifacts', `${sha}0`), bytes);
    fs.writeFileSync(directory.taskPath('artifacts', `0${sha}`), bytes);
    expect((await failureOf(directory.sound.getArtifact('TASK-1', name))).code).toBe('ArtifactMissing');
  });

  test('is given up after twenty attempts, and after one when the disk is full', async () => {
    for (const [code, attempts] of [
      ['ENOENT', 20],
      ['ENOSPC', 1],
    ] as const) {
      const { store, reached } = directory.troubled(failAt('before rename to artifact', code));
      expect((await failureOf(store.putArtifact('TASK-1', bytes))).data).toMatchObject({
        operation: 'store an artifact of TASK-1',
        reason: expect.stringContaining(`(${code})`) as string,
      });
      expect(reached.filter((point) => point === 'before rename to artifact')).toHaveLength(attempts);
    }
  });

  test('that is damaged says how', async () => {
    const large = new Uint8Array(16 * 1024 + 1);
    const largeSha = await orThrow(directory.sound.putArtifact('TASK-1', large));
    await orThrow(directory.sound.putArtifact('TASK-1', bytes));
    fs.writeFileSync(directory.taskPath('artifacts', `${largeSha}.gz`), 'no gzip');
    fs.writeFileSync(directory.taskPath('artifacts', sha), 'other bytes');
    expect((await failureOf(directory.sound.getArtifact('TASK-1', largeSha))).data).toEqual({
      id: 'TASK-1',
      where: directory.taskPath('artifacts', `${largeSha}.gz`),
      reason: 'it cannot be decompressed',
    });
    expect((await failureOf(directory.sound.getArtifact('TASK-1', sha))).data).toEqual({
      id: 'TASK-1',
      where: directory.taskPath('artifacts', sha),
      reason: 'its SHA-256 does not match its name',
    });
  });

  test('is compressed above 16 KiB only', async () => {
    for (const size of [16 * 1024, 16 * 1024 + 1])
      await orThrow(directory.sound.putArtifact('TASK-1', new Uint8Array(size)));
    const sizes = fs
      .readdirSync(directory.taskPath('artifacts'))
      .map((name) => [name.endsWith('.gz'), fs.statSync(directory.taskPath('artifacts', name)).size >= 16 * 1024]);
    expect(sizes.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test.each(['', 'abc', '../../x', 'A'.repeat(64), `x${'a'.repeat(64)}`, `${'a'.repeat(64)}x`])(
    'named %j is missing, whatever lies there',
    async (name) => {
      expect((await failureOf(directory.sound.getArtifact('TASK-1', name))).code).toBe('ArtifactMissing');
    },
  );

  test('that a sweep puts back between two looks is found', async () => {
    await orThrow(directory.sound.putArtifact('TASK-1', bytes));
    const aside = directory.taskPath('trash', `${sha}~aside`);
    fs.renameSync(directory.taskPath('artifacts', sha), aside);
    const list = async (path: string): Promise<string[]> => {
      if (path.endsWith('trash') && fs.existsSync(aside)) fs.renameSync(aside, directory.taskPath('artifacts', sha));
      return nodeFiles.list(path);
    };
    const store = createFsTaskStore({ root: directory.root, files: { ...nodeFiles, list } });
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
  });

  test('set aside and damaged is told under its own name', async () => {
    fs.writeFileSync(directory.taskPath('trash', `${sha}~aside`), 'other bytes');
    fs.writeFileSync(directory.taskPath('trash', 'no artifact'), bytes);
    fs.writeFileSync(directory.taskPath('trash', `x${sha}~aside`), bytes);
    expect((await failureOf(directory.sound.getArtifact('TASK-1', sha))).data).toMatchObject({
      where: directory.taskPath('artifacts', sha),
    });
  });

  test('set aside is put back, durable, before a commit names it; the gz form too', async () => {
    const large = new Uint8Array(20_000);
    const shas = [
      await orThrow(directory.sound.putArtifact('TASK-1', bytes)),
      await orThrow(directory.sound.putArtifact('TASK-1', large)),
    ];
    for (const name of fs.readdirSync(directory.taskPath('artifacts')))
      fs.renameSync(directory.taskPath('artifacts', name), directory.taskPath('trash', `${name}~aside`));
    const { store, reached } = directory.troubled();
    await orThrow(store.commit(commitOf(1, { artifacts: shas })));
    expect(fs.readdirSync(directory.taskPath('artifacts')).sort()).toEqual([shas[0], `${shas[1]}.gz`].sort());
    expect(reached.indexOf('after fsync directory artifacts')).toBeGreaterThan(reached.indexOf('after link artifact'));
    expect(reached.lastIndexOf('after fsync directory artifacts')).toBeLessThan(
      reached.indexOf('before link revision'),
    );
  });

  test.each([
    { code: 'ENOENT', answer: 'ArtifactMissing' },
    { code: 'EACCES', answer: 'StorageFailure' },
    { code: 'EEXIST', answer: 'ok' },
  ])('set aside that cannot be put back ($code) is $answer', async ({ code, answer }) => {
    await orThrow(directory.sound.putArtifact('TASK-1', bytes));
    fs.renameSync(directory.taskPath('artifacts', sha), directory.taskPath('trash', `${sha}~aside`));
    const { store } = directory.troubled(failAt('before link artifact', code));
    const committed = await store.commit(commitOf(1, { artifacts: [sha] }));
    expect(committed.isOk() ? 'ok' : committed.error.code).toBe(answer);
  });
});
