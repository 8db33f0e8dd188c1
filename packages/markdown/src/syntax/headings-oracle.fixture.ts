import { createRequire } from 'node:module';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Level, text (white space collapsed) and first line of a heading, as another implementation sees it. */
export type SeenHeading = readonly [level: number, text: string, line: number];

export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const markdownIt = new MarkdownIt('commonmark', { maxNesting: 10_000 });
type Token = ReturnType<typeof markdownIt.parse>[number];

/** The document's own headings according to markdown-it. */
export function headingsOfMarkdownIt(markdown: string): SeenHeading[] {
  const tokens = markdownIt.parse(markdown, {});
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.level !== 0) return [];
    const text = collapse(textOfTokens(tokens[index + 1]?.children ?? []));
    return [[Number(token.tag.slice(1)), text, (token.map?.[0] ?? -1) + 1] as const];
  });
}

function textOfTokens(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'html_inline') return '';
      return type === 'image' ? textOfTokens(children ?? []) : content;
    })
    .join('');
}

interface MdastNode {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null | undefined;
  readonly depth?: number;
  readonly children?: readonly MdastNode[];
  readonly position?: { start: { line: number } } | undefined;
}

/** The document's own headings according to mdast. */
export function headingsOfMdast(markdown: string): SeenHeading[] {
  const children: readonly MdastNode[] = fromMarkdown(markdown).children;
  return children
    .filter(({ type }) => type === 'heading')
    .map((node) => [node.depth ?? 0, collapse(textOfMdast(node)), node.position?.start.line ?? 0]);
}

function textOfMdast({ type, value, alt, children }: MdastNode): string {
  if (type === 'html') return '';
  if (type === 'break') return ' ';
  if (type === 'image' || type === 'imageReference') return alt ?? '';
  return value ?? (children ?? []).map(textOfMdast).join('');
}

interface CommonmarkNode {
  readonly type: string;
  readonly literal: string | null;
  readonly level: number;
  readonly firstChild: CommonmarkNode | null;
  readonly next: CommonmarkNode | null;
  readonly sourcepos: [[number, number], [number, number]];
}

// The reference implementation comes without types.
const commonmark = createRequire(import.meta.url)('commonmark') as {
  Parser: new () => { parse(markdown: string): CommonmarkNode };
};

/** The document's own headings according to commonmark.js, the reference implementation. */
export function headingsOfCommonmark(markdown: string): SeenHeading[] {
  return childrenOf(new commonmark.Parser().parse(markdown))
    .filter(({ type }) => type === 'heading')
    .map((node) => [node.level, collapse(textOfCommonmark(node)), node.sourcepos[0][0]]);
}

function textOfCommonmark(node: CommonmarkNode): string {
  if (node.type === 'text' || node.type === 'code') return node.literal ?? '';
  if (node.type === 'softbreak' || node.type === 'linebreak') return ' ';
  return childrenOf(node).map(textOfCommonmark).join('');
}

function childrenOf(node: CommonmarkNode): CommonmarkNode[] {
  const children: CommonmarkNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child);
  return children;
}
