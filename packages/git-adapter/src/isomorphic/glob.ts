/** Tells whether a name, as latin1 text in which every byte is one character, is matched. */
export type Glob = (name: string) => boolean;

interface Step {
  /** Which bytes may come next; `null` for none. */
  readonly takes: Uint8Array | null;
  /** May take any number of them, also none. */
  readonly repeats: boolean;
  /** How many steps may be left out from here, as `**` with its slash. */
  readonly skips: number;
}

const SLASH = 0x2f;

/**
 * Compiles one pattern of a `.gitignore`, which git matches byte by byte. With `pathname`, only `**` between slashes crosses a slash.
 * All states are followed at once, so that the time is the product of both lengths at worst, whatever the pattern.
 */
export function compileGlob(pattern: string, { pathname }: { readonly pathname: boolean }): Glob {
  // Most patterns are a name or an ending.
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const ending = pattern.slice(1);
  if (!pathname && pattern.startsWith('*') && !/[*?[\\]/.test(ending)) return (name) => name.endsWith(ending);
  const steps = parse(pattern, pathname);
  return (name) => {
    let states = new Uint8Array(steps.length + 1);
    enter(steps, states, 0);
    for (let at = 0; at < name.length; at += 1) {
      const next = new Uint8Array(steps.length + 1);
      const byte = name.charCodeAt(at);
      let isAlive = false;
      for (let state = 0; state < steps.length; state += 1) {
        const step = steps[state];
        if (states[state] === 0 || step === undefined || step.takes?.[byte] !== 1) continue;
        enter(steps, next, step.repeats ? state : state + 1);
        isAlive = true;
      }
      if (!isAlive) return false;
      states = next;
    }
    return states[steps.length] === 1;
  };
}

function enter(steps: readonly Step[], states: Uint8Array, first: number): void {
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (states[state] === 1) continue;
    states[state] = 1;
    const step = steps[state];
    if (step === undefined) continue;
    if (step.repeats) open.push(state + 1);
    if (step.skips > 0) open.push(state + step.skips);
  }
}

function parse(pattern: string, pathname: boolean): Step[] {
  const everything = new Uint8Array(256).fill(1);
  const within = pathname ? everything.with(SLASH, 0) : everything;
  const steps: Step[] = [];
  const one = (takes: Uint8Array | null): void => void steps.push({ takes, repeats: false, skips: 0 });
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      const start = at;
      while (pattern[at + 1] === '*') at += 1;
      const rest = pattern.slice(at + 1, at + 3);
      const isBounded = (start === 0 || pattern[start - 1] === '/') && /^($|\/|\\\/)/.test(rest);
      const crosses = !pathname || (at > start && isBounded);
      // `a/**/b` also stands for `a/b`: both the stars and their slash may be left out.
      // The choice is made before the stars take anything, hence a step of its own.
      if (pathname && at > start && isBounded && rest.startsWith('/'))
        steps.push({ takes: null, repeats: true, skips: 3 });
      steps.push({ takes: crosses ? everything : within, repeats: true, skips: 0 });
    } else if (character === '?') one(within);
    else if (character === '\\') {
      at += 1;
      one(at < pattern.length ? only(pattern.charCodeAt(at)) : null);
    } else if (character === '[') {
      const set = parseSet(pattern, at + 1);
      one(set === null ? null : pathname ? set.takes.with(SLASH, 0) : set.takes);
      at = set?.end ?? pattern.length;
    } else one(only(pattern.charCodeAt(at)));
  }
  return steps;
}

function only(byte: number): Uint8Array {
  const takes = new Uint8Array(256);
  takes[byte] = 1;
  return takes;
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[^ -~]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** A bracket expression from behind its `[` to its `]`; `null` when it has no end or an unknown class. */
function parseSet(pattern: string, start: number): { readonly takes: Uint8Array; readonly end: number } | null {
  const takes = new Uint8Array(256);
  const isNegated = pattern[start] === '!' || pattern[start] === '^';
  let previous = -1;
  // The first character is never the end: `[]a]` takes `]` and `a`.
  for (let at = isNegated ? start + 1 : start, isFirst = true; ; at += 1, isFirst = false) {
    const character = pattern[at];
    if (character === undefined) return null;
    if (character === ']' && !isFirst) return { takes: isNegated ? takes.map((taken) => 1 - taken) : takes, end: at };
    const after = pattern[at + 1];
    if (character === '\\') {
      at += 1;
      if (at >= pattern.length) return null;
      takes[(previous = pattern.charCodeAt(at))] = 1;
    } else if (character === '-' && previous !== -1 && after !== undefined && after !== ']') {
      at += after === '\\' ? 2 : 1;
      if (at >= pattern.length) return null;
      const last = pattern.charCodeAt(at);
      if (previous <= last) takes.fill(1, previous, last + 1);
      previous = -1;
    } else if (character === '[' && after === ':') {
      const end = pattern.indexOf(']', at + 2);
      if (end === -1) return null;
      if (end < at + 3 || pattern[end - 1] !== ':') takes[(previous = 0x5b)] = 1;
      else {
        const named = classes[pattern.slice(at + 2, end - 1)];
        if (named === undefined) return null;
        for (let byte = 0; byte < 128; byte += 1) if (named.test(String.fromCharCode(byte))) takes[byte] = 1;
        at = end;
        previous = -1;
      }
    } else takes[(previous = pattern.charCodeAt(at))] = 1;
  }
}
