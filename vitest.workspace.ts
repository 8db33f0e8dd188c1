import { purePackages, throughTheCli } from './scripts/pure-packages.mjs';

/**
 * Read by vitest.config.ts. Tests that wait for processes come first, with more workers than cores; what is pure and what
 * measures its time comes after, with one worker a core. Core has many files and the examples even more: theirs share
 * workers, which saves loading zod and the sources 200 times.
 */
const roots: { root: string; files?: string[]; except?: string[]; group: 'processes' | 'pure'; isolate?: boolean }[] = [
  { root: 'packages/*', except: [...purePackages.map((name) => `${name}/**`), ...throughTheCli], group: 'processes' },
  { root: 'packages/cli', files: throughTheCli, group: 'processes' },
  ...purePackages.map((root) => ({ root, group: 'pure' as const, isolate: false })),
  { root: 'examples/*', group: 'pure' },
  { root: 'scripts', group: 'pure' },
  { root: '.cache/examples', group: 'pure', isolate: false },
];
export default roots;
