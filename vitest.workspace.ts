/**
 * Read by vitest.config.ts. Tests that wait for processes come first, with more workers than cores; what is pure and what
 * measures its time comes after, with one worker a core. Core has many files and the examples even more: theirs share
 * workers, which saves loading zod and the sources 200 times.
 */
const roots: { root: string; except?: string[]; group: 'processes' | 'pure'; isolate?: boolean }[] = [
  { root: 'packages/*', except: ['packages/core'], group: 'processes' },
  { root: 'packages/core', group: 'pure', isolate: false },
  { root: 'examples/*', group: 'pure' },
  { root: 'scripts', group: 'pure' },
  { root: '.cache/examples', group: 'pure', isolate: false },
];
export default roots;
