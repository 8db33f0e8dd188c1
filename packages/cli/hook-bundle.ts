import type { Options } from 'tsup';

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** The folder of `dist` that the hook program lies in. */
const FOLDER = 'hook';

/** Never reached by a hook; what is loaded on demand would be put into a file all the same. */
const LEFT_OUT = ['isomorphic-git', 'proper-lockfile'];

/** Stores other than a folder are opened by the package itself: bundled along, their code would be loaded by every hook. */
export const leaveOtherStores: EsbuildPlugin = {
  name: 'leave-other-stores',
  setup: (build) => {
    build.onResolve({ filter: /\/kit\/open-store\.ts$/ }, () => ({ path: '../kit/open-store.js', external: true }));
  },
};

/**
 * The hook program as one small bundle without packages to look up, from the sources of this repository: an agent waits for it before
 * and after every tool. What only some events need stays in files of its own, which are loaded when they are.
 */
export const hookBundle = {
  entry: { 'run-hook': 'src/hooks/run-hook.ts' },
  outDir: `dist/${FOLDER}`,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  noExternal: [new RegExp(`^(?!(?:${LEFT_OUT.join('|')})$)`)],
  external: LEFT_OUT,
  esbuildPlugins: [leaveOtherStores],
  esbuildOptions: (options) => {
    options.conditions = ['@batonkit/source'];
  },
} satisfies Options;

/** Lets `baton.js` load the hook bundle, instead of a second copy of the same code with everything that it imports. */
export const leaveHookBundle: EsbuildPlugin = {
  name: 'leave-hook-bundle',
  setup: (build) => {
    build.onResolve({ filter: /\/hooks\/run-hook\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${FOLDER}/run-hook.js`, external: true } : undefined,
    );
  },
};
