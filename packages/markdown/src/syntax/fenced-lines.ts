const LENIENT_FENCE = /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

/** A fence as CommonMark has it outside of lists and quotes. */
export const TOP_LEVEL_FENCE = /^ {0,3}(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

/**
 * Splits at LF, CRLF and CR.
 *
 * @example
 * ```ts
 * import { splitLines } from '@batonkit/markdown/scan';
 *
 * splitLines('a\r\nb\nc'); // => ['a', 'b', 'c']
 * ```
 */
export function splitLines(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}

/**
 * Says of each line whether it belongs to fenced code, fences included. More lenient than CommonMark, as befits text
 * that agents write: a fence may stand behind any indentation (unless another `fence` is given), and one that is never
 * closed is no fence, so that it cannot swallow the rest of a report.
 *
 * @example
 * ```ts
 * import { markFencedLines } from '@batonkit/markdown/scan';
 *
 * markFencedLines(['text', '~~~', 'code', '~~~']); // => [false, true, true, true]
 * ```
 */
export function markFencedLines(lines: readonly string[], fence: RegExp = LENIENT_FENCE): boolean[] {
  const fenced = new Array<boolean>(lines.length).fill(false);
  const closings = closingLines(lines, fence);
  for (let index = 0; index < lines.length; index += 1) {
    const closing = closings[index];
    if (closing === undefined) continue;
    fenced.fill(true, index, closing + 1);
    index = closing;
  }
  return fenced;
}

/** Per line that opens a fence, the line that closes it. */
function closingLines(lines: readonly string[], fence: RegExp): (number | undefined)[] {
  const closings = new Array<number | undefined>(lines.length).fill(undefined);
  // Walking backwards: candidates are the closing lines below, with ever longer fences further down.
  const below: Record<string, { length: number; index: number }[]> = { '`': [], '~': [] };
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const [, backticks, backtickInfo, tildes, tildeInfo] = fence.exec(lines[index] ?? '') ?? [];
    const marks = backticks ?? tildes ?? '';
    const info = (backtickInfo ?? tildeInfo ?? '').trim();
    if (marks === '') continue;
    const stack = below[marks.charAt(0)] ?? [];
    closings[index] = stack.findLast(({ length }) => length >= marks.length)?.index;
    if (info !== '') continue;
    while ((stack.at(-1)?.length ?? Infinity) <= marks.length) stack.pop();
    stack.push({ length: marks.length, index });
  }
  return closings;
}
