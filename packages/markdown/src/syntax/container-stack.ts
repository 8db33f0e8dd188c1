/** Stands for a block quote among the widths of list items. */
export const QUOTE = -1;

/** The containers (list items and block quotes) that are open around the line being read, outermost first. */
export class ContainerStack {
  /** How many are open. What stands above in the arrays is left over: to shorten an array frees its memory, and every list item would take new. */
  depth = 0;
  /** Per list item the columns a line must be indented by to stay in it, or QUOTE. */
  readonly widths: number[] = [];
  /** Per container the index of the nearest quote at or below it in the stack, or -1. */
  readonly #nearestQuotes: number[] = [];
  /** The innermost list item began with a blank line and holds nothing yet: a second blank line ends it. */
  #itemIsEmpty = false;

  push(width: number): void {
    const depth = this.depth;
    this.#nearestQuotes[depth] =
      width === QUOTE ? depth : depth === 0 ? -1 : (this.#nearestQuotes[depth - 1] as number);
    this.widths[depth] = width;
    this.depth = depth + 1;
    this.#itemIsEmpty = width !== QUOTE;
  }

  /** The innermost container got content. */
  fill(): void {
    this.#itemIsEmpty = false;
  }

  closeTo(depth: number): void {
    if (depth === this.depth) return;
    this.#itemIsEmpty = false;
    this.depth = depth;
  }

  /** How many containers a blank line leaves open: it passes through list items and stops at a quote. Asked at once, lest deep lists cost their depth. */
  depthOfBlank(depth: number): number {
    const last = this.depth - 1;
    if ((this.#nearestQuotes[last] as number) < depth) return this.#itemIsEmpty ? last : last + 1;
    while (this.widths[depth] !== QUOTE) depth += 1;
    return depth;
  }
}
