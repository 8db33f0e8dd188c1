import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureEntry, SIZE_LIMITS } from '../packaging/measure-entry.mjs';

// What a bundler emits for each entry of core, dependencies and all, minified and gzipped. Only what is reachable without
// a dynamic import counts towards the limit; what is loaded on demand is told beside it (docs/decisions/0030-sizes.md).

const { exports } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'));
let tooLarge = 0;
for (const [subpath, target] of Object.entries(exports)) {
  if (typeof target !== 'object') continue;
  const { loaded, onDemand } = await measureEntry(join('packages/core', target.default));
  const limit = SIZE_LIMITS.get(subpath);
  const over = limit !== undefined && loaded > limit * 1000;
  if (over) tooLarge += 1;
  const name = join('@batonkit/core', subpath).padEnd(28);
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(6);
  const more = onDemand === 0 ? '' : `, ${kilobytes(onDemand).trim()} more on demand`;
  console.log(
    `${over ? 'TOO LARGE ' : ''}${name} ${kilobytes(loaded)} kB${limit === undefined ? '' : ` of ${limit}`}${more}`,
  );
}
process.exit(tooLarge === 0 ? 0 : 1);
