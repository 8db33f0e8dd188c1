import { sha256Hex } from '../text/sha256-hex.ts';
import type { Sha256, TaskCommit } from './task-store.ts';

/**
 * Hash of what makes two commits with the same operation id the same commit: body and audit lines. A store keeps it with each revision; a
 * commit that comes again with another digest is `OperationIdReused`.
 *
 * @example
 * ```ts
 * import { commitDigest } from '@batonkit/core';
 *
 * commitDigest({ body: '{}', audit: ['a'] }) === commitDigest({ body: '{}', audit: ['a'] }); // => true
 * commitDigest({ body: null, audit: [] }) === commitDigest({ body: '', audit: [] }); // => false
 * ```
 */
export function commitDigest({ body, audit }: Pick<TaskCommit, 'body' | 'audit'>): Sha256 {
  return sha256Hex(JSON.stringify([body, audit]));
}
