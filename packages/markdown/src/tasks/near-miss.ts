/** A line that looks like what a parser reads, and was not taken. */
export interface NearMiss {
  /** 1-based. */
  readonly line: number;
  /** The line as written, cut after 200 characters. */
  readonly text: string;
  /** Why it was not taken. */
  readonly reason: string;
}

const MAX_TEXT = 200;

/** A near miss with the line's text trimmed and cut. */
export function nearMiss(line: number, text: string, reason: string): NearMiss {
  const trimmed = text.trim();
  // Never between the halves of a surrogate pair.
  const cut = trimmed.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');
  return { line, text: trimmed.length > MAX_TEXT ? `${cut}…` : trimmed, reason };
}
