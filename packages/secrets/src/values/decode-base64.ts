const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The bytes of `text` (base64 or base64url) as one character each; it stops at the first character of neither. Never throws. */
export function decodeBase64(text: string): string {
  let decoded = '';
  let bits = 0;
  let held = 0;
  for (const char of text) {
    const value =
      char === '+' || char === '-'
        ? 62
        : char === '/' || char === '_'
          ? 63
          : char === '='
            ? -1
            : ALPHABET.indexOf(char);
    if (value < 0) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((held >> bits) & 0xff);
  }
  return decoded;
}
