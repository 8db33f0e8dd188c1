/**
 * A glob as an expression over whole normalized paths, read as bash reads it with `globstar` and `dotglob`: `*`, `?`, `[a-z]`, `[!a]`,
 * `{a,b}`, `\` before a character that stands for itself, and `**` for any number of folders. `a/**` also means `a` itself. All else,
 * parentheses too, stands for itself.
 */
export function compileGlob(pattern: string): RegExp {
  return new RegExp(`^(?:${translate(pattern.replace(/^\.\//, ''))})$`, 's');
}

function translate(glob: string): string {
  let source = '';
  let at = 0;
  while (at < glob.length) {
    const piece = readGlobstar(glob, at) ?? readStars(glob, at) ?? readClass(glob, at) ?? readBraces(glob, at);
    if (piece !== null) {
      source += piece.source;
      at = piece.end;
    } else if (glob[at] === '?') {
      source += '[^/]';
      at += 1;
    } else {
      if (glob[at] === '\\' && at + 1 < glob.length) at += 1;
      source += literal(glob[at] ?? '');
      at += 1;
    }
  }
  return source;
}

interface Piece {
  readonly source: string;
  readonly end: number;
}

/** `**` as a whole part of the path, with the slash that it needs. */
function readGlobstar(glob: string, at: number): Piece | null {
  const opens = at === 0 || glob[at - 1] === '/';
  if (opens && glob.startsWith('**/', at)) return { source: '(?:[^/]+/)*', end: at + 3 };
  if (opens && glob.slice(at) === '**') return { source: '.+', end: at + 2 };
  // A folder with everything in it is the folder too, unless any name would do.
  if (glob.slice(at) === '/**' && at > 0 && glob[at - 1] !== '*') return { source: '(?:/.*)?', end: at + 3 };
  return null;
}

/** Any characters of one part; a part that is nothing but stars is not empty. */
function readStars(glob: string, at: number): Piece | null {
  if (glob[at] !== '*') return null;
  let end = at;
  while (glob[end] === '*') end += 1;
  const whole = (at === 0 || glob[at - 1] === '/') && (end === glob.length || glob[end] === '/');
  return { source: whole ? '[^/]+' : '[^/]*', end };
}

function readClass(glob: string, at: number): Piece | null {
  const [matched, negated, inside = ''] = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/s.exec(glob.slice(at)) ?? [];
  if (matched === undefined || inside === '') return null;
  const set = inside.replaceAll(/\\(.)|[[\]^]/gs, (text, escaped?: string) => `\\${escaped ?? text}`);
  const source = `(?!/)[${negated === '' ? '' : '^'}${set.replaceAll(/\\([A-Za-z0-9])/g, '$1')}]`;
  return isExpression(source) ? { source, end: at + matched.length } : null;
}

/** `{a,b}`; braces without a comma stand for themselves. */
function readBraces(glob: string, at: number): Piece | null {
  if (glob[at] !== '{') return null;
  const choices: string[] = [];
  let depth = 0;
  let from = at + 1;
  for (let end = at; end < glob.length; end += 1) {
    if (glob[end] === '\\') end += 1;
    else if (glob[end] === '{') depth += 1;
    else if (glob[end] === ',' && depth === 1) {
      choices.push(glob.slice(from, end));
      from = end + 1;
    } else if (glob[end] === '}' && (depth -= 1) === 0) {
      if (choices.length === 0) return null;
      choices.push(glob.slice(from, end));
      return { source: `(?:${choices.map(translate).join('|')})`, end: end + 1 };
    }
  }
  return null;
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source, 's');
    return true;
  } catch {
    return false;
  }
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
