/** A rename counts when at least half of the longer file's lines are in both. */
const LIKENESS = 0.5;
/** With more candidates than this, only equal files count as renamed. */
const MOST_PAIRS = 4000;

/**
 * Finds which removed files came back under another path: equal content first, then the most lines in common. Keys and values of the
 * answer are new and old paths.
 */
export function findRenames(
  removed: ReadonlyMap<string, readonly string[]>,
  added: ReadonlyMap<string, readonly string[]>,
): Map<string, string> {
  const renames = new Map<string, string>();
  const free = new Map([...removed].filter(([, lines]) => lines.length > 0));
  const byContent = new Map<string, string[]>();
  for (const [path, lines] of free) byContent.set(lines.join(''), [...(byContent.get(lines.join('')) ?? []), path]);
  for (const [path, lines] of added) {
    const equal = byContent.get(lines.join('')) ?? [];
    // Among equal files the one of the same name moved, rather than any other.
    const source = equal.find((old) => nameOf(old) === nameOf(path)) ?? equal[0];
    if (source === undefined) continue;
    equal.splice(equal.indexOf(source), 1);
    renames.set(path, source);
    free.delete(source);
  }
  const open = [...added].filter(([path]) => !renames.has(path));
  if (free.size * open.length > MOST_PAIRS) return renames;
  const counts = new Map([...free].map(([path, lines]) => [path, countLines(lines)]));
  const scored = open.flatMap(([path, lines]) => {
    const own = countLines(lines);
    return [...counts].map(([old, other]) => ({ path, old, likeness: likenessOf(own, other) }));
  });
  scored.sort(
    (a, b) =>
      b.likeness - a.likeness || Number(nameOf(b.old) === nameOf(b.path)) - Number(nameOf(a.old) === nameOf(a.path)),
  );
  for (const { path, old, likeness } of scored) {
    if (likeness < LIKENESS) break;
    if (renames.has(path) || !free.delete(old)) continue;
    renames.set(path, old);
  }
  return renames;
}

interface LineCounts {
  readonly total: number;
  readonly lines: ReadonlyMap<string, number>;
}

function countLines(lines: readonly string[]): LineCounts {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { total: lines.length, lines: counts };
}

function likenessOf(a: LineCounts, b: LineCounts): number {
  let common = 0;
  for (const [line, count] of a.lines) common += Math.min(count, b.lines.get(line) ?? 0);
  return common / Math.max(a.total, b.total, 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
