import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

// What a bundler emits for each entry of core, dependencies and all, minified and gzipped. Only what is reachable without
// a dynamic import counts towards the limit; what is loaded on demand is told beside it (docs/decisions/0030-sizes.md).

/** In thousands of bytes. */
const limits = new Map([
  ['.', 90],
  ['./protocol', 40],
  ['./markdown', 60],
  ['./text', 10],
]);

const { exports } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'));
let tooLarge = 0;
for (const [subpath, target] of Object.entries(exports)) {
  if (typeof target !== 'object') continue;
  const { loaded, onDemand } = await measure(join('packages/core', target.default));
  const limit = limits.get(subpath);
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

/** @param {string} entry */
async function measure(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outdir: 'out',
    write: false,
    logLevel: 'error',
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs);
  const reached = new Set(outputs.filter(([, { entryPoint }]) => entryPoint === entry).map(([path]) => path));
  for (const path of reached) {
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') reached.add(next);
    }
  }
  let [loaded, onDemand] = [0, 0];
  for (const { path, contents } of outputFiles) {
    const size = gzipSync(contents, { level: 9 }).length;
    if ([...reached].some((output) => path.endsWith(join('/', output)))) loaded += size;
    else onDemand += size;
  }
  return { loaded, onDemand };
}
