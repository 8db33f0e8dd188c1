import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { isSecretValue } from '../values/secret-value.ts';
import { token } from '../probes/token-probe.ts';

const COOKIES = /[^\r\n]{0,2000}/y;
const SESSION_COOKIE = /(?:^|[;\s"'])([\w.-]{0,40}(?:sess|sid|auth|token|jwt)[\w.-]{0,40})=([\w.%+/=:-]{16,1000})/gi;

/** A cookie by which a server knows somebody; looked for only in cookie headers, for a session id elsewhere is just a name. */
function findSessionCookie({ text }: TextScan, at: number, anchor: string): ProbedSpan | undefined {
  COOKIES.lastIndex = at + anchor.length;
  COOKIES.test(text);
  const end = COOKIES.lastIndex;
  for (const [, name = '', value = ''] of text.slice(at + anchor.length, end).matchAll(SESSION_COOKIE)) {
    if (/csrf|xsrf/i.test(name) || !isSecretValue(value, { promise: 'secret', quoted: true })) continue;
    return { start: at, end, secret: true };
  }
  return { start: at, end, secret: false };
}

// Twelve to twenty-four short words in a row, without an article or a preposition among them: no sentence is like that.
const SEED_PHRASE =
  /[\w ]{0,24}[\\"']{0,4}\s{0,4}[:=]\s{0,4}[\\"'\x60]{0,4}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/iy;

function findSeedPhrase({ text }: TextScan, at: number, anchor: string): ProbedSpan | undefined {
  SEED_PHRASE.lastIndex = at + anchor.length;
  const phrase = SEED_PHRASE.exec(text)?.[1];
  if (phrase === undefined) return undefined;
  const words = phrase.split(/[ ,]+/);
  const secret =
    words.length % 3 === 0 && new Set(words).size > words.length / 2 && !/\b(?:word|the|and|your)\b/i.test(phrase);
  return { start: at, end: SEED_PHRASE.lastIndex, secret };
}

export const cookieAndPhraseRules: readonly SecretProbe[] = [
  token('session-cookie', 'connect.sid=', /connect\.sid=s(?:%3A|:)[\w-]{20,60}\.[\w%+/-]{27,80}/),
  { id: 'session-cookie', anchors: ['cookie:'], anyCase: true, rank: 2, find: findSessionCookie },
  {
    id: 'seed-phrase',
    anchors: ['mnemonic', 'seed phrase', 'seed_phrase', 'seedphrase', 'recovery phrase', 'recovery_phrase'],
    anyCase: true,
    rank: 1,
    find: findSeedPhrase,
  },
];
