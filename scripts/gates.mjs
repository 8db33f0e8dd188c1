import { bin } from './ensure-ready.mjs';

const node = process.execPath;

/**
 * Everything `npm test` demands. Two gates run at a time, in this order, those that take long first; `alone` marks those
 * that measure times and fill both cores by themselves.
 * `scripts/prove-gates.mjs` plants a violation for each of these and expects it to turn red.
 *
 * @type {{ name: string; promise: string; command: string[]; alone?: true }[]}
 */
export const gates = [
  {
    name: 'lint',
    promise: 'eslint is clean, and no Result is dropped',
    command: [bin('eslint'), '--max-warnings=0', '.'],
  },
  {
    name: 'types',
    promise: 'sources, tests, scripts and examples type-check; every export is documented',
    command: [node, 'scripts/gates/types.mjs'],
  },
  {
    name: 'format',
    promise: 'every file is formatted by prettier',
    command: [bin('prettier'), '--check', '--log-level=warn', '.'],
  },
  {
    name: 'portable-types',
    promise: 'pure packages type-check without Node types',
    command: [bin('tsc'), '-p', 'tsconfig.portable.json'],
  },
  {
    name: 'installed',
    promise:
      'npm, pnpm and bun install every tarball; it works by import, by require, for the compiler and in the programs of the docs',
    command: [node, 'scripts/gates/installed.mjs'],
  },
  {
    name: 'tarballs',
    promise: 'publint and attw accept every tarball; licence, readme and provenance are there',
    command: [node, 'scripts/gates/tarballs.mjs'],
  },
  {
    name: 'docs',
    promise: 'the API reference of every entry and the guides become a site without a warning',
    command: [node, 'scripts/docs.mjs'],
  },
  { name: 'api', promise: 'the API reports match the code', command: [node, 'scripts/api.mjs'] },
  {
    name: 'unused',
    promise: 'knip finds no unused file, export or dependency',
    command: [bin('knip'), '--no-progress', '--no-config-hints'],
  },
  {
    name: 'benchmarks',
    promise: 'every benchmark runs, with tiny sizes, and tells the goals it measures',
    command: [node, 'scripts/bench.mjs', '--quick'],
  },
  { name: 'schemas', promise: 'published JSON Schemas match the code', command: [node, 'scripts/schemas.mjs'] },
  {
    name: 'dependencies',
    promise: 'packages depend in one direction',
    command: [node, 'scripts/gates/dependencies.mjs'],
  },
  {
    name: 'folders',
    promise: 'folders of a package import each other only downwards, in the order that is written',
    command: [node, 'scripts/gates/folders.mjs'],
  },
  {
    name: 'journeys',
    promise: 'ARCHITECTURE.md says how many files five journeys run through',
    command: [node, 'scripts/journeys.mjs'],
  },
  {
    name: 'sizes',
    promise: 'the entries of core stay as small as promised',
    command: [bin('size-limit')],
  },
  {
    name: 'links',
    promise: 'links of the documentation, and paths that ARCHITECTURE.md names, lead somewhere',
    command: [node, 'scripts/gates/links.mjs'],
  },
  {
    name: 'changesets',
    promise: 'a release would give all packages one new version and a changelog',
    command: [node, 'scripts/gates/changesets.mjs'],
  },
  {
    name: 'tests',
    promise:
      'every test passes, and so do all examples in TSDoc and documentation; the pure packages have a gate of their own',
    command: [node, 'scripts/gates/tests.mjs'],
    alone: true,
  },
  {
    name: 'coverage',
    promise: 'every test of the pure packages passes, and together they take 94.5 % of the branches (95 is the goal)',
    command: [node, 'scripts/coverage.mjs', '--goal'],
    alone: true,
  },
];
