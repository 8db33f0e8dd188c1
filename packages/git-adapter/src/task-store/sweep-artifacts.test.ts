import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow, type StoreError, type TaskStore } from '@batonkit/core';
import { createManualClock } from '@batonkit/memory-adapter';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';
import type { AroundStep } from '../host/around-step.ts';

let user: ScratchRepository;
let store: TaskStore;
beforeEach(() => {
  user = ScratchRepository.create();
  store = createGitRefTaskStore({ directory: user.root });
});
afterEach(() => user.close());

const put = (byte: number, id = 'TASK-1'): Promise<string> => orThrow(store.putArtifact(id, new Uint8Array([byte])));
const commitOf = (expected: number, artifacts: string[]) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body: 'body',
  audit: [],
  artifacts,
});
/** The artifacts that have a ref of their own. */
const named = (): string[] =>
  user
    .git('for-each-ref', '--format=%(refname)', 'refs/batonkit/artifacts')
    .split('\n')
    .flatMap((ref) => (ref === '' ? [] : [ref.slice(-64)]));
const failureOf = async (swept: ReturnType<TaskStore['sweep']>): Promise<StoreError> =>
  (await swept)._unsafeUnwrapErr();

describe('a sweep', () => {
  test('drops every ref that is old, counts what no revision names, and keeps what one does', async () => {
    const [kept, orphan] = [await put(1), await put(2)];
    const elsewhere = await put(1, 'TASK-2');
    await orThrow(store.commit(commitOf(0, [kept])));
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 2 });
    expect(named()).toEqual([]);
    expect(await orThrow(store.getArtifact('TASK-1', kept))).toEqual(new Uint8Array([1]));
    for (const [id, sha] of [
      ['TASK-1', orphan],
      ['TASK-2', elsewhere],
    ] as const)
      expect((await store.getArtifact(id, sha))._unsafeUnwrapErr().code).toBe('ArtifactMissing');
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
  });

  test('of a repository that never had a task finds nothing', async () => {
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
  });

  test('takes what is just as old as asked for', async () => {
    const at = (now: number): TaskStore =>
      createGitRefTaskStore({ directory: user.root, clock: createManualClock({ start: now }) });
    await orThrow(at(1000).putArtifact('TASK-1', new Uint8Array([1])));
    expect(await orThrow(at(1499).sweep({ olderThanMs: 500 }))).toEqual({ removed: 0 });
    expect(named()).toHaveLength(1);
    expect(await orThrow(at(1500).sweep({ olderThanMs: 500 }))).toEqual({ removed: 1 });
  });

  test.each([0, 2, 4])('leaves the artifact that somebody stores again meanwhile: number %d', async (which) => {
    for (const byte of [0, 1, 2, 3, 4]) await put(byte);
    let steps = 0;
    const around: AroundStep = async (step, run) => {
      if (step === 'drop artifact refs' && (steps += 1) === 1) await put(which);
      return run();
    };
    const sweeper = createGitRefTaskStore({ directory: user.root, around });
    const again = await put(which);
    expect(await orThrow(sweeper.sweep({ olderThanMs: 0 }))).toEqual({ removed: 4 });
    expect(named()).toEqual([again]);
    expect(await orThrow(store.getArtifact('TASK-1', again))).toEqual(new Uint8Array([which]));
    expect(steps).toBeGreaterThan(2);
  });

  test('that git refuses is a StorageFailure, and every artifact stays', async () => {
    const sha = await put(1);
    const answer = { code: 128, stdout: Buffer.alloc(0), stderr: 'fatal: no space left' };
    const around: AroundStep = (step, run) =>
      step === 'drop artifact refs' ? (Promise.resolve(answer) as ReturnType<typeof run>) : run();
    const failed = await failureOf(createGitRefTaskStore({ directory: user.root, around }).sweep({ olderThanMs: 0 }));
    expect(failed).toMatchObject({ code: 'StorageFailure', data: { operation: 'sweep' } });
    expect(named()).toEqual([sha]);
  });

  test('does not judge a ref that does not say when it was stored', async () => {
    await put(1);
    user.git('update-ref', `refs/batonkit/artifacts/TASK-1/${'a'.repeat(64)}`, 'HEAD');
    expect((await failureOf(store.sweep({ olderThanMs: 0 }))).data).toMatchObject({
      id: 'TASK-1',
      where: `refs/batonkit/artifacts/TASK-1/${'a'.repeat(64)}`,
      reason: 'it does not say when it was stored',
    });
    expect(named()).toHaveLength(2);
  });
});

describe('an artifact', () => {
  test('whose ref is locked by somebody is a LockTimeout, and the lock stays', async () => {
    const impatient = createGitRefTaskStore({ directory: user.root, lockTimeoutMs: 1 });
    const sha = await put(1);
    const lock = join(user.root, '.git', 'refs', 'batonkit', 'artifacts', 'TASK-1', `${sha}.lock`);
    writeFileSync(lock, 'somebody');
    const refused = (await impatient.putArtifact('TASK-1', new Uint8Array([1])))._unsafeUnwrapErr();
    expect(refused.code).toBe('LockTimeout');
    expect(refused.message).toContain(lock);
    expect(existsSync(lock)).toBe(true);
  });

  test('is named by a tag that git itself finds sound', async () => {
    await put(1);
    expect(user.git('fsck', '--strict', '--no-dangling')).toBe('');
    const [tag = ''] = user
      .git('for-each-ref', '--format=%(objecttype) %(taggerdate:unix)', 'refs/batonkit')
      .split('\n');
    const [type, seconds] = tag.split(' ');
    expect(type).toBe('tag');
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(3600);
  });

  test('that the last revision names is found by the next without its ref', async () => {
    const sha = await put(1);
    await orThrow(store.commit(commitOf(0, [sha])));
    user.git('update-ref', '-d', `refs/batonkit/artifacts/TASK-1/${sha}`);
    expect(await orThrow(store.commit(commitOf(1, [sha])))).toEqual({ revision: 2, replayed: false });
    expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(new Uint8Array([1]));
  });
});
