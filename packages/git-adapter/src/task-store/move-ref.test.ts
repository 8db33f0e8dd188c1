import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitProblem } from '../host/git-problem.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { moveRef } from './move-ref.ts';
import { openRefRepository, type RefRepository } from './ref-repository.ts';

const REF = 'refs/batonkit/tasks/TASK-1';
let user: ScratchRepository;
let repository: RefRepository;
beforeEach(async () => {
  user = ScratchRepository.create();
  user.git('commit', '-q', '--allow-empty', '-m', 'second');
  user.git('update-ref', REF, 'HEAD~1');
  repository = await openRefRepository({ directory: user.root });
});
afterEach(() => user.close());

const move = () => ({
  ref: REF,
  from: user.git('rev-parse', 'HEAD~1'),
  to: user.git('rev-parse', 'HEAD'),
  step: 'move',
});
/** The answer of a git that was killed, and whether that was before or behind its work. */
const killed = (when: 'before' | 'behind'): RefRepository => ({
  ...repository,
  tryGit: async (args, input) => {
    if (when === 'behind') await repository.tryGit(args, input);
    return { code: null, stdout: Buffer.alloc(0), stderr: '' };
  },
});

test('a git that is killed behind its work has moved the ref', async () => {
  const request = move();
  expect(await moveRef(killed('behind'), request)).toEqual({ outcome: 'moved' });
  expect(user.git('rev-parse', REF)).toBe(request.to);
});

test('a git that is killed before its work is a failure, and the ref stays', async () => {
  const request = move();
  await expect(moveRef(killed('before'), request)).rejects.toMatchObject({
    failure: { data: { reason: 'command-failed' } },
  });
  expect(user.git('rev-parse', REF)).toBe(request.from);
});

test('when nobody can tell where the ref is, the outcome is unknown', async () => {
  const cause = gitProblem('command-failed', 'git cat-file ended with a signal');
  const blind = { ...killed('behind'), objects: { read: () => Promise.reject(cause) } };
  expect(await moveRef(blind, move())).toEqual({ outcome: 'unknown', cause });
});

test('a ref that is elsewhere stays there, unless it may move from wherever it is', async () => {
  const request = { ...move(), from: user.git('rev-parse', 'HEAD') };
  const to = user.git('commit-tree', '-m', 'third', 'HEAD^{tree}');
  expect(await moveRef(repository, { ...request, to })).toEqual({ outcome: 'elsewhere' });
  expect(user.git('rev-parse', REF)).toBe(user.git('rev-parse', 'HEAD~1'));
  expect(await moveRef(repository, { ...request, from: null, to })).toEqual({ outcome: 'moved' });
  expect(user.git('rev-parse', REF)).toBe(to);
});

test('a lock that goes later than git itself waits for it is waited for, and one that stays is told', async () => {
  const lock = join(user.root, '.git', `${REF}.lock`);
  writeFileSync(lock, 'of another program');
  const impatient = await moveRef({ ...repository, lockTimeoutMs: 1 }, move());
  expect(impatient).toMatchObject({ outcome: 'locked', lock });
  const moving = moveRef(repository, move());
  await sleep(1500);
  rmSync(lock);
  expect(await moving).toEqual({ outcome: 'moved' });
});
