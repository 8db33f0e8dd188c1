import { bin, run } from './ensure-ready.mjs';

// npm run coverage            which branches of core its own tests take; fails below the goal
// npm run coverage -- delta   only the files of one folder, with its tests
const [folder = ''] = process.argv.slice(2);
const sources = `packages/core/src/${folder}`;
const goal = folder === '' ? ['--coverage.thresholds.branches=95'] : [];
process.exit(
  await run(bin('vitest'), [
    'run',
    sources,
    '--reporter=dot',
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reportOnFailure',
    `--coverage.include=${sources.replace(/\/$/, '')}/**/*.ts`,
    '--coverage.exclude=**/*.{test,fixture}.ts',
    '--coverage.reporter=text',
    '--coverage.reporter=json-summary',
    '--coverage.reportsDirectory=.cache/coverage',
    // Time limits are for plain runs; counting slows everything down.
    '--testTimeout=120000',
    ...goal,
  ]),
);
