import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGitWorktree } from '../create-git-worktree.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

let repository: ScratchRepository;

beforeEach(() => {
  repository = ScratchRepository.create();
  const library = repository.at(join(repository.parent, 'lib'));
  library.git('init', '-q', '-b', 'main');
  library.write('x.txt', 'one\n');
  library.write('in/y.txt', 'two\n');
  library.git('add', '-A');
  library.git('commit', '-q', '-m', 'lib');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'sub');
  repository.git('commit', '-q', '-m', 'sub');
});

afterEach(() => repository.close());

const open = () => createGitWorktree({ directory: repository.root, engine: 'native' });

describe('a submodule', () => {
  test('that is as its commit is its commit, and one with edits is its files', async () => {
    const worktree = open();
    const { commit: base } = await orThrow(worktree.head());
    expect(await orThrow(worktree.capture({ base }))).toMatchObject({ clean: true, changed: [] });
    repository.write('sub/in/y.txt', 'edited\n');
    repository.write('sub/new.txt', 'new\n');
    const { clean, tree, changed } = await orThrow(worktree.capture({ base }));
    expect(clean).toBe(false);
    expect(changed.map(({ path, xy }) => `${xy} ${path}`)).toEqual(['.M sub/in/y.txt', '?? sub/new.txt']);
    const { files } = await orThrow(worktree.diff(base, tree));
    expect(files).toEqual([
      { path: 'sub/in/y.txt', added: 1, removed: 1, mode: '100644' },
      { path: 'sub/new.txt', added: 1, removed: 0, mode: '100644' },
    ]);
    expect(Buffer.from((await orThrow(worktree.readBlob(tree, 'sub/x.txt'))) ?? []).toString()).toBe('one\n');
  });

  test('gets its files back, also those of its commit', async () => {
    const worktree = open();
    const { commit: base } = await orThrow(worktree.head());
    repository.write('a.txt', 'work\n');
    const first = await orThrow(worktree.capture({ base }));
    repository.write('sub/x.txt', 'edited\n');
    const second = await orThrow(worktree.capture({ base }));
    const expected = second.changed.find(({ path }) => path === 'sub/x.txt')?.sha256 ?? null;
    await orThrow(worktree.restore(first.tree, [{ path: 'sub/x.txt', expected }]));
    expect((await orThrow(worktree.capture({ base }))).tree).toBe(first.tree);
    const now = (await orThrow(worktree.observe({ base, also: ['sub/x.txt'] }))).also?.[0]?.sha256 ?? null;
    await orThrow(worktree.restore(second.tree, [{ path: 'sub/x.txt', expected: now }]));
    expect((await orThrow(worktree.capture({ base }))).tree).toBe(second.tree);
  });
});

test('a paranoid look believes no index, and is otherwise the same', async () => {
  const worktree = open();
  const { commit: base } = await orThrow(worktree.head());
  repository.write('a.txt', 'work\n');
  repository.write('new.txt', 'new\n');
  repository.write('sub/x.txt', 'edited\n');
  repository.git('add', '-N', 'new.txt');
  const usual = await orThrow(worktree.observe({ base }));
  const paranoid = await orThrow(worktree.observe({ base, paranoid: true }));
  expect(paranoid.changed).toEqual(usual.changed);
  // A clean filter that was there for a moment: git takes the foreign bytes for those of the commit from then on.
  repository.git('reset', '-q', '--hard');
  repository.write('.git/info/attributes', 'a.txt filter=f\n');
  repository.git('config', 'filter.f.clean', 'echo one');
  repository.write('a.txt', 'foreign\n');
  repository.git('add', 'a.txt');
  repository.git('config', '--remove-section', 'filter.f');
  repository.remove('.git/info/attributes');
  const paths = async (how: { paranoid?: boolean; since?: number }) =>
    (await orThrow(worktree.observe({ base, ...how }))).changed.map(({ path }) => path);
  expect(await paths({ paranoid: true })).toContain('a.txt');
  expect(await paths({ since: usual.surroundings?.lookedAt ?? 0 })).toContain('a.txt');
});
