import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScratchRepository, testEnvironment } from '../native/scratch-repository.fixture.ts';
import { removeAbandonedLock } from './abandoned-lock.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';
import { openRefRepository } from './ref-repository.ts';

const REF = 'refs/batonkit/tasks/TASK-1';
let user: ScratchRepository;
let git: ChildProcess | undefined;
beforeEach(() => (user = ScratchRepository.create()));
afterEach(() => {
  vi.restoreAllMocks();
  kill();
  user.close();
});

const lock = (ref = REF) => join(user.root, '.git', `${ref}.lock`);
const commitOf = (expected: number) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${expected}`,
  body: `body ${expected}`,
  audit: [],
  artifacts: [],
});

/** Git, and the hook that it waits for. */
function kill(): void {
  if (git?.pid !== undefined && git.exitCode === null && git.signalCode === null) process.kill(-git.pid, 'SIGKILL');
}

/** The commit of a writer that stored its objects and never got to move the ref. */
async function commitThatIsCut(): Promise<string> {
  const store = createGitRefTaskStore({ directory: user.root });
  await orThrow(store.commit(commitOf(0)));
  const cut = createGitRefTaskStore({
    directory: user.root,
    around: (step, run) =>
      step === 'move task ref' ? Promise.reject(Object.assign(new Error('cut'), { code: 'EIO' })) : run(),
  });
  expect((await cut.commit(commitOf(1))).isErr()).toBe(true);
  const attempt = user
    .git('fsck', '--unreachable', '--no-reflogs')
    .split('\n')
    .flatMap((line) => /^unreachable commit (\w+)$/.exec(line)?.[1] ?? [])
    .find((id) => user.git('log', '-1', '--format=%s', id) === 'TASK-1 revision 2');
  return attempt ?? expect.fail('the objects of the attempt are not there');
}

/** A commit whose git process stands still while it has the lock: a real one, held by a hook. */
async function commitThatHangs(): Promise<void> {
  const attempt = await commitThatIsCut();
  const old = user.git('rev-parse', REF);
  const hooks = join(user.parent, 'hooks');
  mkdirSync(hooks);
  writeFileSync(join(hooks, 'reference-transaction'), '#!/bin/sh\ntest "$1" != prepared || sleep 60\n', {
    mode: 0o755,
  });
  git = spawn('git', ['-c', `core.hooksPath=${hooks}`, 'update-ref', '--no-deref', REF, attempt, old], {
    cwd: user.root,
    env: testEnvironment,
    stdio: 'ignore',
    detached: true,
  });
  const isHeld = () => existsSync(lock()) && readFileSync(lock(), 'latin1').endsWith('\n');
  for (let tries = 0; !isHeld() && tries < 500; tries += 1) await sleep(10);
  expect(readFileSync(lock(), 'latin1')).toBe(`${attempt}\n`);
}

describe.runIf(process.platform === 'linux')('the lock that a git process left behind', () => {
  test('stays while its process lives, running or stopped', async () => {
    await commitThatHangs();
    const repository = await openRefRepository({ directory: user.root });
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    process.kill(-(git?.pid ?? 0), 'SIGSTOP');
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    expect(existsSync(lock())).toBe(true);
  });

  test('is removed once the process is gone, and the commit behind it goes through', async () => {
    await commitThatHangs();
    const ended = once(git as ChildProcess, 'exit');
    kill();
    await ended;
    expect(existsSync(lock())).toBe(true);
    const store = createGitRefTaskStore({ directory: user.root });
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    expect(existsSync(lock())).toBe(false);
  });

  test('is swept once the process is gone, and not before', async () => {
    await commitThatHangs();
    const store = createGitRefTaskStore({ directory: user.root });
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 0 });
    const ended = once(git as ChildProcess, 'exit');
    kill();
    await ended;
    expect(await orThrow(store.sweep({ olderThanMs: 3_600_000 }))).toEqual({ removed: 0 });
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(existsSync(lock())).toBe(false);
  });

  test('is removed from a repository of SHA-256, too', async () => {
    user.close();
    user = ScratchRepository.create({ 'a.txt': 'one\n' }, ['--object-format=sha256']);
    const attempt = await commitThatIsCut();
    expect(attempt).toHaveLength(64);
    writeFileSync(lock(), `${attempt}\n`);
    expect(await removeAbandonedLock(await openRefRepository({ directory: user.root }), REF)).toBe(true);
    expect(existsSync(lock())).toBe(false);
  });

  test('is removed by one of many only', async () => {
    await commitThatHangs();
    const ended = once(git as ChildProcess, 'exit');
    kill();
    await ended;
    const repositories = await Promise.all(
      Array.from({ length: 5 }, () => openRefRepository({ directory: user.root })),
    );
    const removed = await Promise.all(repositories.map((repository) => removeAbandonedLock(repository, REF)));
    expect(removed.filter((answer) => answer)).toEqual([true]);
  });

  test('stays while somebody else is about to remove it', async () => {
    writeFileSync(lock(), `${await commitThatIsCut()}\n`);
    const { ino, ctimeNs } = lstatSync(lock(), { bigint: true });
    const guards = join(user.root, '.git', 'batonkit', 'abandoned-locks');
    mkdirSync(guards, { recursive: true });
    const guard = join(guards, `${readFileSync(lock(), 'latin1').trim()}-${ino}-${ctimeNs}`);
    writeFileSync(guard, '');
    const repository = await openRefRepository({ directory: user.root });
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    expect(existsSync(lock())).toBe(true);
    rmSync(guard);
    expect(await removeAbandonedLock(repository, REF)).toBe(true);
    expect([existsSync(lock()), existsSync(guard)]).toEqual([false, false]);
  });

  test.each([
    {
      who: 'of this machine before its last start',
      fields: { boot: 'f'.repeat(16), space: 'f'.repeat(16) },
      isRemoved: true,
    },
    { who: 'of another machine', fields: { host: 'f'.repeat(16) }, isRemoved: false },
    {
      who: 'of another machine, at another time',
      fields: { host: 'f'.repeat(16), boot: 'f'.repeat(16) },
      isRemoved: false,
    },
    { who: 'of another container, or of another path', fields: { space: 'f'.repeat(16) }, isRemoved: false },
    { who: 'that could not tell where it was', fields: { host: '-', boot: '-', space: '-' }, isRemoved: false },
  ])('of a writer $who: removed $isRemoved', async ({ fields, isRemoved }) => {
    const attempt = user.git('cat-file', 'commit', await commitThatIsCut());
    const [, host, boot, space] = /^writer: (\S+) (\S+) (\S+) /m.exec(attempt) ?? [];
    const mark = { host, boot, space, ...fields };
    const told = attempt.replace(/^writer: \S+ \S+ \S+/m, `writer: ${mark.host} ${mark.boot} ${mark.space}`);
    const file = join(user.parent, 'attempt');
    writeFileSync(file, `${told}\n`);
    writeFileSync(lock(), `${user.git('hash-object', '-t', 'commit', '-w', file)}\n`);
    const repository = await openRefRepository({ directory: user.root });
    expect(await removeAbandonedLock(repository, REF)).toBe(isRemoved);
    expect(existsSync(lock())).toBe(!isRemoved);
  });

  test.runIf(process.getuid?.() === 0)('stays when it is of another user, whose processes may be hidden', async () => {
    writeFileSync(lock(), `${await commitThatIsCut()}\n`);
    const repository = await openRefRepository({ directory: user.root });
    vi.spyOn(process, 'getuid').mockReturnValue(12_345);
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    chownSync(lock(), 12_345, 0);
    expect(await removeAbandonedLock(repository, REF)).toBe(true);
  });

  test('is swept among our own refs only, at the very age that was asked for', async () => {
    const attempt = await commitThatIsCut();
    writeFileSync(lock(), `${attempt}\n`);
    writeFileSync(lock('refs/heads/topic'), `${attempt}\n`);
    const now = lstatSync(lock()).mtimeMs + 1000;
    const store = createGitRefTaskStore({
      directory: user.root,
      clock: { now: () => now, sleep: (ms) => sleep(ms) },
    });
    expect(await orThrow(store.sweep({ olderThanMs: 1001 }))).toEqual({ removed: 0 });
    expect(await orThrow(store.sweep({ olderThanMs: 1000 }))).toEqual({ removed: 1 });
    expect([existsSync(lock()), existsSync(lock('refs/heads/topic'))]).toEqual([false, true]);
  });
});

const seesAll = process.platform === 'linux' && readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]';

test.runIf(seesAll)(
  'an empty lock stays while it is young or somebody has it open, and goes when nobody can own it',
  async () => {
    const store = createGitRefTaskStore({ directory: user.root });
    await orThrow(store.commit(commitOf(0)));
    const repository = await openRefRepository({ directory: user.root });
    const open = openSync(lock(), 'wx');
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    await sleep(2200);
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    closeSync(open);
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    expect(existsSync(lock())).toBe(false);
  },
);

test.runIf(seesAll)(
  'an empty lock stays while a git lives that is as old as it, and goes when all others are younger',
  async () => {
    // They wait for their input for ever, without a file open.
    const idleGit = (...args: string[]): ChildProcess =>
      spawn('git', args, { cwd: user.root, env: testEnvironment, detached: true });
    const store = createGitRefTaskStore({ directory: user.root });
    await orThrow(store.commit(commitOf(0)));
    const repository = await openRefRepository({ directory: user.root });
    const reader = idleGit('cat-file', '--batch');
    const old = (git = idleGit('hash-object', '--stdin'));
    writeFileSync(lock(), '');
    // The start of a process is known to the second, and two more are allowed for.
    await sleep(3500);
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    const ended = once(old, 'exit');
    kill();
    await ended;
    git = idleGit('hash-object', '--stdin');
    // Tests beside this one have gits of their own, which end.
    await expect.poll(() => removeAbandonedLock(repository, REF)).toBe(true);
    expect(existsSync(lock())).toBe(false);
    // It is as old, but only reads.
    expect(reader.exitCode).toBe(null);
    reader.kill();
  },
);

test.runIf(seesAll)('an empty lock goes though a git that has ended was never asked for by its parent', async () => {
  const store = createGitRefTaskStore({ directory: user.root });
  await orThrow(store.commit(commitOf(0)));
  const repository = await openRefRepository({ directory: user.root });
  // A `sleep` takes the place of the shell, and does not wait for the git that the shell started.
  git = spawn('sh', ['-c', 'sleep 0.5 | git hash-object --stdin >/dev/null & echo $!; exec sleep 60'], {
    cwd: user.root,
    env: testEnvironment,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const [pid] = (await once(git.stdout ?? expect.fail('no output'), 'data')) as [Buffer];
  const stat = () => readFileSync(`/proc/${pid.toString().trim()}/stat`, 'latin1');
  await expect.poll(stat).toMatch(/\(git\) Z /);
  writeFileSync(lock(), '');
  await expect.poll(() => removeAbandonedLock(repository, REF)).toBe(true);
  expect(stat()).toMatch(/\(git\) Z /);
});

describe('a lock of which nothing is proven', () => {
  test.each([
    { what: 'a young empty one', content: () => '' },
    { what: 'one with an object of the user', content: () => `${user.git('rev-parse', 'HEAD')}\n` },
    { what: 'one with an object that is not here', content: () => `${'1'.repeat(40)}\n` },
    { what: 'one of garbage', content: () => 'garbage' },
    { what: 'one with more than the id of an attempt that was cut', content: (attempt: string) => `${attempt}\nmore` },
    { what: 'one with something before that id', content: (attempt: string) => `ref: ${attempt}\n` },
    { what: 'one with a part of that id', content: (attempt: string) => `${attempt.slice(0, 39)}\n` },
  ])('$what stays', async ({ content }) => {
    const held = content(await commitThatIsCut());
    const repository = await openRefRepository({ directory: user.root });
    writeFileSync(lock(), held);
    expect(await removeAbandonedLock(repository, REF)).toBe(false);
    expect(readFileSync(lock(), 'latin1')).toBe(held);
  });

  test('is LockTimeout, with a next step that is safe, and the commit goes through when the lock is gone', async () => {
    const store = createGitRefTaskStore({ directory: user.root, lockTimeoutMs: 1 });
    await orThrow(store.commit(commitOf(0)));
    writeFileSync(lock(), '');
    const refused = (await store.commit(commitOf(1)))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'LockTimeout', data: { id: 'TASK-1' } });
    expect(refused.message).toContain(lock());
    expect(refused.message).toMatch(/Nothing was written.+whether a git process is at work.+move it away by hand/);
    expect(existsSync(lock())).toBe(true);
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'body 0' });
    const patient = createGitRefTaskStore({ directory: user.root });
    const waiting = patient.commit(commitOf(1));
    await sleep(200);
    rmSync(lock());
    expect(await orThrow(waiting)).toEqual({ revision: 2, replayed: false });
  });
});
