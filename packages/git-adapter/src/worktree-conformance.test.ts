import { lstatSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gitWorktreeSuite } from '@batonkit/conformance';
import { describe, expect, test } from 'vitest';
import { createGitWorktree } from './create-git-worktree.ts';
import { ScratchRepository } from './native/scratch-repository.fixture.ts';

const latin1 = (path: string): string => Buffer.from(path).toString('latin1');
const readIn = (root: string, path: string): Uint8Array | null =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true ? readFileSync(join(root, path)) : null;

// In a linked working tree only what depends on where the index, HEAD and the store are.
const casesOfLinked = /captured|committed|staged|kept tree|older commit|restore puts|new directory, whole/;

describe.each([
  ['native', 'main'],
  ['native', 'linked'],
  ['isomorphic', 'main'],
  ['isomorphic', 'linked'],
  ['isomorphic', 'packed'],
] as const)('%s engine in a %s working tree', (engine, kind) => {
  gitWorktreeSuite({
    test: (name, body) => (kind === 'main' || casesOfLinked.test(name) ? test(name, body) : undefined),
    createWorktree: (files) => {
      const main = ScratchRepository.create(files);
      if (kind === 'packed') main.git('gc', '-q');
      if (kind === 'linked') main.git('worktree', 'add', '-q', '-b', 'other', '../linked');
      const repository = kind === 'linked' ? main.at(join(main.parent, 'linked')) : main;
      return {
        worktree: createGitWorktree({ directory: repository.root, engine }),
        edit: {
          write: (path, content) => repository.write(latin1(path), Buffer.from(content as string)),
          remove: (path) => repository.remove(latin1(path)),
          read: (path) => readIn(repository.root, path),
          commit: () => {
            repository.git('add', '-A');
            repository.git('commit', '-q', '-m', 'next');
            return repository.git('rev-parse', 'HEAD');
          },
          stage: (path) => void repository.git('add', '--', path),
          chmod: (path, executable) => repository.chmod(latin1(path), executable ? 0o755 : 0o644),
          symlink: (path, target) => repository.link(latin1(path), target),
          touch: (path) => utimesSync(join(repository.root, path), new Date(0), new Date(0)),
          target: () => {
            const directory = join(repository.parent, 'target');
            return { directory, read: (path) => readIn(directory, path) };
          },
        },
        close: () => repository.close(),
      };
    },
  });
});

test('a linked working tree runs a good part of the cases, so that a renamed one does not slip out unseen', () => {
  const names: string[] = [];
  const createWorktree = (): never => {
    throw new Error('no case is run here');
  };
  gitWorktreeSuite({ test: (name) => names.push(name), createWorktree });
  const linked = names.filter((name) => casesOfLinked.test(name));
  expect(linked.length).toBeGreaterThanOrEqual(8);
  expect(linked.length).toBeLessThan(names.length);
});
