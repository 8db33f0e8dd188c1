/** `prev` of the first entry of every audit. */
export const ZERO_HASH = '0'.repeat(64);
