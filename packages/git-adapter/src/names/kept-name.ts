import { caseSafeName, type CaseSpelling, nameBehind } from '@batonkit/core';
import { gitProblem } from '../host/git-problem.ts';

/** A file name has 255 bytes on most disks; git puts `.lock` behind that of a ref. */
const MAX_FILE_NAME = 250;
/** Longer than this, a name is spelled the shorter way. Names on disk depend on it. */
const MAX_SPELLED = 200;
/** Git refuses some names with a dot at their end. */
const SPELLING: CaseSpelling = { spelled: 'upper', suffixed: /\./ };

/**
 * A flat file name that is also a valid ref, on file systems that ignore case too. Whatever is not a small letter, a digit, `_` or
 * `-` is spelled as the hex of its bytes. Where that takes too long, as with a task id of many capitals, letters and dots stand for
 * themselves, and one bit per letter tells their case.
 */
export function encodeKeptName(name: string): string {
  const spelled = spell(name, /[^a-z0-9_-]/gsu);
  const file =
    spelled.length <= MAX_SPELLED
      ? `k-${spelled}`
      : `k+${caseSafeName(spell(name, /[^A-Za-z0-9._-]|\.(?=\.)/gsu), SPELLING)}`;
  if (name !== '' && file.length <= MAX_FILE_NAME) return file;
  const detail = `a kept name must not be empty, nor its file name longer than ${MAX_FILE_NAME} bytes`;
  throw gitProblem('unsupported', detail);
}

/** The name behind a file name, or `null` when the file was not named by {@link encodeKeptName}. */
export function decodeKeptName(file: string): string | null {
  const rest = file.slice('k-'.length);
  const spelled = file.startsWith('k+') ? nameBehind(rest, SPELLING) : rest;
  try {
    const name = decodeURIComponent(spelled ?? '');
    return encodeKeptName(name) === file ? name : null;
  } catch {
    return null; // Nothing that could have been spelled here.
  }
}

function spell(text: string, others: RegExp): string {
  return text.replaceAll(others, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
