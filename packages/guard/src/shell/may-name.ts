/** Stands for anything: a variable or a substitution. */
const GAP = '\u0000';
/** Stands for any characters of one name: `*` or a list in braces. */
const ANY = '\u0001';
/** Stands for one character: `?` or `[abc]`. */
const ONE = '\u0002';

/** What is fixed of a name that a variable is part of must be this much of it, or every loop over files would be suspected. */
const TELLING_CHARACTERS = 4;

/** A word as a pattern: its text, with signs where the shell fills something in (`gaps`) or where an unquoted glob begins (`globs`). */
export function markPattern(text: string, gaps: readonly number[], globs: readonly number[]): string {
  let pattern = '';
  for (let at = 0; at <= text.length; at += 1) {
    if (gaps.includes(at)) pattern += GAP;
    const character = text[at] ?? '';
    if (!globs.includes(at)) pattern += character;
    else if (character === '*') pattern += ANY;
    else if (character === '?') pattern += ONE;
    else {
      const end = text.indexOf(character === '[' ? ']' : '}', at + 2);
      // A list in braces may hold slashes, and one that is not closed is read as it is written.
      pattern += end === -1 ? character : character === '[' ? ONE : text.slice(at, end).includes('/') ? GAP : ANY;
      if (end !== -1) at = end;
    }
  }
  return pattern;
}

/**
 * Whether a pattern that is read in a folder may come to name a path or something below it. Both are absolute; the folder is where the part of the
 * pattern that is fixed leads.
 */
export function mayName(pattern: string, folder: readonly string[], path: readonly string[]): boolean {
  if (!folder.every((name, index) => name === path[index])) return false;
  const rest = path.slice(folder.length);
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  if (rest.length === 0) return true;
  return rest.every((name, index) => {
    const part = names[index];
    return part !== undefined && mayBe(part, name);
  });
}

function mayBe(part: string, name: string): boolean {
  const hasGap = part.includes(GAP);
  const fixed = part.replaceAll(new RegExp(`[${GAP}${ANY}${ONE}]`, 'g'), '').length;
  if (hasGap && fixed < TELLING_CHARACTERS) return false;
  // A name with a dot in front is meant only by a pattern that has it too.
  if (name.startsWith('.') && (part.startsWith(ANY) || part.startsWith(ONE))) return false;
  return matches(part, name);
}

/** Linear in the product of both lengths, whatever the pattern repeats. */
function matches(part: string, name: string): boolean {
  let reached = new Set([0]);
  for (const sign of part) {
    const next = new Set<number>();
    for (const at of reached) {
      if (sign === GAP || sign === ANY) for (let to = at; to <= name.length; to += 1) next.add(to);
      else if (at < name.length && (sign === ONE || sign.toLowerCase() === name[at]?.toLowerCase())) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(name.length);
}

/** The part of a pattern whose names are fixed, and the rest. */
export function splitPattern(pattern: string): { readonly fixed: string; readonly open: string } {
  const first = pattern.search(new RegExp(`[${GAP}${ANY}${ONE}]`));
  const at = first === -1 ? pattern.length : pattern.lastIndexOf('/', first) + 1;
  return { fixed: pattern.slice(0, at), open: pattern.slice(at) };
}
