/** A text of an agent on one line before a person: nothing in it can steer a terminal or turn the reading direction. */
export function quoteLine(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
