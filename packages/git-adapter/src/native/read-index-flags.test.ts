import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locateRepository } from './locate-repository.ts';
import { parseIndexFlags, readIndexFlags } from './read-index-flags.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

let repository: ScratchRepository;

beforeEach(() => {
  const long = 'x'.repeat(200);
  const names = ['a', 'b', 'dir/c', `dir/${long}/d`, 'dir/e', 'f'];
  repository = ScratchRepository.create(Object.fromEntries(names.map((name) => [name, name])));
  repository.git('update-index', '--assume-unchanged', 'b', `dir/${long}/d`);
  repository.git('update-index', '--skip-worktree', 'dir/e');
  repository.git('add', '-N', '.');
});

afterEach(() => repository.close());

async function flagsHere(): Promise<string[]> {
  const hidden = await readIndexFlags(await locateRepository(repository.root));
  return hidden.map(
    ({ name, mode, id, skipWorktree }) => `${skipWorktree ? 'S' : 'h'} ${mode} ${id} ${name.toString()}`,
  );
}

function flagsByGit(): string[] {
  const lines = repository.git('ls-files', '-v', '-s').split('\n');
  return lines.filter((line) => !line.startsWith('H')).map((line) => line.replace(/^(\S+ \S+ \S+) 0\t/, '$1 '));
}

describe('marks in the index', () => {
  test.each(['2', '3', '4'])('version %s of the index', async (version) => {
    repository.git('update-index', '--index-version', version);
    const index = readFileSync(join(repository.root, '.git', 'index'));
    expect(parseIndexFlags(index, 20)).toHaveLength(3);
    expect(await flagsHere()).toEqual(flagsByGit());
  });

  test('a split index is left to git', async () => {
    repository.git('update-index', '--split-index');
    expect(parseIndexFlags(readFileSync(join(repository.root, '.git', 'index')), 20)).toBeNull();
    expect(await flagsHere()).toEqual(flagsByGit());
  });

  test('a broken file is not understood, and does not break anything', () => {
    const index = readFileSync(join(repository.root, '.git', 'index'));
    for (let length = 0; length < index.length; length += 7)
      expect(() => parseIndexFlags(index.subarray(0, length), 20)).not.toThrow();
    expect(parseIndexFlags(Buffer.from('nonsense'), 20)).toBeNull();
    writeFileSync(join(repository.root, '.git', 'index'), index);
  });
});
