import { isFiller, isPlaceholder } from '../values/placeholder.ts';
import type { SecretProbe } from './secret-probe.ts';
import { isAlphanumeric, startsToken } from '../values/token-boundary.ts';

/** How a token's format differs from "begins with its anchor, at the start of a word". */
export interface TokenShape {
  /** The characters a token has before its anchor, at most how many, and what must follow from the anchor on. */
  readonly lead?: { readonly chars: RegExp; readonly max: number; readonly then?: RegExp };
  /** Whether the token may follow another word character directly. */
  readonly anywhere?: boolean;
  /** A digit stands within so many characters of the anchor: a cheap look before the format is tried. */
  readonly digitWithin?: number;
  /** So many letters or digits follow the anchor. */
  readonly run?: number;
  /** A last look at the whole token. */
  readonly accept?: (token: string) => boolean;
}

/** A probe for a token with a recognisable format. `anchors` are separated by spaces; `format` is matched from the token's start. */
export function token(
  id: string,
  anchors: string | readonly string[],
  format: RegExp,
  shape: TokenShape = {},
): SecretProbe {
  // Made when first asked: most rules never are, and importing them all should cost little.
  let sticky: RegExp | undefined;
  const { lead, anywhere = false, digitWithin, run = 0, accept } = shape;
  const startOf = lead === undefined ? undefined : createWalkBack(lead);
  return {
    id,
    anchors: typeof anchors === 'string' ? anchors.split(' ') : anchors,
    atWordStart: lead === undefined && !anywhere,
    find: ({ text }, at, anchor) => {
      if (run > 0 && !isRun(text, at + anchor.length, run)) return undefined;
      if (digitWithin !== undefined && !hasDigit(text, at, at + digitWithin))
        return { start: at, end: at + (digitWithin >> 1), secret: false };
      const start = startOf === undefined ? at : startOf(text, at);
      if (start === undefined || (startOf !== undefined && !anywhere && !startsToken(text, start))) return undefined;
      sticky ??= makeSticky(format);
      sticky.lastIndex = start;
      if (!sticky.test(text)) return undefined;
      const end = sticky.lastIndex;
      const found = text.slice(start, end);
      const real = !isPlaceholder(found) && !isFiller(found) && !isCutOff(text, start, end);
      return { start, end, secret: real && (accept?.(found) ?? true) };
    },
  };
}

/** Whether dots say that the rest was left out, or the match is a piece out of the middle of base64. */
function isCutOff(text: string, start: number, end: number): boolean {
  if (text.startsWith('...', end) || text.charAt(end) === '…') return true;
  if (!/[+/]/.test(text.charAt(start - 1)) || !/[A-Za-z0-9+/=]/.test(text.charAt(end))) return false;
  if (!/^[A-Za-z0-9+/]+$/.test(text.slice(start, end))) return false;
  // A path has short names around the token.
  return /[A-Za-z0-9+]{12}[A-Za-z0-9+/]{0,12}$/.test(text.slice(Math.max(0, start - 24), start)) || end - start > 200;
}

function isRun(text: string, from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if (!isAlphanumeric(text.charCodeAt(at))) return false;
  return true;
}

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

function makeSticky(format: RegExp): RegExp {
  return new RegExp(format.source, format.flags.replace(/[gy]/g, '') + 'y');
}

function createWalkBack({
  chars,
  max,
  then,
}: NonNullable<TokenShape['lead']>): (text: string, at: number) => number | undefined {
  let sticky: RegExp | undefined;
  return (text, at) => {
    if (then !== undefined) {
      sticky ??= makeSticky(then);
      sticky.lastIndex = at;
      if (!sticky.test(text)) return undefined;
    }
    let start = at;
    while (start > 0 && at - start < max && chars.test(text.charAt(start - 1))) start--;
    return start;
  };
}
