/**
 * What failed, by name, in what runners without a parser of their own print: GitHub's annotations (vitest, jest), TAP's points, mocha's list,
 * node:test's crosses, and ESLint's `unix` and `compact` lines.
 */
export function nameFailures(lines: readonly string[]): readonly string[] {
  const found = [annotations, points, numberedBlocks, crosses, eslintLines].map((read) => read(lines));
  return [...new Set(found.find((names) => names.length > 0) ?? [])];
}

/** ESLint's `unix` and `compact` lines, or `null` where there are none. */
export function countEslintLines(
  lines: readonly string[],
): { readonly errors: number; readonly warnings: number } | null {
  const found = lines.flatMap((line) => readEslintLine(line) ?? []);
  if (found.length === 0) return null;
  const errors = found.filter(({ isError }) => isError).length;
  return { errors, warnings: found.length - errors };
}

/** `::error file=a.test.js,title=a.test.js > adds,line=3::message` */
function annotations(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const fields = /^::error (.*?)::/.exec(line)?.[1];
    const title = /(?:^|,)title=([^,]*)/.exec(fields ?? '')?.[1];
    return title === undefined || title === '' ? [] : [unescapeField(title)];
  });
}

function unescapeField(text: string): string {
  return text.replace(/%(0D|0A|3A|2C|25)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function points(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const name = /^\s*not ok(?: \d+)?(?: -)? (\S.*)$/.exec(line)?.[1];
    return name === undefined || /# (?:TODO|SKIP)\b/i.test(name)
      ? []
      : [name.replace(/\s+#\s*time=.*$/, '').replace(/\s*\{$/, '')];
  });
}

/** Below `1 failing`, `  1) suite` with the names of inner suites and the test below it, indented, up to a colon. */
function numberedBlocks(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /^\s*[1-9]\d* failing$/.test(line));
  if (start === -1) return [];
  const names: string[] = [];
  for (let index = start + 1; index < lines.length; index += 1) {
    const first = /^ {2}\d+\) (\S.*)$/.exec(lines[index] ?? '')?.[1];
    if (first === undefined) continue;
    const parts = [first];
    while (!/:$/.test(parts.at(-1) ?? '') && parts.length < 10 && /^ {5,}\S/.test(lines[index + 1] ?? '')) {
      index += 1;
      parts.push((lines[index] ?? '').trim());
    }
    names.push(parts.join(' > ').replace(/:$/, ''));
  }
  return names;
}

/** node:test lists what failed once more at the end, with its place. */
function crosses(lines: readonly string[]): readonly string[] {
  const list = lines.findIndex((line) => /^✖ failing tests:$/.test(line));
  if (list === -1) return [];
  return lines.slice(list + 1).flatMap((line) => /^✖ (\S.*?)(?: \([\d.]+ms\))?$/.exec(line)?.[1] ?? []);
}

function eslintLines(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const found = readEslintLine(line);
    return found?.isError === true ? [found.name] : [];
  });
}

function readEslintLine(line: string): { readonly name: string; readonly isError: boolean } | null {
  const compact = /^(\S.*?): line \d+, col \d+, (Error|Warning) - (.*)$/.exec(line);
  if (compact !== null) {
    const [, file = '', kind, said = ''] = compact;
    const at = said.endsWith(')') ? said.lastIndexOf(' (') : -1;
    return named(file, kind, at === -1 ? said : said.slice(0, at), at === -1 ? '' : said.slice(at + 2, -1));
  }
  // Looked at from its end, so that a long line of anything else is read once.
  const [, kind, rule = ''] = /^\[(Error|Warning)(?:\/(\S+))?\]$/.exec(line.slice(line.lastIndexOf('['))) ?? [];
  const [, file = '', said = ''] = (kind === undefined ? null : /^(\S.*?):\d+:\d+: (.*)\s\[/.exec(line)) ?? [];
  return file === '' ? null : named(file, kind, said, rule);
}

function named(
  file: string,
  kind: string | undefined,
  said: string,
  rule: string,
): { readonly name: string; readonly isError: boolean } {
  return { name: `${file}: ${said.replace(/\.$/, '')}${rule === '' ? '' : ` ${rule}`}`, isError: kind === 'Error' };
}
