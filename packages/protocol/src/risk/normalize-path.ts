const MAX_PATH_LENGTH = 4096;

/** A path with `/` between its parts, `.` and `..` resolved; null when it is empty, absolute, too long or leads out of the root. */
export function normalizePath(path: string): string | null {
  if (path.length > MAX_PATH_LENGTH) return null;
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || slashed.startsWith('~') || /^[A-Za-z]:/.test(slashed) || slashed.includes('\0'))
    return null;
  const parts: string[] = [];
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join('/');
}
