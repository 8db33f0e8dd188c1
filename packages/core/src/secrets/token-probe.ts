import { isPlaceholder, isPatterned } from './placeholder.ts';
import type { SecretProbe } from './secret-probe.ts';
import { startsToken } from './token-boundary.ts';

/** How a token's format differs from "begins with its anchor, at the start of a word". */
export interface TokenShape {
  /** Characters the token may have before its anchor, and at most how many of them. */
  readonly lead?: { readonly chars: RegExp; readonly max: number };
  /** Whether the token may follow another word character directly. */
  readonly anywhere?: boolean;
  /** A last look at the whole token. */
  readonly accept?: (token: string) => boolean;
}

/** A probe for a token with a recognisable format. `anchors` are separated by spaces; `format` is matched from the token's start. */
export function token(
  id: string,
  description: string,
  anchors: string | readonly string[],
  format: RegExp,
  shape: TokenShape = {},
): SecretProbe {
  const sticky = new RegExp(format.source, format.flags.replace(/[gy]/g, '') + 'y');
  const { lead, anywhere = false, accept } = shape;
  return {
    id,
    description,
    anchors: typeof anchors === 'string' ? anchors.split(' ') : anchors,
    find: ({ text }, at) => {
      const start = lead === undefined ? at : walkBack(text, at, lead);
      if (!anywhere && !startsToken(text, start)) return undefined;
      sticky.lastIndex = start;
      if (!sticky.test(text)) return undefined;
      const end = sticky.lastIndex;
      const found = text.slice(start, end);
      return { start, end, secret: !isPlaceholder(found) && !isPatterned(found) && (accept?.(found) ?? true) };
    },
  };
}

function walkBack(text: string, at: number, { chars, max }: { chars: RegExp; max: number }): number {
  let start = at;
  while (start > 0 && at - start < max && chars.test(text.charAt(start - 1))) start--;
  return start;
}
