import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIsomorphicWorktree } from '../isomorphic/isomorphic-worktree.ts';
import { createNativeWorktree } from '../native/native-worktree.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';

let repository: ScratchRepository;
beforeEach(() => (repository = ScratchRepository.create()));
afterEach(() => repository.close());

const engines = { native: createNativeWorktree, isomorphic: createIsomorphicWorktree } as const;
const allIn = (folder: string): readonly string[] => readdirSync(folder, { recursive: true }).map(String).sort();

describe.each(Object.keys(engines) as (keyof typeof engines)[])('the %s engine', (name) => {
  const open = async () => {
    const worktree = engines[name]({ directory: repository.root });
    repository.write('a', 'changed\n');
    const { tree } = await orThrow(worktree.capture({ base: repository.git('rev-parse', 'HEAD') }));
    await orThrow(worktree.keep('TASK-1/one', tree));
    return { worktree, store: join(repository.root, '.git/batonkit/snapshots.git') };
  };

  test.each(['', 'objects', 'objects/pack', 'refs', 'refs/batonkit', 'captures'])(
    'removes nothing behind a link in place of %j',
    async (folder) => {
      const { worktree, store } = await open();
      const elsewhere = join(repository.parent, 'elsewhere');
      renameSync(join(store, folder), elsewhere);
      writeFileSync(join(elsewhere, 'tmp_1_a'), '');
      utimesSync(join(elsewhere, 'tmp_1_a'), new Date(0), new Date(0));
      symlinkSync(elsewhere, join(store, folder));
      const before = allIn(elsewhere);
      for (const answer of [await worktree.drop('TASK-1/'), await worktree.sweep({ olderThanMs: -1 })]) {
        const told = answer.isErr() && answer.error;
        expect(told).toMatchObject({ code: 'GitFailure', data: { reason: 'unsupported' } });
      }
      expect(allIn(elsewhere)).toEqual(before);
    },
  );

  test('sweeps nothing when the names of kept trees cannot be listed', async () => {
    const { worktree, store } = await open();
    const before = allIn(join(store, 'objects'));
    rmSync(join(store, 'refs/batonkit'), { recursive: true });
    writeFileSync(join(store, 'refs/batonkit'), 'not a folder');
    const answer = await worktree.sweep({ olderThanMs: -1 });
    expect(answer.isErr() && answer.error.code).toBe('GitFailure');
    expect(allIn(join(store, 'objects'))).toEqual(before);
  });

  test('removes no file that it did not make, and waits for no pipe', async () => {
    const { worktree, store } = await open();
    const folders = ['objects', 'objects/aa', 'objects/pack', 'refs/batonkit', 'captures'].map((at) => join(store, at));
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'thesis'), 'dear');
      utimesSync(join(folder, 'thesis'), new Date(0), new Date(0));
    }
    const kept = readdirSync(join(store, 'refs/batonkit')).find((file) => file !== 'thesis') ?? '';
    const [ref, capture] = [join(store, 'refs/batonkit', `${kept}0`), join(store, 'captures', 'b'.repeat(40))];
    execFileSync('mkfifo', [ref, capture]);
    await orThrow(worktree.drop('TASK-2/'));
    await orThrow(worktree.sweep({ olderThanMs: -1 }));
    for (const folder of folders) expect(existsSync(join(folder, 'thesis'))).toBe(true);
    expect([ref, capture].map((path) => existsSync(path))).toEqual([true, true]);
  });
});
