import { bin } from './ensure-ready.mjs';

const node = process.execPath;

/**
 * Everything `npm test` demands, in the order it is checked: the quick answers first.
 * `scripts/prove-gates.mjs` plants a violation for each of these and expects it to turn red.
 *
 * @type {{ name: string; promise: string; command: string[] }[]}
 */
export const gates = [
  {
    name: 'format',
    promise: 'every file is formatted by prettier',
    command: [bin('prettier'), '--check', '--log-level=warn', '.'],
  },
  {
    name: 'dependencies',
    promise: 'packages depend in one direction',
    command: [node, 'scripts/gates/dependencies.mjs'],
  },
  { name: 'types', promise: 'sources, tests and scripts type-check', command: [bin('tsc'), '-p', '.'] },
  {
    name: 'portable-types',
    promise: 'core type-checks without Node types',
    command: [bin('tsc'), '-p', 'packages/core'],
  },
  {
    name: 'lint',
    promise: 'eslint is clean, and no Result is dropped',
    command: [bin('eslint'), '--max-warnings=0', '.'],
  },
  {
    name: 'tsdoc',
    promise: 'every export is documented; its examples compile',
    command: [node, 'scripts/gates/tsdoc.mjs'],
  },
  {
    name: 'tests',
    promise: 'every test passes, TSDoc examples among them',
    command: [bin('vitest'), 'run', '--reporter=dot'],
  },
  { name: 'schemas', promise: 'published JSON Schemas match the code', command: [node, 'scripts/schemas.mjs'] },
  { name: 'tarballs', promise: 'publint and attw accept every tarball', command: [node, 'scripts/gates/tarballs.mjs'] },
];
