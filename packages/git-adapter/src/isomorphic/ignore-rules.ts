import { compileGlob, type Glob } from './glob.ts';

/** What one list of patterns says about a path: `null` when nothing in it applies. */
export interface IgnoreRules {
  /** `path` is relative to the directory of the list, as latin1 text. */
  readonly decide: (path: string, isDirectory: boolean) => boolean | null;
}

interface Rule {
  readonly ignores: boolean;
  readonly onlyDirectories: boolean;
  /** Without a slash in the pattern, the last part of a path counts. */
  readonly byName: boolean;
  readonly matches: Glob;
}

/** Reads a `.gitignore`, `info/exclude` or global excludes file, by git's rules. */
export function parseIgnoreRules(
  content: Buffer,
  { ignoreCase }: { readonly ignoreCase: boolean },
): IgnoreRules | null {
  const fold = (text: string): string =>
    ignoreCase ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
  const text = content.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const rules = text.split('\n').flatMap((line): Rule[] => {
    const rule = line.startsWith('#') ? null : parseRule(fold(trimLine(line)));
    return rule === null ? [] : [rule];
  });
  if (rules.length === 0) return null;
  rules.reverse();
  return {
    decide: (path, isDirectory) => {
      const folded = fold(path);
      const name = folded.slice(folded.lastIndexOf('/') + 1);
      for (const { ignores, onlyDirectories, byName, matches } of rules)
        if ((isDirectory || !onlyDirectories) && matches(byName ? name : folded)) return ignores;
      return null;
    },
  };
}

/** Without a final CR and without trailing spaces, unless a backslash protects them. */
function trimLine(line: string): string {
  const nul = line.indexOf('\0');
  const text = nul === -1 ? line.replace(/\r$/, '') : line.slice(0, nul);
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') end = Math.min((at += 1) + 1, text.length);
    else if (text[at] !== ' ') end = at + 1;
  }
  return text.slice(0, end);
}

function parseRule(line: string): Rule | null {
  const ignores = !line.startsWith('!');
  const written = ignores ? line : line.slice(1);
  const onlyDirectories = written.endsWith('/');
  const pattern = onlyDirectories ? written.slice(0, -1) : written;
  if (pattern === '') return null;
  const byName = !pattern.includes('/');
  if (byName) return { ignores, onlyDirectories, byName, matches: compileGlob(pattern, { pathname: false }) };
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : pattern;
  // Git compares the part before the first special character by itself, and what follows then counts as the start of a pattern:
  // in `b**/c` the stars cross slashes, although no slash stands before them.
  const literal = /^[^*?[\\]*/.exec(anchored)?.[0] ?? '';
  const rest = anchored.slice(literal.length);
  const glob = compileGlob(rest, { pathname: true });
  const matches: Glob = (path) => path.startsWith(literal) && glob(path.slice(literal.length));
  return { ignores, onlyDirectories, byName, matches };
}
