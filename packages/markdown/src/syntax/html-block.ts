import { Code, isLetter, skipBlanks } from './character-class.ts';
import { scanHtmlTag } from './html-tag.ts';

/** The seven kinds of HTML block, numbered as in the CommonMark specification. */
export type HtmlBlockKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const VERBATIM_START = /<(?:script|pre|textarea|style)(?=[ \t>\r\n]|$)/iy;
const BLOCK_TAG_START =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t\r\n]|\/?>|$)/iy;
const VERBATIM_END = /<\/(?:script|pre|textarea|style)>/i;

/** Which kind of HTML block starts at the `<` at `start`, or null; `end` is the end of the line. */
export function htmlBlockKind(text: string, start: number, end: number): HtmlBlockKind | null {
  const next = text.charCodeAt(start + 1);
  if (start + 1 >= end) return null;
  if (next === Code.question) return 3;
  if (next === Code.bang) {
    if (text.startsWith('--', start + 2)) return 2;
    if (isLetter(text.charCodeAt(start + 2))) return 4;
    return text.startsWith('[CDATA[', start + 2) ? 5 : null;
  }
  if (next !== Code.slash && !isLetter(next)) return null;
  VERBATIM_START.lastIndex = start;
  if (VERBATIM_START.test(text)) return 1;
  BLOCK_TAG_START.lastIndex = start;
  if (BLOCK_TAG_START.test(text)) return 6;
  const tagEnd = scanHtmlTag(text, start, end);
  return tagEnd >= 0 && skipBlanks(text, tagEnd, end) === end ? 7 : null;
}

/** True when the line holds what ends a block of kind 1 to 5; kinds 6 and 7 end at a blank line. */
export function endsHtmlBlock(kind: HtmlBlockKind, line: string): boolean {
  if (kind === 1) return VERBATIM_END.test(line);
  if (kind === 2) return line.includes('-->');
  if (kind === 3) return line.includes('?>');
  if (kind === 4) return line.includes('>');
  return kind === 5 && line.includes(']]>');
}
