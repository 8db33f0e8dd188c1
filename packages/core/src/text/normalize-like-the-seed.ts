import { PYTHON_SPACES, skipPythonSpaces } from './python-white-space.ts';
import { wrapText } from './wrap-text.ts';

/**
 * First digits of the runs of ten that make up Python's `\d` in Unicode 14 (Python 3.11). A fixed table, because the
 * stored text must not depend on the Unicode version of the runtime.
 */
const ZEROS =
  '0030 0660 06f0 07c0 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0ce6 0d66 0de6 0e50 0ed0 0f20 1040 1090 17e0 1810 1946 ' +
  '19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 11066 110f0 11136 111d0 ' +
  '112f0 11450 114d0 11650 116c0 11730 118e0 11950 11c50 11d50 11da0 16a60 16ac0 16b50 1d7ce 1d7d8 1d7e2 1d7ec ' +
  '1d7f6 1e140 1e2f0 1e950 1fbf0';

const DIGITS = ZEROS.split(' ')
  .map((zero) => `\\u{${zero}}-\\u{${(Number.parseInt(zero, 16) + 9).toString(16)}}`)
  .join('');

const LIST_START = new RegExp(`^[${PYTHON_SPACES}]*[-*${DIGITS}]+[.)][${PYTHON_SPACES}]`, 'u');

/** `normalizeMultiline` version 1.0.0: the seed's function to the letter, what it gets wrong included. */
export function normalizeLikeTheSeed(text: string, preserveFormatting: boolean): string {
  const kept = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => {
      const start = skipPythonSpaces(line);
      return start < line.length && line.charAt(start) !== '#';
    })
    .join('\n');

  // No blank line is left, so the seed's split into paragraphs always finds exactly one.
  const wrapped = preserveFormatting || LIST_START.test(kept) ? kept : wrapText(kept);
  return `${wrapped}\n`;
}
