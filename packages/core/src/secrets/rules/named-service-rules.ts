import { isPatterned, isPlaceholder } from '../placeholder.ts';
import { SERVICES } from '../secret-name.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../secret-probe.ts';
import { isAlphanumeric } from '../token-boundary.ts';
import { entropy, kindChanges, wordLikeness } from '../word-likeness.ts';

// A commit has 40 hexadecimal digits too, so only where a key of the service has.
const LONG_HEX = /meraki|sonar|sendbird|sourcegraph|jenkins|codecov|circleci/i;
const REST_OF_NAME = /(?:[._ -]?(?:login|access|client|app|api|auth|user|admin|team|crumb|art|routing|key|v\d)){0,4}/iy;
const VALUE =
  /(?:\\{0,8}["'\x60]\]?)?[ \t]{0,8}(?::{0,3}=|\?=|=>|:|\|\||,)[ \t]{0,8}(?:\\{0,8}["'\x60])?([A-Za-z0-9_+/=-]{16,120})(?=[\\"'\x60\s;,.)&<]|$)/y;

function findServiceCredential({ text }: TextScan, at: number, anchor: string): ProbedSpan | undefined {
  REST_OF_NAME.lastIndex = at + anchor.length;
  REST_OF_NAME.test(text);
  const nameEnd = REST_OF_NAME.lastIndex;
  if (isAlphanumeric(text.charCodeAt(nameEnd))) return undefined;
  VALUE.lastIndex = nameEnd;
  const value = VALUE.exec(text)?.[1];
  if (value === undefined) return undefined;
  const end = VALUE.lastIndex;
  return { start: end - value.length, end, secret: isKey(value, LONG_HEX.test(anchor)) };
}

function isKey(value: string, longHex: boolean): boolean {
  if (isPlaceholder(value) || isPatterned(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) {
    return value.length >= 32 && (value.length !== 40 || longHex) && /[a-f]/i.test(value) && entropy(value) > 2.8;
  }
  return (
    (value.match(/\d/g)?.length ?? 0) >= 2 &&
    /[A-Za-z]/.test(value) &&
    !/[-_/].*[-_/].*[-_/]/.test(value) &&
    kindChanges(value) >= 0.3 &&
    wordLikeness(value) < 0.45 &&
    entropy(value) > 3.2
  );
}

export const namedServiceRules: readonly SecretProbe[] = [
  { id: 'service-credential', anchors: SERVICES.split(' '), anyCase: true, rank: 2, find: findServiceCredential },
];
