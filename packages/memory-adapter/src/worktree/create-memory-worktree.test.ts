import { gitWorktreeSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createMemoryWorktree } from './create-memory-worktree.ts';

describe('isomorphic engine on memfs', () => {
  gitWorktreeSuite({
    test,
    mayRefuse: true,
    createWorktree: (files) => {
      const worktree = createMemoryWorktree({ files });
      const { fs, directory } = worktree;
      const readIn = (path: string): Uint8Array | null =>
        fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? (fs.readFileSync(path) as Buffer) : null;
      return {
        worktree,
        edit: {
          write: worktree.edit,
          remove: worktree.remove,
          read: (path) => readIn(`${directory}/${path}`),
          commit: () => worktree.commit(),
          stage: worktree.stage,
          chmod: worktree.chmod,
          symlink: worktree.symlink,
          touch: (path) => fs.utimesSync(`${directory}/${path}`, new Date(0), new Date(0)),
          target: () => ({ directory: '/target', read: (path) => readIn(`/target/${path}`) }),
        },
      };
    },
  });
});

describe('createMemoryWorktree', () => {
  test('the same files give the same commit', async () => {
    const [one, other] = [1, 2].map(() => createMemoryWorktree({ files: { 'a.txt': 'a' } }));
    expect(await orThrow(one!.head())).toEqual(await orThrow(other!.head()));
    expect(one?.commit()).toBe(other?.commit());
  });

  test('an edit keeps the mode of a file, and takes the place of links and directories', async () => {
    const worktree = createMemoryWorktree({ files: { run: '#!', 'dir/x': 'x' } });
    const { commit: base } = await orThrow(worktree.head());
    worktree.chmod('run', 0o755);
    worktree.edit('run', '#!/bin/sh');
    worktree.edit('dir', 'a file');
    worktree.symlink('link', 'run');
    worktree.edit('link/below', 'y');
    const { changed } = await orThrow(worktree.observe({ base }));
    expect(changed.map(({ path, mode }) => [path, mode])).toEqual([
      ['dir', '100644'],
      ['dir/x', null],
      ['link/below', '100644'],
      ['run', '100755'],
    ]);
    expect([worktree.read('run'), worktree.read('dir/x')]).toEqual(['#!/bin/sh', null]);
  });

  test('what is ignored is not committed', async () => {
    const worktree = createMemoryWorktree({ files: { '.gitignore': '*.log\n!keep.log\n' } });
    worktree.edit('debug.log', '');
    worktree.edit('keep.log', '');
    const tree = await orThrow(worktree.treeOf(worktree.commit()));
    expect(await orThrow(worktree.readBlob(tree, 'debug.log'))).toBeNull();
    expect(await orThrow(worktree.readBlob(tree, 'keep.log'))).not.toBeNull();
  });

  test('an object that is gone is gone, also after it was read', async () => {
    const worktree = createMemoryWorktree({ files: { 'a.txt': 'a' } });
    const { commit: base } = await orThrow(worktree.head());
    worktree.edit('a.txt', 'b');
    const { tree } = await orThrow(worktree.capture({ base }));
    const read = () => worktree.readBlob(tree, 'a.txt');
    expect(Buffer.from((await orThrow(read())) ?? []).toString()).toBe('b');
    const store = `${worktree.directory}/.git/batonkit/snapshots.git/objects`;
    for (const folder of worktree.fs.readdirSync(store).map(String))
      if (/^[0-9a-f]{2}$/.test(folder)) worktree.fs.rmSync(`${store}/${folder}`, { recursive: true });
    expect((await read())._unsafeUnwrapErr().code).toBe('SnapshotElsewhere');
  });

  test.each(['../out', '/abs', '.git/config', 'a//b', ''])('refuses the path %j', (path) => {
    const worktree = createMemoryWorktree();
    expect(() => worktree.edit(path, 'x')).toThrow(TypeError);
    expect(() => worktree.remove(path)).toThrow(TypeError);
  });
});
