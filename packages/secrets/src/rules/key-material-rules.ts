import { decodeBase64 } from '../values/decode-base64.ts';
import { isFiller, isPlaceholder } from '../values/placeholder.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';

const DASH = 45;
const UNDERSCORE = 95;
const PEM_HEADER =
  /-{4,5} ?BEGIN (?:(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?|(?:USER |ACCOUNT |OPERATOR )?NKEY SEED|OpenVPN Static key V1) ?-{4,5}/y;
const PEM_NOTE =
  /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject|[Xx]-[A-Za-z]{1,20}):(?:[^\n\\]|\\{1,16}["']){0,120}/y;
const PEM_BODY = /^(?:[A-Za-z0-9+/]|%2[BbFf]){6,}/;
// `openssh-key-v1`.
const OPENSSH = 'b3BlbnNzaC1rZXktdjE';
const PEM_FOOTER = /={0,2}(?:\s|\\{1,16}[rn]){1,8}-{4,5} ?END /y;
// A line break as written in a file, or escaped once or more often as in JSON inside JSON; and what stands around lines of code.
// Numbers of lines, as in what tools print of a file, too.
const LINE_BREAK =
  /(?:(?<=\n|\\n)[ \t]{0,8}(?:[\w./-]{1,80}:)?\d{1,5} ?(?:\t|\\{1,16}t|[→:|]) ?|[\s"'+,|>#*]|\/\/(?=[ \t])|\\{1,16}(?:[rn]|u000[adAD]|\s|["'])|&#1[03];|%0[AaDd])/y;

function findPrivateKey({ text }: TextScan, at: number): ProbedSpan | undefined {
  PEM_HEADER.lastIndex = at;
  if (!PEM_HEADER.test(text)) return undefined;
  let body = skipBreaks(text, PEM_HEADER.lastIndex);
  for (let notes = 0; notes < 6; notes++) {
    PEM_NOTE.lastIndex = body;
    if (!PEM_NOTE.test(text)) break;
    body = skipBreaks(text, PEM_NOTE.lastIndex);
  }
  return keyBody(text, at, body);
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  for (let breaks = 0; breaks < 60; breaks++) {
    LINE_BREAK.lastIndex = at;
    if (!LINE_BREAK.test(text)) break;
    at = LINE_BREAK.lastIndex;
  }
  return at;
}

/** A key's first line: long, not cut short by dots, and not typed by hand. */
function keyBody(text: string, start: number, body: number): ProbedSpan | undefined {
  const first = bodyLine(text, body);
  const end = body + first.length;
  PEM_FOOTER.lastIndex = end;
  // Not `anything`, nor `your key`.
  if (first.length < 16 && !(first.length > 5 && /[A-Z0-9]/.test(first) && PEM_FOOTER.test(text))) return undefined;
  const cut = /^(?:\.{2}|…|\[|<|\*)/.test(text.slice(end, end + 3));
  // Keys of OpenSSH all begin alike, with many zeros.
  const told = first.startsWith(OPENSSH) ? laterLine(text, end) : first;
  const plain = decodeBase64(told);
  const typed = [told, /^[\x20-\x7e]+$/.test(plain) ? plain : ''].some((key) => isTyped(key));
  return { start, end, secret: told !== '' && !cut && !typed };
}

/** The second line behind `end`, or else the first. */
function laterLine(text: string, end: number): string {
  const next = skipBreaks(text, end);
  const line = bodyLine(text, next);
  return bodyLine(text, skipBreaks(text, next + line.length)) || line;
}

function bodyLine(text: string, from: number): string {
  return PEM_BODY.exec(text.slice(from, from + 76))?.[0] ?? '';
}

function isTyped(key: string): boolean {
  return key !== '' && (isFiller(key) || isPlaceholder(key));
}

const PUTTY_LINES = /Private-Lines: ?\d{1,3}(?:\\{0,8}[rn]|\s){1,8}/y;

const JSON_WEB_TOKEN =
  /(eyJ[\w-]{8,2000}={0,2})\.(?:(eyJ[\w-]{2,8000})(?:={0,2}\.([\w-]{0,2000}))?|[\w-]{16,8000}(?:\.[\w-]{6,8000}){1,3})/y;

function findJsonWebToken({ text }: TextScan, at: number): ProbedSpan | undefined {
  // A run that could hold this token must begin here, or a text of many `eyJ` would be read once for each of them.
  const before = text.charCodeAt(at - 1);
  if (before === UNDERSCORE || before === DASH) return undefined;
  JSON_WEB_TOKEN.lastIndex = at;
  const match = JSON_WEB_TOKEN.exec(text);
  if (match === null) return undefined;
  const [found, header = '', payload, signature = ''] = match;
  const end = at + found.length;
  const cut = signature.length < 20 && /^(?:\.\.|…)/.test(text.slice(end, end + 2));
  return { start: at, end, secret: !cut && isToken(header, payload, signature) && !isFiller(found) };
}

/** A JOSE header decides; where it does not decode, header, payload and signature of a token's usual length do. */
function isToken(header: string, payload: string | undefined, signature: string): boolean {
  const fields = parseObject(decodeBase64(header));
  if (fields === undefined)
    return payload !== undefined && header.length > 16 && payload.length > 16 && signature.length > 19;
  return payload === undefined ? 'alg' in fields : isHeader(fields);
}

function isHeader(fields: object): boolean {
  return ['alg', 'typ', 'enc', 'kid', 'x5t', 'jwk', 'jku', 'cty', 'zip'].some((field) => field in fields);
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const OCTET_KEY = /"k\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}"[\w-]{20,700}\\{0,8}"/y;

/** The `k` of a symmetric JSON Web Key, which says `"kty":"oct"` nearby. */
function findOctetKey({ text }: TextScan, at: number): ProbedSpan | undefined {
  OCTET_KEY.lastIndex = at;
  if (!OCTET_KEY.test(text)) return undefined;
  const end = OCTET_KEY.lastIndex;
  return {
    start: at,
    end,
    secret: /"oct\\{0,8}"/.test(text.slice(Math.max(0, at - 200), at) + text.slice(end, end + 200)),
  };
}

export const keyMaterialRules: readonly SecretProbe[] = [
  {
    id: 'private-key',
    anchors: ['-----BEGIN ', '---- BEGIN '],
    find: findPrivateKey,
  },
  {
    id: 'putty-private-key',
    anchors: ['Private-Lines:'],
    find: ({ text }, at) => {
      PUTTY_LINES.lastIndex = at;
      return PUTTY_LINES.test(text) ? keyBody(text, at, PUTTY_LINES.lastIndex) : undefined;
    },
  },
  token('encoded-private-key', 'LS0tLS1CRUdJTi LS0tLS1CRUdJTgo', /LS0tLS1CRUdJT[A-Za-z0-9+/]{40,200}/, {
    accept: (found) => /PRIVATE KEY/.test(decodeBase64(found)),
  }),
  {
    id: 'json-web-token',
    anchors: ['eyJ'],
    atWordStart: true,
    find: findJsonWebToken,
  },
  token('encoded-json-web-token', 'ZXlK', /ZXlK[A-Za-z0-9+/_-]{60,4000}={0,2}/, {
    accept: (found) => /^eyJ[\w-]{8,}\.eyJ/.test(decodeBase64(found)),
  }),
  token('docker-login', 'eyJhdXRocyI6', /eyJhdXRocyI6[A-Za-z0-9+/]{40,4000}={0,2}/, {
    accept: (found) => /"(?:auth|password|identitytoken)": ?"[^"]{8}/.test(decodeBase64(found)),
  }),
  token('age-secret-key', 'AGE-SECRET-KEY-', /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,2000}/),
  token('json-web-key', ['"d"', '"d\\'], /"d\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}"[\w-]{40,700}\\{0,8}"/, {
    anywhere: true,
  }),
  { id: 'json-web-key', anchors: ['"k"', '"k\\'], find: findOctetKey },
];
