/** A failure as far as its name says which test it is, whichever format named it. */
interface Identity {
  /** The file that the name begins with; `null` where the format leaves it out. */
  readonly file: string | null;
  /** The test below its suites, or the finding; '' where a whole file failed. */
  readonly title: string;
}

const SEPARATOR = /\s+(?:>|›|»|→|❯)\s+|::/;
/** A path without blanks, or with a folder, that has an ending. */
const FILE = /^(?:[^\s:]+|(?:\.{0,2}|[A-Za-z]:)?[\\/][^:]+)\.[A-Za-z]\w{0,9}$/;
/** A file that could not be loaded, in the words of vitest, jest and their reports. */
const NOT_LOADED = /^(\S.*?)(?: \[ \S.* \]| did not load| [>›] Test suite failed to run)$/;
const FINDING = /^([^\s:]+\.[A-Za-z]\w{0,9}): (\S.*)$/;

/**
 * Pairs the failures of two runs that are the same test. Equal names come first; the rest go by file and title, so that a test has one
 * identity in a log, in JUnit's XML, in TAP and in JSON: separators differ, and files are absolute or left out. Each
 * failure has at most one counterpart, so that one old failure never excuses two.
 */
export function matchFailures(before: readonly string[], now: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const open = new Set(before);
  for (const name of new Set(now)) if (open.delete(name)) pairs.set(name, name);
  const byTitle = new Map<string, { readonly name: string; readonly file: string | null }[]>();
  for (const name of open) {
    const { file, title } = identify(name);
    byTitle.set(title, [...(byTitle.get(title) ?? []), { name, file }]);
  }
  const rest = [...new Set(now)].filter((name) => !pairs.has(name)).map((name) => ({ name, ...identify(name) }));
  const pair = (isSame: (one: string | null, other: string | null, title: string) => boolean): void => {
    for (const { name, file, title } of rest) {
      if (pairs.has(name)) continue;
      const same = byTitle.get(title)?.filter((old) => open.has(old.name) && isSame(old.file, file, title)) ?? [];
      const [only] = same;
      const rivals = rest.filter((other) => !pairs.has(other.name) && other.title === title);
      if (
        only === undefined ||
        same.length > 1 ||
        rivals.some((other) => other.name !== name && isSame(only.file, other.file, title))
      )
        continue;
      open.delete(only.name);
      pairs.set(name, only.name);
    }
  };
  pair((one, other) => one === other);
  pair((one, other) => one !== null && other !== null && (isBelow(one, other) || isBelow(other, one)));
  // A title alone says which test it is only where nothing else has the same.
  pair((one, other, title) => title !== '' && (one === null) !== (other === null));
  return pairs;
}

/** Whether an absolute path may be the relative one, seen from outside. */
function isBelow(whole: string, part: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/.test(whole) && whole.endsWith(`/${part}`);
}

function identify(name: string): Identity {
  const plain = name.replace(/\\/g, '/').replace(/\s+/g, ' ').trim();
  const notLoaded = NOT_LOADED.exec(plain)?.[1];
  if (notLoaded !== undefined && FILE.test(notLoaded)) return { file: relative(notLoaded), title: '' };
  const finding = FINDING.exec(plain);
  if (finding !== null) return { file: relative(finding[1] ?? ''), title: (finding[2] ?? '').replace(/\.$/, '') };
  const parts = plain.split(SEPARATOR).filter((part) => part !== '');
  let file: string | null = null;
  while (parts.length > 0 && FILE.test(parts[0] ?? '')) file = longer(file, relative(parts.shift() ?? ''));
  return { file, title: parts.join(' ') };
}

function relative(path: string): string {
  return path.replace(/^file:\/\//, '').replace(/^\.\//, '');
}

/** Some reports name a file twice, once absolute. */
function longer(one: string | null, other: string): string {
  return one !== null && one.length > other.length ? one : other;
}
