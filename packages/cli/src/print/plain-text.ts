/** Everything a terminal would act on instead of showing it. */
const ACTED_ON = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A text of somebody else, made harmless for a terminal: control characters become visible; line feeds and tabs stay. */
export function plainText(text: string): string {
  return text.replace(ACTED_ON, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.charCodeAt(0);
    return code < 0x20
      ? `^${String.fromCharCode(code + 0x40)}`
      : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text.replace(/\s*[\r\n]+\s*/g, ' ').replaceAll('\t', ' '));
}

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const WIDTHLESS = /[\p{Mn}\p{Me}\p{Cf}]/u;
const ESCAPES = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;]*m`, 'g');

/** How many columns a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(ESCAPES, '')) {
    width += WIDTHLESS.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  }
  return width;
}
