const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+)/sy;

/** Where the value of a top-level key stands in valid JSON; the last one counts, as for `JSON.parse`. Null when there is none. */
export function findJsonMember(json: string, key: string): { readonly start: number; readonly end: number } | null {
  let found: { start: number; end: number } | null = null;
  let depth = 0;
  let previous = { text: '', end: 0 };
  let value: { isWanted: boolean; start: number | null } | null = null;
  for (let position = 0; ;) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(json)?.[1];
    if (token === undefined) return found;
    position = TOKEN.lastIndex;
    const start = position - token.length;
    if (value !== null && value.start === null) value.start = start;
    else if (depth === 1 && (token === ',' || token === '}')) {
      if (value?.isWanted === true) found = { start: value.start ?? start, end: previous.end };
      value = null;
    } else if (depth === 1 && token === ':') value = { isWanted: decode(previous.text) === key, start: null };
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    previous = { text: token, end: position };
  }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}
