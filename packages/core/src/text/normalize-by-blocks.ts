import { classifyLine, closesFence, isDelimiterRow, isSetextUnderline, openFence } from './block-line.ts';
import type { Fence } from './block-line.ts';
import { fillParagraph } from './fill-paragraph.ts';
import { skipPythonSpaces, trimEndPython } from './python-white-space.ts';

const WIDTH = 120;
const TAB_STOP = 4;
const CODE_INDENT = 4;

/** `normalizeMultiline` version 2.0.0; its rules are listed there. */
export function normalizeByBlocks(text: string, preserveFormatting: boolean, yamlComments: boolean): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  // In a list, text belongs to it unless a blank line and no indentation come before; in a raw block, up to a blank line.
  let context: 'top' | 'list' | 'raw' = 'top';
  let afterBlank = false;
  let fence: Fence | null = null;

  const keep = (lines: readonly string[]): void => {
    if (afterBlank) out.push('');
    afterBlank = false;
    for (const line of lines) out.push(line);
  };

  const endParagraph = (): void => {
    if (paragraph.length === 0) return;
    keep(preserveFormatting ? paragraph : fillParagraph(paragraph, WIDTH));
    paragraph = [];
  };

  /** Takes a line that gives the paragraph above it another meaning; false when this one does not. */
  const reinterpretParagraph = (content: string, line: string): boolean => {
    const last = paragraph.at(-1);
    if (last === undefined) return false;
    if (isSetextUnderline(content)) {
      keep([...paragraph, line]);
      paragraph = [];
      return true;
    }
    if (!isDelimiterRow(content) || !last.includes('|')) return false;
    paragraph.pop();
    endParagraph();
    keep([last, line]);
    context = 'raw';
    return true;
  };

  const addText = (line: string, indent: number): void => {
    if (paragraph.length === 0) {
      const isInside = context === 'raw' || (context === 'list' && (!afterBlank || indent > 0));
      if (isInside || columnsOf(line, indent) >= CODE_INDENT) {
        keep([line]);
        return;
      }
      context = 'top';
    }
    paragraph.push(line);
  };

  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const indent = skipPythonSpaces(line);
    const content = trimEndPython(line.slice(indent));
    const trimmed = line.slice(0, indent + content.length);

    if (fence !== null) {
      const isClosed = closesFence(content, fence);
      out.push(isClosed ? trimmed : line);
      if (isClosed) fence = null;
      continue;
    }
    if (content === '') {
      endParagraph();
      afterBlank = out.length > 0;
      if (context === 'raw') context = 'top';
      continue;
    }
    if (yamlComments && content.startsWith('#')) continue;
    if (reinterpretParagraph(content, trimmed)) continue;

    const kind = classifyLine(content);
    if (kind === 'text') {
      addText(trimmed, indent);
      continue;
    }
    endParagraph();
    keep([trimmed]);
    if (context !== 'list' || indent === 0) context = kind === 'list' || kind === 'raw' ? kind : 'top';
    fence = openFence(content);
  }

  endParagraph();
  while (out.length > 0 && trimEndPython(out.at(-1) ?? '') === '') out.pop();
  return `${out.join('\n')}\n`;
}

/** The column where a line's content begins, with tabs to multiples of four as in Markdown. */
function columnsOf(line: string, indent: number): number {
  let column = 0;
  for (let index = 0; index < indent; index += 1) {
    column += line.charAt(index) === '\t' ? TAB_STOP - (column % TAB_STOP) : 1;
  }
  return column;
}
