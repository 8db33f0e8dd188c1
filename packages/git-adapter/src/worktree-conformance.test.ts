import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gitWorktreeSuite } from '@batonkit/conformance';
import { describe, expect, test } from 'vitest';
import { createGitWorktree } from './create-git-worktree.ts';
import { ScratchRepository, testEnvironment } from './native/scratch-repository.fixture.ts';

const latin1 = (path: string): string => Buffer.from(path).toString('latin1');
const readIn = (root: string, path: string): Uint8Array | null =>
  lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true ? readFileSync(join(root, path)) : null;

// In a linked working tree only what depends on where the index, HEAD and the store are.
const casesOfLinked =
  /^(?!after a hand-off).*(?:captured|committed|staged|kept tree|older commit|restore puts|new directory, whole)/;

/** The table of changes is run whole with `npm run long`; here every fifth row, other ones for each engine. */
const isWhole = process.env['BATONKIT_DRIFT_ROWS'] === 'all';
const rows = new Map<string, number>();
function isDrawn(engine: string, name: string): boolean {
  if (isWhole || !name.startsWith('after a hand-off')) return true;
  const row = (rows.get(engine) ?? (engine === 'native' ? 0 : 2)) + 1;
  rows.set(engine, row);
  return row % 5 === 0;
}

describe.each([
  ['native', 'main'],
  ['native', 'linked'],
  ['isomorphic', 'main'],
  ['isomorphic', 'linked'],
  ['isomorphic', 'packed'],
] as const)('%s engine in a %s working tree', (engine, kind) => {
  gitWorktreeSuite({
    mayRefuse: engine === 'isomorphic',
    shell: kind === 'main',
    test: (name, body) =>
      (kind === 'main' ? isDrawn(engine, name) : casesOfLinked.test(name)) ? test(name, body) : undefined,
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
          shell: (script) =>
            void execFileSync('sh', ['-e', '-c', script], {
              cwd: repository.root,
              env: testEnvironment,
              stdio: 'pipe',
            }),
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
