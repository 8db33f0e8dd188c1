import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { createFsFromVolume, Volume } from 'memfs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGitWorktree } from '../create-git-worktree.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createIsomorphicWorktree } from './isomorphic-worktree.ts';

const realPath = process.env['PATH'] ?? '';
let repository: ScratchRepository;
let home: string;

beforeEach(() => {
  repository = ScratchRepository.create({ 'a.txt': 'one\n', 'dir/b.txt': 'two\n' });
  home = join(repository.parent, 'home');
  mkdirSync(home);
});
afterEach(() => {
  process.env['PATH'] = realPath;
  repository.close();
});

const open = () => createIsomorphicWorktree({ directory: repository.root, home });
async function answer(): Promise<string> {
  const seen = await open().capture({ base: 'HEAD' });
  return seen.isErr() ? seen.error.data.reason : 'ok';
}

/** Each makes a repository that the engine cannot tell exactly. */
const outOfDomain: Readonly<Record<string, (at: ScratchRepository) => void>> = {
  'a filter in the attributes': (at) => at.write('.gitattributes', '*.psd filter=lfs diff=lfs -text\n'),
  'an encoding in the attributes of a directory': (at) =>
    at.write('dir/.gitattributes', '*.txt working-tree-encoding=UTF-16\n'),
  'attributes that only the index still has': (at) => {
    at.write('.gitattributes', '* filter=up\n');
    at.git('add', '.gitattributes');
    at.remove('.gitattributes');
  },
  'CRLF under autocrlf': (at) => {
    at.git('config', 'core.autocrlf', 'true');
    at.write('a.txt', 'one\r\n');
  },
  'CRLF in a file that the attributes call text': (at) => {
    at.write('.gitattributes', '*.txt text\n');
    at.write('a.txt', 'one\r\n\0');
  },
  '$Id$ under ident': (at) => {
    at.write('.gitattributes', '* ident\n');
    at.write('a.txt', '$Id$\n');
  },
  'a nested repository': (at) => {
    at.write('nested/x', '');
    at.gitIn({ cwd: at.path('nested').toString() }, 'init', '-q');
  },
  'a submodule': (at) => at.git('update-index', '--add', '--cacheinfo', `160000,${at.git('rev-parse', 'HEAD')},module`),
  'a sparse checkout': (at) => at.git('sparse-checkout', 'set', '--cone', 'other'),
  'a split index': (at) => at.git('update-index', '--split-index'),
  'a name that is not valid UTF-8': (at) => at.write('caf\xe9', ''),
  'such a name in the index': (at) => {
    at.write('caf\xe9', '');
    at.git('add', '-A');
    at.remove('caf\xe9');
  },
  'borrowed objects': (at) => at.write('.git/objects/info/alternates', '/somewhere/objects\n'),
  'an extension that is not known': (at) => {
    at.git('config', 'core.repositoryFormatVersion', '1');
    at.git('config', 'extensions.worktreeConfig', 'true');
  },
  'a conditional include that matters': (at) => {
    writeFileSync(join(home, '.gitconfig'), '[includeIf "gitdir:/x/"]\n\tpath = more\n');
    writeFileSync(join(home, 'more'), '[core]\n\tautocrlf = true\n');
    at.write('a.txt', 'x');
  },
  'a .gitignore that is a link': (at) => at.link('.gitignore', 'a.txt'),
  'a configuration that cannot be read': (at) => at.write('.git/config', '[core\n'),
};

describe('outside its domain the isomorphic engine refuses', () => {
  test.each(Object.entries(outOfDomain))('%s', async (_, make) => {
    make(repository);
    expect(await answer()).toBe('unsupported');
  });

  test('a SHA-256 repository, a bare one, one without a commit, no repository, unmerged files', async () => {
    const reasonIn = async (directory: string): Promise<string> => {
      const head = await createIsomorphicWorktree({ directory, home }).observe({ base: 'HEAD' });
      return head.isErr() ? head.error.data.reason : 'ok';
    };
    const at = (name: string): string => join(repository.parent, name);
    repository.git('init', '-q', '--object-format=sha256', at('long'));
    repository.git('init', '-q', '--bare', at('bare'));
    repository.git('init', '-q', at('fresh'));
    expect(await reasonIn(at('long'))).toBe('unsupported');
    expect(await reasonIn(at('bare'))).toBe('bare');
    expect(await reasonIn(at('fresh'))).toBe('no-commit');
    expect(await reasonIn(repository.parent)).toBe('not-a-repository');
    expect(await reasonIn(at('nowhere'))).toBe('not-a-repository');
    const id = repository.git('rev-parse', 'HEAD:a.txt');
    const stages = [1, 2, 3].map((stage) => `100644 ${id} ${stage}\ta.txt\n`).join('');
    repository.gitIn({ input: Buffer.from(`0 ${'0'.repeat(40)}\ta.txt\n${stages}`) }, 'update-index', '--index-info');
    expect(await reasonIn(repository.root)).toBe('unmerged');
  });
});

describe('inside it', () => {
  test('attributes and settings without a file to convert are no reason to refuse', async () => {
    repository.git('config', 'core.autocrlf', 'input');
    repository.write('.gitattributes', '* text=auto\n*.png binary\n');
    repository.write('picture.png', '\x89PNG\r\n\0');
    expect(await answer()).toBe('ok');
    const { tree } = await orThrow(open().capture({ base: 'HEAD' }));
    expect(tree).toBe(repository.oracleTree());
  });

  test('packed refs, tags, branches and short ids name commits', async () => {
    repository.git('tag', '-a', '-m', 'tag', 'v1');
    repository.git('pack-refs', '--all');
    repository.git('gc', '-q');
    const id = repository.git('rev-parse', 'HEAD^{tree}');
    for (const name of [
      'HEAD',
      'main',
      'v1',
      repository.git('rev-parse', 'HEAD'),
      repository.git('rev-parse', '--short=8', 'HEAD'),
    ])
      expect([name, await orThrow(open().treeOf(name))]).toEqual([name, id]);
    for (const name of ['nope', '', '-x', 'a\0b', '../main'])
      expect((await open().treeOf(name)).isErr(), name).toBe(true);
  });

  test('the excludes of the user, of the repository and of every directory are heeded', async () => {
    writeFileSync(join(home, '.gitconfig'), '[core]\n\texcludesFile = "~/my ignores" ; mine\n');
    writeFileSync(join(home, 'my ignores'), '*.swp\n');
    repository.write('.git/info/exclude', 'private/\n');
    repository.write('.gitignore', '*.log\n/build/\n');
    repository.write('dir/.gitignore', '!keep.log\n');
    for (const name of ['x.swp', 'private/x', 'x.log', 'build/x', 'dir/keep.log', 'dir/other.log', 'dir/build/x'])
      repository.write(name, '');
    expect(await orThrow(open().listFiles())).toEqual([
      '.gitignore',
      'a.txt',
      'dir/.gitignore',
      'dir/b.txt',
      'dir/build/x',
      'dir/keep.log',
    ]);
  });

  test('a repository that ignores case is looked at with reduced fidelity, and says why', async () => {
    expect([open().fidelity, open().fidelityReasons]).toEqual(['exact', []]);
    repository.git('config', 'core.ignoreCase', 'true');
    expect([open().fidelity, open().fidelityReasons.length]).toEqual(['reduced', 1]);
    expect(await answer()).toBe('ok');
  });

  test('trees of one engine are read by the other', async () => {
    const native = createGitWorktree({ directory: repository.root, engine: 'native' });
    repository.write('a.txt', 'by native\n');
    const first = await orThrow(native.capture({ base: 'HEAD' }));
    await orThrow(native.keep('one', first.tree));
    repository.write('a.txt', 'by isomorphic\n');
    const second = await orThrow(open().capture({ base: 'HEAD' }));
    await orThrow(open().keep('two', second.tree));
    repository.write('a.txt', 'later\n');
    await orThrow(native.sweep({ olderThanMs: 0 }));
    await orThrow(open().sweep({ olderThanMs: 0 }));
    for (const engine of [native, open()]) {
      const { files } = await orThrow(engine.diff(first.tree, second.tree));
      expect(files).toEqual([{ path: 'a.txt', added: 1, removed: 1, mode: '100644' }]);
    }
  });

  test('a kept tree outlives the commit it was based on', async () => {
    const base = repository.git('rev-parse', 'HEAD');
    repository.write('new.txt', 'new\n');
    const { tree } = await orThrow(open().capture({ base }));
    await orThrow(open().keep('kept', tree));
    repository.git('checkout', '-q', '--orphan', 'other');
    repository.git('rm', '-rfq', '.');
    repository.git('commit', '-q', '--allow-empty', '-m', 'other');
    repository.git('branch', '-D', 'main');
    await orThrow(open().sweep({ olderThanMs: 0 }));
    repository.git('reflog', 'expire', '--expire=now', '--all');
    repository.git('gc', '-q', '--prune=now');
    expect(Buffer.from((await orThrow(open().readBlob(tree, 'dir/b.txt'))) ?? []).toString()).toBe('two\n');
  });
});

describe('engine: auto', () => {
  test('takes git where there is one, and does without where there is none', async () => {
    const native = createGitWorktree({ directory: repository.root });
    expect([native.engine.split(' ')[0], native.fidelity]).toEqual(['native', 'exact']);
    process.env['PATH'] = home;
    const other = createGitWorktree({ directory: repository.root });
    expect(other.engine).toMatch(/^isomorphic-git/);
    expect((await orThrow(other.head())).branch).toBe('main');
    writeFileSync(join(home, 'git'), '#!/bin/sh\necho git version 2.20.1\n', { mode: 0o755 });
    expect(createGitWorktree({ directory: repository.root }).engine).toMatch(/^isomorphic-git/);
  });

  test('another file system has no settings of this host', async () => {
    const fs = createFsFromVolume(
      Volume.fromJSON({ '/repo/.git/HEAD': 'ref: refs/heads/main\n', '/repo/.git/objects/x': '' }),
    );
    const head = await createGitWorktree({ directory: '/repo', fs }).head();
    expect(() => createGitWorktree({ directory: '/repo', fs, engine: 'native' })).toThrow(TypeError);
    expect(head.isErr() && head.error.data.reason).toBe('no-commit');
  });
});
