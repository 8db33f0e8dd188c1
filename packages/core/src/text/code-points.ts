/** How many code points `text` holds between two indexes; a lone surrogate counts as one, as in Python. */
export function countCodePoints(text: string, start = 0, end = text.length): number {
  let count = end - start;
  for (let index = start + 1; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xdc00 && unit <= 0xdfff && isHighSurrogate(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
