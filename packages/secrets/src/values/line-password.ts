import { isPlaceholder, isReference } from './placeholder.ts';
import { kindChanges, wordLikeness } from './word-likeness.ts';

const REST = /[^\s"'`\\;]{10,64}(?=;|[ \t]*(?:[\r\n"'`\\]|$))/y;
const ALONE = /(?:^|[\n;]|\\n)[ \t]*(?:export |set |ENV |- )?$/;

/**
 * Where a password ends that has the line (or its part of a connection string) to itself, so that brackets and `&` belong to it;
 * undefined where it may as well be code.
 */
export function endOfLinePassword(text: string, nameStart: number, start: number): number | undefined {
  REST.lastIndex = start;
  const value = REST.exec(text)?.[0];
  if (value === undefined || !ALONE.test(text.slice(Math.max(0, nameStart - 24), nameStart))) return undefined;
  const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^*?~+=&()]/].every((kind) => kind.test(value));
  const isCode = /[a-z_]{4,}[([]|[{,]$|=>|&&|\|\||\(\)/.test(value) || isReference(value) || isPlaceholder(value);
  return isMixed && !isCode && kindChanges(value) >= 0.36 && wordLikeness(value) < 0.5
    ? start + value.length
    : undefined;
}
