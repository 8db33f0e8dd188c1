/** The paths a line names, and whether it says nothing else. */
export interface ChangedPaths {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

const LIST_MARKER = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/u;
const QUOTED = /`([^`]+)`|\[([^\][]+)\]\([^()\s]*\)|\*\*([^*\s]+)\*\*/g;
const NOTHING = /^\(?(?:none|n\/a|nothing|no files?(?: changed)?)\)?\.?$/i;

/** Reads paths from one line of a list of changed files. */
export function readChangedPaths(line: string): ChangedPaths {
  const item = line.replace(LIST_MARKER, '').trim();
  if (NOTHING.test(item)) return { paths: [], isComplete: true };
  const paths: string[] = [];
  let remainder = item.replaceAll(QUOTED, (whole, code?: string, link?: string, strong?: string) => {
    const quoted = (code ?? link ?? strong ?? '').trim();
    if (!isPath(quoted) && !/^[\w.@-]+$/.test(quoted)) return whole;
    paths.push(quoted);
    return ' ';
  });
  if (paths.length === 0) {
    const words = remainder.split(/[\s,;]+/).filter((word) => word !== '');
    const areAllPaths = words.every(isPathOrName) && (words.length === 1 || words.every(isPath));
    // In a sentence, or before a note, a path has its punctuation behind it: `src/a.ts: new`.
    const named = areAllPaths ? words : words.map((word) => word.replace(/[:,.)]{1,3}$/, '')).filter(isFile);
    paths.push(...named);
    if (areAllPaths) remainder = '';
  }
  return { paths, isComplete: !/[\p{L}\p{N}]/u.test(remainder) };
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
  return /^[\w@.\-+~[\]()/\\]*[\w\])]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word) || /^\.[a-z][\w.-]+$/i.test(word);
}
