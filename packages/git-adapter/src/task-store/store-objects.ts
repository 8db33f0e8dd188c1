import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newObject, type NewObject } from '../objects/git-object.ts';
import { formatPack } from '../objects/write-pack.ts';
import { joinOwnPacks, MARK } from './join-own-packs.ts';
import { formatKeeper } from './keep-file.ts';
import { type RefRepository, syncDirectories } from './ref-repository.ts';

/** One pack in so many is followed by a look at how many there are. */
const LOOK_EVERY = 16;

/**
 * Stores objects in the user's object store, durable before `use` is called, and keeps them from every gc until it has ended: by then a
 * ref leads to them, or nobody needs them.
 *
 * A gc without a grace period takes loose objects that no ref led to when it looked, and packs that it has listed. So the objects go into
 * a pack of their own, whose `.keep` file is there first: a gc that looks before the ref has moved does not list the pack, or finds it
 * kept; one that looks later finds the ref. For the same reason this never removes a pack: a gc may have left out an object elsewhere
 * because the kept pack had it, be the ref moved or not.
 */
export async function withObjects<T>(
  repository: RefRepository,
  objects: readonly NewObject[],
  use: () => Promise<T>,
): Promise<T> {
  const { hash, objectDirectory, around, commonDirectory } = repository;
  const { pack, index, name } = formatPack(hash, [...objects, newObject(hash, 'blob', MARK)]);
  const folder = join(objectDirectory, 'pack');
  const path = join(folder, `pack-${name}`);
  await around('write objects', async () => {
    await mkdir(folder, { recursive: true });
    // As the user's git shares the repository with other users, or not.
    const mode = statSync(folder).mode & 0o444;
    const put = (end: string, bytes: Buffer): Promise<void> => putFile(objectDirectory, `${path}${end}`, bytes, mode);
    await put('.keep', formatKeeper(commonDirectory));
    await put('.pack', pack);
    await put('.idx', index);
  });
  try {
    await around('sync object names', () => syncDirectories([folder]));
    return await use();
  } finally {
    await rm(`${path}.keep`, { force: true });
    if (Number.parseInt(name.slice(0, 8), 16) % LOOK_EVERY === 0) await joinOwnPacks(repository);
  }
}

/** Writes a file whole and durable before it gets its name. Git knows no temporary files of this name, so that no prune takes it. */
async function putFile(objectDirectory: string, path: string, bytes: Buffer, mode: number): Promise<void> {
  const temporary = join(objectDirectory, `batonkit-${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
