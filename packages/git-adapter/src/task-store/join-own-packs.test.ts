import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { newObject } from '../objects/git-object.ts';
import { joinOwnPacks, sweepKeeps } from './join-own-packs.ts';
import { formatKeeper } from './keep-file.ts';
import { openRefRepository, type RefRepository } from './ref-repository.ts';
import { withObjects } from './store-objects.ts';

let user: ScratchRepository;
let repository: RefRepository;
beforeEach(async () => {
  user = ScratchRepository.create();
  repository = await openRefRepository({ directory: user.root });
});
afterEach(() => user.close());

const folder = () => join(user.root, '.git', 'objects', 'pack');
const files = (end: string) => readdirSync(folder()).filter((name) => name.endsWith(end));
const blobOf = (number: number) => newObject('sha1', 'blob', Buffer.from(`content ${number}`));

test('however many packs were stored, there are few, and each object is in one of them', async () => {
  user.git('repack', '-a', '-d', '-q');
  const [own] = files('.pack');
  for (let number = 0; number < 400; number += 1) {
    await withObjects(repository, [blobOf(number)], () => Promise.resolve());
    if (number % 20 === 0) await joinOwnPacks(repository);
  }
  await joinOwnPacks(repository);
  expect(files('.pack').length).toBeLessThan(60);
  expect(files('.keep')).toEqual([]);
  expect(files('.pack')).toContain(own);
  const asked = Array.from({ length: 400 }, (_, number) => `${blobOf(number).id}\n`).join('');
  expect(user.gitIn({ input: Buffer.from(asked) }, 'cat-file', '--batch-check')).not.toContain('missing');
  expect(user.git('fsck', '--strict', '--no-dangling')).toBe('');
}, 60_000);

test('packs that somebody keeps, and packs that a multi-pack index names, are left alone', async () => {
  const store = async (from: number) => {
    for (let number = from; number < from + 30; number += 1)
      await withObjects(repository, [blobOf(number)], () => Promise.resolve());
  };
  await store(0);
  for (const name of files('.pack')) writeFileSync(join(folder(), name.replace('.pack', '.keep')), 'mine\n');
  const kept = files('.pack');
  await joinOwnPacks(repository);
  expect(files('.pack')).toEqual(kept);
  expect(files('.keep')).toHaveLength(kept.length);
  writeFileSync(join(folder(), 'multi-pack-index'), '');
  await store(30);
  const before = files('.pack');
  await joinOwnPacks(repository);
  expect(files('.pack')).toEqual(before);
});

test('while the objects are in use, git is asked to keep them; whatever happens, not for longer', async () => {
  await withObjects(repository, [blobOf(1)], () => {
    expect(files('.keep')).toHaveLength(1);
    user.git('gc', '--quiet', '--prune=now');
    expect(user.git('cat-file', '-t', blobOf(1).id)).toBe('blob');
    return Promise.resolve();
  });
  const failing = withObjects(repository, [blobOf(2)], () => Promise.reject(new Error('cut')));
  await expect(failing).rejects.toThrow('cut');
  expect(files('.keep')).toEqual([]);
});

test('a sweep lets go of what a killed writer kept and had not finished, and of nothing else', async () => {
  const put = (name: string, content: string | Buffer) => writeFileSync(join(folder(), name), content);
  const mine = formatKeeper(repository.commonDirectory).toString();
  put('pack-aa.keep', mine);
  put('pack-bb.keep', mine.replace(/ \d+ \d+\n$/, ' 1 1\n'));
  put('pack-cc.keep', 'the user keeps it\n');
  put('pack-dd.keep', mine.replace(/^batonkit (\S+) \S+/, 'batonkit $1 0011223344556677'));
  put('pack-ee.keep', mine.replace(/^batonkit \S+/, 'batonkit 0011223344556677'));
  const leftover = join(user.root, '.git', 'objects', `batonkit-${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.tmp`);
  writeFileSync(leftover, 'half');
  expect(await sweepKeeps(repository)).toBe(2);
  expect(files('.keep').sort()).toEqual(['pack-aa.keep', 'pack-cc.keep', 'pack-ee.keep']);
  utimesSync(leftover, 1, 1);
  expect(await sweepKeeps(repository)).toBe(1);
  expect(existsSync(leftover)).toBe(false);
});
