import type { Trail } from './walk-strings.ts';

const SHARED_TEXT = 8;

/**
 * The JSON pointer (RFC 6901) of a place. A key that holds the secret, or eight characters of it in a row, is not
 * printed: `<key #2>` stands for the third key of its object.
 */
export function findingPath(trail: Trail | undefined, secret: string): string {
  const segments: string[] = [];
  for (let place = trail; place !== undefined; place = place.parent) {
    const hidden = place.hidden || sharesText(place.key, secret);
    segments.push(hidden ? `<key #${String(place.position)}>` : place.key.replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return segments
    .reverse()
    .map((segment) => `/${segment}`)
    .join('');
}

function sharesText(key: string, secret: string): boolean {
  for (let start = 0; start + SHARED_TEXT <= key.length; start++) {
    if (secret.includes(key.slice(start, start + SHARED_TEXT))) return true;
  }
  return false;
}
