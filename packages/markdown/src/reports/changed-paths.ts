/** The paths a line names, and whether it says nothing else. */
export interface ChangedPaths {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

const LIST_MARKER = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/u;
const QUOTED = /`([^`]+)`|\[([^\][]+)\]\(([^()\s]*)\)|\*\*([^*\s]+)\*\*/g;
const NOTHING = /^\(?(?:none|n\/a|nothing|no files?(?: changed)?)\)?\.?$/i;
/** A place in a file: `:12-40`, `:12:5`, `#L10-L20`, `(lines 3-9)`. */
const PLACE = /(?:(?::\d+(?:[:,–-]\d+)*)+|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|\(L?\d+(?:[-–]L?\d+)?\)):?$/;
/** Counts of git and other tools that say nothing about a file beside its name. */
const COUNTS = /\([^()]{0,40}\)|[+-]\d+|\|[ \t]*\d+[ \t]*[+-]*|\blines?[ \t]+\d+(?:[ \t]*[-–][ \t]*\d+)?/gi;
/** What diff and status print before a path. */
const STATUS = /^(?:[AMDRCTU?!]{1,2}\d{0,3}|new file|modified|added|deleted|renamed|created|updated)[ \t:]+(?=\S)/;

/** Reads paths from one line of a list of changed files. */
export function readChangedPaths(line: string): ChangedPaths {
  const item = line.replace(LIST_MARKER, '').trim();
  if (item === '' || NOTHING.test(item)) return { paths: [], isComplete: true };
  // A line of a table's frame holds no name.
  if (/^\|?[ \t:|-]*$/.test(item)) return { paths: [], isComplete: true };
  const paths: string[] = [];
  let remainder = item.replaceAll(QUOTED, (whole, code?: string, link?: string, target?: string, strong?: string) => {
    const inTarget = target !== undefined && isPath(withoutPlace(target)) ? target : undefined;
    const quoted = (code ?? inTarget ?? link ?? strong ?? '').trim();
    if (!isPath(withoutPlace(quoted)) && !/^[\w.@-]+$/.test(quoted)) return whole;
    paths.push(quoted);
    return ' ';
  });
  if (paths.length === 0) {
    const listed = remainder.replace(STATUS, '');
    // A comma between braces separates names, not paths.
    const separators = listed.includes('{') ? /[\s;|]+|,(?![^{}\s]{0,200}\})|(?:->|=>|→)/ : /[\s,;|]+|(?:->|=>|→)/;
    const words = listed.split(separators).filter((word) => word !== '' && !/^[-–—]+$/.test(word));
    const areAllPaths =
      words.every((word) => isPathOrName(withoutPlace(word))) &&
      (words.length === 1 || words.every((word) => isPath(withoutPlace(word))));
    // In a sentence, or before a note, a path has its punctuation behind it: `src/a.ts: new`.
    const named = areAllPaths
      ? words
      : words.map((word) => withoutPlace(word).replace(/^[("']+|[:,.)"']{1,3}$/g, '')).filter(isFile);
    paths.push(...named);
    if (areAllPaths) remainder = '';
    else if (named.length > 0 && !/\p{L}/u.test(onlyNotes(listed, named))) remainder = '';
  }
  return { paths: paths.flatMap(normalizePath), isComplete: !/[\p{L}\p{N}]/u.test(remainder) };
}

/** What a line says besides its paths and counts. */
function onlyNotes(line: string, paths: readonly string[]): string {
  let rest = line.replaceAll(COUNTS, (note) => (/\p{L}{3,}/u.test(note) && !/lines?/i.test(note) ? note : ' '));
  for (const path of paths) rest = rest.replace(path, ' ');
  return rest;
}

/** A path as git names it: no place in the file, no `./`, `/` between folders; `{a,b}` is two paths. */
function normalizePath(path: string): string[] {
  const plain = withoutPlace(path.trim());
  const slashed = /^[\w.@+~-]+(?:\\[\w.@+~ -]+)+$/.test(plain) ? plain.replaceAll('\\', '/') : plain;
  const [, head, choices, tail = ''] = /^([^{}]*)\{([^{}]+,[^{}]+)\}([^{}]*)$/.exec(slashed) ?? [];
  const all =
    head === undefined ? [slashed] : (choices ?? '').split(',').map((choice) => `${head}${choice.trim()}${tail}`);
  return all.map(resolveSegments);
}

function resolveSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || (segment === '' && kept.length > 0)) continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..' && kept.at(-1) !== '') kept.pop();
    else kept.push(segment);
  }
  // A folder keeps its slash.
  return `${kept.join('/')}${path.endsWith('/') && kept.length > 0 ? '/' : ''}` || path;
}

function withoutPlace(word: string): string {
  const without = word.replace(PLACE, '');
  return without === '' ? word : without;
}

function isPathOrName(word: string): boolean {
  return isPath(word) || /^[\w@-][\w.@-]*$/.test(word);
}

/** Holds a separator or an extension, and is neither an address nor a number. */
function isPath(word: string): boolean {
  if (/\s|:\/\/|[<>"|?*]/.test(word) || /^[\d.,/]+$/.test(word) || /[.:]$/.test(word)) return false;
  return /[/\\]/.test(word) || isFile(word);
}

function isFile(word: string): boolean {
  return /^[\w@.\-+~[\](){},/\\]*[\w\])}]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word) || /^\.[a-z][\w.-]+$/i.test(word);
}
