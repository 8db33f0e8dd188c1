import { bin, run } from './ensure-ready.mjs';
import { onlyProjectsOf, purePackages } from './test-projects.mjs';

// npm run coverage            which branches of the pure packages their own tests take; fails below the goal
// npm run coverage -- delta   only the files of one folder of core, with its tests; no goal, since those of other folders are missing
// The gate adds --goal, so that a folder is held to it too; scripts/violations.mjs needs no more than the smallest one.
const args = process.argv.slice(2);
const [folder = ''] = args.filter((arg) => !arg.startsWith('--'));
const sources = folder === '' ? purePackages.map((name) => `${name}/src`) : [`packages/core/src/${folder}`];
const goal = folder === '' || args.includes('--goal') ? ['--coverage.thresholds.branches=94.5'] : [];
process.exit(
  await run(bin('vitest'), [
    'run',
    ...(folder === '' ? onlyProjectsOf('coverage') : sources),
    '--reporter=dot',
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reportOnFailure',
    ...sources.map((source) => `--coverage.include=${source}/**/*.ts`),
    '--coverage.exclude=**/*.{test,fixture}.ts',
    `--coverage.reporter=${args.includes('--goal') ? 'text-summary' : 'text'}`,
    '--coverage.reporter=json-summary',
    '--coverage.reportsDirectory=.cache/coverage',
    // Time limits are for plain runs; counting slows everything down.
    '--testTimeout=120000',
    ...goal,
  ]),
);
