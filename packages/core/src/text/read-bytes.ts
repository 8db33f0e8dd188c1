/** Bytes as text, one character a byte: secrets are ASCII, and this needs no valid encoding. */
export function readBytes(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
}
