/** Orders texts by code points, which is also the order of their UTF-8 bytes, of git and of Python. */
export function compareCodePoints(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index += 1) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Moves surrogates above the rest of the first plane, where the code points they encode belong. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
