const CR = 13;
const LF = 10;

/** `normalizeDiff` on bytes, for patches that hold text in any encoding: CRLF and CR become LF, and the last line ends. */
export function normalizePatch(patch: Uint8Array): Uint8Array {
  const normal = new Uint8Array(patch.length + 1);
  let length = 0;
  for (let index = 0; index < patch.length; index += 1) {
    const byte = patch[index] as number;
    if (byte === CR && patch[index + 1] === LF) continue;
    normal[length] = byte === CR ? LF : byte;
    length += 1;
  }
  if (length > 0 && normal[length - 1] !== LF) {
    normal[length] = LF;
    length += 1;
  }
  return normal.subarray(0, length);
}
