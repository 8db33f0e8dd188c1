import { atxTextEnd, isRunToLineEnd, scanListMarker, thematicBreakObstacle } from './block-markers.ts';
import { Code, isBlank, skipBlanks, skipRun, trimBlanksEnd } from './character-class.ts';
import { ContainerStack, QUOTE } from './container-stack.ts';
import { endsHtmlBlock, htmlBlockKind, type HtmlBlockKind } from './html-block.ts';
import { ParagraphLines } from './paragraph-lines.ts';
import type { ScannedHeading } from './scanned-heading.ts';

type Leaf = 'none' | 'paragraph' | 'fence' | 'indented' | 'html';

const CODE_INDENT = 4;

/**
 * Reads markdown line by line and keeps just enough of CommonMark's block structure to know which headings are direct
 * children of the document: open containers, the open leaf, and where the open paragraph began.
 *
 * White space is measured in columns and never consumed one by one, so that a line costs its length however deep the
 * containers are.
 */
export class BlockScanner {
  readonly headings: ScannedHeading[] = [];
  readonly #text: string;
  readonly #paragraph: ParagraphLines;
  readonly #stack = new ContainerStack();
  #leaf: Leaf = 'none';
  #fenceCode = 0;
  #fenceLength = 0;
  #htmlKind: HtmlBlockKind = 1;
  #noBreakCode = 0;
  #noBreakBefore = 0;

  // The line being read: its bounds, the first code unit that is not white space, and columns.
  #start = 0;
  #end = 0;
  #line = 0;
  #next = 0;
  #nextColumn = 0;
  #column = 0;

  constructor(text: string) {
    this.#text = text;
    this.#paragraph = new ParagraphLines(text);
  }

  /** Labels of every link reference definition of the document; asked for only when a heading could use one. */
  definedLabels(): ReadonlySet<string> {
    return this.#paragraph.definedLabels();
  }

  readLine(start: number, end: number, line: number): void {
    this.#start = start;
    this.#end = end;
    this.#line = line;
    this.#column = 0;
    this.#measure(start, 0);
    const depth = this.#matchContainers();
    const allMatched = depth === this.#stack.depth;
    const isBlankLine = this.#next === end;
    if (allMatched && this.#continueLeaf(isBlankLine)) return;
    if (!isBlankLine) this.#openBlocks(depth, allMatched);
    else if (!allMatched) this.#closeTo(depth);
  }

  close(): void {
    this.#closeTo(0);
  }

  #measure(position: number, column: number): void {
    const text = this.#text;
    for (; position < this.#end; position += 1) {
      const code = text.charCodeAt(position);
      if (code === Code.space) column += 1;
      else if (code === Code.tab) column += 4 - (column & 3);
      else break;
    }
    this.#next = position;
    this.#nextColumn = column;
  }

  #matchContainers(): number {
    const { widths, depth: open } = this.#stack;
    let depth = 0;
    for (; depth < open; depth += 1) {
      if (this.#next === this.#end) return this.#stack.depthOfBlank(depth);
      const width = widths[depth] as number;
      if (width === QUOTE) {
        if (this.#nextColumn - this.#column >= CODE_INDENT) break;
        if (this.#text.charCodeAt(this.#next) !== Code.greater) break;
        this.#enterQuote();
      } else {
        if (this.#nextColumn - this.#column < width) break;
        this.#column += width;
      }
    }
    return depth;
  }

  #enterQuote(): void {
    this.#column = this.#nextColumn + 1;
    const after = this.#next + 1;
    const hasSpace = after < this.#end && isBlank(this.#text.charCodeAt(after));
    this.#measure(after, this.#column);
    if (hasSpace) this.#column += 1;
  }

  /** Gives the line to the open leaf when it belongs there; true when nothing is left to do. */
  #continueLeaf(isBlankLine: boolean): boolean {
    const indent = this.#nextColumn - this.#column;
    switch (this.#leaf) {
      case 'fence':
        if (indent < CODE_INDENT && this.#isClosingFence()) this.#leaf = 'none';
        return true;
      case 'html':
        if (isBlankLine ? this.#htmlKind >= 6 : this.#endsHtml()) this.#leaf = 'none';
        return true;
      case 'indented':
        if (isBlankLine || indent >= CODE_INDENT) return true;
        this.#leaf = 'none';
        return false;
      case 'paragraph':
        if (isBlankLine) this.#closeLeaf();
        return isBlankLine;
      case 'none':
        return isBlankLine;
    }
  }

  #openBlocks(depth: number, allMatched: boolean): void {
    const paragraphIsOpen = this.#leaf === 'paragraph';
    let continues = paragraphIsOpen && allMatched;
    let isLazy = paragraphIsOpen && !allMatched;
    for (;;) {
      if (this.#nextColumn - this.#column >= CODE_INDENT) {
        if (continues || isLazy) break;
        this.#openLeaf(depth, 'indented');
        return;
      }
      if (this.#openLeafBlock(depth, continues, isLazy)) return;
      if (!this.#openContainer(depth, continues)) break;
      if (this.#next === this.#end) return;
      depth = this.#stack.depth;
      continues = false;
      isLazy = false;
    }
    if (!continues && !isLazy) {
      this.#openLeaf(depth, 'paragraph');
      this.#paragraph.open();
    }
    this.#paragraph.add(this.#start, this.#next, this.#end, this.#line);
  }

  #openLeafBlock(depth: number, continues: boolean, isLazy: boolean): boolean {
    const code = this.#text.charCodeAt(this.#next);
    switch (code) {
      case Code.hash:
        return this.#openAtxHeading(depth);
      case Code.backtick:
      case Code.tilde:
        return this.#openFence(depth, code);
      case Code.less:
        return this.#openHtml(depth, continues || isLazy);
      case Code.equals:
        return continues && this.#closeAsSetextHeading(depth, code);
      case Code.hyphen:
        return (continues && this.#closeAsSetextHeading(depth, code)) || this.#openThematicBreak(depth, code);
      case Code.star:
      case Code.underscore:
        return this.#openThematicBreak(depth, code);
      default:
        return false;
    }
  }

  #openAtxHeading(depth: number): boolean {
    const text = this.#text;
    const afterMarks = skipRun(text, this.#next, this.#end, Code.hash);
    const level = afterMarks - this.#next;
    if (level > 6 || (afterMarks < this.#end && !isBlank(text.charCodeAt(afterMarks)))) return false;
    this.#openLeaf(depth, 'none');
    if (this.#stack.depth > 0) return true;
    const textStart = skipBlanks(text, afterMarks, this.#end);
    const textEnd = atxTextEnd(text, textStart, this.#end);
    this.headings.push({ level, line: this.#line, start: this.#start, end: this.#end, textStart, textEnd });
    return true;
  }

  #closeAsSetextHeading(depth: number, code: number): boolean {
    const text = this.#text;
    if (!isRunToLineEnd(text, this.#next, this.#end, code, 1)) return false;
    const content = this.#paragraph.withoutDefinitions();
    if (content === null) return false;
    this.#openLeaf(depth, 'none');
    if (this.#stack.depth > 0) return true;
    const textEnd = trimBlanksEnd(text, content.textStart, content.textEnd);
    const level = code === Code.equals ? 1 : 2;
    const { line, start, textStart } = content;
    this.headings.push({ level, line, start, end: this.#end, textStart, textEnd });
    return true;
  }

  #openFence(depth: number, code: number): boolean {
    const afterMarks = skipRun(this.#text, this.#next, this.#end, code);
    const length = afterMarks - this.#next;
    if (length < 3) return false;
    if (code === Code.backtick && this.#text.slice(afterMarks, this.#end).includes('`')) return false;
    this.#openLeaf(depth, 'fence');
    this.#fenceCode = code;
    this.#fenceLength = length;
    return true;
  }

  #isClosingFence(): boolean {
    return isRunToLineEnd(this.#text, this.#next, this.#end, this.#fenceCode, this.#fenceLength);
  }

  #openHtml(depth: number, inParagraph: boolean): boolean {
    const kind = htmlBlockKind(this.#text, this.#next, this.#end);
    if (kind === null || (kind === 7 && inParagraph)) return false;
    this.#htmlKind = kind;
    this.#openLeaf(depth, this.#endsHtml() ? 'none' : 'html');
    return true;
  }

  #endsHtml(): boolean {
    return this.#htmlKind < 6 && endsHtmlBlock(this.#htmlKind, this.#text.slice(this.#next, this.#end));
  }

  #openThematicBreak(depth: number, code: number): boolean {
    // What stopped the search for one marker stops it for every later one of the kind: `- - - - x` stays linear.
    if (code === this.#noBreakCode && this.#next < this.#noBreakBefore) return false;
    const obstacle = thematicBreakObstacle(this.#text, this.#next, this.#end, code);
    if (obstacle === -1) {
      this.#openLeaf(depth, 'none');
      return true;
    }
    this.#noBreakCode = code;
    this.#noBreakBefore = obstacle;
    return false;
  }

  #openContainer(depth: number, interruptsParagraph: boolean): boolean {
    if (this.#text.charCodeAt(this.#next) === Code.greater) {
      this.#push(depth, QUOTE);
      this.#enterQuote();
      return true;
    }
    const markerEnd = scanListMarker(this.#text, this.#next, this.#end, interruptsParagraph);
    if (markerEnd === -1) return false;
    const indent = this.#nextColumn - this.#column;
    const markerWidth = markerEnd - this.#next;
    const markerColumn = this.#nextColumn + markerWidth;
    this.#measure(markerEnd, markerColumn);
    const spaces = this.#nextColumn - markerColumn;
    const startsBlank = this.#next === this.#end;
    // A blank start, or a start deep enough to be indented code, counts one column of space after the marker.
    const padding = startsBlank || spaces > CODE_INDENT ? 1 : spaces;
    this.#push(depth, indent + markerWidth + padding);
    this.#column = markerColumn + Math.min(padding, spaces);
    return true;
  }

  #push(depth: number, width: number): void {
    this.#openLeaf(depth, 'none');
    this.#stack.push(width);
  }

  #openLeaf(depth: number, leaf: Leaf): void {
    this.#closeTo(depth);
    this.#stack.fill();
    this.#leaf = leaf;
  }

  #closeTo(depth: number): void {
    this.#closeLeaf();
    this.#stack.closeTo(depth);
  }

  #closeLeaf(): void {
    if (this.#leaf === 'paragraph') this.#paragraph.close();
    this.#leaf = 'none';
  }
}
