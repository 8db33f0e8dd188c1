import type { GuardFacts } from './guard-policy.ts';

const MAX_LINKS = 40;
const MAX_LENGTH = 4096;
// Characters that some file systems leave out or fold when they compare names.
const IGNORED = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/** Where a path really leads. */
export type Target =
  | {
      readonly kind: 'inside';
      /** Relative to the root; empty for the root itself. */ readonly path: string;
      readonly absolute: string;
    }
  | { readonly kind: 'outside'; readonly absolute: string }
  | { readonly kind: 'unusable'; readonly reason: string };

/**
 * Follows a path the way the system does: `~`, then name by name from where the command runs, links as they come, `..` from where the
 * link led. Names that do not exist yet are taken as they are, so the links above a new file count too.
 */
export function resolveTarget(path: string, facts: GuardFacts): Target {
  if (path.length > MAX_LENGTH) return { kind: 'unusable', reason: 'the path is too long' };
  if (Array.from(path).some((character) => character < ' ' || character === '\u007F'))
    return { kind: 'unusable', reason: 'the path holds control characters' };
  if (path.includes('\\'))
    return { kind: 'unusable', reason: 'the path holds a backslash, which some systems take for a separator' };
  if (/^[A-Za-z]:|^\/\//.test(path)) return { kind: 'unusable', reason: 'the path names a drive or another machine' };
  const start = expandHome(path, facts);
  if (start === null) return { kind: 'unusable', reason: 'it is not known what ~ stands for' };

  const pending = start.split('/').reverse();
  const done: string[] = start.startsWith('/') ? [] : splitNames(facts.directory ?? facts.root);
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      done.pop();
      continue;
    }
    done.push(name);
    if (done[0] === 'proc' && /^(?:cwd|root|fd|task|map_files)$/.test(done[2] ?? ''))
      return { kind: 'unusable', reason: 'it leads through /proc, where nobody can follow it' };
    const link = readLink(`/${done.join('/')}`, facts);
    if (link === undefined) return { kind: 'unusable', reason: 'it cannot be looked at' };
    if (link === null) continue;
    links += 1;
    if (links > MAX_LINKS) return { kind: 'unusable', reason: 'links lead in a circle' };
    if (link.startsWith('/')) done.length = 0;
    else done.pop();
    pending.push(...link.split('/').reverse());
  }
  return place(done, facts);
}

/** A name or path as the most forgiving file system compares it; for refusing, never for allowing. */
export function foldPath(path: string): string {
  return path
    .normalize('NFKC')
    .replaceAll(IGNORED, '')
    .toLowerCase()
    .split('/')
    .map((name) => name.replace(/(?:::?\$.*|[. ]+)$/, '') || name)
    .join('/');
}

/** True when one path is the other or lies below it, as strings of names. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Undefined when the look failed: then nobody knows where the path leads. */
function readLink(path: string, facts: GuardFacts): string | null | undefined {
  try {
    return facts.readLink?.(path) ?? null;
  } catch {
    return undefined;
  }
}

function place(names: readonly string[], { root, isCaseInsensitive }: GuardFacts): Target {
  const absolute = `/${names.join('/')}`;
  const rootNames = splitNames(root);
  const same = (name: string, index: number): boolean => {
    const found = names[index] ?? '';
    return found === name || (isCaseInsensitive === true && foldName(found) === foldName(name));
  };
  if (names.length < rootNames.length || !rootNames.every(same)) return { kind: 'outside', absolute };
  return { kind: 'inside', path: names.slice(rootNames.length).join('/'), absolute };
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function splitNames(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

function expandHome(path: string, { home }: GuardFacts): string | null {
  if (!path.startsWith('~')) return path;
  if (home === undefined || !/^~(?:\/|$)/.test(path)) return null;
  return home + path.slice(1);
}
