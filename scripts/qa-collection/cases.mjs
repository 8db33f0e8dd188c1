/**
 * Every run of the collection: the sample, the tool and its versions, the command, and the truth. `reports` are files that the run
 * writes. `{out}` is where the run may write.
 */
const vitest = ['vitest1', 'vitest3', 'vitest4'].flatMap((tool) => {
  /** @type {(name: string, sample: string, truth: string, args: string, more?: object) => import('./cases.mjs').Case} */
  const run = (name, sample, truth, args, more = {}) => ({
    name: `${tool}-${name}`,
    tool,
    sample: `vitest-${sample}`,
    command: `vitest run ${args}`.trim(),
    truth,
    ...more,
  });
  const all =
    '--reporter=default --reporter=json --reporter=junit --outputFile.json={out}/r.json --outputFile.junit={out}/r.xml';
  const reports = { 'r.json': 'vitest-json', 'r.xml': 'junit' };
  return [
    run('pass', 'pass', 'passed', all, { reports }),
    run('fail', 'fail', 'failed', all, { reports, failing: ['adds negative - numbers'] }),
    run('late', 'late', 'failed', all, { reports }),
    run('threshold', 'pass', 'failed', `${all} --coverage --coverage.thresholds.lines=100 --coverage.include=sum.js`, {
      reports,
    }),
    run('crash', 'crash', 'failed', all, { reports }),
    run('none', 'none', 'failed', ''),
    run('empty', 'none', 'unknown', `--passWithNoTests ${all}`, { reports }),
    run('skipped', 'skipped', 'unknown', all, { reports }),
    run('tap-pass', 'pass', 'passed', '--reporter=tap', { stdout: 'tap' }),
    run('tap-fail', 'fail', 'failed', '--reporter=tap', { stdout: 'tap', failing: ['adds negative - numbers'] }),
    ...(tool === 'vitest1' ? [] : [run('tap-late', 'late', 'failed', '--reporter=tap', { stdout: 'tap' })]),
    run('actions-fail', 'fail', 'failed', '--reporter=github-actions', { failing: ['adds negative - numbers'] }),
    run('verbose-fail', 'fail', 'failed', '--reporter=verbose', { failing: ['adds negative - numbers'] }),
  ];
});
const jest = ['jest29', 'jest30'].flatMap((tool) => {
  /** @type {(name: string, sample: string, truth: string, args: string, more?: object) => import('./cases.mjs').Case} */
  const run = (name, sample, truth, args, more = {}) => ({
    name: `${tool}-${name}`,
    tool,
    sample: `jest-${sample}`,
    command: `jest ${args}`.trim(),
    truth,
    env: { JEST_JUNIT_OUTPUT_FILE: '{out}/r.xml' },
    ...more,
  });
  const all =
    '--reporters=default --reporters=jest-junit --reporters={modules}/jest-ctrf-json-reporter --json --outputFile={out}/r.json';
  const reports = {
    'r.json': 'jest-json',
    'r.xml': 'junit',
    '../ctrf/ctrf-report.json': 'ctrf',
    'ctrf/ctrf-report.json': 'ctrf',
  };
  return [
    run('pass', 'pass', 'passed', all, { reports }),
    run('fail', 'fail', 'failed', all, { reports, failing: ['adds negative - numbers'] }),
    run(
      'threshold',
      'pass',
      'failed',
      `${all} --coverage --collectCoverageFrom=sum.js '--coverageThreshold={"global":{"lines":100}}'`,
      { reports },
    ),
    run('crash', 'crash', 'failed', all, { reports }),
    run('none', 'none', 'failed', '--json --outputFile={out}/r.json', { reports }),
    run('empty', 'none', 'unknown', '--passWithNoTests --json --outputFile={out}/r.json', { reports }),
    run('skipped', 'skipped', 'unknown', all, { reports }),
    run('actions-fail', 'fail', 'failed', '--reporters=github-actions --reporters=summary', {}),
    run('verbose-pass', 'pass', 'passed', '--verbose'),
  ];
});
const mocha = ['mocha10', 'mocha'].flatMap((tool) => {
  /** @type {(name: string, sample: string, truth: string, args: string, more?: object) => import('./cases.mjs').Case} */
  const run = (name, sample, truth, args, more = {}) => ({
    name: `${tool}-${name}`,
    tool,
    sample: `mocha-${sample}`,
    command: `mocha ${args}`.trim(),
    truth,
    ...more,
  });
  return ['pass', 'fail', 'hook', 'skipped'].flatMap((sample) => {
    const truth =
      new Map([
        ['pass', 'passed'],
        ['skipped', 'unknown'],
      ]).get(sample) ?? 'failed';
    const failing = sample === 'fail' ? { failing: ['adds negative - numbers'] } : {};
    return [
      run(`spec-${sample}`, sample, truth, '', failing),
      ...(sample === 'skipped'
        ? []
        : [run(`tap-${sample}`, sample, truth, '--reporter tap', { ...failing, stdout: 'tap' })]),
      run(`xunit-${sample}`, sample, truth, '--reporter xunit --reporter-option output={out}/r.xml', {
        ...failing,
        noLog: true,
        reports: { 'r.xml': 'junit' },
      }),
      ...(tool === 'mocha'
        ? [
            run(
              `junit-${sample}`,
              sample,
              truth,
              '--reporter mocha-junit-reporter --reporter-option mochaFile={out}/r.xml',
              { ...failing, noLog: true, reports: { 'r.xml': 'junit' } },
            ),
            run(`ctrf-${sample}`, sample, truth, '--reporter mocha-ctrf-json-reporter', {
              ...failing,
              noLog: true,
              reports: { 'ctrf/ctrf-report.json': 'ctrf' },
            }),
          ]
        : []),
    ];
  });
});
const node = ['pass', 'fail', 'crash', 'skipped'].flatMap((sample) => {
  const truth =
    new Map([
      ['pass', 'passed'],
      ['skipped', 'unknown'],
    ]).get(sample) ?? 'failed';
  const failing = sample === 'fail' ? { failing: ['adds negative - numbers'] } : {};
  /** @type {(reporter: string, more: object) => import('./cases.mjs').Case} */
  const run = (reporter, more) => ({
    name: `node-${reporter}-${sample}`,
    tool: null,
    sample: `node-${sample}`,
    command: `node --test --test-reporter=${reporter}`,
    truth,
    ...failing,
    ...more,
  });
  return [
    run('spec', {}),
    run('tap', { stdout: 'tap' }),
    run('junit', { stdout: 'junit' }),
    ...(sample === 'skipped' ? [] : [run('dot', { failing: undefined })]),
  ];
});
const others = [
  ...['pass', 'fail'].flatMap((sample) => {
    const truth = sample === 'pass' ? 'passed' : 'failed';
    const failing = sample === 'fail' ? { failing: ['adds negative - numbers'] } : {};
    return [
      {
        name: `tape-${sample}`,
        tool: 'ava',
        sample: `tape-${sample}`,
        command: 'tape sum.test.cjs',
        truth,
        stdout: 'tap',
      },
      { name: `ava-${sample}`, tool: 'ava', sample: `ava-${sample}`, command: 'ava', truth },
      {
        name: `ava-tap-${sample}`,
        tool: 'ava',
        sample: `ava-${sample}`,
        command: 'ava --tap',
        truth,
        ...failing,
        stdout: 'tap',
      },
      {
        name: `tap21-${sample}`,
        tool: 'tap',
        sample: `tap-${sample}`,
        command: 'tap run --disable-coverage --reporter=tap',
        truth,
        stdout: 'tap',
      },
      { name: `node-c8-${sample}`, tool: 'ava', sample: `node-${sample}`, command: 'c8 node --test', truth },
      { name: `tsc-${sample}`, tool: 'ts5', sample: `tsc-${sample}`, command: 'tsc --noEmit --strict a.ts', truth },
      {
        name: `tsc-pretty-${sample}`,
        tool: 'ts5',
        sample: `tsc-${sample}`,
        command: 'tsc --noEmit --strict --pretty a.ts',
        truth,
      },
      {
        name: `concurrently-${sample}`,
        tool: 'ava',
        sample: `ava-${sample}`,
        command: "concurrently -n unit,lint 'ava' 'echo linted'",
        truth,
      },
    ];
  }),
  { name: 'tap21-threshold', tool: 'tap', sample: 'tap-pass', command: 'tap run --reporter=terse', truth: 'failed' },
  {
    name: 'pnpm-mixed',
    tool: 'ava',
    also: 'vitest3',
    sample: 'pnpm-mixed',
    command: 'pnpm -r --no-bail test',
    truth: 'failed',
    failing: ['adds negative - numbers'],
  },
  { name: 'pnpm-pass', tool: 'ava', also: 'vitest3', sample: 'pnpm-pass', command: 'pnpm -r test', truth: 'passed' },
  {
    name: 'concurrently-vitest-fail',
    tool: 'ava',
    also: 'vitest3',
    sample: 'vitest-fail',
    command: "concurrently -n unit,lint 'vitest run' 'echo linted'",
    truth: 'failed',
    failing: ['adds negative - numbers'],
  },
  {
    name: 'concurrently-vitest-pass',
    tool: 'ava',
    also: 'vitest3',
    sample: 'vitest-pass',
    command: "concurrently -n unit,lint 'vitest run' 'echo linted'",
    truth: 'passed',
  },
  {
    name: 'two-runs-vitest',
    tool: 'vitest3',
    sample: 'vitest-fail',
    command: 'vitest run; vitest run -t adds$',
    truth: 'failed',
  },
  { name: 'two-runs-mocha', tool: 'mocha', sample: 'mocha-fail', command: "mocha; mocha -g 'adds$'", truth: 'failed' },
  {
    name: 'stamped-vitest-fail',
    tool: 'vitest3',
    sample: 'vitest-fail',
    command: 'vitest run',
    truth: 'failed',
    stamps: true,
    failing: ['adds negative - numbers'],
  },
  {
    name: 'stamped-vitest-pass',
    tool: 'vitest3',
    sample: 'vitest-pass',
    command: 'vitest run',
    truth: 'passed',
    stamps: true,
  },
  {
    name: 'stamped-jest-fail',
    tool: 'jest30',
    sample: 'jest-fail',
    command: 'jest',
    truth: 'failed',
    stamps: true,
    failing: ['adds negative - numbers'],
  },
];
const eslint = ['eslint8', 'eslint9', 'eslint10'].flatMap((tool) =>
  ['pass', 'warn', 'fail', 'max', 'broken', 'crash'].flatMap((sample) => {
    const truth = ['pass', 'warn'].includes(sample) ? 'passed' : 'failed';
    const max = sample === 'max' ? ' --max-warnings 0' : '';
    /** @type {(format: string, more?: object) => import('./cases.mjs').Case} */
    const run = (format, more = {}) => ({
      name: `${tool}-${format.replace(/.*formatter-/, '')}-${sample}`,
      tool,
      sample: `eslint-${sample === 'max' ? 'warn' : sample}`,
      command: `eslint a.js${max}${format === 'stylish' ? '' : ` -f ${format}`}`,
      truth,
      ...more,
    });
    const own =
      tool === 'eslint8' ? ['unix', 'compact', 'junit', 'tap'] : tool === 'eslint9' ? ['unix', 'compact', 'junit'] : [];
    return [
      run('stylish'),
      ...(sample === 'crash'
        ? []
        : [
            run('json', { stdout: 'eslint-json' }),
            run('{modules}/@microsoft/eslint-formatter-sarif/sarif.js', {
              stdout: 'sarif',
              name: `${tool}-sarif-${sample}`,
            }),
            ...own
              .filter((format) => sample !== 'pass' || !['unix', 'compact'].includes(format))
              .map((format) => run(format, ['junit', 'tap'].includes(format) ? { stdout: format } : {})),
          ]),
    ];
  }),
);
const pytest = ['pytest7', 'pytest9'].flatMap((tool) => {
  /** @type {(name: string, sample: string, truth: string, args: string, more?: object) => import('./cases.mjs').Case} */
  const run = (name, sample, truth, args, more = {}) => ({
    name: `${tool}-${name}`,
    tool,
    sample: `pytest-${sample}`,
    command: `pytest ${args}`.trim(),
    truth,
    ...more,
  });
  const all = '-p no:cacheprovider --junitxml={out}/r.xml';
  const reports = { 'r.xml': 'junit' };
  return [
    run('pass', 'pass', 'passed', all, { reports }),
    run('fail', 'fail', 'failed', `${all} -o junit_family=xunit1`, { reports, failing: ['test_names[x - y]'] }),
    run('fail-q', 'fail', 'failed', '-q -p no:cacheprovider', { failing: ['test_names[x - y]'] }),
    run('teardown', 'teardown', 'failed', all, { reports, failing: ['test_both'] }),
    run('collect', 'collect', 'failed', all, { reports }),
    run('strict', 'strict', 'failed', all, { reports, failing: ['test_unexpected'] }),
    run('skipped', 'skipped', 'unknown', all, { reports }),
    run('none', 'none', 'failed', all, { reports }),
    ...(tool === 'pytest7'
      ? [run('threshold', 'pass', 'failed', `${all} --cov=calc --cov-fail-under=90`, { reports })]
      : []),
  ];
});
/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string | null} tool
 * @property {string} [also]
 * @property {string} sample
 * @property {string} command
 * @property {string} truth
 * @property {Record<string, string>} [reports]
 * @property {string} [stdout]
 * @property {Record<string, string>} [env]
 * @property {string[]} [failing]
 * @property {boolean} [stamps]
 * @property {boolean} [noLog]
 */

/** @type {Case[]} */
export const CASES = [...vitest, ...jest, ...mocha, ...node, ...others, ...eslint, ...pytest];
