/** One setting: its lower-case name with section (`core.filemode`), the subsection, and the value; `null` for a bare name. */
export interface ConfigEntry {
  readonly name: string;
  readonly subsection: string | null;
  readonly value: string | null;
}

/** Reads the text of a git configuration file; `null` when git would not understand it. */
export function parseGitConfig(text: string): readonly ConfigEntry[] | null {
  const entries: ConfigEntry[] = [];
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const token =
    /[ \t\n\v\f\r]+|[#;][^\n]*|\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/gy;
  let section = '';
  let subsection: string | null = null;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (found === null) return null;
    const [, header, quoted, name, equals] = found;
    if (header !== undefined) {
      const dot = header.indexOf('.');
      section = (dot === -1 ? header : header.slice(0, dot)).toLowerCase();
      subsection = quoted?.replaceAll(/\\(.)/g, '$1') ?? (dot === -1 ? null : header.slice(dot + 1).toLowerCase());
    } else if (name !== undefined) {
      if (section === '') return null;
      const key = `${section}.${name.toLowerCase()}`;
      if (equals === '') {
        entries.push({ name: key, subsection, value: null });
        continue;
      }
      const read = readValue(source, token.lastIndex);
      if (read === null) return null;
      entries.push({ name: key, subsection, value: read.value });
      token.lastIndex = read.end;
    }
  }
  return entries;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\', '\n': '' };

/** A value up to the end of its line: quotes and escapes taken away, spaces around it too. */
function readValue(source: string, start: number): { readonly value: string; readonly end: number } | null {
  const parts: string[] = [];
  // Spaces count only once something follows them.
  let spaces = '';
  let isQuoted = false;
  for (let at = start; ; at += 1) {
    const character = source[at];
    if (character === undefined || character === '\n') return isQuoted ? null : { value: parts.join(''), end: at };
    if (!isQuoted && /[ \t\v\f\r]/.test(character)) {
      if (parts.length > 0) spaces += character;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) {
      const end = source.indexOf('\n', at);
      return { value: parts.join(''), end: end === -1 ? source.length : end };
    }
    let text = character;
    if (character === '"') {
      isQuoted = !isQuoted;
      text = '';
    } else if (character === '\\') {
      const escaped = escapes[source[(at += 1)] ?? ''];
      if (escaped === undefined) return null;
      text = escaped;
    }
    parts.push(spaces, text);
    spaces = '';
  }
}

/** Git's reading of a truth value; `null` when it is none. */
export function parseConfigBoolean(value: string | null): boolean | null {
  if (value === null || /^(true|yes|on)$/i.test(value)) return true;
  if (value === '' || /^(false|no|off)$/i.test(value)) return false;
  return /^[+-]?\d+$/.test(value) ? Number(value) !== 0 : null;
}
