import { markFencedLines, scanBlocks, splitLines, TOP_LEVEL_FENCE } from '@batonkit/markdown/scan';
import { oneLine } from '@batonkit/core/text';

// What would be read as structure at the start of a line: headings, underlines, the fields of a session, our own comments.
const STRUCTURE = String.raw`#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|\*\*(?:Did|Issues|Next|Commits|By|Duration|Accomplishments):\*\*|<!--`;
const ESCAPED = new RegExp(String.raw`^ {0,3}\\+(?:${STRUCTURE}|\x60{3,}|~{3,}|<)`);
const PLAIN = new RegExp(`^ {0,3}(?:${STRUCTURE})`);
const ANY_BLOCK = new RegExp(`^ {0,3}(?:${STRUCTURE}|\`{3,}|~{3,}|<)`);

/** A text of several lines in one form: LF between lines, no blank lines at either end. */
export function normalizeBlock(text: string): string {
  const lines = splitLines(text);
  const isBlank = (line: string | undefined): boolean => line !== undefined && /^[ \t]*$/.test(line);
  let from = 0;
  let to = lines.length;
  while (from < to && isBlank(lines[from])) from += 1;
  while (to > from && isBlank(lines[to - 1])) to -= 1;
  return lines.slice(from, to).join('\n');
}

/**
 * A text as it can stand in a section: `# of users` becomes `\# of users`, code blocks stay as they are. Whatever the text, the
 * headings below it stay headings. {@link readBlock} gives back exactly what {@link normalizeBlock} made of it.
 */
export function escapeBlock(text: string): string {
  const lines = normalizeBlock(text).split('\n');
  const fenced = markFencedLines(lines, TOP_LEVEL_FENCE);
  const gentle = lines.map((line, index) => (fenced[index] === true ? line : escapeLine(line, PLAIN))).join('\n');
  if (isContained(gentle)) return gentle;
  // A comment that stays open, a fence that a list cuts off: then everything that opens a block is escaped.
  return lines.map((line) => escapeLine(line, ANY_BLOCK)).join('\n');
}

/** The text that {@link escapeBlock} was given, or what a person wrote. */
export function readBlock(block: string): string {
  const lines = normalizeBlock(block).split('\n');
  const fenced = markFencedLines(lines, TOP_LEVEL_FENCE);
  return lines
    .map((line, index) => (fenced[index] !== true && ESCAPED.test(line) ? line.replace('\\', '') : line))
    .join('\n');
}

/** A text as the end of a heading: its last `#` would be taken for the heading's own. */
export function escapeHeadingText(text: string): string {
  return oneLine(text).replace(/(^|[ \\])(#+)$/, '$1\\$2');
}

/** The text that {@link escapeHeadingText} was given. */
export function readHeadingText(source: string): string {
  return source.replace(/\\(#+)$/, '$1');
}

function escapeLine(line: string, blocks: RegExp): string {
  if (!ESCAPED.test(line) && !blocks.test(line)) return line;
  const indent = line.length - line.trimStart().length;
  return `${line.slice(0, indent)}\\${line.slice(indent)}`;
}

function isContained(block: string): boolean {
  return ['# a', '# a\n\n**b:**'].every((above) => {
    const probe = `${above}\n${block}\n\n# c`;
    const { headings } = scanBlocks(probe);
    return headings.length === 2 && headings[1]?.end === probe.length;
  });
}
