import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What the entries of core may weigh, in thousands of bytes (docs/decisions/0030-sizes.md). */
export const SIZE_LIMITS = new Map([
  ['.', 90],
  ['./protocol', 40],
  ['./markdown', 60],
  ['./text', 10],
]);

/**
 * What a bundler emits for an entry, dependencies and all, minified and gzipped: what is reachable without a dynamic import,
 * and what is loaded on demand.
 *
 * @param {string} entry
 */
export async function measureEntry(entry) {
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
