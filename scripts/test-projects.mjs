/** Packages without Node and without processes, of which the gate `coverage` counts the branches. */
export const purePackages = [
  'batonkit',
  'capture',
  'core',
  'guard',
  'markdown',
  'operations',
  'protocol',
  'secrets',
  'workspace',
].map((name) => `packages/${name}`);

/** What of the pure packages only shows with two trees, two sessions and two clones. */
const throughTheCli = [
  'approve-oneself',
  'damaged-store',
  'folder-and-file',
  'foreign-files',
  'forged-qa',
  'hidden-files',
  'landed-elsewhere',
  'landing',
  'laundering',
  'levels-and-lock',
  'lost-work',
  'main-lock',
  'moved-repository',
  'never-silent',
  'own-slice',
  'person-session',
  'program',
  'protocol-session',
  'pruned-base',
  'qa-exit-code',
  'qa-reports',
  'qa-run',
  'removed-secret',
  'repeated-by-others',
  'repeated-calls',
  'repeated-claims',
  'resolve-elsewhere',
  'restore',
  'run-baton',
  'scope-program',
  'shown-and-landed',
  'strangers',
  'take-back-approval',
  'task-tree',
  'too-large',
].map((name) => `packages/cli/src/${name}.test.ts`);

/**
 * The projects of vitest; each runs in one gate. Tests that wait for processes come first, with more workers than cores; what is pure and
 * what measures its time comes after, with one worker a core. Files of one project share the transformed sources, and without isolation
 * also the workers, which saves loading zod and the sources 400 times; so there are as few projects as possible.
 *
 * @type {{ name: string, gate: 'tests' | 'coverage', group: 'processes' | 'pure', files: string[], except?: string[], isolate?: boolean }[]}
 */
export const projects = [
  {
    name: 'processes',
    gate: 'tests',
    group: 'processes',
    files: ['packages/*/**/*.test.ts'],
    except: [...purePackages.map((root) => `${root}/**`), ...throughTheCli],
  },
  { name: 'through-the-cli', gate: 'coverage', group: 'processes', files: throughTheCli },
  {
    name: 'pure',
    gate: 'coverage',
    group: 'pure',
    files: purePackages.map((root) => `${root}/**/*.test.ts`),
    isolate: false,
  },
  { name: 'examples', gate: 'tests', group: 'pure', files: ['examples/*/**/*.test.ts', 'scripts/**/*.test.ts'] },
  { name: 'documentation', gate: 'tests', group: 'pure', files: ['.cache/examples/**/*.test.ts'], isolate: false },
];

/**
 * Arguments for vitest. Names with a `!` do not do it: with two of them, each lets in what the other keeps out.
 *
 * @param {'tests' | 'coverage'} gate
 */
export const onlyProjectsOf = (gate) =>
  projects.filter((project) => project.gate === gate).map(({ name }) => `--project=${name}`);
