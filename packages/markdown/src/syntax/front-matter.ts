/** Where the markdown of a document begins, after a byte order mark and front matter. */
export interface DocumentStart {
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
}

const FENCE_LINES = {
  '---': /(?<=[\r\n])---[ \t]*(\r\n|\r|\n|$)/g,
  '+++': /(?<=[\r\n])\+\+\+[ \t]*(\r\n|\r|\n|$)/g,
} as const;

/**
 * Front matter is a block between two lines `---` or two lines `+++`, the first of them line 1. Without the closing
 * line it is not front matter but markdown.
 *
 * @example
 * ```ts
 * import { findDocumentStart } from '@batonkit/markdown/scan';
 *
 * findDocumentStart('---\ntitle: Plan\n---\n# Plan\n'); // => { offset: 20, line: 4 }
 * ```
 */
export function findDocumentStart(markdown: string): DocumentStart {
  const start = markdown.charCodeAt(0) === 0xfeff ? 1 : 0;
  const opening = /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)/.exec(markdown);
  if (opening === null) return { offset: start, line: 1 };
  const closing = FENCE_LINES[opening[1] as keyof typeof FENCE_LINES];
  closing.lastIndex = opening[0].length;
  const found = closing.exec(markdown);
  if (found === null) return { offset: start, line: 1 };
  const offset = found.index + found[0].length;
  const skipped = markdown.slice(0, found.index).split(/\r\n|\r|\n/).length;
  return { offset, line: skipped + 1 };
}
