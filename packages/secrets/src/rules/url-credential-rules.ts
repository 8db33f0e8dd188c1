import { decodePercents } from '../values/decode-percents.ts';
import { isPatterned, isReference } from '../values/placeholder.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { isStandIn, isWeakStandIn } from '../values/stand-in.ts';
import { looksRandom, wordLikeness } from '../values/word-likeness.ts';

// The user part ends at the first colon; a slash, a quote or white space ends the search, so two anchors never share text.
const USER_INFO =
  /:(?:\\{0,8}\/){2}([^\s/:@"'`<>\\?#]{0,120})(?::([^\s/"'`<>\\]{0,240}))?@([^\s/:@"'`<>\\?#,)]{1,120})/y;

function findUrlCredentials({ text }: Pick<TextScan, 'text'>, at: number): ProbedSpan | undefined {
  USER_INFO.lastIndex = at;
  const match = USER_INFO.exec(text);
  if (match === null) return undefined;
  const [found, name = '', password, host = ''] = match;
  const end = at + found.length;
  const secret = !isSentryAddress(name, password, text.slice(end, end + 40)) && isCredential(name, password, host);
  return { start: at + 3, end, secret };
}

/** The address that Sentry gives to browsers: a public key, and the number of a project at the end. */
function isSentryAddress(user: string, password: string | undefined, path: string): boolean {
  return (
    password === undefined && /^[0-9a-f]{32}$/.test(user) && /^(?::\d{1,5})?\/(?:[\w-]{1,12}\/)?\d+(?!\w)/.test(path)
  );
}

const ENCODED = /%3A%2F%2F(?:(?!%2F)[\w.~!*%+-]){6,300}/iy;

/** A URL inside the query string of another one. */
function findEncodedUrlCredentials({ text }: TextScan, at: number): ProbedSpan | undefined {
  ENCODED.lastIndex = at;
  const found = ENCODED.exec(text)?.[0];
  if (found === undefined || !/%40/.test(found)) return undefined;
  const plain = decodePercents(found);
  const span = findUrlCredentials({ text: plain }, 0);
  // A user alone is the address of a queue more often than a token.
  return span && { start: at, end: at + found.length, secret: span.secret && /%3A/i.test(found.slice(9)) };
}

const SAMPLE_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|(?:host|hostname|server|db|database|postgres|mysql|redis|mongo)$|your|my-?host)|example/i;

const SAMPLE_PASSWORD =
  /^(?:(?:my|new|old|your|some|the|db|user|root|admin|super|very)[-_]?){1,3}(?:secret)?[-_]?(?:password|passwd|pass|pw|secret)\d{0,3}$/i;

function isCredential(user: string, password: string | undefined, host: string): boolean {
  if (password === undefined || /^(?:x-oauth-basic|)$/.test(password)) {
    return user.length >= 20 && isRandom(user) && !/sentry|ingest|bugsnag|rollbar/.test(host);
  }
  // A port and a path with an @ in it, a sentence, or code.
  if (/^\d{1,5}(?:$|[?#,;&)])/.test(password) || password.length < 3 || !/[A-Za-z0-9]/.test(password)) return false;
  if (isStandIn(password, user) || isReference(user) || user === 'anonymous') return false;
  if (/^[<[{($%]/.test(host) || /^\$|[{}]/.test(host.replace(/^[^{}]+\}$/, ''))) return false;
  // On a host with a name of one part, which is a container or a sample.
  if (SAMPLE_PASSWORD.test(password) && !host.includes('.')) return false;
  if (isWeakStandIn(password)) return !SAMPLE_HOST.test(host);
  if (isWordLike(password.replace(/[-_]/g, '')) && SAMPLE_HOST.test(host)) return false;
  return !(password.length >= 8 && isPatterned(password) && password.length < 12);
}

function isWordLike(password: string): boolean {
  return /^[a-z]+$/i.test(password) && wordLikeness(password) > 0.5;
}

function isRandom(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && looksRandom(value) && !isPatterned(value) && !isStandIn(value);
}

const ORACLE_THIN = /jdbc:oracle:(?:thin|oci):([^\s/@"']{1,60})\/([^\s/@"']{3,80})@/y;

function findOracleCredentials({ text }: TextScan, at: number): ProbedSpan | undefined {
  ORACLE_THIN.lastIndex = at;
  const match = ORACLE_THIN.exec(text);
  if (match === null) return undefined;
  const [found, user = '', password = ''] = match;
  return { start: at, end: at + found.length, secret: !isStandIn(password, user) && password !== 'tiger' };
}

const GO_DSN = /([^\s:@"'`/]{1,60}):([^\s@"'`/]{1,80})@(?:tcp|unix)\(/y;

function findGoDsn({ text }: TextScan, at: number): ProbedSpan | undefined {
  const line = text.slice(Math.max(0, at - 120), at);
  const start = at - (/[^\s"'`=(,]*$/.exec(line)?.[0].length ?? 0);
  GO_DSN.lastIndex = start;
  const match = GO_DSN.exec(text);
  if (match === null) return undefined;
  const [found, user = '', password = ''] = match;
  return {
    start,
    end: start + found.length,
    secret: !isStandIn(password, user) && !isReference(user) && password.length > 2,
  };
}

const PASSWORD_FILE = /:\d{4,5}:[^\s:"']{1,60}:([^\s:"'@]{1,60}):([^\s:"']{6,80})(?=$|[\s"'\\])/y;

function findPasswordFileEntry({ text }: TextScan, at: number): ProbedSpan | undefined {
  PASSWORD_FILE.lastIndex = at;
  const match = PASSWORD_FILE.exec(text);
  if (match === null) return undefined;
  const [found, user = '', password = ''] = match;
  return {
    start: at,
    end: at + found.length,
    secret: !isStandIn(password, user) && (/[A-Za-z].*\d|\d.*[A-Za-z]/.test(password) || !isWordLike(password)),
  };
}

export const urlCredentialRules: readonly SecretProbe[] = [
  {
    id: 'url-credentials',
    anchors: ['://', '://:'],
    notBefore: '/:',
    rank: 1,
    find: findUrlCredentials,
  },
  { id: 'url-credentials', anchors: [':\\/\\/', ':\\\\/', ':\\\\\\/'], rank: 1, find: findUrlCredentials },
  { id: 'url-credentials', anchors: ['%3A%2F%2F'], anyCase: true, rank: 1, find: findEncodedUrlCredentials },
  {
    id: 'oracle-credentials',
    anchors: ['jdbc:oracle:'],
    rank: 1,
    find: findOracleCredentials,
  },
  {
    id: 'go-data-source',
    anchors: ['@tcp(', '@unix('],
    rank: 1,
    find: findGoDsn,
  },
  {
    id: 'pgpass-entry',
    anchors: [':5432:', ':5433:', ':6432:', ':3306:', ':27017:'],
    rank: 1,
    find: findPasswordFileEntry,
  },
];
