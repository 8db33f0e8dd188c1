/**
 * Whether any of many patterns matches a line, asked at once: one expression for what begins at the start of a line, one for what may be
 * anywhere, for each set of flags. A log has a hundred thousand lines, and a call for each pattern of each line is most of the time.
 */
export function anyOf(patterns: readonly RegExp[]): (line: string) => boolean {
  const groups = new Map<string, string[]>();
  const single: RegExp[] = [];
  for (const pattern of patterns) {
    // Together, groups would have other numbers.
    if (/\\[1-9]/.test(pattern.source)) single.push(pattern);
    else
      for (const part of alternativesOf(pattern.source)) {
        const key = `${part.startsWith('^') ? '^' : ''}:${pattern.flags}`;
        groups.set(key, [...(groups.get(key) ?? []), part]);
      }
  }
  const joined = [...groups].map(([key, parts]) => new RegExp(parts.join('|'), key.split(':')[1]));
  const all = [...joined, ...single];
  return (line) => all.some((pattern) => pattern.test(line));
}

/** The parts of a pattern between the bars that are in no group. */
function alternativesOf(source: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) {
      parts.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, source.slice(from)];
}
