import { ZERO_HASH } from '../record/zero-hash.ts';

/** How long a chain of audit entries is, and the hash of its last entry. A cut tail shows against it. */
export interface ChainAnchor {
  readonly count: number;
  readonly head: string;
}

/** The anchor of an audit without entries. */
export const EMPTY_CHAIN: ChainAnchor = Object.freeze({ count: 0, head: ZERO_HASH });
