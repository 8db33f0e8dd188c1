/** `text` with `%40` and the like as the characters they stand for; of characters beyond ASCII only that they are some. */
export function decodePercents(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
}
