/** A text on one line, white space as single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\0]+/g, ' ').trim();
}
