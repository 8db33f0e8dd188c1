import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GitProblem } from '../host/git-problem.ts';
import { objectId } from '../objects/git-object.ts';
import { idsOfIndex, indexHas, isPackIndex } from '../objects/pack-index.ts';
import { isForgotten } from './keep-file.ts';
import { type RefRepository, syncDirectories } from './ref-repository.ts';

/** The content of a blob in every pack of ours, by which one is told from the user's. */
export const MARK = Buffer.from('a pack of Batonkit\n');

/** So many packs of about one size become one. */
const MOST_OF_A_SIZE = 24;
const SIZE_STEP = 24;
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const TEMPORARY_AGE_MS = 3_600_000;

interface OwnPack {
  readonly name: string;
  readonly ids: readonly string[];
}

/**
 * Joins the small packs that commits leave, so that git stays fast however many there were: packs of about one size become one when
 * there are many, so that each object is written a few times in all. Everything in them goes into the new pack, also what no ref leads to:
 * that is for the user's own gc to take. Trouble is left to the next one.
 */
export async function joinOwnPacks(repository: RefRepository): Promise<void> {
  const folder = join(repository.objectDirectory, 'pack');
  try {
    await sweepKeeps(repository);
    const names = new Set(await readdir(folder));
    // Its packs are named in a file of git's; the user's maintenance joins them.
    if ([...names].some((name) => name.startsWith('multi-pack-index'))) return;
    for (const packs of bySize(await findOwn(repository, folder, names)).values())
      if (packs.length >= MOST_OF_A_SIZE) await joinPacks(repository, folder, packs);
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof GitProblem)) throw error;
  }
}

/** Lets go of packs whose writers were killed, and of files that they had not finished. Answers how many. */
export async function sweepKeeps({ objectDirectory, commonDirectory }: RefRepository): Promise<number> {
  let removed = 0;
  const folder = join(objectDirectory, 'pack');
  for (const name of existsSync(folder) ? await readdir(folder) : [])
    if (/^pack-[0-9a-f]+\.keep$/.test(name) && isForgotten(join(folder, name), commonDirectory)) {
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
  for (const name of await readdir(objectDirectory)) {
    if (!/^batonkit-[0-9a-f-]{36}\.tmp$/.test(name)) continue;
    const path = join(objectDirectory, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() !== true || Date.now() - found.mtimeMs < TEMPORARY_AGE_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function findOwn(
  { hash }: RefRepository,
  folder: string,
  names: ReadonlySet<string>,
): Promise<readonly OwnPack[]> {
  const mark = Buffer.from(objectId(hash, 'blob', MARK), 'hex');
  const found: OwnPack[] = [];
  for (const file of names) {
    const name = /^(pack-[0-9a-f]+)\.idx$/.exec(file)?.[1];
    if (name === undefined || !names.has(`${name}.pack`)) continue;
    // Looked at now: the listing may have missed a keeper that came before the index did.
    if (['.keep', '.promisor', '.mtimes'].some((end) => existsSync(join(folder, name + end)))) continue;
    const path = join(folder, file);
    const seen = await lstat(path).catch(() => null);
    if (seen?.isFile() !== true || seen.size > MAX_INDEX_BYTES) continue;
    const index = await readFile(path).catch(() => Buffer.alloc(0)); // A gc was faster.
    if (isPackIndex(index) && indexHas(index, mark)) found.push({ name, ids: idsOfIndex(index, mark.length) });
  }
  return found;
}

function bySize(packs: readonly OwnPack[]): ReadonlyMap<number, readonly OwnPack[]> {
  const sizes = new Map<number, OwnPack[]>();
  for (const pack of packs) {
    const size = Math.floor(Math.log(Math.max(1, pack.ids.length)) / Math.log(SIZE_STEP));
    sizes.set(size, [...(sizes.get(size) ?? []), pack]);
  }
  return sizes;
}

/** Writes the joint pack, makes sure of it, and only then removes the ones that it replaces. */
async function joinPacks(repository: RefRepository, folder: string, packs: readonly OwnPack[]): Promise<void> {
  const ids = [...new Set(packs.flatMap((pack) => pack.ids))];
  const args = ['-c', 'pack.writeReverseIndex=false', 'pack-objects', '--quiet', join(folder, 'pack')];
  const made = await repository.around('join packs', () => repository.git(args, Buffer.from(`${ids.join('\n')}\n`)));
  const joint = `pack-${made.toString('latin1').trim()}`;
  const index = await readFile(join(folder, `${joint}.idx`));
  if (!isPackIndex(index) || !ids.every((id) => indexHas(index, Buffer.from(id, 'hex')))) return;
  await syncDirectories([folder]);
  for (const { name } of packs)
    // A pack is nothing without its index, so that goes first.
    for (const end of ['.idx', '.pack', '.rev', '.bitmap'])
      if (name !== joint) await rm(join(folder, `${name}${end}`), { force: true });
}
