import { isCertainSecret } from '../values/certain-value.ts';
import { isConnectionPassword } from '../values/connection-string.ts';
import { decodePercents } from '../values/decode-percents.ts';
import { judgeName, nameWords, type NamePromise } from '../values/secret-name.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { endOfLinePassword } from '../values/line-password.ts';
import { isAuthorization, isSecretValue } from '../values/secret-value.ts';
import { isDirective, mayAssign } from '../values/may-assign.ts';
import { codesOf, isAlphanumeric } from '../values/token-boundary.ts';
import { wayToValue } from '../values/way-to-value.ts';
import { kindChanges } from '../values/word-likeness.ts';

const LINE_FEED = 10;
const BARE_VALUE = /[^\s"'`<>(){}[\]|&;,\\«»‹›“”„‘’。，、）」]{1,2048}/y;
const SYMBOLS = codesOf('&()[]{}<>|,');
// A quote, a blank, `&`, `,` or `;` that is written as in a URL ends a value too.
const ENCODED_END = /%(?:2[0267C]|3B)/i;

function isNameCode(code: number): boolean {
  return isAlphanumeric(code) || code === 36 || code === 45 || code === 46 || code === 95;
}

/** Where the run of name characters around `from` ends; walked once, however many key names stand in it. */
function endOfName(scan: TextScan, from: number): number {
  if (from <= scan.nameEnd && from > scan.nameStart) return scan.nameEnd;
  let end = from;
  while (isNameCode(scan.text.charCodeAt(end))) end++;
  scan.nameStart = from;
  scan.nameEnd = end;
  return end;
}

const isSymbol = (code: number): boolean => SYMBOLS[code] === 1;

function findAssignedSecret(scan: TextScan, at: number, anchor: string): ProbedSpan | undefined {
  const { text } = scan;
  if (at < scan.valueEnd && scan.valueTries >= 2) return { start: at, end: scan.valueEnd, secret: false };
  const nameEnd = endOfName(scan, at + anchor.length - (anchor.endsWith(':') || anchor.endsWith('=') ? 1 : 0));
  if (nameEnd - at > 48 || !mayAssign(text, nameEnd)) return undefined;
  const way = wayToValue(text, nameEnd);
  if (way === undefined) return undefined;
  const { toValue, quote, scheme, loose } = way;
  const start = nameEnd + toValue.length;
  const end = quote === undefined ? bareEnd(scan, start, toValue.includes('%')) : quotedEnd(text, start, quote);
  const nameStart = startOfName(text, at);
  if (quote === undefined && isSymbol(text.charCodeAt(end ?? start)) && !loose) {
    const far = endOfLinePassword(text, nameStart, start);
    if (far !== undefined && /password|secret/.test(judgeName(text.slice(nameStart, nameEnd))))
      return { start, end: far, secret: true };
  }
  if (end === undefined || end - start < 8 || !mayBeSecret(text, start, end)) {
    if (quote === undefined && end !== undefined) countTry(scan, at, end);
    return undefined;
  }
  if (loose && !isNamed(text, { nameStart, nameEnd, toValue, start })) {
    const certain = quote !== undefined || isCertainSecret(bareValue(text, start, end));
    if (!certain || !endsInKeyWord(text.slice(nameStart, nameEnd))) return undefined;
  }
  const secret = isAssigned(text, { nameStart, nameEnd, toValue, quoted: quote !== undefined, scheme, start, end });
  if (quote === undefined) countTry(scan, at, end);
  return secret ? { start, end, secret } : undefined;
}

function startOfName(text: string, at: number): number {
  let start = at;
  while (at - start < 48 && isNameCode(text.charCodeAt(start - 1))) start--;
  return start + escapeLength(text, start, at);
}

/** How much of a name belongs to an escape before it: a line break in JSON, a quote in JSON or in a URL. */
function escapeLength(text: string, nameStart: number, at: number): number {
  const before = text.charAt(nameStart - 1);
  if (nameStart === at || (before !== '\\' && before !== '%')) return 0;
  const escape = before === '%' ? /^[0-9A-Fa-f]{2}/ : /^(?:[nrt]|u[0-9a-fA-F]{4})/;
  return Math.min(escape.exec(text.slice(nameStart, nameStart + 5))?.[0].length ?? 0, at - nameStart);
}

/** A bare value may hold key names of its own (a query string); a few are looked at, so that `a=a=a=...` stays linear. */
function countTry(scan: TextScan, at: number, end: number): void {
  if (at >= scan.valueEnd) {
    scan.valueEnd = end;
    scan.valueTries = 0;
  }
  scan.valueTries++;
}

/** `The password is ...`, `--password ...`, `ENV PASSWORD ...`: words or a blank are enough here. */
function isNamed(text: string, found: Pick<Assignment, 'nameStart' | 'nameEnd' | 'toValue' | 'start'>): boolean {
  const { nameStart, nameEnd, toValue, start } = found;
  if (/[ \t](?:is|was)[ \t:]/.test(toValue)) return true;
  return isGap(toValue) && (isCommandLineFlag(text, nameStart, start) || isDirective(text, nameEnd));
}

/** `API_KEY` and `token-2`, not `cred-only-statement`: a cell of a table may hold any name. */
function endsInKeyWord(name: string): boolean {
  const last = nameWords(name.replace(/[_.-]?(?:prod|production|staging|dev|test|live|main|v?\d+)_*$/i, '')).slice(-2);
  return judgeName(last.slice(-1).join('')) !== 'none' || judgeName(last.join(' ')) === 'secret';
}

/** Blanks, or the border between two cells of a table. */
function isGap(text: string): boolean {
  return /^\s*\|?\s*$/.test(text);
}

/** A cheap look at a value: without a digit or a symbol it must be long, and not too long for a password. */
function mayBeSecret(text: string, start: number, end: number): boolean {
  const stop = Math.min(end, start + 64);
  let upper = false;
  let lower = false;
  for (let at = start; at < stop; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 48 && code <= 57) || isPasswordSymbol(code)) return true;
    if (code >= 65 && code <= 90) upper = true;
    else if (code >= 97 && code <= 122) lower = true;
  }
  const length = end - start;
  return upper && lower ? length >= 10 : length >= 14 && length <= 40;
}

function isPasswordSymbol(code: number): boolean {
  return (
    (code >= 33 && code <= 38 && code !== 34) ||
    code === 42 ||
    code === 63 ||
    code === 64 ||
    code === 94 ||
    code === 126
  );
}

interface Assignment {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly toValue: string;
  readonly quoted: boolean;
  readonly scheme: string | undefined;
  readonly start: number;
  readonly end: number;
}

function isAssigned(text: string, found: Assignment): boolean {
  const { nameStart, nameEnd, toValue, quoted, scheme, start, end } = found;
  const name = nameBefore(text, nameStart) + text.slice(nameStart, nameEnd);
  const promise = judgeName(name);
  if (promise === 'none') return false;
  // The report of a test that passed.
  if (name === 'PASS' && toValue.startsWith(':') && !isCertainSecret(text.slice(start, end))) return false;
  if (isInReference(text, nameStart, start, end)) return false;
  if (!quoted && toValue.includes('>') && !toValue.includes('=') && !isElement(text, start, end)) return false;
  const value = text.slice(start, Math.min(end, start + 256));
  // More often the commit that a piece of work called auth stands at.
  if (/auth$/i.test(name) && /^(?:[0-9a-f]{40}|[0-9a-f]{64})[.:]?$/.test(value)) return false;
  if (scheme !== undefined) return isAuthorization(scheme, value);
  if (SAID.test(toValue)) return isSaid(value.replace(/[.!?]$/, ''), promise, quoted);
  if (/^["']?[ \t]*[,(]/.test(toValue) && promise === 'weak') return false;
  if (toValue.includes('(') && READS.test(name)) return false;
  // Bare words on both sides of a comparison are code.
  if (!quoted && /[=!]=/.test(toValue)) return false;
  // A call or an index after a bare word: code, not a value.
  if (!quoted && /[([{]/.test(text.charAt(end)) && /^[A-Za-z_$]/.test(value)) return false;
  if (text.startsWith('...', end) || text.charAt(end) === '…') return false;
  if (/f$/i.test(toValue.slice(0, -1)) && /\{\w/.test(value)) return false;
  const written = quoted ? value : bareValue(text, start, end);
  const bare = /[?&]/.test(text.charAt(nameStart - 1)) ? decodePercents(written) : written;
  if (promise === 'password' && toValue === '=' && isConnectionPassword(text, nameStart, bare)) return true;
  return isSecretValue(bare, { promise, quoted: quoted || /^["']?=/.test(toValue.trim()) });
}

// `generateKey("...")`: what such a function is given tells which one, `setKey("...")` is given the key.
const READS = /(?:^|[.\s])(?:generate|get|load|read|find|import|export|delete|remove|has|fetch|open|lookup)(?=[A-Z_])/i;

/** A bare value without what ends the sentence or the markup around it. */
function bareValue(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + 256)).replace(/(?<!\.)[.:?]$|\*{1,3}[.:]?$/, '');
}

const SAID = /[ \t](?:is|was|to)(?:[ \t](?:now|still|set[ \t]to))?[: \t]{1,4}["'`]?$/;

/** `The password is ...`: most sentences go on with a word. */
function isSaid(value: string, promise: Exclude<NamePromise, 'none'>, quoted: boolean): boolean {
  const random =
    /^[0-9a-f]{32,}$/.test(value) ||
    (/[A-Z!@#$%^&*]/.test(value) && /\d/.test(value)) ||
    (quoted && value.length >= 12 && kindChanges(value) >= 0.4);
  return random && isSecretValue(value, { promise, quoted: true });
}

/** `${PASSWORD:-...}` with a word for a default, `AWS::IAM::AccessKey` and `arn:aws:...:secret:...` name a secret and hold none; the token of a badge is published with it. */
function isInReference(text: string, nameStart: number, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 80), nameStart);
  if (/\$\{$/.test(before)) return !isCertainSecret(text.slice(start, end).replace(/^[-?+=]/, ''));
  return /::$/.test(before) || /\barn:aws[\w:*/-]*:$|badge[\w./-]{0,40}\?$/.test(before);
}

/** `<password>...</password>`, but not `<password>@host`. */
function isElement(text: string, start: number, end: number): boolean {
  return text.charAt(start) !== '@' && (end === text.length || /[<\s\]]/.test(text.charAt(end)));
}

/** A qualifier written as a word of its own: `API key: ...`, `access token = ...`. */
function nameBefore(text: string, nameStart: number): string {
  if (text.charCodeAt(nameStart - 1) !== 32) return '';
  const word = /(?:^|[^A-Za-z0-9])([A-Za-z]{2,12}) $/.exec(text.slice(Math.max(0, nameStart - 14), nameStart));
  return word === null ? '' : `${word[1] ?? ''} `;
}

function isCommandLineFlag(text: string, nameStart: number, valueStart: number): boolean {
  if (text.charAt(nameStart) === '-') return text.charAt(valueStart) !== '-';
  if (text.charAt(nameStart) !== 'p') return false;
  // One line of a .netrc file: machine, login and password on a row.
  return /\b(?:login|user|account)\s+\S{1,80}\s+$/.test(text.slice(Math.max(0, nameStart - 120), nameStart));
}

function bareEnd({ text, valueEnd }: TextScan, start: number, isEncoded: boolean): number | undefined {
  if (start < valueEnd) return valueEnd;
  BARE_VALUE.lastIndex = start;
  if (!BARE_VALUE.test(text)) return undefined;
  const end = BARE_VALUE.lastIndex;
  const encoded = isEncoded ? text.slice(start, Math.min(end, start + 300)).search(ENCODED_END) : -1;
  return encoded < 0 ? end : start + encoded;
}

function quotedEnd(text: string, start: number, quote: string): number {
  const mark = quote.length === 1 ? quote : quote.replace(/^\\+/, '');
  const first = mark.charCodeAt(0);
  const limit = Math.min(text.length, start + 4096);
  let end = start;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (code === first && text.startsWith(mark, end)) break;
    // A quote that its line does not close ends with the line.
    if (code === LINE_FEED && end - start >= 8) break;
  }
  while (end > start && '\\\r'.includes(text.charAt(end - 1))) end--;
  return end;
}

export const assignmentRules: readonly SecretProbe[] = [
  {
    id: 'assigned-secret',
    anchors: [
      'pass',
      'pwd',
      'secret',
      'token',
      'key',
      'auth',
      'cred',
      '_pw',
      'pw:',
      'pw=',
      'securestring',
      'bindpw',
      'rootpw',
      '"pw',
      "'pw",
      ' pw',
      '\npw',
      '-pw',
      '.pw',
      'jwt',
      'kennwort',
      'contrasena',
      '_pat',
      'psk',
      'wif',
    ],
    anyCase: true,
    rank: 2,
    find: findAssignedSecret,
  },
];
