/** Stands for a line that is not the author's, and not blank. */
export const HIDDEN = '>';

/** What an author says: see {@link readOwnLines}. */
export interface OwnLines {
  readonly lines: readonly string[];
  /** True when it is not plain where the author speaks: something is never closed, or may or may not be code. */
  readonly isDoubtful: boolean;
}

/**
 * The lines an author answers for, without list marks, headings and emphasis: what is quoted, code (fenced or indented), struck out or commented
 * out is not said by the author. Where markdown is in doubt, a line is left out, and the doubt is told: it may have been an objection.
 */
export function readOwnLines(text: string): OwnLines {
  const lines: string[] = [];
  let isDoubtful = false;
  let fence: string | null = null;
  let ending: string | null = null;
  let isQuote = false;
  let isBlank = true;
  for (const given of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    let line: string = given;
    if (fence !== null) {
      if (isClosing(line, fence)) fence = null;
      else if (line.trim() !== '') lines.push(HIDDEN);
      continue;
    }
    if (ending !== null) {
      const end: number = line.toLowerCase().indexOf(ending);
      lines.push(HIDDEN);
      if (end === -1) continue;
      line = line.slice(end + ending.length);
      ending = null;
    }
    line = withoutComments(line);
    const start = OPENS.exec(line);
    if (start !== null) {
      ending = start[1] === undefined ? '-->' : `</${start[1].toLowerCase()}>`;
      line = line.slice(0, start.index);
      isDoubtful ||= line.includes('`');
    }
    const wasQuote: boolean = isQuote;
    const wasBlank = isBlank;
    isBlank = line.trim() === '';
    isQuote = false;
    const mark = /^\s*(?:(?:[-+*>]|\d{1,3}[.)])\s*)*(`{3,}|~{3,})(.*)/.exec(line);
    if (mark !== null) {
      fence = mark[1] ?? '';
      isDoubtful ||= mark[2]?.includes('`') === true;
    } else if (/^\s*>/.test(line) || (wasQuote && !isBlank && !STARTS_BLOCK.test(line))) {
      // A paragraph in a quote goes on without the mark.
      isQuote = true;
      lines.push(HIDDEN);
    } else if (wasBlank && /^(?: {4}|\t)/.test(line)) {
      isBlank = true;
      lines.push(HIDDEN);
    } else lines.push(undecorate(line));
  }
  return { lines, isDoubtful: isDoubtful || fence !== null || ending !== null };
}

/** A comment, or an element whose text is quoted, code, struck out or not shown, and that does not end on its line. */
const OPENS =
  /<!--|(?:^|(?<=[\s:(>]))<(pre|blockquote|del|strike|s|q|code|samp|template|script|style|textarea|noscript)(?=[\s>])(?!.*<\/\1)/i;
const STARTS_BLOCK = /^\s{0,3}(?:#{1,6}\s|[-+*]\s|\d{1,3}[.)]\s)/;

function isClosing(line: string, fence: string): boolean {
  const mark = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark?.startsWith(fence) === true;
}

/** The comments that end where they began, on this line, are gone; one that goes on stays. */
function withoutComments(line: string): string {
  const parts = line.split('-->');
  const last = parts.pop() ?? '';
  return parts.map((part) => part.split('<!--', 1)[0]).join('') + last;
}

function undecorate(line: string): string {
  return line
    .replaceAll(/\*+|_{2,}|`+|\uFE0F/g, '')
    .trim()
    .replace(/^(?:#{1,6}|[-+•]|\d{1,3}[.)])\s+/, '')
    .replaceAll(/\s+/g, ' ');
}
