import { splitLines } from '../syntax/fenced-lines.ts';

/** What a reviewer checks claims about, and with which tools, the preferred one first. */
export interface VerificationPrompt {
  /** Which claims to check, such as `security` or `library/API usage`. */
  readonly subject: string;
  /** Such as `['Context7', 'WebSearch']`; at least one. */
  readonly tools: readonly string[];
}

/** One line in which a reviewer says that a claim was checked, or could not be. */
export type Verification =
  | { readonly kind: 'verified'; readonly claim: string; readonly source: string; readonly line: number }
  | {
      readonly kind: 'unverified';
      /** Null when the line names none. */
      readonly claim: string | null;
      /** What follows the dash, such as `flagged for human review`; null when nothing does. */
      readonly reason: string | null;
      readonly line: number;
    }
  | { readonly kind: 'no-claims'; readonly line: number };

/**
 * The prompt block that obliges a reviewer to check at least one claim with other tools than the code at hand, and to
 * report it in the lines that `parseVerifications` reads.
 *
 * @example
 * ```ts
 * import { formatVerificationBlock } from '@batonkit/markdown';
 *
 * const block = formatVerificationBlock({ subject: 'security', tools: ['WebSearch', 'Context7'] });
 * block.split('\n')[1]; // => 'MUST verify at least 1 security claim via WebSearch or Context7 if present.'
 * ```
 */
export function formatVerificationBlock({ subject, tools }: VerificationPrompt): string {
  return [
    '## Independent Verification',
    `MUST verify at least 1 ${subject} claim via ${tools.join(' or ')} if present.`,
    'Include the verification result in the output, one line per claim:',
    '- "Verified: {claim} via {source}"',
    '- OR "Unable to verify {claim} - flagged for human review"',
    '',
    `If there are no external ${subject} claims, only internal logic:`,
    `- Note "No external ${subject} claims to verify" in the summary`,
    '- Proceed without forced verification',
  ].join('\n');
}

/**
 * The prompt block that says what a reviewer does when its tools are missing: use the next one, and when all are
 * missing, say so and do not block the approval for that alone.
 *
 * @example
 * ```ts
 * import { formatToolFallbackBlock } from '@batonkit/markdown';
 *
 * const block = formatToolFallbackBlock({ subject: 'security', tools: ['Context7', 'WebSearch'] });
 * block.split('\n')[2]; // => '1. Use WebSearch to verify security claims'
 * ```
 */
export function formatToolFallbackBlock({ subject, tools }: VerificationPrompt): string {
  const [preferred = 'The tools', ...others] = tools;
  const steps = [
    ...(others.length === 0 ? [] : [`Use ${others.join(', then ')} to verify ${subject} claims`]),
    'If no tool is available, report "Unable to verify {claim} - external tools unavailable"',
    'Do NOT block approval solely because tools are unavailable; note it in the summary',
    'Include which tools were available in the review output',
  ];
  return [
    '## Tool Fallback',
    `If ${preferred} is unavailable:`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n');
}

const LEAD = String.raw`^[ \t]*(?:>[ \t]*)?(?:[-*+•][ \t]+|\d{1,9}[.)][ \t]+)?(?:\[[ xX]\][ \t]+)?(?:(?:✅|✓|✔|❌|⚠)\uFE0F?[ \t]*)?["'“*_${'`'}]{0,4}`;
const VERIFIED = new RegExp(String.raw`${LEAD}Verified[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*(.+)$`, 'iu');
const UNVERIFIED = new RegExp(String.raw`${LEAD}Unable to verify(?![\p{L}\p{N}])[*_]{0,2}(.*)$`, 'iu');
const NO_CLAIMS = new RegExp(String.raw`${LEAD}(?:No external (?:[^\r\n]{0,80} )?claims? to verify)`, 'iu');

/**
 * Reads from a review the lines "Verified: {claim} via {source}", "Unable to verify {claim} - {reason}" and "No
 * external claims to verify", in order, whatever list marker, quotes or emphasis stands around them.
 *
 * The source is what follows the last " via "; a "Verified:" line without one names no source and does not count. The
 * word "independently" after "Unable to verify" is no claim, and neither is a placeholder of the prompt, `{claim}`. `line` is 1-based. Never throws.
 *
 * @example
 * ```ts
 * import { parseVerifications } from '@batonkit/markdown';
 *
 * parseVerifications('- "Verified: JWT uses RS256 via Context7"')[0]; // => { kind: 'verified', claim: 'JWT uses RS256', source: 'Context7', line: 1 }
 * parseVerifications('Unable to verify independently - flagged for human review')[0]; // => { kind: 'unverified', claim: null, reason: 'flagged for human review', line: 1 }
 * ```
 */
export function parseVerifications(text: string): Verification[] {
  return splitLines(text).flatMap((content, index) => {
    const verification = readLine(content, index + 1);
    return verification === null ? [] : [verification];
  });
}

function readLine(content: string, line: number): Verification | null {
  const verified = VERIFIED.exec(content)?.[1];
  if (verified !== undefined) {
    const via = verified.toLowerCase().lastIndexOf(' via ');
    const claim = unwrap(verified.slice(0, Math.max(0, via)));
    const source = unwrap(verified.slice(via + 5));
    const isNone = via === -1 || claim === '' || source === '' || isPlaceholder(claim) || isPlaceholder(source);
    return isNone ? null : { kind: 'verified', claim, source, line };
  }
  const unverified = UNVERIFIED.exec(content)?.[1];
  if (unverified !== undefined) {
    const [before, after] = splitReason(unverified);
    const claim = unwrap(before.replace(/^[ \t]*:/, '').replace(/^[ \t]*independently(?![\p{L}\p{N}])[ \t]*:?/iu, ''));
    const reason = unwrap(after);
    if (isPlaceholder(claim)) return null;
    return { kind: 'unverified', claim: claim || null, reason: reason || null, line };
  }
  return NO_CLAIMS.test(content) ? { kind: 'no-claims', line } : null;
}

/** What a prompt leaves to be filled in, such as `{claim}` or `<source>`, verifies nothing. */
function isPlaceholder(text: string): boolean {
  return /^[("'`*_]*(?:\{[^{}]*\}|<[^<>]*>|\[[^\][]*\]|\.{3}|…)[)"'`*_]*$/.test(text);
}

/** The claim and what is said about it, after a dash or else after the last colon. */
function splitReason(text: string): [claim: string, reason: string] {
  const dash = /(?:^|[ \t])[-–—]{1,3}[ \t]/u.exec(text);
  if (dash !== null) return [text.slice(0, dash.index), text.slice(dash.index + dash[0].length)];
  const colon = text.lastIndexOf(': ');
  return colon <= 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 2)];
}

/** Takes off the quotes, emphasis and full stop that close the line the claim stands in. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && /["'”*_.,;\s]/.test(trimmed.charAt(end - 1))) end -= 1;
  return trimmed.slice(0, end);
}
