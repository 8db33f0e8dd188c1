import { normalizeByBlocks } from './normalize-by-blocks.ts';
import { normalizeLikeTheSeed } from './normalize-like-the-seed.ts';

/** How {@link normalizeMultiline} is to read a text. */
export interface NormalizeMultilineOptions {
  /** Keep every line on its own: nothing is joined or wrapped. */
  readonly preserveFormatting?: boolean;
  /** The rules to apply; a stored text is only comparable with one made by the same version. */
  readonly version?: '1.0.0' | '2.0.0';
  /** Version 2.0.0: drop the lines that start with `#`, white space apart, outside fenced code. Headings go with them. */
  readonly yamlComments?: boolean;
}

/**
 * One form for a text of several lines, whichever machine or editor it comes from. Never throws; linear time.
 *
 * Version 2.0.0, the default, knows the blocks of Markdown and changes nothing that carries meaning. Applied to its
 * own result it changes nothing.
 *
 * 1. CRLF and CR become LF. White space at the end of a line goes, except inside fenced code.
 * 2. Blank lines (white space only) between blocks become one; those at the beginning and the end go. The result ends
 *    with exactly one LF, also when the text is empty.
 * 3. A paragraph is joined and wrapped at 120 code points, as {@link wrapText} does, with one space between words.
 *    U+00A0 and other white space outside ASCII does not separate words. A line is never broken where the next one
 *    would begin like a block (`-`, `1.`, `#12`, `>`, a fence, a rule ...), so it may grow longer.
 * 4. Lists (`-`, `*`, `+`, `•`, `1.`, `1)`, with or without a checkbox) keep every line, their continuation lines too:
 *    unindented text directly below an item, and indented text after a blank line.
 * 5. Fenced code (three or more backticks or tildes, at any indentation, also as the content of a list item) stays as
 *    it is up to the closing fence, or to the end of the text.
 * 6. Headings keep their lines: every line that starts with `#`, and paragraphs underlined with `===` or `---`.
 * 7. Block quotes, tables and HTML keep their lines up to the next blank line; so do rules (`---`, `* * *`), and text
 *    indented by four columns or more that does not continue a paragraph.
 * 8. With `yamlComments`, lines that start with `#` go as if they had never been there, except inside fenced code.
 * 9. With `preserveFormatting`, paragraphs keep their lines as well; all other rules hold.
 *
 * Version 1.0.0 is the original function bit for bit, for texts that were stored with it. It removes blank lines before
 * it looks for paragraphs, so that a text becomes one paragraph; it always drops lines that start with `#`; it leaves
 * the whole text unwrapped when it starts like `1. x`, but joins the lines of `- x`; applied twice, it may change its
 * own result. White space and digits are those of Python. It takes no notice of `yamlComments`.
 *
 * @example
 * ```ts
 * import { normalizeMultiline } from '@batonkit/core/text';
 *
 * normalizeMultiline('Two lines\r\nof prose:\r\n- one\r\n- two'); // => 'Two lines of prose:\n- one\n- two\n'
 * normalizeMultiline('a\n# b\nc', { yamlComments: true }); // => 'a c\n'
 * normalizeMultiline('a\n\nb', { version: '1.0.0' }); // => 'a b\n'
 * ```
 */
export function normalizeMultiline(text: string, options: NormalizeMultilineOptions = {}): string {
  const { preserveFormatting = false, version = '2.0.0', yamlComments = false } = options;
  return version === '1.0.0'
    ? normalizeLikeTheSeed(text, preserveFormatting)
    : normalizeByBlocks(text, preserveFormatting, yamlComments);
}
