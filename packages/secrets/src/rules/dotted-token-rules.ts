import { isFiller } from '../values/placeholder.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { isAlphanumeric, startsToken } from '../values/token-boundary.ts';
import { kindChanges, looksRandom } from '../values/word-likeness.ts';

const DOT = 46;
const COLON = 58;
const DISCORD = /[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y;
const ABLY = /[\w-]{6}\.[\w-]{6}:[\w-]{40,46}(?![\w-])/y;
const AIRTABLE = /(?:pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|oaa[A-Za-z0-9]{14}\.v\d\.[\w-]{40,2000})/y;
const VAULT = /[sb]\.[A-Za-z0-9]{24}(?!\w|\.\w)/y;

function findDiscordToken({ text }: TextScan, dot: number): ProbedSpan | undefined {
  if (text.charCodeAt(dot + 7) !== DOT) return undefined;
  let start = dot;
  while (dot - start < 28 && isTokenCode(text.charCodeAt(start - 1))) start--;
  if (dot - start < 23) return undefined;
  DISCORD.lastIndex = start;
  if (!DISCORD.test(text)) return undefined;
  const found = text.slice(start, DISCORD.lastIndex);
  const secret = /[A-Z]/.test(found) && /\d/.test(found) && /[a-z]/.test(found) && looksRandom(found);
  return { start, end: DISCORD.lastIndex, secret: secret && !isFiller(found) };
}

function findVaultToken({ text }: TextScan, start: number): ProbedSpan | undefined {
  if (/[._-]/.test(text.charAt(start - 1))) return undefined;
  VAULT.lastIndex = start;
  if (!VAULT.test(text)) return undefined;
  const found = text.slice(start + 2, VAULT.lastIndex);
  const secret = /[A-Z]/.test(found) && /[a-z]/.test(found) && kindChanges(found) > 0.2 && looksRandom(found);
  return { start, end: VAULT.lastIndex, secret };
}

function findAirtableToken({ text }: TextScan, start: number): ProbedSpan | undefined {
  if (text.charCodeAt(start + 17) !== DOT) return undefined;
  AIRTABLE.lastIndex = start;
  return AIRTABLE.test(text) ? { start, end: AIRTABLE.lastIndex, secret: true } : undefined;
}

function findAblyKey({ text }: TextScan, dot: number): ProbedSpan | undefined {
  const start = dot - 6;
  if (text.charCodeAt(dot + 7) !== COLON || !startsToken(text, start)) return undefined;
  ABLY.lastIndex = start;
  if (!ABLY.test(text)) return undefined;
  return { start, end: ABLY.lastIndex, secret: looksRandom(text.slice(dot + 8, ABLY.lastIndex)) };
}

function isTokenCode(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45;
}

/** Tokens without a prefix, or with one that words have too: their anchor is the dot, where they have no other. */
export const dottedTokenRules: readonly SecretProbe[] = [
  {
    id: 'airtable-token',
    anchors: ['pat', 'oaa'],
    atWordStart: true,
    find: findAirtableToken,
  },
  { id: 'ably-key', anchors: ['.'], find: findAblyKey },
  { id: 'discord-bot-token', anchors: ['.'], find: findDiscordToken },
  {
    id: 'vault-legacy-token',
    anchors: ['s.', 'b.'],
    atWordStart: true,
    find: findVaultToken,
  },
];
