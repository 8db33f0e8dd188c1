import { decodeBase64 } from '../values/decode-base64.ts';
import { isPlaceholder, isReference } from '../values/placeholder.ts';
import type { ProbedSpan, SecretProbe, TextScan } from '../probes/secret-probe.ts';
import { isAuthorization, isSecretValue } from '../values/secret-value.ts';
import { wordLikeness } from '../values/word-likeness.ts';
import { isStandIn } from '../values/stand-in.ts';

const SCHEME = /(Bearer|Basic)(?:[ \t]{1,4}|%20)([A-Za-z0-9._~+/=-]{12,4096})/iy;

function findAuthorization({ text }: TextScan, at: number): ProbedSpan | undefined {
  SCHEME.lastIndex = at;
  const match = SCHEME.exec(text);
  if (match === null) return undefined;
  const [found, scheme = '', value = ''] = match;
  const cut = value.endsWith('...') || text.charAt(at + found.length) === '…';
  return { start: at, end: at + found.length, secret: !cut && isAuthorization(scheme, value.replace(/\.+$/, '')) };
}

const PAIR = /(?:auth=|BasicAuth)\(\s{0,4}(["'])([^"'\n]{1,80})\1,\s{0,4}(["'])([^\s"']{6,120})\3/y;

/** `requests.get(url, auth=("user", "..."))` and the like. */
function findPair({ text }: TextScan, at: number): ProbedSpan | undefined {
  PAIR.lastIndex = at;
  const match = PAIR.exec(text);
  if (match === null) return undefined;
  const [found, , user = '', , password = ''] = match;
  const secret = !isStandIn(password, user) && isSecretValue(password, { promise: 'password', quoted: true });
  return { start: at, end: at + found.length, secret };
}

const CONNECT =
  /(?:mysqli?|mysqli?_p?connect|PDO|getConnection)\(\s{0,4}(?:["'][^"'\n]{0,160}["']|[\w.$]{1,40}),\s{0,8}(["'])([^"'\n]{1,80})\1,\s{0,8}(["'])([^\s"']{6,120})\3/y;

/** `new mysqli("host", "user", "...")` and the like. */
function findConnectCall({ text }: TextScan, at: number): ProbedSpan | undefined {
  CONNECT.lastIndex = at;
  const match = CONNECT.exec(text);
  if (match === null) return undefined;
  const [found, , user = '', , password = ''] = match;
  const secret = !isStandIn(password, user) && isSecretValue(password, { promise: 'password', quoted: true });
  return { start: at, end: at + found.length, secret };
}

const CURL_USER =
  /(?:-[a-zA-Z]{0,4}u|-a|--auth|--(?:proxy-)?user)(?:=|[ \t]{0,4})\\{0,8}(["']?)([^\s"':]{0,80})["']?:["']?([^\s"']{0,120}?)(?:\\{0,8}["']|(?=[\s\\]|$))/y;

function findCurlUser(scan: TextScan, at: number): ProbedSpan | undefined {
  if (at - scan.commandAt > 1000) return undefined;
  CURL_USER.lastIndex = at + 1;
  const match = CURL_USER.exec(scan.text);
  if (match === null) return undefined;
  const [found, , user = '', password = ''] = match;
  const end = at + 1 + found.length;
  if (password === '')
    return { start: at + 1, end, secret: isSecretValue(user, { promise: 'password', quoted: true }) };
  const doubtful = isStandIn(password, user) || /^[<[{]/.test(user) || /^(?:\/\/|yyy)/.test(password);
  return {
    start: at + 1,
    end,
    secret:
      !doubtful && password.length > 2 && (password.length >= 8 || !isWord(password)) && /[A-Za-z0-9]/.test(password),
  };
}

function isWord(password: string): boolean {
  return /^[A-Za-z]+$/.test(password) && wordLikeness(password) > 0.4;
}

// Programs that take a password on the command line, and the letter of the flag it stands behind.
const COMMANDS: Readonly<Record<string, string>> = {
  curl: 'u',
  wget: '',
  mysql: 'p',
  mariadb: 'p',
  sshpass: 'p',
  psql: '',
  mongo: 'p',
  'redis-cli': 'a',
  'docker login': 'p',
  'podman login': 'p',
  'registry login': 'p',
  'az login': 'p',
  'http ': 'a',
  ldapsearch: 'w',
  ldapadd: 'w',
  ldapmodify: 'w',
  unzip: 'P',
  psexec: 'p',
  PsExec: 'p',
  sqlcmd: 'P',
};
const FLAG_PASSWORD = /(?: -([apwP])[ \t]?| --password=)(["']?)([^\s"'-][^\s"']{4,80})/y;

function findClientPassword(scan: TextScan, at: number): ProbedSpan | undefined {
  if (at - scan.commandAt > 300) return undefined;
  FLAG_PASSWORD.lastIndex = at;
  const match = FLAG_PASSWORD.exec(scan.text);
  if (match === null) return undefined;
  const [found, flag, , password = ''] = match;
  if (flag !== undefined && flag !== scan.commandFlag) return undefined;
  return { start: at, end: at + found.length, secret: isSecretValue(password, { promise: 'password', quoted: true }) };
}

const IDENTIFIED_BY = /identified\s{1,4}by\s{1,4}\\{0,4}(["'])([^\s"'\\]{6,80})/iy;

function findSqlPassword({ text }: TextScan, at: number): ProbedSpan | undefined {
  IDENTIFIED_BY.lastIndex = at;
  const match = IDENTIFIED_BY.exec(text);
  if (match === null) return undefined;
  const [found, , password = ''] = match;
  return { start: at, end: at + found.length, secret: isSecretValue(password, { promise: 'password', quoted: true }) };
}

const MANIFEST_DATA =
  /(?:^|\n)([ \t]*)(?:"?stringData|"?data)"?:[ \t]*\r?\n((?:\1[ \t]+[^\n]*\r?\n?|[ \t]*\r?\n){1,40})/;

/** Base64 of text that is no certificate and no placeholder. In a Secret that is enough: weak passwords are in use too. */
function isEncodedSecret(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) || value.length % 4 !== 0) return false;
  const plain = decodeBase64(value.slice(0, 400));
  return /^[\x20-\x7e]{5,}$/.test(plain) && !isPlaceholder(plain) && !isReference(plain);
}

function findManifestSecret(scan: TextScan, at: number): ProbedSpan | undefined {
  if (
    at < scan.manifestsFrom ||
    !/^kind:[ \t]{0,4}["']?secret["']?(?:\s|\\{1,16}[rn])/i.test(scan.text.slice(at, at + 24) + '\n')
  )
    return undefined;
  const from = Math.max(0, at - 2000);
  const before = unescapeLines(scan.text.slice(from, at));
  const after = unescapeLines(scan.text.slice(at, at + 3000));
  const head = before.slice(before.lastIndexOf('\n---') + 1);
  const tail = after.slice(0, after.indexOf('\n---') < 0 ? undefined : after.indexOf('\n---'));
  scan.manifestsFrom = at + (tail.length < after.length ? tail.length : 3000);
  const data = MANIFEST_DATA.exec(head + tail);
  if (data === null) return undefined;
  const secret = (data[2] ?? '').split(/\r?\n/).some((line) => {
    const value = /^[ \t]*(?:["']?[\w.-]{1,80}["']?:[ \t]*)?["']?([^\s"'#:{}|>\\]{8,})["'\\}\] \t]*$/.exec(line)?.[1];
    return value !== undefined && (isEncodedSecret(value) || isSecretValue(value, { promise: 'secret', quoted: true }));
  });
  return { start: at, end: at + 12, secret };
}

/** A manifest in a string of JSON, or in one inside another. */
function unescapeLines(text: string): string {
  return text.includes('\n') ? text : text.replace(/\\{1,16}n/g, '\n').replace(/\\{1,16}"/g, '"');
}

/** Remembers where a command begins; finds nothing itself. */
function passCommand(scan: TextScan, at: number, anchor: string): undefined {
  scan.commandAt = at;
  scan.commandFlag = COMMANDS[anchor] ?? '';
}

export const headerAndCommandRules: readonly SecretProbe[] = [
  {
    id: 'authorization-header',
    anchors: ['Bearer ', 'Basic ', 'Bearer%20', 'Basic%20'],
    anyCase: true,
    rank: 1,
    find: findAuthorization,
  },
  { id: 'authorization-header', anchors: ['auth=(', 'BasicAuth('], rank: 1, find: findPair },
  {
    id: 'connect-call',
    anchors: ['mysqli(', 'mysql_connect(', 'mysqli_connect(', 'PDO(', 'getConnection('],
    rank: 1,
    find: findConnectCall,
  },
  {
    id: 'command-line-password',
    anchors: [' -u', '\n-u', '\t-u', ' --user', '\n--user', ' --proxy-user', ' -a ', ' --auth'],
    rank: 1,
    find: findCurlUser,
  },
  {
    id: 'command-line-password',
    anchors: [' -p', ' -a', ' -w', ' -P', ' --password='],
    rank: 1,
    find: findClientPassword,
  },
  {
    id: 'command-line-password',
    anchors: Object.keys(COMMANDS),
    rank: 1,
    find: passCommand,
  },
  {
    id: 'sql-password',
    anchors: ['identified by'],
    anyCase: true,
    rank: 1,
    find: findSqlPassword,
  },
  {
    id: 'kubernetes-secret',
    anchors: ['kind:'],
    rank: 1,
    find: findManifestSecret,
  },
];
