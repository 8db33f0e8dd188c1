import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { orThrow, type StoreError, type TaskStore } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { createFsTaskStore } from './fs-task-store.ts';

let scratch: string;
let root: string;
let store: TaskStore;
const taskPath = (...names: string[]): string => join(root, 'TASK-1', ...names);
const commitOf = (expected: number, body = `body ${expected}`) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}-${body.length}`,
  body,
  audit: [`line ${expected}`],
  artifacts: [],
});
const failureOf = async (answer: ReturnType<TaskStore['commit'] | TaskStore['read']>): Promise<StoreError> =>
  (await (answer as ReturnType<TaskStore['read']>))._unsafeUnwrapErr();

beforeEach(async () => {
  scratch = fs.mkdtempSync(join(tmpdir(), 'batonkit-broken-'));
  root = join(scratch, 'tasks');
  store = createFsTaskStore({ root });
  await orThrow(store.commit(commitOf(0)));
});
afterEach(() => fs.rmSync(scratch, { recursive: true }));

describe('a directory or file in the wrong place', () => {
  test('a directory in place of a revision is Corrupt, and nothing is written', async () => {
    fs.mkdirSync(taskPath('revisions', '00000002'));
    const failure = await failureOf(store.read('TASK-1'));
    expect(failure).toMatchObject({
      code: 'Corrupt',
      data: { where: taskPath('revisions', '00000002'), reason: 'it is not a regular file' },
    });
    expect((await failureOf(store.commit(commitOf(1)))).code).toBe('Corrupt');
    expect(fs.readdirSync(taskPath('revisions'))).toEqual(['00000001', '00000002']);
  });

  test('a file in place of the task is Corrupt, in place of the root StorageFailure, not absence', async () => {
    fs.writeFileSync(join(root, 'TASK-2'), '');
    const id = 'TASK-2';
    expect((await failureOf(store.read(id))).code).toBe('Corrupt');
    expect((await failureOf(store.commit({ ...commitOf(0), id }))).code).toBe('Corrupt');
    expect((await store.putArtifact(id, new Uint8Array()))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect((await store.getArtifact(id, 'a'.repeat(64)))._unsafeUnwrapErr().code).toBe('StorageFailure');
    const misplaced = createFsTaskStore({ root: join(root, 'TASK-2') });
    expect((await misplaced.list({ limit: 1 }))._unsafeUnwrapErr().code).toBe('StorageFailure');
  });

  test('a dangling link in place of a revision is damage, not absence', async () => {
    fs.symlinkSync('nowhere', taskPath('revisions', '00000002'));
    expect((await failureOf(store.read('TASK-1'))).code).toBe('Corrupt');
    expect((await failureOf(store.commit(commitOf(1)))).code).toBe('Corrupt');
  });
});

describe('damage', () => {
  test('a revision with any byte changed, cut or added is Corrupt', async () => {
    const path = taskPath('revisions', '00000001');
    const sound = fs.readFileSync(path);
    const damaged = [
      ...Array.from(sound.keys(), (at) => Buffer.from(sound.map((byte, index) => (index === at ? byte ^ 1 : byte)))),
      ...Array.from(sound.keys(), (length) => sound.subarray(0, length)),
      Buffer.concat([sound, Buffer.from('\n')]),
    ];
    for (const bytes of damaged) {
      fs.writeFileSync(path, bytes);
      expect((await failureOf(store.read('TASK-1'))).code).toBe('Corrupt');
    }
    fs.writeFileSync(path, sound);
    expect((await orThrow(store.read('TASK-1'))).revision).toBe(1);
  });

  test('a revision copied from another task or number is Corrupt', async () => {
    await orThrow(store.commit({ ...commitOf(0), id: 'TASK-2' }));
    fs.copyFileSync(join(root, 'TASK-2', 'revisions', '00000001'), taskPath('revisions', '00000001'));
    expect((await failureOf(store.read('TASK-1'))).message).toContain('it holds revision 1 of TASK-2');
  });

  test.each([20_000, 10])('a damaged artifact of %d bytes is Corrupt, and storing it again mends it', async (size) => {
    const bytes = new Uint8Array(size).fill(7);
    const sha = await orThrow(store.putArtifact('TASK-1', bytes));
    const [name = ''] = fs.readdirSync(taskPath('artifacts'));
    expect(name.endsWith('.gz')).toBe(size > 16_384);
    fs.truncateSync(taskPath('artifacts', name), 9);
    expect((await store.getArtifact('TASK-1', sha))._unsafeUnwrapErr().code).toBe('Corrupt');
    await orThrow(store.putArtifact('TASK-1', bytes));
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
  });
});

describe('a disk that takes only a part', () => {
  const partial = (take: (bytes: Uint8Array) => number): FileOperations => ({
    ...nodeFiles,
    create: async (path) => {
      const file = await nodeFiles.create(path);
      return {
        ...file,
        write: (bytes) => (take(bytes) === 0 ? Promise.resolve(0) : file.write(bytes.subarray(0, take(bytes)))),
      };
    },
  });

  test('the rest is written by further calls', async () => {
    const slow = createFsTaskStore({ root, files: partial((bytes) => Math.min(7, bytes.length)) });
    await orThrow(slow.commit(commitOf(1, 'a body in many parts')));
    expect((await orThrow(store.read('TASK-1'))).body).toBe('a body in many parts');
  });

  test('a write of nothing is a full disk, not success', async () => {
    const full = createFsTaskStore({ root, files: partial(() => 0) });
    expect((await failureOf(full.commit(commitOf(1)))).message).toContain('the disk is full (ENOSPC)');
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'body 0' });
    expect(fs.readdirSync(taskPath('tmp'))).toEqual([]);
  });
});

describe('no permission', () => {
  const isRoot = process.getuid?.() === 0;
  const built = new URL('../../dist/index.js', import.meta.url).href;

  /** Tries to read and to commit as a user who may not; root may do everything, so it becomes somebody else first. */
  const tryAsNobody = (): { read: string; commit: string } => {
    const program = `
      import { createFsTaskStore } from ${JSON.stringify(built)};
      ${isRoot ? 'process.setgid(65534); process.setuid(65534);' : ''}
      const store = createFsTaskStore({ root: ${JSON.stringify(root)} });
      const codeOf = (answer) => (answer.isOk() ? 'ok' : answer.error.code + ' ' + answer.error.message);
      console.log(JSON.stringify({ read: codeOf(await store.read('TASK-1')), commit: codeOf(await store.commit(${JSON.stringify(commitOf(1))})) }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    return JSON.parse(output) as { read: string; commit: string };
  };

  test('a task that may not be read is StorageFailure, not absent', async () => {
    fs.chmodSync(scratch, 0o755);
    fs.chmodSync(root, 0o755);
    fs.chmodSync(join(root, 'TASK-1'), 0o000);
    const { read, commit } = tryAsNobody();
    fs.chmodSync(join(root, 'TASK-1'), 0o700);
    expect(read).toMatch(/^StorageFailure .*permission denied \(EACCES\) at .*TASK-1/);
    expect(commit).toMatch(/^StorageFailure .*EACCES/);
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'body 0' });
  });

  const mounts = isRoot && spawnSync('mount', ['--version']).status === 0;
  test.runIf(mounts)('a read-only file system is StorageFailure for writers and no trouble for readers', async () => {
    try {
      execFileSync('mount', ['--bind', root, root], { stdio: 'ignore' });
    } catch {
      return expect(mounts).toBe(true); // A container may be root and yet not be allowed to mount.
    }
    try {
      execFileSync('mount', ['-o', 'remount,ro,bind', root]);
      expect((await failureOf(store.commit(commitOf(1)))).message).toContain('the file system is read-only (EROFS)');
      expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'body 0' });
    } finally {
      execFileSync('umount', [root]);
    }
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
  });
});
