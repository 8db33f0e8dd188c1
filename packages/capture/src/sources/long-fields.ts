import { encodeUtf8 } from '@batonkit/core/text';
import type { CaptureWarning } from './capture-warning.ts';

/** A longer string, in UTF-8 bytes, is worth a warning: every role that reads the context pays for it. */
export const MAX_FIELD_BYTES = 2048;

/** Warns of a long text, and cuts it, when asked to, with a pointer to where it stands whole. */
export function boundField(
  field: string,
  text: string,
  place: { readonly file: string; readonly line: number },
  cut: boolean,
): { readonly text: string; readonly warnings: readonly CaptureWarning[] } {
  const bytes = encodeUtf8(text).length;
  if (bytes <= MAX_FIELD_BYTES) return { text, warnings: [] };
  const pointer = `${place.file}#L${place.line}`;
  const done = cut ? 'it was cut' : 'every role that reads it pays for that';
  const warning: CaptureWarning = {
    code: 'LongField',
    message: `${field} has ${bytes} bytes, more than ${MAX_FIELD_BYTES}; ${done}. It stands whole in ${pointer}.`,
    where: `${place.file}:${place.line}`,
  };
  if (!cut) return { text, warnings: [warning] };
  const ending = `… (see ${pointer})\n`;
  let room = MAX_FIELD_BYTES - encodeUtf8(ending).length;
  let kept = '';
  for (const character of text) {
    room -= encodeUtf8(character).length;
    if (room < 0) break;
    kept += character;
  }
  return { text: `${kept.trimEnd()}${ending}`, warnings: [warning] };
}
