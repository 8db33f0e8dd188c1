import { endOfContent } from './state-document.ts';

const PLACEHOLDER =
  /^\((?:no [^()]* yet|to be [^()]*|[^()]*minimal output[^()]*|agent fills [^()]*|only if [^()]*|not available yet|pending|tbd|none)\.?\)$/i;

/** The range of a line that only holds the place, such as `(No sessions yet)`, when a body starts with one. */
export function findPlaceholder(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | null {
  const first = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0);
  const lineEnd = first + text.slice(first, end).search(/[\r\n]|$/);
  return PLACEHOLDER.test(text.slice(first, lineEnd).trim()) ? { start: first, end: lineEnd } : null;
}

/**
 * The edits that add a block at the end of a body, below everything that is there, and take out its placeholder. `block` has LF
 * between lines and none at the end.
 */
export function appendBlock(
  { text, eol }: { readonly text: string; readonly eol: string },
  { bodyStart, end }: { readonly bodyStart: number; readonly end: number },
  block: string,
): { readonly start: number; readonly end: number; readonly by: string }[] {
  const lines = block.replaceAll('\n', eol);
  const placeholder = findPlaceholder(text, bodyStart, end);
  const contentEnd = endOfContent(text, bodyStart, end);
  if (placeholder !== null && contentEnd === placeholder.end) return [{ ...placeholder, by: lines }];

  const position = contentEnd ?? beforeLineEnding(text, bodyStart);
  const rest = text.slice(position, end);
  // A blank line below, unless there is one or nothing follows.
  const below = rest.startsWith(eol + eol) || end === text.length ? '' : eol;
  const added = { start: position, end: position, by: `${eol}${eol}${lines}${below}` };
  if (placeholder === null) return [added];
  const gap = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(placeholder.end, end))?.[0].length ?? 0;
  return [{ start: placeholder.start, end: placeholder.end + gap, by: '' }, added];
}

/** The end of the line above the one that starts at `offset`. */
function beforeLineEnding(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset - 2)) return offset - 2;
  return /[\r\n]/.test(text.charAt(offset - 1)) ? offset - 1 : offset;
}
