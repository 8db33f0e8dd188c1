import { decodeBase64 } from './decode-base64.ts';
import { isPatterned, isPlaceholder, isReference } from './placeholder.ts';
import { isStandIn, isWeakStandIn } from './stand-in.ts';
import type { NamePromise } from './secret-name.ts';
import { entropy, kindChanges, wordLikeness } from './word-likeness.ts';

const UUID = /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const HASH =
  /^(?:\$(?:2[abxy]?|5|6|y|1|argon2\w*|scrypt|pbkdf2)[$-]|\{(?:ssha|sha|crypt|bcrypt)|pbkdf2|bcrypt|argon2|scrypt|md5[:$-]|sha\d{1,3}[:$_-](?!.*~)|sha\d)/i;
const CODE =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)\b|[a-z]:\\|\.{1,2}\/(?:[\w.-]+\/)|~\/|@[\w-]+\/|[\w.+-]+@[\w-]+(?:\.[\w-]+)+$)|^(?:0x)?\d[\d.,:_ TZ+-]*$|^v?\d+\.\d+\.\d+|^\d{4}-\d\d-\d\d|^[a-z]+:\/\/|^#[0-9a-f]{3,8}$|^(?:big)?(?:u?int|float)\d{1,2}(?:clamped)?array$|abcdefghijklmnop/i;
// A name in code: three words or more.
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+){1,8}_[a-z]*\d{0,3}$/;
// Code or a path, unless the rest is as random as a key.
const CODE_MARK = /=>|::|\(\)|\[\]|^\/(?:[\w.-]+\/)/;
const PATH = /^(?:\/[\w.-]+){2,}\/?$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:\/.*)?$/i;
// Keys that are made to be published.
const PUBLIC = /^(?:pk[._-]|pub[-_.]|pubkey-|phc_|FLWPUBK|MFkwEwYHKoZI|MII[BC][A-Za-z]jANBgkq|MIGfMA0GCSq|MCowBQYDK2V)/;
const SYMBOLS = /[!@#$%^&*?~]/;

/** How a value stands in its text; an unquoted word in code is a name more often than a value. */
export interface ValuePlace {
  readonly promise: Exclude<NamePromise, 'none'>;
  readonly quoted: boolean;
}

/** Whether `value`, found under a key that promises a secret, is one: long enough, not a word, a name, a reference, a hash or a placeholder. */
export function isSecretValue(value: string, { promise, quoted }: ValuePlace): boolean {
  if (value.length < 8) return false;
  if (/\s/.test(value)) return quoted && isNoise(value);
  if (quoted && isNoise(value)) return true;
  if (isReference(value) || isPlaceholder(value) || isStandIn(value) || isWeakStandIn(value)) return false;
  if (HASH.test(value) || CODE.test(value) || PUBLIC.test(value)) return false;
  if (UUID.test(value)) return promise !== 'weak' && !isPatterned(value);
  const head = value.slice(0, 256);
  if (/[^\x21-\x7e]/.test(head) && promise !== 'password') return false;
  if (isPatterned(head) && !(promise === 'password' && isMixedCase(head))) return false;
  const plain = promise === 'weak' ? undefined : encodedText(value);
  if (plain !== undefined) {
    const colon = plain.indexOf(':');
    if (!isStandIn(plain.slice(colon + 1), plain.slice(0, Math.max(0, colon)))) return true;
    // Random characters decode to printable ones now and then; nobody wrote those.
    if (/^[\w .:@/-]+$/.test(plain)) return false;
  }
  const likeness = wordLikeness(head);
  const wordy = likeness > (head.length < 32 ? 0.35 : 0.55);
  if ((PATH.test(head) || HOST.test(head)) && wordy) return false;
  if (CODE_MARK.test(head) && (wordy || head.length < 20)) return false;
  if (!quoted && (/[(){}[\]<>|]/.test(head) || SNAKE_CASE.test(head))) return false;
  if (promise === 'password') return isPassword(head, likeness, quoted);
  return promise === 'secret' ? isRandomSecret(head, likeness) : isRandomKey(head, likeness);
}

/** Random printable characters, blanks among them, as in the keys and salts of WordPress. */
function isNoise(value: string): boolean {
  return (
    value.length >= 40 &&
    value.length < 200 &&
    !/\s\s|\n|\$\{|\{\{|\(\?[:=!<]|[azAZ]-[zZ]|0-9/.test(value) &&
    count(value, /\s/g) < value.length / 8 &&
    count(value, /[^A-Za-z0-9\s'",.]/g) > value.length / 5 &&
    count(value, /[A-Za-z]/g) > value.length * 0.4 &&
    count(value, /\d/g) > 1 &&
    entropy(value) > 4.5 &&
    countClasses(value) === 4 &&
    wordLikeness(value) < 0.4
  );
}

function isPassword(value: string, likeness: number, quoted: boolean): boolean {
  const classes = countClasses(value);
  const digits = count(value, /\d/g);
  if (SYMBOLS.test(value) && digits > 0 && /[A-Za-z]/.test(value)) return !/[=;,]{2}|[{}]/.test(value);
  if (classes >= 3 && likeness < 0.6) return true;
  if (value.length >= 10 && isMixedCase(value) && !isCamelCase(value) && kindChanges(value) >= 0.36) return true;
  if (classes >= 3 && SYMBOLS.test(value) && likeness < 0.5) return true;
  if (/[a-z]/.test(value) && /[A-Z]/.test(value) && digits >= 2) {
    return !/pass|test|user|demo|admin|secret|token|string|array|buffer|float|int\d|utf|base|field|input|value/i.test(
      value,
    );
  }
  if (isRandomSecret(value, likeness)) return true;
  if (digits === 0) return (quoted || value.length >= 12) && isRandomWord(value, likeness);
  if (/^[A-Za-z0-9]{10,}$/.test(value) && likeness > 0 && likeness < 0.32) return true;
  return quoted && digits >= 2 && likeness < 0.4 && value.length >= 10;
}

function isMixedCase(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** `hasCallWithArgs`, `HttpToken2`: every upper-case letter begins a word. */
function isCamelCase(value: string): boolean {
  return /^[a-z]*(?:[A-Z][a-z]+)+\d{0,4}$/.test(value);
}

/** Letters only, but no word: of both cases at random, or long and without the letter pairs of words. */
function isRandomWord(value: string, likeness: number): boolean {
  if (!/^[A-Za-z]+$/.test(value)) return false;
  if (value.length < 10) return false;
  if (kindChanges(value) >= 0.36) return likeness < (isCamelCase(value) ? 0.45 : 0.65);
  return likeness < 0.32 && value.length >= (isMixedCase(value) ? 10 : 14);
}

function isRandomSecret(value: string, likeness: number): boolean {
  const hex = value.replace(/^0x|-/gi, '');
  if (/^[0-9a-f]+$/i.test(hex)) return hex.length >= 16 && /\d/.test(hex) && /[a-f]/i.test(hex) && entropy(hex) > 2.5;
  if (/^key[A-Za-z0-9]{14}$/.test(value)) return kindChanges(value) > 0.15 && (likeness < 0.4 || !isCamelCase(value));
  const digits = count(value, /\d/g);
  const changes = kindChanges(value);
  if (digits === 0) {
    if (
      value.length >= 14 &&
      !isCamelCase(value) &&
      likeness < (changes >= 0.45 ? 0.62 : changes >= 0.38 ? 0.5 : changes >= 0.3 && value.length >= 28 ? 0.42 : 0)
    )
      return true;
    if (value.length >= 14 && isMixedCase(value) && !isCamelCase(value) && likeness < 0.42)
      return /^[A-Za-z]+$/.test(value);
    return value.length >= 20 && likeness < 0.36 && entropy(value) > 3.4 && !/[._/-]/.test(value.slice(1, -1));
  }
  // Words joined by dots, dashes, slashes or underscores make names and paths.
  const pieces = value.split(/[._/:-]+/).filter((piece) => piece !== '');
  if (pieces.length > 1 && pieces.every((piece) => isWordPiece(piece))) return false;
  if (value.length < 12) return countClasses(value) >= 3 && likeness < 0.4;
  if (likeness < (changes >= 0.5 ? 0.75 : changes >= 0.38 ? 0.7 : 0)) return true;
  // Names have their digits at the end, or in one place; chance puts them anywhere.
  const digitRuns = pieces.length === 1 ? count(value, /\d+/g) : 0;
  if (digitRuns > 2 || (digitRuns === 2 && likeness <= 0.6)) return true;
  if (value.length < 16) return digits >= 2 && likeness < 0.5 && entropy(value) > 2.8;
  return likeness < (value.length >= 24 ? 0.55 : 0.48) && entropy(value) > 3;
}

function isRandomKey(value: string, likeness: number): boolean {
  // The key of a cache: what it is for, and the hash of what it depends on.
  if (/[-_:./][0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value)) return false;
  if (/^[a-z0-9]{28,}$/.test(value) && !/^[0-9a-f]+$/.test(value))
    return likeness < 0.4 && kindChanges(value) >= 0.3 && entropy(value) > 3.5;
  if (value.length < 24 || !/^[\w+/=-]+$/.test(value)) return false;
  return (
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    count(value, /\d/g) >= 2 &&
    likeness < 0.4 &&
    entropy(value) > 3.8 &&
    !/[_-].*[_-].*[_-]/.test(value)
  );
}

function isWordPiece(piece: string): boolean {
  return (
    /^\d{1,14}$/.test(piece) ||
    /^v?\d+[a-z]?$/i.test(piece) ||
    (/^[A-Za-z]+\d{0,4}[A-Za-z]?$/.test(piece) &&
      (piece.length < 5 || /^[A-Za-z]{1,3}\d+$/.test(piece) || wordLikeness(piece) > 0.45))
  );
}

/** The text in `value`, where it is base64 of printable text: `_auth` of .npmrc, `auth` of docker's config, a Kubernetes secret. */
function encodedText(value: string): string | undefined {
  if (value.length < 8 || value.length > 512 || value.length % 4 !== 0 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value))
    return undefined;
  if (/^[0-9a-f]+$/i.test(value)) return undefined;
  const decoded = decodeBase64(value);
  return /^[\x20-\x7e]{5,400}$/.test(decoded) ? decoded : undefined;
}

/** Whether `value` is a credential of the given HTTP authentication scheme. */
export function isAuthorization(scheme: string, value: string): boolean {
  if (!/^basic$/i.test(scheme)) return isSecretValue(value, { promise: 'secret', quoted: true });
  const plain = /^[A-Za-z0-9+/_-]{8,1000}={0,2}$/.test(value) ? decodeBase64(value) : '';
  const colon = plain.indexOf(':');
  return colon >= 0 && plain.length > colon + 3 && !isStandIn(plain.slice(colon + 1), plain.slice(0, colon));
}

function countClasses(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((charClass) => charClass.test(value)).length;
}

function count(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0;
}
