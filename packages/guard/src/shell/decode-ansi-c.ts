const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c.|([^]))/y;

/** The text of `$'...'` from behind its opening quote, and where it ends; `end` is null when it does not. */
export function decodeAnsiC(source: string, start: number): { readonly text: string; readonly end: number | null } {
  let text = '';
  for (let at = start; at < source.length;) {
    ESCAPE.lastIndex = at;
    const escape = ESCAPE.exec(source);
    if (escape === null) {
      const character = source[at] ?? '';
      at += 1;
      if (character === "'") return { text, end: at };
      text += character;
      continue;
    }
    const hex = escape[1] ?? escape[2] ?? escape[3];
    const code = hex === undefined ? (escape[4] === undefined ? null : parseInt(escape[4], 8)) : parseInt(hex, 16);
    if (code === null) text += LETTERS[escape[5] ?? ''] ?? escape[5] ?? '';
    else text += code <= 0x10ffff ? String.fromCodePoint(code) : '';
    at += escape[0].length;
  }
  return { text, end: null };
}
