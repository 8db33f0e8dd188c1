// What packages and entries may weigh: bundled with all their dependencies, minified, gzipped (docs/decisions/0030-sizes.md).
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
 * @param {string} entry such as `core/text`
 * @param {string} limit
 */
const weigh = (entry, limit, plugins = [withoutLazyParts]) => ({
  name: `${entry === 'batonkit' ? '' : '@batonkit/'}${entry}${plugins.length === 0 ? ', with all that is loaded on demand' : ''}`,
  path: `packages/${entry.replace(/^[^/]+/, '$&/dist')}/index.js`,
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
  weigh('batonkit', '130 kB'),
  weigh('core', '84 kB'),
  weigh('core/machine', '49 kB'),
  weigh('core/text', '10 kB'),
  weigh('capture', '145 kB'),
  weigh('protocol', '145 kB'),
  weigh('workspace', '55 kB'),
  weigh('guard', '110 kB'),
  weigh('markdown', '39 kB'),
  weigh('secrets', '35 kB'),
  // No promise to users; but what is put off still has to be loaded some day, so it may not grow unseen.
  weigh('batonkit', '310 kB', []),
  weigh('core', '120 kB', []),
  weigh('protocol', '182 kB', []),
];
