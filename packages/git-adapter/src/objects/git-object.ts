import { createHash, type Hash } from 'node:crypto';

/** Which hash names the objects of a repository. */
export type HashName = 'sha1' | 'sha256';

/** A git object. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Reads objects of a repository until it is closed. There are two, one for each engine: git itself reads every kind of repository and object,
 * at the price of a process; where there is no git, files are read.
 */
export interface ObjectReader {
  /** The object, or `null` when the repository does not have it. */
  readonly read: (name: string) => Promise<GitObject | null>;
  readonly close: () => void;
}

/** An object to store. */
export interface NewObject extends GitObject {
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
}

/** A blob to store that is too large to hold; the file on disk has its bytes. */
export interface LargeBlob<Path extends string | Buffer> {
  readonly id: string;
  readonly type: 'blob';
  readonly size: number;
  readonly file: Path;
}

/** An object with its id. */
export function newObject(hash: HashName, type: NewObject['type'], content: Buffer): NewObject {
  return { type, id: objectId(hash, type, content), content };
}

/** Git's id of an object. */
export function objectId(hash: HashName, type: string, content: Buffer): string {
  return startObjectHash(hash, type, content.length).update(content).digest('hex');
}

/** The hash that becomes an object's id once its content is added. */
export function startObjectHash(hash: HashName, type: string, size: number): Hash {
  return createHash(hash).update(objectHeader(type, size));
}

/** What git puts before the content of an object, in its id and in a loose file. */
export function objectHeader(type: string, size: number): Buffer {
  return Buffer.from(`${type} ${size}\0`);
}
