/** Random choices that are the same in every run. */
export interface Dice {
  /** `length` characters out of `alphabet`. */
  of(alphabet: string, length: number): string;
  alphanumeric(length: number): string;
  lower(length: number): string;
  upper(length: number): string;
  digits(length: number): string;
  hex(length: number): string;
  base64(length: number): string;
  url(length: number): string;
  uuid(): string;
}

/** The alphabets of {@link Dice}. */
export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';

/** A generator of look-alikes, so that no whole token has to stand in the repository. */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const of = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  const dice: Dice = {
    of,
    alphanumeric: (length) => of(LOWER + UPPER + DIGITS, length),
    lower: (length) => of(LOWER + DIGITS, length),
    upper: (length) => of(UPPER + DIGITS, length),
    digits: (length) => of('123456789', 1) + of(DIGITS, length - 1),
    hex: (length) => of('0123456789abcdef', length),
    base64: (length) => of(LOWER + UPPER + DIGITS + '+/', length),
    url: (length) =>
      of(LOWER + UPPER + DIGITS, 1) + of(LOWER + UPPER + DIGITS + '-_', length - 2) + of(LOWER + UPPER + DIGITS, 1),
    uuid: () => [8, 4, 4, 4, 12].map((length) => of('0123456789abcdef', length)).join('-'),
  };
  return dice;
}

/** A kind of secret by name, and how one is made. */
export type Kind = readonly [kind: string, make: (dice: Dice) => string];
