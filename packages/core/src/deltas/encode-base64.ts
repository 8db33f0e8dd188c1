const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of some bytes, with padding; needs neither Buffer nor btoa. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const bits = (a << 16) | (b << 8) | c;
    const left = bytes.length - index;
    text += `${DIGITS[bits >> 18]}${DIGITS[(bits >> 12) & 63]}`;
    text += left > 1 ? DIGITS[(bits >> 6) & 63] : '=';
    text += left > 2 ? DIGITS[bits & 63] : '=';
  }
  return text;
}
