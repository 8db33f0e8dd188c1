import { createHash } from 'node:crypto';

/** A git object. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Reads objects of a repository until it is closed. */
export interface ObjectReader {
  /** The object, or `null` when the repository does not have it. */
  readonly read: (name: string) => Promise<GitObject | null>;
  readonly close: () => void;
}

/** Git's id of an object. */
export function objectId(hash: 'sha1' | 'sha256', type: string, content: Buffer): string {
  return createHash(hash).update(`${type} ${content.length}\0`).update(content).digest('hex');
}
