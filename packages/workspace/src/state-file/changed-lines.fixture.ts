/**
 * The lines that two texts do not share, by the longest common subsequence: what `diff` would print. Line endings count.
 */
export function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const [a, b] = [before, after].map((text) => text.split(/(?<=\r\n|\r(?!\n)|\n)/)) as [string[], string[]];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const removed: string[] = [];
  const added: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) removed.push(a[i++] ?? '');
    else added.push(b[j++] ?? '');
  }
  return { removed, added };
}
