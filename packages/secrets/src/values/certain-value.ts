import { kindChanges, wordLikeness } from './word-likeness.ts';

/**
 * Whether `value` is a secret beyond doubt, for places where nothing but a blank, a word or a line break stands between
 * it and a key name: `aws configure set aws_secret_access_key ...`, a cell of a table, `set the password to ...`.
 */
export function isCertainSecret(value: string): boolean {
  return isRandomToken(value) || isStrongPassword(value);
}

function isRandomToken(value: string): boolean {
  if (!/^[\w+/=-]{20,}$/.test(value) || !/\d/.test(value)) return false;
  return /^[0-9a-f-]{32,}$/.test(value) || (kindChanges(value) >= 0.36 && wordLikeness(value) < 0.5);
}

/** Letters of both cases, digits and symbols, and nothing of code or markup. */
function isStrongPassword(value: string): boolean {
  return (
    /^[\w!@#$%^*?~+.-]{8,64}$/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value) &&
    /[!@#$%^*?~][\w!@#$%^*?~]/.test(value)
  );
}
