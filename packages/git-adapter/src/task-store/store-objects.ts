import { join } from 'node:path';
import type { NewObject } from '../objects/git-object.ts';
import { formatPackStream } from '../objects/write-pack.ts';
import { type RefRepository, syncDirectories } from './ref-repository.ts';

/** Stores objects in the user's object store by one git process, durable when this returns. No ref leads to them yet. */
export async function storeObjects(repository: RefRepository, objects: readonly NewObject[]): Promise<void> {
  const { hash, objectDirectory, around } = repository;
  const stream = formatPackStream(hash, objects);
  await around('write objects', () => repository.git(['unpack-objects', '-q'], stream));
  const folders = objects.map(({ id }) => join(objectDirectory, id.slice(0, 2)));
  await around('sync object names', () => syncDirectories([...folders, objectDirectory]));
}
