import { endOfContent, endOfHeading } from './state-document.ts';

const PLACEHOLDER =
  /^\((?:no [^()]* yet|to be [^()]*|[^()]*minimal output[^()]*|agent fills [^()]*|only if [^()]*|not available yet|pending|tbd|none)\.?\)$/i;

/** The range of a line that only holds the place, such as `(No sessions yet)`, when a body starts with one. */
export function findPlaceholder(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | null {
  const first = start + text.slice(start, end).search(/\S|$/);
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

  const position = contentEnd ?? endOfHeading(text, { bodyStart });
  const rest = text.slice(position, end);
  // A blank line below, unless there is one or nothing follows.
  const below = rest.startsWith(eol + eol) || end === text.length ? '' : eol;
  const added = { start: position, end: position, by: `${eol}${eol}${lines}${below}` };
  if (placeholder === null) return [added];
  const [gap = ''] = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(placeholder.end, end)) ?? [];
  return [{ start: placeholder.start, end: placeholder.end + gap.length, by: '' }, added];
}
