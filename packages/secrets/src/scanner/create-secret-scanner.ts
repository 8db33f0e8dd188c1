import { isAuthorization, isSecretValue } from '../values/secret-value.ts';
import { judgeName } from '../values/secret-name.ts';
import type { SecretProbe } from '../probes/secret-probe.ts';
import type { TextFinding } from '../probes/settle-findings.ts';
import { createTextScanner } from '../probes/text-scanner.ts';
import { type StringPlace, type Trail, walkStrings } from './walk-strings.ts';
import { aiRules } from '../rules/ai-rules.ts';
import { assignmentRules } from '../rules/assignment-rules.ts';
import { cloudRules } from '../rules/cloud-rules.ts';
import { codeHostRules } from '../rules/code-host-rules.ts';
import { cookieAndPhraseRules } from '../rules/cookie-and-phrase-rules.ts';
import { dottedTokenRules } from '../rules/dotted-token-rules.ts';
import { headerAndCommandRules } from '../rules/header-and-command-rules.ts';
import { keyMaterialRules } from '../rules/key-material-rules.ts';
import { messagingRules } from '../rules/messaging-rules.ts';
import { paymentRules } from '../rules/payment-rules.ts';
import { prefixedTokenRules } from '../rules/prefixed-token-rules.ts';
import { serviceRules } from '../rules/service-rules.ts';
import { urlCredentialRules } from '../rules/url-credential-rules.ts';

const SHARED_TEXT = 8;

/** Every built-in probe. */
const builtInProbes: readonly SecretProbe[] = [
  ...cloudRules,
  ...codeHostRules,
  ...messagingRules,
  ...paymentRules,
  ...aiRules,
  ...serviceRules,
  ...prefixedTokenRules,
  ...keyMaterialRules,
  ...dottedTokenRules,
  ...urlCredentialRules,
  ...headerAndCommandRules,
  ...cookieAndPhraseRules,
  ...assignmentRules,
];

/** One secret that was found: by which rule and where, never the secret itself. */
export interface SecretFinding {
  /** The id of a rule in `secretRules`, or of a caller's own rule. */
  readonly rule: string;
  /** JSON pointer (RFC 6901) to the string; a key that holds a secret is written `<key #n>`, n its number from 0. */
  readonly path: string;
}

/** What scans a value: the shape that stores and services take. */
export type SecretScanner = (value: unknown) => SecretFinding[];

/** A rule of the caller's own. */
export interface SecretRule {
  readonly id: string;
  /** A sentence for people on what the rule recognises. */
  readonly description: string;
  /** What to report. Matched from an anchor where there are anchors, anywhere otherwise; keep its quantifiers bounded. */
  readonly pattern: RegExp;
  /** Literal beginnings of a match, three characters or more: with them the rule costs next to nothing. */
  readonly anchors?: readonly string[];
}

/** What a scanner does not report: every property given must agree. An allowance without properties allows nothing. */
export interface SecretAllowance {
  readonly rule?: string;
  /** The finding's path, or the beginning of it up to a slash. */
  readonly path?: string;
  /** The secret's own text: equal to this string, or matched by this expression. */
  readonly text?: string | RegExp;
}

/** Options of {@link createSecretScanner}. */
export interface SecretScannerOptions {
  /** Rules besides the built-in ones. */
  readonly rules?: readonly SecretRule[];
  readonly allow?: readonly SecretAllowance[];
}

/**
 * A scanner like `scanForSecrets` with rules of the caller's own besides the built-in ones, and an allow list.
 *
 * The scanner never throws, reads the value in linear time, reports a rule once per place and never the secret.
 *
 * @example
 * ```ts
 * import { createSecretScanner } from '@batonkit/secrets';
 *
 * const scan = createSecretScanner({
 *   rules: [{ id: 'acme-key', description: 'A key of Acme.', anchors: ['acme_'], pattern: /acme_[a-z0-9]{16}/ }],
 *   allow: [{ rule: 'acme-key', path: '/docs' }],
 * });
 *
 * scan({ note: 'use acme_' + '3f9c01b7d2e84a56', docs: ['acme_' + '3f9c01b7d2e84a56'] }); // => [{ rule: 'acme-key', path: '/note' }]
 * ```
 */
export function createSecretScanner({ rules = [], allow = [] }: SecretScannerOptions = {}): SecretScanner {
  const anchored = rules.filter(({ anchors = [] }) => anchors.length > 0 && anchors.every(({ length }) => length > 2));
  const free = rules.filter((rule) => !anchored.includes(rule));
  const scanText = createTextScanner([...anchored.map(callerProbe), ...builtInProbes]);
  const allowed = allow.map(allowance);

  return (value) => {
    const findings = new Map<string, SecretFinding>();
    for (const place of walkStrings(value)) {
      const found = [
        ...scanText(place.text),
        ...namedSecret(place),
        ...free.flatMap((rule) => matches(rule, place.text)),
      ];
      if (found.length === 0) continue;
      if (place.isKey && place.trail !== undefined) place.trail.hidden = true;
      for (const { rule, start, end } of withoutDoubles(found)) {
        const secret = place.text.slice(start, end);
        const path = findingPath(place.trail, secret);
        if (allowed.some((allows) => allows(rule, path, secret))) continue;
        findings.set(`${rule} ${path}`, { rule, path });
      }
    }
    return [...findings.values()];
  };
}

/** A string whose whole text is the value of a key that promises a secret. */
function namedSecret({ text, name }: StringPlace): TextFinding[] {
  if (name === undefined || text.length < 8 || text.length > 8192) return [];
  const promise = judgeName(name);
  if (promise === 'none') return [];
  const [, scheme, credential] =
    /^(Bearer|Basic|Token|ApiKey|Bot|SSWS|Splunk|GenieKey|OAuth)[ \t]+(\S+)$/i.exec(text) ?? [];
  const secret =
    scheme !== undefined && credential !== undefined
      ? isAuthorization(scheme, credential)
      : isSecretValue(text.trim(), { promise, quoted: true });
  return secret ? [{ rule: 'assigned-secret', start: 0, end: text.length }] : [];
}

/** The key name is the weakest reason: it is not reported for a text in which something better was found. */
function withoutDoubles(found: readonly TextFinding[]): readonly TextFinding[] {
  const better = found.filter(({ rule }) => rule !== 'assigned-secret');
  return found.filter(
    ({ rule, start, end }) =>
      rule !== 'assigned-secret' || !better.some((other) => other.start < end && start < other.end),
  );
}

function callerProbe({ id, pattern, anchors = [] }: SecretRule): SecretProbe {
  const sticky = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + 'y');
  return {
    id,
    anchors,
    find: ({ text }, at) => {
      sticky.lastIndex = at;
      return sticky.test(text) ? { start: at, end: sticky.lastIndex, secret: true } : undefined;
    },
  };
}

function matches({ id, pattern }: SecretRule, text: string): TextFinding[] {
  const everywhere = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + 'g');
  return [...text.matchAll(everywhere)].map((match) => ({
    rule: id,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function allowance({ rule, path, text }: SecretAllowance): (rule: string, path: string, secret: string) => boolean {
  const pattern = text instanceof RegExp ? new RegExp(text.source, text.flags.replace(/[gy]/g, '')) : undefined;
  return (foundRule, foundPath, secret) => {
    if (rule === undefined && path === undefined && text === undefined) return false;
    if (rule !== undefined && rule !== foundRule) return false;
    if (path !== undefined && foundPath !== path && !foundPath.startsWith(path.endsWith('/') ? path : `${path}/`))
      return false;
    return pattern !== undefined ? pattern.test(secret) : text === undefined || text === secret;
  };
}

/**
 * The JSON pointer (RFC 6901) of a place. A key that holds the secret, or eight characters of it in a row, is not
 * printed: `<key #2>` stands for the third key of its object.
 */
function findingPath(trail: Trail | undefined, secret: string): string {
  const segments: string[] = [];
  for (let place = trail; place !== undefined; place = place.parent) {
    const hidden = place.hidden || sharesText(place.key, secret);
    segments.push(hidden ? `<key #${String(place.position)}>` : place.key.replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return segments
    .reverse()
    .map((segment) => `/${segment}`)
    .join('');
}

function sharesText(key: string, secret: string): boolean {
  for (let start = 0; start + SHARED_TEXT <= key.length; start++) {
    if (secret.includes(key.slice(start, start + SHARED_TEXT))) return true;
  }
  return false;
}
