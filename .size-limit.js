// What the entries of core may weigh: bundled with all their dependencies, minified, gzipped (docs/decisions/0030-sizes.md).
// `npm test -- sizes` holds the limits; `npx size-limit` prints the table.

/**
 * Leaves out what is reachable only through a dynamic import: it is loaded by those who use it.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutLazyParts = {
  name: 'without-lazy-parts',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

/**
 * @param {string} subpath
 * @param {string} limit
 */
const entry = (subpath, limit, plugins = [withoutLazyParts]) => ({
  name: `@batonkit/core${subpath}${plugins.length === 0 ? ', with all that is loaded on demand' : ''}`,
  path: `packages/core/dist${subpath}/index.js`,
  limit,
  gzip: true,
  modifyEsbuildConfig: (/** @type {import('esbuild').BuildOptions} */ config) => ({
    ...config,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    plugins,
  }),
});

export default [
  entry('', '110 kB'),
  entry('/protocol', '54 kB'),
  entry('/markdown', '60 kB'),
  entry('/text', '10 kB'),
  // No promise to users; but what is put off still has to be loaded some day, so it may not grow unseen.
  entry('', '225 kB', []),
  entry('/protocol', '95 kB', []),
];
