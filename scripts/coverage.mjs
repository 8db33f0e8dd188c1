import { bin, run } from './ensure-ready.mjs';

// npm run coverage            which branches of core its own tests take; fails below the goal
// npm run coverage -- delta   only the files of one folder, with its tests; no goal, since those of other folders are missing
// The gate adds --goal, so that a folder is held to it too; scripts/violations.mjs needs no more than the smallest one.
const args = process.argv.slice(2);
const [folder = ''] = args.filter((arg) => !arg.startsWith('--'));
const sources = `packages/core/src/${folder}`;
const goal = folder === '' || args.includes('--goal') ? ['--coverage.thresholds.branches=95'] : [];
// What only shows with two trees, two sessions and two clones is tested from outside, in this process all the same.
const throughTheCli = [
  'lost-work',
  'resolve-elsewhere',
  'shown-and-landed',
  'strangers',
  'main-lock',
  'repeated-claims',
  'task-tree',
  'take-back-approval',
].map((name) => `packages/cli/src/${name}.test.ts`);
process.exit(
  await run(bin('vitest'), [
    'run',
    sources,
    ...(folder === '' ? throughTheCli : []),
    '--reporter=dot',
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reportOnFailure',
    `--coverage.include=${sources.replace(/\/$/, '')}/**/*.ts`,
    '--coverage.exclude=**/*.{test,fixture}.ts',
    `--coverage.reporter=${args.includes('--goal') ? 'text-summary' : 'text'}`,
    '--coverage.reporter=json-summary',
    '--coverage.reportsDirectory=.cache/coverage',
    // Time limits are for plain runs; counting slows everything down.
    '--testTimeout=120000',
    ...goal,
  ]),
);
