import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeGit } from '../native/fake-git.fixture.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { fetchTasks, pushTasks } from './exchange-tasks.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';
import { tasksDiverged } from './task-exchange.ts';

let seed: ScratchRepository;
let remote: string;
let mine: ScratchRepository;
let theirs: ScratchRepository;

beforeEach(() => {
  seed = ScratchRepository.create();
  remote = join(seed.parent, 'shared.git');
  seed.git('clone', '-q', '--bare', seed.root, remote);
  // What people set on shared servers; refs outside of branches do not fall under it.
  seed.gitIn({ cwd: remote }, 'config', 'receive.denyNonFastForwards', 'true');
  [mine, theirs] = ['mine', 'theirs'].map((name) => {
    const root = join(seed.parent, name);
    seed.git('clone', '-q', remote, root);
    return seed.at(root);
  }) as [ScratchRepository, ScratchRepository];
});
afterEach(() => seed.close());

const storeOf = (clone: ScratchRepository) => createGitRefTaskStore({ directory: clone.root });
const push = (clone: ScratchRepository, ids?: string[]) =>
  pushTasks({ directory: clone.root, remote: 'origin', ...(ids && { ids }) });
const fetch = (clone: ScratchRepository, ids?: string[]) =>
  fetchTasks({ directory: clone.root, remote: 'origin', ...(ids && { ids }) });

async function commit(
  clone: ScratchRepository,
  id: string,
  expected: number,
  body: string | null,
  artifacts: string[] = [],
) {
  const operationId = `${clone.root.slice(-6)}-${id}-${expected}`;
  await orThrow(storeOf(clone).commit({ id, expected, operationId, body, audit: [operationId], artifacts }));
}

describe('two clones and a bare remote', () => {
  test('a task goes over with its audit and artifacts, forth and back', async () => {
    const sha = await orThrow(storeOf(mine).putArtifact('TASK-1', new TextEncoder().encode('diff')));
    await commit(mine, 'TASK-1', 0, 'first', [sha]);
    await commit(mine, 'TASK-1', 1, 'second', [sha]);
    expect(await orThrow(push(mine))).toEqual({ tasks: [{ id: 'TASK-1', outcome: 'moved', local: 2, remote: 2 }] });
    expect(await orThrow(push(mine))).toEqual({ tasks: [{ id: 'TASK-1', outcome: 'same', local: 2, remote: 2 }] });
    expect(await orThrow(fetch(theirs))).toEqual({ tasks: [{ id: 'TASK-1', outcome: 'moved', local: 2, remote: 2 }] });
    expect(await orThrow(storeOf(theirs).read('TASK-1'))).toEqual({ revision: 2, body: 'second' });
    expect(new TextDecoder().decode(await orThrow(storeOf(theirs).getArtifact('TASK-1', sha)))).toBe('diff');

    await commit(theirs, 'TASK-1', 2, null);
    await commit(theirs, 'TASK-1', 3, 'new life');
    expect(await orThrow(fetch(theirs))).toEqual({ tasks: [{ id: 'TASK-1', outcome: 'ahead', local: 4, remote: 2 }] });
    expect((await orThrow(push(theirs))).tasks).toMatchObject([{ outcome: 'moved', remote: 4 }]);
    expect(await orThrow(push(mine))).toEqual({ tasks: [{ id: 'TASK-1', outcome: 'ahead', local: 2, remote: 4 }] });
    expect((await orThrow(fetch(mine))).tasks).toMatchObject([{ outcome: 'moved', local: 4 }]);
    const [here, there] = await Promise.all(
      [mine, theirs].map((clone) => orThrow(storeOf(clone).readAudit('TASK-1', { afterRevision: 0, limit: 9 }))),
    );
    expect(here).toEqual(there);
    expect(here).toHaveLength(4);
    expect(mine.gitIn({ cwd: remote }, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  test('a replay is recognised in the other clone too', async () => {
    await commit(mine, 'TASK-1', 0, 'first');
    await orThrow(push(mine));
    await orThrow(fetch(theirs));
    const operationId = `${mine.root.slice(-6)}-TASK-1-0`;
    const again = { id: 'TASK-1', expected: 0, operationId, body: 'first', audit: [operationId], artifacts: [] };
    expect(await orThrow(storeOf(theirs).commit(again))).toEqual({ revision: 1, replayed: true });
  });

  test('a task that both have written is a Conflict with both revisions; the others go over and nothing is lost', async () => {
    await commit(mine, 'TASK-1', 0, 'shared');
    await orThrow(push(mine));
    await orThrow(fetch(theirs));
    for (const expected of [1, 2]) await commit(mine, 'TASK-1', expected, `mine ${expected}`);
    for (const expected of [1, 2, 3]) await commit(theirs, 'TASK-1', expected, `theirs ${expected}`);
    await commit(theirs, 'TASK-2', 0, 'theirs');
    await orThrow(push(theirs));

    const diverged = [{ id: 'TASK-1', local: 3, remote: 4, shared: 1 }];
    const pushed = (await push(mine))._unsafeUnwrapErr();
    expect(pushed).toMatchObject({ code: 'Conflict', data: { diverged, tasks: [] } });
    expect(pushed.message).toContain('TASK-1 (revision 3 here, 4 there, 1 in common)');
    const tasks = [{ id: 'TASK-2', outcome: 'moved', local: 1, remote: 1 }];
    expect((await fetch(mine))._unsafeUnwrapErr()).toMatchObject({ code: 'Conflict', data: { diverged, tasks } });

    expect(await orThrow(storeOf(mine).read('TASK-1'))).toEqual({ revision: 3, body: 'mine 2' });
    expect(await orThrow(storeOf(mine).read('TASK-2'))).toEqual({ revision: 1, body: 'theirs' });
    expect(mine.gitIn({ cwd: remote }, 'show', 'refs/batonkit/tasks/TASK-1:body')).toBe('theirs 3');
    const seen = mine.git('for-each-ref', '--format=%(refname)', 'refs/batonkit/remotes/*/TASK-1');
    expect(mine.git('show', `${seen}:body`)).toBe('theirs 3');
  });

  test('the same revision with another content is a Conflict, also the very first', async () => {
    await commit(mine, 'TASK-1', 0, 'mine');
    await commit(theirs, 'TASK-1', 0, 'theirs');
    await orThrow(push(mine));
    const refused = (await push(theirs))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ data: { diverged: [{ id: 'TASK-1', local: 1, remote: 1, shared: 0 }] } });
  });

  test('only what was asked for goes over', async () => {
    for (const id of ['A', 'b', 'C']) await commit(mine, id, 0, id);
    expect((await orThrow(push(mine, ['C', 'b', 'C']))).tasks.map(({ id }) => id)).toEqual(['C', 'b']);
    expect((await orThrow(fetch(theirs, ['b', 'A']))).tasks).toEqual([
      { id: 'A', outcome: 'same', local: 0, remote: 0 },
      { id: 'b', outcome: 'moved', local: 1, remote: 1 },
    ]);
    expect((await orThrow(storeOf(theirs).list({ limit: 9 }))).map(({ id }) => id)).toEqual(['b']);
  });

  test('nothing of the user goes over or changes: branches, tags, FETCH_HEAD', async () => {
    mine.git('tag', 'mine');
    mine.git('commit', '-q', '--allow-empty', '-m', 'mine');
    await commit(mine, 'TASK-1', 0, 'body');
    const branches = theirs.git('for-each-ref', 'refs/heads', 'refs/remotes', 'refs/tags');
    await orThrow(push(mine));
    await orThrow(fetch(theirs));
    expect(theirs.git('for-each-ref', 'refs/heads', 'refs/remotes', 'refs/tags')).toBe(branches);
    expect(existsSync(join(theirs.root, '.git', 'FETCH_HEAD'))).toBe(false);
    expect(mine.gitIn({ cwd: remote }, 'tag')).toBe('');
  });

  test('two processes push at the same time: every task arrives, and of two first revisions one wins', async () => {
    const worker = fileURLToPath(new URL('./exchange-worker.fixture.mjs', import.meta.url));
    const reports = await Promise.all(
      [mine, theirs].map(async ({ root }, index) => {
        const child = fork(worker, [root, remote, `C${index}`, '4'], { execArgv: [] });
        const told = Promise.race([once(child, 'message'), once(child, 'exit')]) as Promise<unknown[]>;
        return (await told)[0];
      }),
    );
    expect(reports).toContainEqual({ pushed: 'Conflict', fetched: 'Conflict' });
    expect(reports).toContainEqual({ pushed: 'ok', fetched: 'ok' });
    const shared = createGitRefTaskStore({ directory: remote });
    expect(await orThrow(shared.list({ limit: 9 }))).toEqual([
      { id: 'BOTH', revision: 1, purged: false },
      { id: 'OWN-C0', revision: 4, purged: false },
      { id: 'OWN-C1', revision: 4, purged: false },
    ]);
  });
});

describe('when something happens in between', () => {
  /** A first revision of a task that nobody names yet. */
  const prepare = async (clone: ScratchRepository, id: string): Promise<string> => {
    await commit(clone, id, 0, 'prepared');
    const made = clone.git('rev-parse', `refs/batonkit/tasks/${id}`);
    clone.git('update-ref', '-d', `refs/batonkit/tasks/${id}`);
    return made;
  };
  /** Lets somebody else move a ref right before git does what `step` names, and only then. */
  const overtakeAt = (step: string, move: string): void =>
    fakeGit(seed.parent, `case " $* " in *" ${step} "*TASK-1*) test -e "$0.done" || { : >"$0.done"; ${move}; };; esac`);

  test('a task that is written here while it is fetched is compared anew; the others are told once', async () => {
    for (const id of ['TASK-1', 'TASK-2']) await commit(theirs, id, 0, 'theirs');
    await orThrow(push(theirs));
    const made = await prepare(mine, 'TASK-1');
    overtakeAt('update-ref', `real update-ref refs/batonkit/tasks/TASK-1 ${made}`);
    expect((await fetch(mine))._unsafeUnwrapErr()).toMatchObject({
      code: 'Conflict',
      data: {
        diverged: [{ id: 'TASK-1', local: 1, remote: 1, shared: 0 }],
        tasks: [{ id: 'TASK-2', outcome: 'moved', local: 1, remote: 1 }],
      },
    });
    expect(await orThrow(storeOf(mine).read('TASK-1'))).toEqual({ revision: 1, body: 'prepared' });
  });

  test('a task that reaches the remote while it is pushed is compared anew; the others are told once', async () => {
    for (const id of ['TASK-1', 'TASK-2']) await commit(mine, id, 0, 'mine');
    const made = await prepare(theirs, 'TASK-1');
    overtakeAt('push', `real -C '${theirs.root}' push -q origin ${made}:refs/batonkit/tasks/TASK-1`);
    expect((await push(mine))._unsafeUnwrapErr()).toMatchObject({
      code: 'Conflict',
      data: {
        diverged: [{ id: 'TASK-1', local: 1, remote: 1, shared: 0 }],
        tasks: [{ id: 'TASK-2', outcome: 'moved', local: 1, remote: 1 }],
      },
    });
    expect(seed.gitIn({ cwd: remote }, 'show', 'refs/batonkit/tasks/TASK-1:body')).toBe('prepared');
  });

  test('a remote that never takes a task is given up after ten attempts', async () => {
    await commit(mine, 'TASK-1', 0, 'mine');
    const tries = join(seed.parent, 'tries');
    const refusal = String.raw`!\trefs/batonkit/tasks/TASK-1:refs/batonkit/tasks/TASK-1\t[rejected] (stale info)\n`;
    fakeGit(seed.parent, `case " $* " in *" push "*) echo try >>'${tries}'; printf '${refusal}'; exit 1;; esac`);
    const refused = (await push(mine))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'StorageFailure', data: { operation: 'push tasks' } });
    expect(refused.message).toContain('the refs of 1 tasks could not be moved in 10 attempts');
    expect(readFileSync(tries, 'utf8')).toBe('try\n'.repeat(10));
  });

  test('a server whose hook declines a task is asked once, and that is told', async () => {
    await commit(mine, 'TASK-1', 0, 'mine');
    const tries = join(seed.parent, 'tries');
    const hook = `#!/bin/sh\necho try >>'${tries}'\necho go away >&2\nexit 1\n`;
    writeFileSync(join(remote, 'hooks', 'pre-receive'), hook, { mode: 0o755 });
    const refused = (await push(mine))._unsafeUnwrapErr();
    expect(refused.code).toBe('StorageFailure');
    expect(refused.message).toContain('a hook or rule of the remote does not take TASK-1');
    expect(readFileSync(tries, 'utf8')).toBe('try\n');
  });

  test('when nobody can tell whether a ref was moved, that is told', async () => {
    await commit(theirs, 'TASK-1', 0, 'theirs');
    await orThrow(push(theirs));
    const broken = join(seed.parent, 'broken');
    // The reader that is open ends while nothing is asked of it; the next one fails.
    fakeGit(
      seed.parent,
      `case " $* " in *" update-ref "*) : >'${broken}'; sleep 0.5; exit 1;; *" cat-file "*) test ! -e '${broken}' || exit 1;; esac`,
    );
    const failed = (await fetch(mine))._unsafeUnwrapErr();
    expect(failed).toMatchObject({ code: 'StorageFailure', data: { operation: 'fetch TASK-1' } });
    expect(failed.message).toContain('git ended early');
  });

  test('what is known already is not fetched again', async () => {
    await commit(mine, 'TASK-1', 0, 'mine');
    await orThrow(push(mine));
    await commit(theirs, 'TASK-1', 0, 'theirs');
    const fetches = join(seed.parent, 'fetches');
    fakeGit(seed.parent, `case " $* " in *" fetch "*) echo fetch >>'${fetches}';; esac`);
    const count = () => (existsSync(fetches) ? readFileSync(fetches, 'utf8').split('\n').length - 1 : 0);
    expect((await orThrow(fetch(mine))).tasks).toMatchObject([{ outcome: 'same' }]);
    expect((await orThrow(push(mine, ['TASK-1', 'NONE']))).tasks).toEqual([
      { id: 'NONE', outcome: 'same', local: 0, remote: 0 },
      { id: 'TASK-1', outcome: 'same', local: 1, remote: 1 },
    ]);
    expect(count()).toBe(0);
    for (const time of ['first', 'second'])
      expect([time, (await push(theirs))._unsafeUnwrapErr().code]).toEqual([time, 'Conflict']);
    expect(count()).toBe(1);
  });
});

describe('what both sides have written', () => {
  const diverged = Array.from({ length: 7 }, (_, index) => ({ id: `T${index}`, local: 2, remote: 3, shared: 1 }));

  test.each([
    [1, 'Both sides have written T0 (revision 2 here, 3 there, 1 in common). Neither'],
    [2, 'T0 (revision 2 here, 3 there, 1 in common), T1 (revision 2 here, 3 there, 1 in common). Neither'],
    [5, 'T4 (revision 2 here, 3 there, 1 in common). Neither'],
    [7, 'T4 (revision 2 here, 3 there, 1 in common) and 2 more. Neither'],
  ])('is told for %i tasks', (count, words) => {
    const { message, data } = tasksDiverged(diverged.slice(0, count), []);
    expect(message).toContain(words);
    expect(message).toContain('Decide which one goes on');
    expect(data.diverged).toHaveLength(count);
  });
});

describe('what comes from outside', () => {
  test.each(['', '--upload-pack=touch x', '-x', 'a\nb', undefined as never])(
    'the remote %j is InvalidInput',
    async (hostile) => {
      const options = { directory: mine.root, remote: hostile };
      const detail = 'remote must be the name, address or path of a repository and may not start with "-".';
      const unmet = [{ condition: '/remote', detail }];
      expect((await pushTasks(options))._unsafeUnwrapErr()).toMatchObject({ code: 'InvalidInput', data: { unmet } });
      expect((await fetchTasks(options))._unsafeUnwrapErr().code).toBe('InvalidInput');
    },
  );

  test('an id that names no task is InvalidTaskId', async () => {
    expect((await fetch(mine, ['../x']))._unsafeUnwrapErr().code).toBe('InvalidTaskId');
  });

  test('a remote that runs a program is refused, and a failure does not repeat the address', async () => {
    const secret = ['hunter', '2'].join('');
    for (const address of [`ext::sh -c "echo ${secret}"`, `https://user:${secret}@127.0.0.1:1/x.git`]) {
      const failed = (await fetchTasks({ directory: mine.root, remote: address }))._unsafeUnwrapErr();
      expect(failed.code).toBe('StorageFailure');
      expect(JSON.stringify(failed) + failed.message).not.toContain(secret);
    }
  });

  test('a remote task that is no history is Corrupt and does not come in', async () => {
    seed.gitIn({ cwd: remote }, 'update-ref', 'refs/batonkit/tasks/TASK-1', 'HEAD');
    expect((await fetch(mine))._unsafeUnwrapErr().code).toBe('Corrupt');
    expect(await orThrow(storeOf(mine).read('TASK-1'))).toEqual({ revision: 0, body: null });
  });
});
