import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { hashEntry } from './audit-entry.ts';
import { ZERO_HASH } from '../record/zero-hash.ts';
import type { ChainAnchor } from './chain-anchor.ts';

/** What is wrong with the entry at `index` (counted from 0), or with the end of the list. */
export type AuditBroken = Failure<'AuditBroken', { readonly index: number; readonly reason: AuditBreak }>;

/** The ways an audit can be broken. */
export type AuditBreak =
  'malformed' | 'hash-mismatch' | 'prev-mismatch' | 'seq-gap' | 'revision-order' | 'anchor-mismatch';

/**
 * Checks that a list of audit entries is whole and unedited: every hash is right, every entry names the hash of the one
 * before, numbers have no gap, revisions never go back. With an `anchor` (`record.audit`) a cut or exchanged tail is found too;
 * without one, only what the entries themselves can prove.
 *
 * Someone who rewrites all entries and the anchor goes unseen: keep the anchor where they cannot write.
 * Fails with `AuditBroken`, naming the first bad entry.
 *
 * @example
 * ```ts
 * import { verifyAudit } from '@batonkit/core';
 *
 * verifyAudit([]).isOk(); // => true
 * verifyAudit([], { count: 1, head: 'f'.repeat(64) }).isErr(); // => true
 * ```
 */
export function verifyAudit(entries: readonly unknown[], anchor?: ChainAnchor): Result<ChainAnchor, AuditBroken> {
  if (!Array.isArray(entries)) return broken(0, 'malformed');
  let prev = ZERO_HASH;
  let lastSeq: number | null = null;
  let lastRevision = 0;

  for (const [index, entry] of (entries as readonly unknown[]).entries()) {
    const fields = readFields(entry);
    if (fields === null) return broken(index, 'malformed');
    if (fields.prev !== prev) return broken(index, 'prev-mismatch');
    if (lastSeq !== null && fields.seq !== lastSeq + 1) return broken(index, 'seq-gap');
    if (fields.revision < lastRevision) return broken(index, 'revision-order');
    if (fields.hash !== fields.expectedHash) return broken(index, 'hash-mismatch');
    prev = fields.hash;
    lastSeq = fields.seq;
    lastRevision = fields.revision;
  }

  if (anchor !== undefined && (anchor.count !== entries.length || anchor.head !== prev)) {
    return broken(Math.min(anchor.count, entries.length), 'anchor-mismatch');
  }
  return ok({ count: entries.length, head: prev });
}

interface ChainFields {
  readonly seq: number;
  readonly revision: number;
  readonly prev: string;
  readonly hash: string;
  readonly expectedHash: string;
}

function readFields(entry: unknown): ChainFields | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { seq, revision, prev, hash } = entry as Record<string, unknown>;
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(revision)) return null;
  if (typeof prev !== 'string' || typeof hash !== 'string') return null;
  try {
    return { seq: seq as number, revision: revision as number, prev, hash, expectedHash: hashEntry(entry) };
  } catch {
    // canonicalJson refuses what JSON cannot hold, and no real entry holds such a thing.
    return null;
  }
}

const EXPLANATIONS: Record<AuditBreak, string> = {
  malformed: 'is not an audit entry',
  'hash-mismatch': 'does not have the hash of its content: it was edited',
  'prev-mismatch': 'does not follow from the entry before it: an entry is missing, moved or exchanged',
  'seq-gap': 'is out of sequence: an entry is missing or moved',
  'revision-order': 'belongs to an earlier revision than the entry before it',
  'anchor-mismatch': 'is where the list departs from its anchor: the end was cut off, extended or rewritten',
};

function broken(index: number, reason: AuditBreak): Result<never, AuditBroken> {
  const message = `Audit entry ${index + 1} ${EXPLANATIONS[reason]}. Keep the file as it is and compare it with a backup.`;
  return err(failure('AuditBroken', message, { index, reason }));
}
