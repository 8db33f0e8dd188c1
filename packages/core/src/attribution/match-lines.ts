/** More edits than this between two versions are not looked for exactly; the time for it grows with the square. */
const MOST_EDITS = 1500;
/** Between two sure matches, stretches up to this length are compared exactly. */
const LONGEST_GAP = 1000;
const NONE = -1;

/**
 * For each line of `to`, the line of `from` that it is, or -1 when it is new. Matches keep their order. Exact (the longest common
 * subsequence) up to 1500 edits; beyond, lines that occur once in both are matched first. The time is linear in the lines up to that bound.
 *
 * @example
 * ```ts
 * import { matchLines } from '@batonkit/core/attribution';
 *
 * Array.from(matchLines(['a', 'b', 'c'], ['a', 'x', 'c'])); // => [0, -1, 2]
 * ```
 */
export function matchLines(from: readonly string[], to: readonly string[]): Int32Array {
  const matches = new Int32Array(to.length).fill(NONE);
  const numbers = new Map<string, number>();
  const intern = (line: string): number => {
    let number = numbers.get(line);
    if (number === undefined) numbers.set(line, (number = numbers.size));
    return number;
  };
  const [a, b] = [Int32Array.from(from, intern), Int32Array.from(to, intern)];
  matchRange(a, b, { fromStart: 0, fromEnd: a.length, toStart: 0, toEnd: b.length }, MOST_EDITS, matches);
  return matches;
}

interface Range {
  readonly fromStart: number;
  readonly fromEnd: number;
  readonly toStart: number;
  readonly toEnd: number;
}

function matchRange(a: Int32Array, b: Int32Array, range: Range, mostEdits: number, matches: Int32Array): void {
  let { fromStart, fromEnd, toStart, toEnd } = range;
  while (fromStart < fromEnd && toStart < toEnd && a[fromStart] === b[toStart]) matches[toStart++] = fromStart++;
  while (fromStart < fromEnd && toStart < toEnd && a[fromEnd - 1] === b[toEnd - 1]) matches[--toEnd] = --fromEnd;
  if (fromStart === fromEnd || toStart === toEnd) return;
  const pairs = findShortestEdits(a.subarray(fromStart, fromEnd), b.subarray(toStart, toEnd), mostEdits);
  if (pairs !== null) {
    for (const [x, y] of pairs) matches[toStart + y] = fromStart + x;
    return;
  }
  const inner = { fromStart, fromEnd, toStart, toEnd };
  let previous = { from: fromStart, to: toStart };
  for (const anchor of [...findAnchors(a, b, inner), { from: fromEnd, to: toEnd }]) {
    const gap = { fromStart: previous.from, fromEnd: anchor.from, toStart: previous.to, toEnd: anchor.to };
    matchGap(a, b, gap, matches);
    if (anchor.to < toEnd) matches[anchor.to] = anchor.from;
    previous = { from: anchor.from + 1, to: anchor.to + 1 };
  }
}

/** What lies between two anchors: exactly where it is short, by its ends where it is long. */
function matchGap(a: Int32Array, b: Int32Array, gap: Range, matches: Int32Array): void {
  const length = gap.fromEnd - gap.fromStart + gap.toEnd - gap.toStart;
  if (length <= LONGEST_GAP) return matchRange(a, b, gap, length, matches);
  let { fromStart, fromEnd, toStart, toEnd } = gap;
  while (fromStart < fromEnd && toStart < toEnd && a[fromStart] === b[toStart]) matches[toStart++] = fromStart++;
  while (fromStart < fromEnd && toStart < toEnd && a[fromEnd - 1] === b[toEnd - 1]) matches[--toEnd] = --fromEnd;
}

/** Lines that occur once on both sides, as many as can be matched in order. */
function findAnchors(a: Int32Array, b: Int32Array, range: Range): { readonly from: number; readonly to: number }[] {
  const once = (lines: Int32Array, start: number, end: number): Map<number, number> => {
    const places = new Map<number, number>();
    for (let at = start; at < end; at += 1) {
      const line = lines[at] ?? NONE;
      places.set(line, places.has(line) ? NONE : at);
    }
    return places;
  };
  const inFrom = once(a, range.fromStart, range.fromEnd);
  const pairs: { from: number; to: number; before: number }[] = [];
  for (const [line, to] of once(b, range.toStart, range.toEnd)) {
    const from = inFrom.get(line) ?? NONE;
    if (to !== NONE && from !== NONE) pairs.push({ from, to, before: NONE });
  }
  pairs.sort((left, right) => left.to - right.to);
  // The longest run that rises on both sides: `tails[n]` ends the best run of n + 1 pairs.
  const tails: number[] = [];
  pairs.forEach((pair, at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.from ?? 0) < pair.from) low = middle + 1;
      else high = middle;
    }
    pair.before = tails[low - 1] ?? NONE;
    tails[low] = at;
  });
  const anchors: { from: number; to: number }[] = [];
  for (let at = tails.at(-1) ?? NONE; at !== NONE; at = pairs[at]?.before ?? NONE) {
    const pair = pairs[at];
    if (pair !== undefined) anchors.push(pair);
  }
  return anchors.reverse();
}

/** The pairs of a longest common subsequence, by Myers' greedy search; `null` when it takes more edits than allowed. */
function findShortestEdits(a: Int32Array, b: Int32Array, mostEdits: number): (readonly [number, number])[] | null {
  const limit = Math.min(mostEdits, a.length + b.length);
  const middle = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOn(reach, middle, edits, diagonal);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return null;
}

/** How far one gets on a diagonal with one more edit, before its equal lines. */
function startOn(reach: Int32Array, middle: number, edits: number, diagonal: number): number {
  const [below, above] = [reach[middle + diagonal - 1] ?? 0, reach[middle + diagonal + 1] ?? 0];
  return diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
}

function walkBack(trace: readonly Int32Array[], fromLength: number, toLength: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [fromLength, toLength];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const middle = edits + 1;
    const diagonal = x - y;
    const [below, above] = [reach[middle + diagonal - 1] ?? 0, reach[middle + diagonal + 1] ?? 0];
    const isDown = diagonal === -edits || (diagonal !== edits && below < above);
    const start = edits === 0 ? 0 : isDown ? above : below + 1;
    while (x > start && y > 0) pairs.push([(x -= 1), (y -= 1)]);
    if (isDown) y -= 1;
    else x -= 1;
  }
  return pairs;
}
