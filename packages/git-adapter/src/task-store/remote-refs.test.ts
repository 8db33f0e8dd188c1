import { describe, expect, test } from 'vitest';
import type { GitAnswer } from '../native/run-git.ts';
import type { RefRepository } from './ref-repository.ts';
import { fetchHistories, listRemoteTasks, pushMoves } from './remote-refs.ts';
import { StoreProblem } from './store-problem.ts';

// What remotes answer rarely; how they answer in general is tested with real ones, in exchange-tasks.test.ts.

/** A repository whose remote answers this. */
function answering(answer: Partial<Omit<GitAnswer, 'stdout'>> & { stdout?: string }) {
  const asked: (readonly string[])[] = [];
  const repository = {
    around: (_: string, run: () => Promise<unknown>) => run(),
    tryNetworkGit: (args: readonly string[]) => {
      asked.push(args);
      return Promise.resolve({ code: 0, stderr: '', ...answer, stdout: Buffer.from(answer.stdout ?? '') });
    },
  } as unknown as RefRepository;
  return { repository, asked };
}

const move = (id: string) => ({ id, from: null, to: '1'.repeat(40) });
const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (problem: unknown) => problem instanceof StoreProblem && problem.failure.data,
  );

describe('a push', () => {
  test('tells every task that the remote did not move: refused, or not mentioned', async () => {
    const stdout = [
      'To shared.git',
      '*\t1111:refs/batonkit/tasks/NEW\t[new reference]',
      ' \t1111:refs/batonkit/tasks/FORWARD\t1..2',
      '+\t1111:refs/batonkit/tasks/FORCED\t1...2',
      '=\t1111:refs/batonkit/tasks/SAME\t[up to date]',
      '!\t1111:refs/batonkit/tasks/STALE\t[rejected] (stale info)',
      'x !\t1111:refs/batonkit/tasks/NEW\tnot a line of a ref',
      'Done',
    ].join('\n');
    const ids = ['NEW', 'FORWARD', 'FORCED', 'SAME', 'STALE', 'SILENT'];
    const { repository } = answering({ code: 1, stdout });
    expect([...(await pushMoves(repository, 'origin', ids.map(move)))]).toEqual(['STALE', 'SILENT']);
  });

  test('of many tasks goes in parts, each task in one of them', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `T-${index}`);
    const { repository, asked } = answering({});
    await pushMoves(repository, 'origin', ids.map(move));
    const pushed = asked.map((args) => args.filter((arg) => arg.startsWith('1')).map((arg) => arg.split('/').at(-1)));
    expect(pushed.map((part) => part.length)).toEqual([200, 200, 50]);
    expect(pushed.flat()).toEqual(ids);
  });
});

describe('trouble is told in words of our own', () => {
  const access = 'it refused access; check the credentials that git uses for it';
  test.each([
    [{ code: 128, stderr: 'fatal: Authentication failed for https://ada@x' }, access],
    [{ code: 128, stderr: 'The requested URL returned error: 403' }, access],
    [{ code: 128, stderr: 'ssh: Could not resolve host' }, 'it could not be reached'],
    [{ code: 128, stderr: "fatal: 'x' does not appear to be a git repository" }, 'there is no such repository'],
    [{ code: 3, stderr: 'something of ada' }, 'git ended with code 3'],
    [{ code: null, stderr: '' }, 'git ended with a signal'],
  ])('%j', async (answer, reason) => {
    const { repository } = answering(answer);
    expect(await problemOf(pushMoves(repository, 'origin', [move('A')]))).toEqual({
      operation: 'push tasks to the remote',
      reason,
    });
    expect(await problemOf(fetchHistories(repository, 'origin', ['A']))).toEqual({
      operation: 'fetch tasks from the remote',
      reason,
    });
    expect(await problemOf(listRemoteTasks(repository, 'origin'))).toEqual({
      operation: 'list the tasks of the remote',
      reason,
    });
  });
});
