/** Packages without Node and without processes: their tests share workers, and coverage counts their branches. */
export const purePackages = [
  'batonkit',
  'capture',
  'core',
  'guard',
  'markdown',
  'operations',
  'secrets',
  'workspace',
].map((name) => `packages/${name}`);

/** What of the pure packages only shows with two trees, two sessions and two clones; coverage runs these files too, and so nothing else does. */
export const throughTheCli = [
  'lost-work',
  'main-lock',
  'repeated-claims',
  'resolve-elsewhere',
  'shown-and-landed',
  'strangers',
  'take-back-approval',
  'task-tree',
].map((name) => `packages/cli/src/${name}.test.ts`);
