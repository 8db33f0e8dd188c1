import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';

/** A larger YAML or JSON file is no task, map or macro file that somebody wrote; it is refused before it is parsed. */
export const MAX_YAML_CHARACTERS = 1024 * 1024;

/** How many times anchored parts may be repeated by aliases; a document beyond it is made to exhaust memory. */
const MAX_ALIASES = 100;

/** Deeper nesting is no file that somebody wrote; the parser recurses, and runs out of stack in a way that ends the process. */
const MAX_DEPTH = 100;

/** One thing that is wrong in a file, and where. */
export interface YamlProblem {
  readonly condition: string;
  readonly detail: string;
  readonly file: string;
  /** 1-based; `null` when the trouble is the whole file, or that it is not there. */
  readonly line: number | null;
  readonly column: number | null;
}

type Path = readonly (string | number)[];

/** A YAML (or JSON) file as a value, with the places of its parts. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** The 1-based line of a part; of the nearest part around it when it is not there. */
  lineOf(path: Path): number;
  /** A problem at a part. */
  problem(path: Path, condition: string, detail: string): YamlProblem;
}

/**
 * Parses YAML 1.2, and so JSON. Everything that is wrong with it is listed with line and column. Never throws.
 *
 * @example
 * ```ts
 * import { parseYamlSource } from '@batonkit/core/text/yaml';
 *
 * const { source } = parseYamlSource('task.yml', 'title: Fix login\nscope: [src/**]');
 * source?.lineOf(['scope']); // => 2
 * ```
 */
export function parseYamlSource(
  file: string,
  text: string,
): { readonly source: YamlSource | null; readonly problems: readonly YamlProblem[] } {
  const whole = (condition: string, detail: string): ReturnType<typeof parseYamlSource> => ({
    source: null,
    problems: [{ condition, detail, file, line: null, column: null }],
  });
  if (text.length > MAX_YAML_CHARACTERS) {
    const detail = `The file has ${text.length} characters, and ${MAX_YAML_CHARACTERS} is the limit. Move long texts into files of their own.`;
    return whole('file-size', detail);
  }
  if (isNestedTooDeeply(text)) return whole('yaml-valid', `This is nested more than ${MAX_DEPTH} levels deep.`);
  try {
    const lines = new LineCounter();
    // Duplicate keys are looked for below: the parser's own check takes quadratic time.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, merge: true });
    const at = (offset: number): { line: number; column: number } => {
      const { line, col } = lines.linePos(offset);
      return { line: Math.max(1, line), column: Math.max(1, col) };
    };
    const problems: YamlProblem[] = [
      ...document.errors.map((error) => ({
        condition: 'yaml-valid',
        detail: `This is not YAML: ${error.message}`,
        file,
        ...at(error.pos[0]),
      })),
      // A tag that means nothing to YAML would leave an empty text, and an exclusion such as `!src/gen` would be lost.
      ...document.warnings.map((warning) => ({
        condition: 'yaml-valid',
        detail: `${warning.message}. Put it in quotes if it is meant as text.`,
        file,
        ...at(warning.pos[0]),
      })),
      ...duplicateKeys(document).map(({ key, offset }) => ({
        condition: 'key-unique',
        detail: `The key ${JSON.stringify(key.slice(0, 60))} is given twice in one mapping; only one of them can be meant.`,
        file,
        ...at(offset),
      })),
    ];
    if (problems.length > 0) return { source: null, problems };
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const lineOf = (path: Path): number => lineOfPart(document, path, (offset) => at(offset).line);
    const problem = (path: Path, condition: string, detail: string): YamlProblem => ({
      condition,
      detail,
      file,
      line: lineOf(path),
      column: null,
    });
    return { source: { file, value, lineOf, problem }, problems };
  } catch (cause) {
    const reason = cause instanceof RangeError ? 'it is nested too deeply' : messageOf(cause);
    return whole('yaml-valid', `This is not YAML that can be read: ${reason}.`);
  }
}

/** Judges by brackets, indentation and leading `- ` alone, before anything is parsed; it may count those inside texts too. */
function isNestedTooDeeply(text: string): boolean {
  let brackets = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const lead = /^(?:[ \t]|[-?:](?=\s))*/.exec(line)?.[0] ?? '';
    if (lead.length > 4 * MAX_DEPTH || lead.replace(/\s/g, '').length > MAX_DEPTH) return true;
    for (const bracket of line.matchAll(/[[\]{}]/g)) {
      brackets = Math.max(0, brackets + (bracket[0] === '[' || bracket[0] === '{' ? 1 : -1));
      if (brackets > MAX_DEPTH) return true;
    }
  }
  return false;
}

function duplicateKeys(document: Document): readonly { readonly key: string; readonly offset: number }[] {
  const found: { key: string; offset: number }[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name) && name !== '<<') found.push({ key: name, offset: key.range?.[0] ?? 0 });
        seen.add(name);
      }
    },
  });
  return found;
}

function lineOfPart(document: Document, path: Path, lineAt: (offset: number) => number): number {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== null) return lineAt(offset);
  }
  return 1;
}

/** Where the key of a mapping entry, or an item of a list, begins. */
function offsetOf(document: Document, path: Path): number | null {
  const last = path.at(-1);
  const parent: unknown = path.length === 1 ? document.contents : getNode(document, path.slice(0, -1));
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
    return isNode(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const node = getNode(document, path);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

function getNode(document: Document, path: Path): unknown {
  try {
    return document.getIn(path, true);
  } catch {
    // The path leads through something that has no parts, so there is nothing at its end.
    return null;
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
