import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { expect, test } from 'vitest';
import { createNativeWorktree } from './native-worktree.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

test('of a file that git converts, an undone change is known by its bytes on disk, and can be restored', async () => {
  const repository = ScratchRepository.create({ '.gitattributes': '*.txt text eol=crlf\n', 'a.txt': 'one\r\n' });
  try {
    const worktree = createNativeWorktree({ directory: repository.root });
    repository.write('a.txt', 'two\r\n');
    const { tree } = await orThrow(worktree.capture({ base: 'HEAD' }));
    repository.git('checkout', '-q', 'a.txt');
    const { changed, also } = await orThrow(worktree.observe({ base: 'HEAD', also: ['a.txt'] }));
    expect([changed, also]).toEqual([
      [],
      [{ path: 'a.txt', sha256: createHash('sha256').update('one\r\n').digest('hex') }],
    ]);
    const files = (also ?? []).map(({ path, sha256 }) => ({ path, expected: sha256 }));
    expect(await orThrow(worktree.restore(tree, files))).toEqual({ written: 1, removed: 0 });
    expect(readFileSync(join(repository.root, 'a.txt'), 'utf8')).toBe('two\r\n');
  } finally {
    repository.close();
  }
});
