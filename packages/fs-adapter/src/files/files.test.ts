import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, storeErrors } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureDirectory } from './ensure-directory.ts';
import { errorCode, type FileOperations, nodeFiles, type OpenFile, unlessAbsent } from './file-operations.ts';
import { failureReason, onDisk, storageFailure } from './storage-failure.ts';
import { removeQuietly, writeFile } from './write-file.ts';

let scratch: string;
beforeEach(() => (scratch = fs.mkdtempSync(join(tmpdir(), 'batonkit-files-'))));
afterEach(() => fs.rmSync(scratch, { recursive: true }));

const at = (...names: string[]): string => join(scratch, ...names);
const systemError = (code: unknown, path?: unknown): Error =>
  Object.assign(new Error('words of the system'), { code, ...(path !== undefined && { path }) });
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => 'done',
    (error: unknown) => errorCode(error),
  );

describe('nodeFiles', () => {
  const large = 300 * 1024;

  test.each([0, 5, 256 * 1024, 256 * 1024 + 1, large])('%d bytes are written and read back', async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
    const file = await nodeFiles.create(at('file'));
    expect(await file.write(bytes)).toBe(size);
    await file.sync();
    await file.close();
    expect(Buffer.compare(await nodeFiles.read(at('file')), bytes)).toBe(0);
  });

  test('large and small writes go on where the last one ended', async () => {
    const file = await nodeFiles.create(at('file'));
    for (const [byte, size] of [1, 2, 3].map((value) => [value, value === 2 ? large : 3] as const))
      await file.write(new Uint8Array(size).fill(byte));
    await file.close();
    const content = fs.readFileSync(at('file'));
    expect(content).toHaveLength(large + 6);
    expect([content[0], content[3], content[large + 2], content[large + 3]]).toEqual([1, 2, 2, 3]);
  });

  test('no file stays open', async () => {
    const open = (): number => fs.readdirSync('/proc/self/fd').length;
    fs.writeFileSync(at('small'), 'small');
    fs.writeFileSync(at('large'), Buffer.alloc(large));
    const before = open();
    for (let round = 0; round < 20; round += 1) {
      await nodeFiles.read(at('small'));
      await nodeFiles.read(at('large'));
      await nodeFiles.syncDirectory(scratch);
      await (await nodeFiles.create(at(`new-${round}`))).close();
    }
    expect(open()).toBeLessThan(before + 20);
  });

  test('names are taken once, and trouble is a rejection with the code of the system', async () => {
    await (await nodeFiles.create(at('file'))).close();
    expect(await codeOf(nodeFiles.create(at('file')))).toBe('EEXIST');
    await nodeFiles.link(at('file'), at('other'));
    expect(await codeOf(nodeFiles.link(at('file'), at('other')))).toBe('EEXIST');
    await nodeFiles.makeDirectory(at('folder'));
    expect(await codeOf(nodeFiles.makeDirectory(at('folder')))).toBe('EEXIST');
    expect(await codeOf(nodeFiles.remove(at('absent')))).toBe('ENOENT');
    expect(await codeOf(nodeFiles.rename(at('absent'), at('file')))).toBe('ENOENT');
    expect(await codeOf(nodeFiles.read(at('absent')))).toBe('ENOENT');
    expect(await codeOf(nodeFiles.syncDirectory(at('absent')))).toBe('ENOENT');
    expect(await codeOf(nodeFiles.syncDirectory(at('file')))).toBe('ENOTDIR');
    await nodeFiles.rename(at('other'), at('moved'));
    await nodeFiles.remove(at('file'));
    expect(fs.readdirSync(scratch).sort()).toEqual(['folder', 'moved']);
  });

  test('absence is an answer where it is asked for, and other trouble is not absence', async () => {
    fs.writeFileSync(at('file'), '');
    fs.utimesSync(at('file'), 1000, 1234.5678);
    fs.symlinkSync('nowhere', at('dangling'));
    expect([await nodeFiles.exists(at('file')), await nodeFiles.exists(at('dangling'))]).toEqual([true, true]);
    expect(await nodeFiles.exists(at('absent'))).toBe(false);
    expect(await codeOf(nodeFiles.exists(at('file', 'below')))).toBe('ENOTDIR');
    expect(await nodeFiles.writtenAt(at('file'))).toBe(1_234_567);
    expect(await nodeFiles.writtenAt(at('absent'))).toBeNull();
    expect((await nodeFiles.list(scratch)).sort()).toEqual(['dangling', 'file']);
    expect(await nodeFiles.list(at('absent'))).toEqual([]);
    expect(await codeOf(nodeFiles.list(at('file')))).toBe('ENOTDIR');
  });

  test('files and directories are for their owner alone', async () => {
    await (await nodeFiles.create(at('file'))).close();
    await nodeFiles.makeDirectory(at('folder'));
    expect(['file', 'folder'].map((name) => fs.statSync(at(name)).mode & 0o777)).toEqual([0o600, 0o700]);
  });
});

test('an error code is a text on an Error, and ENOENT alone is absence', async () => {
  const others = [systemError(7), new Error('plain'), { code: 'ENOENT' }, 'ENOENT', null, undefined];
  expect(others.map(errorCode)).toEqual(others.map(() => null));
  expect(errorCode(systemError('EIO'))).toBe('EIO');
  expect(await unlessAbsent(Promise.resolve('there'), 'absent')).toBe('there');
  expect(await unlessAbsent(Promise.reject(systemError('ENOENT')), 'absent')).toBe('absent');
  expect(await codeOf(unlessAbsent(Promise.reject(systemError('EACCES')), 'absent'))).toBe('EACCES');
});

describe('onDisk', () => {
  test('answers what the work answers', async () => {
    expect((await onDisk('read', () => Promise.resolve(ok(1))))._unsafeUnwrap()).toBe(1);
    const failure = storeErrors.conflict('TASK-1', 1, 2);
    expect((await onDisk('read', () => Promise.resolve(err(failure))))._unsafeUnwrapErr()).toBe(failure);
  });

  test('a failed file operation is StorageFailure with operation, reason, path and cause', async () => {
    const error = systemError('ENOSPC', '/tasks/x');
    const failed = (await onDisk('commit TASK-1', () => Promise.reject(error)))._unsafeUnwrapErr();
    expect(failed).toMatchObject({
      code: 'StorageFailure',
      data: { operation: 'commit TASK-1', reason: 'the disk is full (ENOSPC) at /tasks/x' },
      cause: error,
    });
  });

  test('a bug stays an exception', async () => {
    const bug = new TypeError('a bug');
    await expect(onDisk('read', () => Promise.reject(bug))).rejects.toBe(bug);
  });

  test.each([undefined, 7])('a path that is %s is left out', (path) => {
    expect(storageFailure('read', systemError('EACCES', path)).data).toMatchObject({
      reason: 'permission denied (EACCES)',
    });
  });

  test('a code without words, and an error without a code, are told as such', () => {
    expect(failureReason(systemError('EWEIRD'))).toBe('the file system refused (EWEIRD)');
    expect(failureReason(new Error('plain'))).toBe('the file system refused (unknown error)');
    expect(storageFailure('read', 'no error at all').data).toMatchObject({
      reason: 'the file system refused (unknown error)',
    });
  });
});

describe('writeFile', () => {
  /** Writes down every call; `trouble` may throw at one. */
  const recorded = (trouble: (call: string) => void = () => undefined, take = 4) => {
    const calls: string[] = [];
    const call = (name: string): void => {
      calls.push(name);
      trouble(name);
    };
    const file: OpenFile = {
      write: async (bytes) => {
        call(`write ${bytes.length}`);
        return Promise.resolve(Math.min(take, bytes.length));
      },
      sync: async () => Promise.resolve(call('sync')),
      close: async () => Promise.resolve(call('close')),
    };
    const files: FileOperations = {
      ...nodeFiles,
      create: async (path) => {
        call(`create ${path}`);
        return Promise.resolve(file);
      },
      remove: async (path) => Promise.resolve(call(`remove ${path}`)),
    };
    return { calls, files };
  };
  const bytes = new Uint8Array(10);

  test.each([
    { durable: true, syncs: ['sync'] },
    { durable: false, syncs: [] },
  ])('writes all parts, syncs when durable ($durable), closes', async ({ durable, syncs }) => {
    const { calls, files } = recorded();
    await writeFile(files, 'x', bytes, { durable });
    expect(calls).toEqual(['create x', 'write 10', 'write 6', 'write 2', ...syncs, 'close']);
  });

  test('an empty file is created, and nothing is written', async () => {
    const { calls, files } = recorded();
    await writeFile(files, 'x', new Uint8Array(), { durable: true });
    expect(calls).toEqual(['create x', 'sync', 'close']);
  });

  test.each(['write 6', 'sync', 'close'])('trouble at %s closes and removes the file, and is told', async (point) => {
    const { calls, files } = recorded((call) => {
      if (call === point) throw systemError('EIO');
    });
    expect(await codeOf(writeFile(files, 'x', bytes, { durable: true }))).toBe('EIO');
    expect(calls.slice(-2)).toEqual(['close', 'remove x']);
  });

  test('a disk that takes nothing is full', async () => {
    const { calls, files } = recorded(undefined, 0);
    await expect(writeFile(files, 'a/path', bytes, { durable: true })).rejects.toMatchObject({
      code: 'ENOSPC',
      message: "ENOSPC: nothing was written, write 'a/path'",
    });
    expect(calls).toEqual(['create a/path', 'write 10', 'close', 'remove a/path']);
  });

  test('a file that could not be created is not removed: it may be somebody else’s', async () => {
    const { calls, files } = recorded(() => {
      throw systemError('EEXIST');
    });
    expect(await codeOf(writeFile(files, 'x', bytes, { durable: true }))).toBe('EEXIST');
    expect(calls).toEqual(['create x']);
  });

  test('removing quietly swallows every trouble', async () => {
    const { calls, files } = recorded(() => {
      throw systemError('EACCES');
    });
    await removeQuietly(files, 'x');
    expect(calls).toEqual(['remove x']);
  });
});

describe('ensureDirectory', () => {
  const recorded = () => {
    const calls: string[] = [];
    const files: FileOperations = {
      ...nodeFiles,
      makeDirectory: async (path) => {
        await nodeFiles.makeDirectory(path);
        calls.push(`make ${path}`);
      },
      syncDirectory: async (path) => Promise.resolve(void calls.push(`sync ${path}`)),
    };
    return { calls, files };
  };

  test('makes what is missing, each name durable before the next one', async () => {
    const { calls, files } = recorded();
    await ensureDirectory(files, at('a', 'b'));
    expect(calls).toEqual([`make ${at('a')}`, `sync ${scratch}`, `make ${at('a', 'b')}`, `sync ${at('a')}`]);
    await ensureDirectory(files, at('a', 'b'));
    expect(calls).toHaveLength(4);
  });

  test('trouble other than absence is told, and a root that is missing does not loop', async () => {
    fs.writeFileSync(at('file'), '');
    expect(await codeOf(ensureDirectory(nodeFiles, at('file', 'a')))).toBe('ENOTDIR');
    const rootless = { ...nodeFiles, makeDirectory: () => Promise.reject(systemError('ENOENT')) };
    expect(await codeOf(ensureDirectory(rootless, '/a/b'))).toBe('ENOENT');
  });
});
