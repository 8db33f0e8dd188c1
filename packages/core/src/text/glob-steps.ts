/** The ways through a glob: from each step to the steps that may follow. */
export interface GlobSteps {
  readonly steps: readonly Step[];
  readonly first: number;
}

/** A step takes one character and goes on, or goes on to any of several steps without taking one. */
type Step = { readonly takes: Taker; readonly next: number } | { readonly either: readonly number[] };
type Taker = (code: number) => boolean;

/** The last step, at which a path has to end. */
const END = 0;
const SLASH = 0x2f;

/**
 * Reads a glob that has no final slash. With `coversBelow`, or without any wildcard in it, the folder that it names includes everything
 * below. There are at most a few steps for each character, whatever the nesting of braces.
 */
export function parseGlob(glob: string, { coversBelow }: { readonly coversBelow: boolean }): GlobSteps {
  const build = new GlobBuilder(glob);
  const pieces = build.read(0, glob.length);
  const isLiteral = pieces.every(({ kind }) => kind === 'one-literal');
  const end = coversBelow || isLiteral ? build.below(END) : END;
  return { first: build.join(pieces, end), steps: build.steps };
}

/** Follows all ways at once, so no way is ever tried a second time. */
export function matchSteps({ steps, first }: GlobSteps, path: string): boolean {
  const seenAt = new Uint32Array(steps.length);
  let round = 1;
  const enter = (found: number[], start: number): void => {
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seenAt[at] === round) continue;
      seenAt[at] = round;
      const step = steps[at];
      if (step !== undefined && 'either' in step && at !== END) open.push(...step.either);
      else found.push(at);
    }
  };
  let here: number[] = [];
  enter(here, first);
  for (const character of path) {
    const code = character.codePointAt(0) ?? 0;
    round += 1;
    const found: number[] = [];
    for (const at of here) {
      const step = steps[at];
      if (step !== undefined && 'takes' in step && step.takes(code)) enter(found, step.next);
    }
    if (found.length === 0) return false;
    here = found;
  }
  return here.includes(END);
}

type Piece =
  | { readonly kind: 'one' | 'one-literal'; readonly takes: Taker }
  | { readonly kind: 'stars'; readonly isWhole: boolean }
  | { readonly kind: 'folders' | 'anything' | 'below' }
  | { readonly kind: 'choice'; readonly choices: readonly (readonly Piece[])[] };

const any: Taker = () => true;
const notSlash: Taker = (code) => code !== SLASH;
const slash: Taker = (code) => code === SLASH;

class GlobBuilder {
  readonly steps: Step[] = [{ either: [] }];
  /** Where the braces that open a choice close, and the commas between. */
  private readonly braces: ReadonlyMap<number, readonly number[]>;

  constructor(private readonly glob: string) {
    this.braces = findBraces(glob);
  }

  read(from: number, to: number): Piece[] {
    const { glob } = this;
    const pieces: Piece[] = [];
    let at = from;
    while (at < to) {
      const character = glob[at] ?? '';
      const closing = character === '{' ? this.braces.get(at) : undefined;
      const set = character === '[' ? readSet(glob, at, to) : null;
      if (character === '*') at = this.readStars(pieces, at, from, to);
      else if (character === '/' && this.isAllBelow(at, from, to)) {
        pieces.push({ kind: 'below' });
        at = to;
      } else if (character === '?') {
        pieces.push({ kind: 'one', takes: notSlash });
        at += 1;
      } else if (set !== null) {
        pieces.push({ kind: 'one', takes: set.takes });
        at = set.end;
      } else if (closing !== undefined) {
        const choices = closing.map((end, index) => this.read((closing[index - 1] ?? at) + 1, end));
        pieces.push({ kind: 'choice', choices });
        at = (closing.at(-1) ?? at) + 1;
      } else {
        if (character === '\\' && at + 1 < to) at += 1;
        const literal = glob.codePointAt(at) ?? 0;
        pieces.push({ kind: 'one-literal', takes: (code) => code === literal });
        at += literal > 0xffff ? 2 : 1;
      }
    }
    return pieces;
  }

  private readStars(pieces: Piece[], at: number, from: number, to: number): number {
    const { glob } = this;
    let end = at;
    while (end < to && glob[end] === '*') end += 1;
    const opens = at === from || glob[at - 1] === '/';
    if (opens && end - at === 2 && end === to) pieces.push({ kind: 'anything' });
    else if (opens && end - at === 2 && glob[end] === '/') {
      // Any number of folders, twice in a row, is any number of folders.
      if (pieces.at(-1)?.kind !== 'folders') pieces.push({ kind: 'folders' });
      return end + 1;
    } else pieces.push({ kind: 'stars', isWhole: opens && (end === to || glob[end] === '/') });
    return end;
  }

  /** A folder with everything in it is the folder too, unless any name would do. */
  private isAllBelow(at: number, from: number, to: number): boolean {
    return to - at === 3 && this.glob.startsWith('/**', at) && at > from && this.glob[at - 1] !== '*';
  }

  join(pieces: readonly Piece[], end: number): number {
    return pieces.reduceRight((next, piece) => this.add(piece, next), end);
  }

  private add(piece: Piece, next: number): number {
    switch (piece.kind) {
      case 'one':
      case 'one-literal':
        return this.take(piece.takes, next);
      case 'stars': {
        const rest = this.repeat(notSlash, next);
        // A part that is nothing but stars is not empty.
        return piece.isWhole ? this.take(notSlash, rest) : rest;
      }
      case 'anything':
        return this.take(any, this.repeat(any, next));
      case 'below':
        return this.below(next);
      case 'folders': {
        const choice = this.reserve();
        const name = this.repeat(notSlash, this.take(slash, choice));
        this.steps[choice] = { either: [this.take(notSlash, name), next] };
        return choice;
      }
      case 'choice':
        return this.push({ either: piece.choices.map((choice) => this.join(choice, next)) });
    }
  }

  below(next: number): number {
    return this.push({ either: [this.take(slash, this.repeat(any, next)), next] });
  }

  private repeat(takes: Taker, next: number): number {
    const choice = this.reserve();
    this.steps[choice] = { either: [this.take(takes, choice), next] };
    return choice;
  }

  private take(takes: Taker, next: number): number {
    return this.push({ takes, next });
  }

  private reserve(): number {
    return this.push({ either: [] });
  }

  private push(step: Step): number {
    return this.steps.push(step) - 1;
  }
}

/** Braces without a comma, or without an end, stand for themselves. */
function findBraces(glob: string): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const open: { readonly at: number; readonly ends: number[] }[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === '\\') at += 1;
    else if (character === '{') open.push({ at, ends: [] });
    else if (character === ',') open.at(-1)?.ends.push(at);
    else if (character === '}') {
      const brace = open.pop();
      if (brace !== undefined && brace.ends.length > 0) found.set(brace.at, [...brace.ends, at]);
    }
  }
  return found;
}

/** A set in brackets; null when it has no end or a range runs backwards, so that the bracket stands for itself. */
function readSet(glob: string, at: number, to: number): { readonly takes: Taker; readonly end: number } | null {
  const isNegated = glob[at + 1] === '!' || glob[at + 1] === '^';
  const start = at + (isNegated ? 2 : 1);
  const codes: number[] = [];
  const ranges: (readonly [number, number])[] = [];
  let isRange = false;
  let mayBegin = false;
  for (let end = start; end < to; end += 1) {
    if (glob[end] === ']' && end > start) {
      // A dash at the end stands for itself.
      if (isRange) codes.push(0x2d);
      const takes: Taker = (code) =>
        code !== SLASH &&
        (codes.includes(code) || ranges.some(([low, high]) => low <= code && code <= high)) !== isNegated;
      return { takes, end: end + 1 };
    }
    const isEscaped = glob[end] === '\\';
    if (isEscaped) end += 1;
    if (end >= to) return null;
    const code = glob.codePointAt(end) ?? 0;
    if (code > 0xffff) end += 1;
    if (isRange) {
      const low = codes.pop() ?? code;
      if (low > code) return null;
      ranges.push([low, code]);
      isRange = mayBegin = false;
    } else if (code === 0x2d && !isEscaped && mayBegin) isRange = true;
    else mayBegin = codes.push(code) > 0;
  }
  return null;
}
